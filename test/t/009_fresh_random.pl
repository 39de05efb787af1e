# wiji.fresh_random where a setting comes from elsewhere: the server, a database, a role, a leader.

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
	CREATE ROLE regress_app LOGIN;
	GRANT CREATE ON SCHEMA public TO regress_app});

# ten ids of a new session: how many different random bits?
my $ten = 'SELECT count(DISTINCT wiji_random(wiji_generate())) FROM generate_series(1, 10)';
sub ten { return $node->safe_psql('postgres', $ten, extra_params => [@_]); }

foreach my $preloaded (0, 1)
{
	my $how = $preloaded ? 'preloaded' : 'not preloaded';
	if ($preloaded)
	{
		$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'");
		$node->restart;
	}
	is(ten(), 1, "$how: off by default");

	foreach my $scope ('DATABASE postgres', 'ROLE regress_app', 'ROLE regress_app IN DATABASE postgres')
	{
		$node->safe_psql('postgres', "ALTER $scope SET wiji.fresh_random = on");
		is(ten('-U', 'regress_app'), 10, "$how: ALTER $scope SET makes it the rule");
		is($node->safe_psql('postgres', "SET wiji.fresh_random = off; $ten", extra_params => [ '-U', 'regress_app' ]),
			1, "$how: which a session may leave");
		$node->safe_psql('postgres', "ALTER $scope RESET wiji.fresh_random");
	}

	$node->append_conf('postgresql.conf', 'wiji.fresh_random = on');
	$node->restart;
	is(ten(), 10, "$how: postgresql.conf makes it the server's");

	# parallel workers, each a generator of its own, have the leader's setting
	my $workers = q{
		SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
		SET parallel_leader_participation = off; SET max_parallel_workers_per_gather = 2;
		SELECT count(DISTINCT id), count(DISTINCT wiji_random(id))
		FROM (SELECT in_worker() AS id FROM many OFFSET 0) s};
	$node->safe_psql('postgres', q{
		CREATE TABLE IF NOT EXISTS many AS SELECT n FROM generate_series(1, 100000) n;
		ANALYZE many;
		CREATE OR REPLACE FUNCTION in_worker() RETURNS wiji LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS
			'BEGIN RETURN wiji_generate(); END'});
	like($node->safe_psql('postgres', $workers), qr/^100000\|(99999|100000)$/,
		"$how: parallel workers have fresh bits, and no two the same");
	like($node->safe_psql('postgres', "SET wiji.fresh_random = off; $workers"), qr/^100000\|[12]$/,
		"$how: or not, as their leader says");

	$node->adjust_conf('postgresql.conf', 'wiji.fresh_random', undef);
	$node->restart;
}

# Sessions that were forked from one server draw from pools of their own.
$node->safe_psql('postgres', 'CREATE TABLE bits (r bigint); ALTER DATABASE postgres SET wiji.fresh_random = on');
$node->safe_psql('postgres',
	'INSERT INTO bits SELECT wiji_random(wiji_generate()) FROM generate_series(1, 100)') for 1 .. 50;
is($node->safe_psql('postgres', 'SELECT count(DISTINCT r) FROM bits'), 5000,
	'fifty sessions, forked from one server, draw nothing twice');
$node->safe_psql('postgres', 'ALTER DATABASE postgres RESET wiji.fresh_random');

# A server that has not preloaded the library, as docs/wiji.md describes it.
$node->adjust_conf('postgresql.conf', 'shared_preload_libraries', "''");
$node->restart;
my ($out, $err);
(undef, $out, $err) = $node->psql('postgres', 'ALTER ROLE regress_app SET wiji.fresh_random = on',
	extra_params => [ '-U', 'regress_app' ]);
like($err, qr/permission denied to set parameter "wiji.fresh_random"/,
	'a role that does not know the setting yet may not store it');
$node->safe_psql('postgres', 'SELECT count(wiji_generate()); ALTER ROLE regress_app SET wiji.fresh_random = on',
	extra_params => [ '-U', 'regress_app' ]);
is(ten('-U', 'regress_app'), 10, 'one that has made an id may');
$node->safe_psql('postgres', 'ALTER ROLE regress_app SET wiji.fresh_random = perhaps');
(undef, $out, $err) = $node->psql('postgres', $ten, extra_params => [ '-U', 'regress_app' ]);
like($err, qr/WARNING:  parameter "wiji.fresh_random" requires a Boolean value/,
	'a wrong value that was stored is warned of');
is($out, 1, 'a wrong value that was stored does not turn the setting on');

done_testing();
