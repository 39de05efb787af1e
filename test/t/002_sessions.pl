# Many sessions, forked from one server, generate distinct IDs.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 1);
$primary->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'\nmax_wal_size = 2GB");
$primary->start;
$primary->safe_psql('postgres', 'CREATE EXTENSION wiji');

# Eight sessions, and four million IDs in script/test --all.  n counts along in each, to check the
# order.
$primary->safe_psql('postgres', 'CREATE UNLOGGED TABLE ids (client integer, n bigint, id wiji)');
$primary->command_ok(
	[
		'pgbench', '-n', '-c', '8', '-j', '2', '-t', $ENV{WIJI_TEST_ALL} ? 50 : 5, '-D', 'n=0', '-f',
		make_file(
			"\\set n :n + 1\n"
			  . "INSERT INTO ids SELECT :client_id, :n * 10000 + i, wiji_generate() FROM generate_series(0, 9999) i;\n"
		),
		'-h', $primary->host, '-p', $primary->port, 'postgres'
	],
	'eight pgbench clients insert at once');
is($primary->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM ids'),
	$ENV{WIJI_TEST_ALL} ? '4000000|4000000' : '400000|400000', 'their IDs are distinct');
is( $primary->safe_psql('postgres',
		'SELECT count(*) FROM (SELECT id <= lag(id) OVER (PARTITION BY client ORDER BY n) AS down FROM ids) s
		WHERE down'),
	0, 'they ascend in each session');
is($primary->safe_psql('postgres', 'SELECT count(DISTINCT client), count(DISTINCT wiji_random(id)) FROM ids'),
	'8|8', 'with shared_preload_libraries, each session has its own random bits');

# A hundred consecutive sessions, and a session's parallel workers.
my %random;
$random{ $primary->safe_psql('postgres', 'SELECT wiji_random(wiji_generate())') }++ for 1 .. 100;
is(scalar keys %random, 100, 'so does each of a hundred consecutive sessions');

# A function that is declared parallel safe, but calls one that is not.
$primary->safe_psql('postgres', q{
	CREATE FUNCTION in_worker() RETURNS wiji LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS
		'BEGIN RETURN wiji_generate(); END'});
my $workers = $primary->safe_psql('postgres', q{
	SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
	SET parallel_leader_participation = off; SET max_parallel_workers_per_gather = 2;
	SELECT random AS leader FROM wiji_generator() \gset
	SELECT count(*), count(DISTINCT id), count(*) FILTER (WHERE wiji_random(id) = :leader)
	FROM (SELECT in_worker() AS id FROM ids WHERE n < 20000 OFFSET 0) s});
is($workers, '80000|80000|0', 'parallel workers have their own generators');

# A standby generates IDs, although it is read-only.
$primary->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'copy', has_streaming => 1);
$standby->start;
is( $standby->safe_psql('postgres',
		'SELECT pg_is_in_recovery(), count(DISTINCT wiji_generate()) FROM generate_series(1, 1000)'),
	't|1000', 'a read-only standby generates IDs');
isnt($standby->safe_psql('postgres', 'SELECT wiji_random(wiji_generate())'),
	$primary->safe_psql('postgres', 'SELECT wiji_random(wiji_generate())'),
	'with random bits that are not the primary\'s');
$standby->promote;
is( $standby->safe_psql('postgres', q{
		CREATE TABLE t (id wiji PRIMARY KEY DEFAULT wiji_generate());
		INSERT INTO t SELECT FROM generate_series(1, 1000);
		SELECT count(*) FROM t}),
	1000, 'a promoted standby continues after its own IDs');

# wiji_generate_unpredictable(): a dump, parallel workers, many sessions of one server.
my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE invitation (id wiji PRIMARY KEY DEFAULT wiji_generate_unpredictable(), email text);
	CREATE TABLE many AS SELECT n FROM generate_series(1, 100000) n;
	ANALYZE many;
	CREATE FUNCTION in_worker() RETURNS wiji LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS
		'BEGIN RETURN wiji_generate_unpredictable(); END';
	CREATE TABLE bits (r bigint)});

# A dump keeps a column's default.
my ($dump) = run_command([ 'pg_dump', '-d', $node->connstr('postgres'), '-t', 'invitation' ]);
like($dump, qr/id public\.wiji DEFAULT public\.wiji_generate_unpredictable\(\) NOT NULL/, 'a dump has the default');
$node->safe_psql('postgres', 'CREATE DATABASE restored');
$node->safe_psql('restored', "CREATE EXTENSION wiji; $dump");
is( $node->safe_psql('restored', q{
		INSERT INTO invitation (email) SELECT n FROM generate_series(1, 10) n;
		SELECT count(DISTINCT wiji_random(id)) FROM invitation}),
	10, 'and the restored table generates IDs with it');

foreach my $preloaded (0, 1)
{
	my $how = $preloaded ? 'preloaded' : 'not preloaded';
	if ($preloaded)
	{
		$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'");
		$node->restart;
	}

	# parallel workers have their own generators
	like($node->safe_psql('postgres', q{
			SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
			SET parallel_leader_participation = off; SET max_parallel_workers_per_gather = 2;
			SELECT count(DISTINCT id), count(DISTINCT wiji_random(id))
			FROM (SELECT in_worker() AS id FROM many OFFSET 0) s}),
		qr/^100000\|(99999|100000)$/, "$how: parallel workers have new and distinct bits");

	# sessions that were forked from one server draw from their own pools
	$node->safe_psql('postgres', 'TRUNCATE bits');
	$node->safe_psql('postgres',
		'INSERT INTO bits SELECT wiji_random(wiji_generate_unpredictable()) FROM generate_series(1, 100)') for 1 .. 30;
	is($node->safe_psql('postgres', 'SELECT count(DISTINCT r) FROM bits'), 3000,
		"$how: thirty sessions, forked from one server, draw distinct numbers");
}

sub make_file
{
	my ($text) = @_;
	my $file = PostgreSQL::Test::Utils::tempdir . '/script.sql';
	append_to_file($file, $text);
	return $file;
}

done_testing();
