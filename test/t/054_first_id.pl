# A session's first ID may be generated while a parallel plan runs, in every statement that has one.  It
# needs one library, which is that of its extension.

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
my @extensions = map { m!([^/]+)\.control$! } glob '*.control */*.control */*/*.control';
$node->safe_psql('postgres', "CREATE EXTENSION IF NOT EXISTS $_ CASCADE") foreach @extensions;
$node->safe_psql('postgres', 'CREATE TABLE big AS SELECT g FROM generate_series(1, 100000) g; ANALYZE big');

# A separate session for each: its output, and the error if any.
sub session
{
	my ($sql) = @_;
	my ($code, $out, $err) = $node->psql('postgres', $sql, on_error_stop => 1);
	return $code ? $err : $out;
}

my $retried = 'BEGIN; SAVEPOINT s; %s; ROLLBACK TO s; %s; COMMIT';
# The generators: what returns an ID that no other call returns, and needs no argument or a name.
my @generators = split /\n/, $node->safe_psql('postgres', q{
	SELECT format('%s(%s)', proname, CASE WHEN pronargs > pronargdefaults THEN '''message''' END)
	FROM pg_proc JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = pg_proc.oid AND d.deptype = 'e'
	JOIN pg_extension e ON e.oid = d.refobjid JOIN pg_type t ON t.oid = prorettype
	WHERE proparallel = 'r' AND provolatile = 'v' AND NOT proretset AND typname IN (extname, 'uuid')
		AND (pronargs = pronargdefaults OR pronargs = 1 AND proargtypes[0] = 'text'::regtype)
	ORDER BY 1});
cmp_ok(scalar @generators, '>=', 3, "there are generators: @generators");
foreach my $generate (@generators)
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
		SELECT 'loaded ' || m[1] FROM regexp_matches(pg_read_file('/proc/self/maps'), '/([a-z0-9_]+)[.]so', 'g') m GROUP BY m[1] ORDER BY 1});
	my %is_ours = map { $_ => 1 } @extensions;
	return join ' ', grep { $is_ours{$_} } $out =~ /^loaded (\w+)$/mg;
}
foreach my $generate (@generators)
{
	my ($extension) = grep { $generate =~ /^${_}_/ } @extensions;
	is(loaded("SELECT $generate"), $extension, "$generate loads the library of its extension alone");
}

done_testing();
