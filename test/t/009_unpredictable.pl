# wiji_generate_unpredictable() across sessions: a dump, parallel workers, many sessions of one
# server.

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

done_testing();
