# The clock scenarios of the conformance suite (docs/conformance/README.md), on a server whose clock
# shows their times.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
start_with_fake_clock($node);
$node->safe_psql('postgres', 'CREATE EXTENSION wiji');

# a microsecond since 1970 in the form that the clock takes
sub clock_of
{
	my ($us) = @_;
	my @t = gmtime(int($us / 1000000));
	return sprintf('%04d-%02d-%02d %02d:%02d:%02d.%06d', $t[5] + 1900, $t[4] + 1, @t[ 3, 2, 1, 0 ], $us % 1000000);
}

my ($header, @rows) = split /\n/, slurp_file('docs/conformance/clock.tsv');
is($header, "scenario\tclock_us\tids\tresult\tfirst\tlast", 'the table exists');
my ($session, $last, %wrong);
my $running = '';
foreach (@rows)
{
	my ($scenario, $clock, $ids, $result, $from, $to) = split /\t/, $_, -1;
	if ($scenario ne $running)
	{
		$session->quit if $session;
		$session = $node->background_psql('postgres', on_error_stop => 0);
		$session->query_safe('SET wiji.max_clock_wait = 0');
		$running = $scenario;
		$wrong{$scenario} = 0;
	}
	set_clock(clock_of($clock));
	my ($got, $error) = answer_and_error($session, qq{
		SELECT wiji_timestamp_us(f), wiji_sequence(f), wiji_timestamp_us(l), wiji_sequence(l), ascend
		FROM (SELECT min(id) AS f, max(id) AS l, bool_and(up) AS ascend
		      FROM (SELECT id, id > coalesce(lag(id) OVER (ORDER BY n), wiji_make(0, 0, 0)) AS up
		            FROM (SELECT n, wiji_generate() AS id FROM generate_series(1, $ids) n) g) s) t});
	my $expected = $result eq 'wait' ? '' : $node->safe_psql('postgres', qq{
		SELECT wiji_timestamp_us(f), wiji_sequence(f), wiji_timestamp_us(l), wiji_sequence(l), true
		FROM (VALUES (wiji '$from', wiji '$to')) v (f, l)});
	my $waited = $error =~ /system clock is behind the last generated ID/ ? 'wait' : 'id';
	next if $got eq $expected && $waited eq $result;
	$wrong{$scenario}++;
	diag("$_: $waited $got, not $result $expected");
}
$session->quit;

# Two factories and the session's own generator, in turn, while the clock stands.
set_clock(clock_of(1795228678335123));
is($node->safe_psql('postgres', "SELECT wiji_factory(), wiji_factory();
	CREATE TEMP TABLE made AS SELECT f, n, CASE f WHEN 0 THEN wiji_generate() ELSE wiji_factory_generate(f) END AS id
		FROM generate_series(1, 3) n, generate_series(0, 2) f;
	SELECT f, min(wiji_timestamp_us(id)), max(wiji_timestamp_us(id)),
	       array_agg(wiji_sequence(id) ORDER BY n), count(DISTINCT wiji_random(id))
	FROM made GROUP BY f ORDER BY f;
	SELECT count(DISTINCT wiji_random(id)) FROM made"),
	join("\n", '1|2', map({ "$_|1795228678335123|1795228678335123|{0,1,2}|1" } 0 .. 2), '3'),
	'two factories have independent sequences and random bits');

is($wrong{$_}, 0, $_) foreach sort keys %wrong;
cmp_ok(keys %wrong, '>', 7, 'all scenarios were run');

set_clock('+0');
$node->stop;
done_testing();
