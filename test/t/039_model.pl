# The steps of the horizon's protocol have the same names in the code and in its model, so that what
# script/long/model says of the one is said of the other.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

# The names, each once, that a pattern finds in these files.
sub steps
{
	my ($pattern, @files) = @_;
	my %names = map { $_ => 1 } map { slurp_file($_) =~ /$pattern/g } @files;
	return join ' ', sort { substr($a, 0, 1) cmp substr($b, 0, 1) || substr($a, 1) <=> substr($b, 1) } keys %names;
}

my @code = (glob 'src/core/horizon.h src/*.[ch] src/{feed,planner}/*.[ch]');
my $model = 'test/model/horizon.pml';
my $code = steps(qr/HORIZON_MEANWHILE\(([RW]\d+)\)/, @code);

like($code, qr/^R1 .*R8 W1 .*W11$/, 'the code names its steps');
is(steps(qr/STEP\(([RW]\d+)\)/, $model), $code, 'the model has these, and no others');
is(steps(qr/\b([RW]\d+)\b/, $model), $code, '... nor do its comments name others');
is(steps(qr/\b([RW]\d+)\b/, @code), $code, '... nor do those of the code');
is(steps(qr/^ \*\t([RW]\d+)\t/m, 'src/core/horizon.h'), $code, 'the head of src/core/horizon.h tells what each is');
is(steps(qr/\b([RW]\d+)\b/, 'test/model/steps'), $code, 'what follows each is known');

done_testing();
