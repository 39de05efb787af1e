# The steps of the protocol of change feeds have the same names in the code and in its model, so
# that results of script/long/model for the one hold for the other.  Here it searches the smallest
# models.
#
# Needs the package spin

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

# The names, each once, that a pattern finds in these files.
sub steps
{
	my ($pattern, @files) = @_;
	my %names = map { $_ => 1 } map { slurp_file($_) =~ /$pattern/g } @files;
	return join ' ', sort keys %names;
}

my $step = qr/[CRSW]\da?/;
my $name = qr/\b($step(?:_ring)?)\b/;
my @code = glob 'feed/*.[ch]';
my $model = 'feed/model/feed.pml';
my $code = steps(qr/FEED_STEP\(([CRSW]\w+)\)/, @code);
my %known = map { $_ => 1 } split / /, steps($name, $model);

like($code, qr/^C1 C2 R2 .*R5 S0 S1 W1 .*W3a .*W7$/, 'the code names its steps');
is(join(' ', grep { !$known{$_} } split / /, $code), '', 'the model has them');
is(join(' ', grep { !$known{$_} } split / /, steps($name, @code)), '', '... and those that comments name');
is(steps(qr/^ \*\t($step)\t/m, 'feed/core.h'), steps(qr/\b($step)\b/, @code),
	'the head of feed/core.h describes each');

SKIP:
{
	skip 'spin is not installed', 1 if system('command -v spin >/dev/null') != 0;
	my ($out, $err) = run_command([ 'script/long/model', '--quick' ]);
	like($out, qr/^ok 1 .*^1\.\.\d+$/ms, 'Spin searches the model');
	unlike($out, qr/^not ok/m, '... and loses a row if, and only if, a step is missing') or diag $out, $err;
}

done_testing();
