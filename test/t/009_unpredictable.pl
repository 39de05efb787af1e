# wiji_generate_unpredictable() across sessions, parallel workers and a dump.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE invitation (id wiji PRIMARY KEY DEFAULT wiji_generate_unpredictable(), n integer);
	CREATE TABLE many AS SELECT n FROM generate_series(1, 100000) n;
	ANALYZE many;
	CREATE FUNCTION in_worker() RETURNS wiji LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS
		'BEGIN RETURN wiji_generate_unpredictable(); END'});

foreach my $preloaded (0, 1)
{
	my $how = $preloaded ? 'preloaded' : 'not preloaded';
	if ($preloaded)
	{
		$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'");
		$node->restart;
	}

	# Sessions that were forked from one server draw from pools of their own.
	$node->safe_psql('postgres', 'INSERT INTO invitation (n) SELECT generate_series(1, 100)') for 1 .. 20;
	is($node->safe_psql('postgres', 'SELECT count(DISTINCT wiji_random(id)) FROM invitation; TRUNCATE invitation'), 2000,
		"$how: twenty sessions draw nothing twice");
	like($node->safe_psql('postgres', q{
			SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
			SET parallel_leader_participation = off; SET max_parallel_workers_per_gather = 2;
			SELECT count(DISTINCT id), count(DISTINCT wiji_random(id)) FROM (SELECT in_worker() AS id FROM many OFFSET 0) s}),
		qr/^100000\|(99999|100000)$/, "$how: nor do parallel workers");
}

# A dump keeps the column's default.
$node->safe_psql('postgres', 'CREATE DATABASE restored; INSERT INTO invitation (n) VALUES (1)');
my $dump = PostgreSQL::Test::Utils::tempdir . '/dump.sql';
$node->command_ok([ 'pg_dump', '-f', $dump, '-d', $node->connstr('postgres') ], 'pg_dump');
$node->command_ok([ 'psql', '-qX', '-v', 'ON_ERROR_STOP=1', '-f', $dump, $node->connstr('restored') ], 'psql');
is( $node->safe_psql('restored', q{
		INSERT INTO invitation (n) SELECT generate_series(2, 100);
		SELECT count(DISTINCT wiji_random(id)), pg_get_expr(adbin, adrelid)
		FROM invitation, pg_attrdef WHERE adrelid = 'invitation'::regclass GROUP BY 2}),
	'100|wiji_generate_unpredictable()', 'the restored column has its default');

done_testing();
