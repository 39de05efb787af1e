# Work that several tests have in common.
package TestHelp;

use strict;
use warnings;

use Exporter 'import';
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(answer_and_error block crash error_of id_columns id_extensions libraries seed_random);

# The answer of a query, and what it prints on standard error, from a background session.  Before
# 16.5 the server's module does not wait for standard error, and leaves its mark in an empty answer.
sub answer_and_error
{
	my ($session, $query) = @_;
	my $end = 'no more errors';
	$session->{stderr} = '';
	my $answer = $session->query("\\set VERBOSITY verbose\n$query\n;\n\\warn $end");
	$answer =~ s/^background_psql: QUERY_SEPARATOR\n?$//;
	pump_until($session->{run}, $session->{timeout}, \$session->{stderr}, qr/$end/);
	(my $error = $session->{stderr}) =~ s/$end\n?//;
	$session->{stderr} = '';
	return ($answer, $error);
}

sub error_of { return (answer_and_error(@_))[1]; }

# The block of SQL with this number below a heading of a page of docs/.
sub block { return (run_command([ 'sh', 'test/block', @_ ]))[0]; }

# Kills a server and all its processes at once, so that none can tidy up.
sub crash
{
	my ($node) = @_;
	my $main = (split /\n/, slurp_file($node->data_dir . '/postmaster.pid'))[0];
	my @processes = ($main, split ' ', `pgrep -P $main`);
	kill 'KILL', @processes;
	my $tries = 0;
	# processes whose exit status has not been collected are dead as well
	my $lives = sub { open(my $file, '<', "/proc/$_[0]/stat") or return 0; return <$file> !~ /\) Z /; };
	select(undef, undef, undef, 0.05) while (grep { $lives->($_) } @processes) && $tries++ < 400;
	# the next server takes a process of which only the exit status is left for a living one
	unlink($node->data_dir . '/postmaster.pid', $node->host . '/.s.PGSQL.' . $node->port . '.lock') == 2 or die $!;
	$node->{_pid} = undef;
}

# The columns of a table with generated IDs of each kind that is there: of the type, and those that rooms have in
# column.sql.  Each is a name, a type and a default, and whether its IDs have enough random bits to differ always.
sub id_columns
{
	return [ 'wiji', 'wiji', 'wiji_generate()', 1 ],
	  map { [ slurp_file($_) =~ /^(\w+) (\w+) DEFAULT (.*)$(?:\n-- (random))?/m ] } sort glob '*/column.sql */*/column.sql';
}

# The extensions that these need.
sub id_extensions { return 'wiji', map { m!([^/]+)/column! } sort glob '*/column.sql */*/column.sql'; }

# The libraries, for shared_preload_libraries: some extensions need shared memory, which 15 and 16 do not have
# otherwise.
sub libraries
{
	return join ', ', map { m!([^/]+)\.control$! }
	  grep { slurp_file($_) =~ /^module_pathname/m } sort glob '*.control */*.control */*/*.control';
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
