# Work that several tests have in common.
package TestHelp;

use strict;
use warnings;

use Exporter 'import';
use Test::More;

our @EXPORT = qw(error_of seed_random);

# the standard error of a query, from a background session
sub error_of
{
	my ($session, $query) = @_;
	$session->{stderr} = '';
	$session->query("\\set VERBOSITY verbose\n$query");
	my $error = $session->{stderr};
	$session->{stderr} = '';
	return $error;
}

# A different seed every time, and in the log, so that a failure can be repeated.
sub seed_random
{
	my $seed = $ENV{WIJI_SEED} // time;
	srand $seed;
	note "WIJI_SEED=$seed";
	return;
}

1;
