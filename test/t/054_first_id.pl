# A session's first ID may be generated while a parallel plan runs, in every statement that has one, and
# needs one library.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
# before 17, uid60 needs memory that only preloading gives
$node->append_conf('postgresql.conf', q{
	parallel_setup_cost = 0
	parallel_tuple_cost = 0
	min_parallel_table_scan_size = 0
	max_parallel_workers_per_gather = 2
	uid60.allow_duplicates = on});
$node->start;
$node->safe_psql('postgres', "CREATE EXTENSION $_") foreach qw(wiji siq tid62 uid60 uuidtime wiji_feed);
$node->safe_psql('postgres', 'CREATE TABLE big AS SELECT g FROM generate_series(1, 100000) g; ANALYZE big');

# A separate session for each: its output, and the error if any.
sub session
{
	my ($sql) = @_;
	my ($code, $out, $err) = $node->psql('postgres', $sql, on_error_stop => 1);
	return $code ? $err : $out;
}

my $retried = 'BEGIN; SAVEPOINT s; %s; ROLLBACK TO s; %s; COMMIT';
foreach my $generate (
	'wiji_generate()', 'wiji_generate_unpredictable()', 'wiji_uuid()', q(siq_generate('message')), 'tid62_generate()',
	'uid60_generate()', 'uuidtime_v6()', 'uuidtime_v7()', 'uuidtime_v7_draft()', 'uuidtime_v8()')
{
	my $query = "SELECT $generate AS id, g FROM big WHERE g % 100 = 0";
	my $count = 'SELECT count(DISTINCT id) FROM made';

	like($node->safe_psql('postgres', "EXPLAIN (COSTS off) $query"), qr/Gather.*Parallel Seq Scan/s,
		"$generate: the plan is parallel");
	is(session("CREATE TABLE made AS $query; $count; DROP TABLE made"), 1000, "$generate: CREATE TABLE AS");
	is(session("SELECT * INTO made FROM ($query) s; $count; DROP TABLE made"), 1000, "$generate: SELECT INTO");
	is(session("CREATE MATERIALIZED VIEW made AS $query; $count"), 1000, "$generate: CREATE MATERIALIZED VIEW");
	is(session("REFRESH MATERIALIZED VIEW made; $count; DROP MATERIALIZED VIEW made"), 1000, "$generate: REFRESH");
	like(session("EXPLAIN (ANALYZE, COSTS off) CREATE TABLE made AS $query; $count; DROP TABLE made"),
		qr/Gather \(actual.*\n1000$/s, "$generate: EXPLAIN ANALYZE");
	is(session(sprintf($retried, ("CREATE TABLE made AS $query") x 2) . "; $count; DROP TABLE made"), 1000,
		"$generate: again, after a subtransaction has ended that had the first");
}

# What a session has loaded, as the operating system sees it.
sub loaded
{
	my ($sql) = @_;
	my $out = $node->safe_psql('postgres', qq{$sql;
		SELECT DISTINCT name FROM regexp_matches(pg_read_file('/proc/self/maps'), '/(wiji\\w*)\\.so', 'g') m (m),
			LATERAL (SELECT m[1] AS name) n ORDER BY name});
	return join ' ', grep { /^wiji/ } split /\n/, $out;
}
is(loaded('SELECT wiji_generate()'), 'wiji', 'wiji_generate() loads its library, not that of feeds');
is(loaded(q(SELECT wiji_feed_flaw('big'))), 'wiji_feed', 'and feeds load theirs');

done_testing();
