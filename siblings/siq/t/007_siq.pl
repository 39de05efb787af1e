# Siqs of many sessions: their shards, and clocks that step back from one session to the next.
# script/test --all has ten times as many.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $tens = $ENV{WIJI_TEST_ALL} ? 10 : 1;

# a server whose clock set_clock() sets
sub start
{
	my ($name, $settings) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init;
	$node->append_conf('postgresql.conf', $settings);
	start_with_fake_clock($node);
	$node->safe_psql('postgres', 'CREATE EXTENSION siq; CREATE EXTENSION dblink; CREATE TABLE ids (id siq)');
	return $node;
}

sub pgbench
{
	my ($node, $options, $script, $name) = @_;
	my $file = PostgreSQL::Test::Utils::tempdir . '/script.sql';
	append_to_file($file, $script);
	$node->command_ok([ 'pgbench', '-n', @$options, '-f', $file, '-h', $node->host, '-p', $node->port, 'postgres' ],
		$name);
}

# IDs of many short sessions are distinct, even if the clock stands still, or has stepped back before
# all of them.
sub many_short_sessions
{
	my ($node, $name) = @_;

	$node->safe_psql('postgres', 'TRUNCATE ids');
	foreach my $time ('2040-01-01 00:00:01', '2040-01-01 00:00:00', '2040-01-01 00:00:01')
	{
		set_clock($time);
		pgbench($node, [ '-C', '-c', '8', '-j', '2', '-t', 2 * $tens ],
			"INSERT INTO ids SELECT siq_generate('user', 'example.com') FROM generate_series(1, 10);\n",
			"$name: short sessions at $time");
	}
	is($node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM ids'),
		join('|', (480 * $tens) x 2), "$name: distinct IDs");
	set_clock('+0');
}

# 15 and 16 have shared memory for the shards only if the library is preloaded.
my $preload = "shared_preload_libraries = 'siq'\n";

# With no more sessions than shards, each gets its own.
{
	my $node = start('few', $preload . "max_connections = 50\nmax_wal_senders = 0\n");

	pgbench($node, [ '-c', '8', '-j', '2', '-t', 2 * $tens ],
		"INSERT INTO ids SELECT siq_generate('content', 'example.com') FROM generate_series(1, 10000);\n",
		'eight clients at once');
	is( $node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id), count(DISTINCT siq_shard(id)) FROM ids'),
		join('|', (160000 * $tens) x 2, 8), 'distinct IDs, in eight shards');
	many_short_sessions($node, 'few');

	# One session: when serials are used up, it waits like wiji.
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	set_clock('2041-01-01 00:00:00');
	my $next = "SELECT siq_serial(id), siq_timestamp(id) FROM siq_generate('user') id";
	is( $session->query_safe(
			"SET timezone = 'UTC'; SELECT count(DISTINCT siq_generate('user')) FROM generate_series(1, 2048)"),
		2048, 'a user has 2048 serials in a tick');
	$session->query_safe('SET siq.max_clock_wait = 50');
	$session->{stderr} = '';
	$session->query("\\set VERBOSITY verbose\n$next");
	like($session->{stderr}, qr/ERROR:  55000: system clock is behind the last generated ID by 0\.000 ms/,
		'a session whose serials are used up waits for the clock');
	like($session->{stderr}, qr/HINT: .*reconnect/, 'its hint recommends to reconnect');
	$session->{stderr} = '';
	is($session->query_safe("SELECT siq_serial(siq_generate('group'))"), 0, 'another qualifier has its own');

	set_clock('2040-12-31 23:00:00');
	is($session->query_safe("SELECT siq_serial(id), siq_timestamp(id) FROM siq_generate('group') id"),
		'1|2041-01-01 00:00:00+00', 'a clock that steps back keeps the tick');
	is($session->query_safe("SELECT siq_serial(id), siq_timestamp(id) FROM siq_generate('event') id"),
		'0|2041-01-01 00:00:00+00', 'the tick is kept for a qualifier that had not used it');
	$session->{stderr} = '';
	$session->query($next);
	like($session->{stderr}, qr/behind the last generated ID by 3600\.000 s/, 'an hour behind');
	$session->{stderr} = '';
	like(slurp_file($node->logfile), qr/LOG:  system clock stepped back by 3600\.000 s/, 'a step back is logged');
	set_clock('2041-01-01 00:00:00.00002');
	is($session->query_safe($next), '0|2041-01-01 00:00:00.000015+00', 'the next tick starts its serials at 0');

	# The shard's next session continues after it.
	set_clock('2040-12-31 23:00:00');
	my $shard = $session->query_safe("SELECT siq_shard(siq_generate('user'))");
	$session->quit;
	is( $node->safe_psql('postgres', "SET siq.shard = $shard; SET timezone = 'UTC'; $next"),
		'0|2041-01-01 00:00:00.00003+00', 'the next session of a shard starts with the next tick');
	is( $node->safe_psql('postgres', "SET siq.shard = " . ($shard + 100) . "; SET timezone = 'UTC'; $next"),
		'0|2040-12-31 23:00:00+00', 'a shard that was not used before starts with the clock');

	# A session that left its shard to another one, and takes it again, does not repeat that one's
	# IDs.
	my ($first, $second) = map { $node->background_psql('postgres') } 1 .. 2;
	my $many = "SET siq.shard = 200; SELECT siq_generate('user') FROM generate_series(1, 8)";
	set_clock('2041-01-02 00:00:00');
	my @ids = split /\n/, $first->query_safe($many);
	push @ids, split /\n/, $second->query_safe($many);
	set_clock('2041-01-02 00:00:00.00002');
	$first->query_safe("SET siq.shard = 201; SELECT siq_generate('user')");
	push @ids, split /\n/, $first->query_safe($many);
	push @ids, split /\n/, $first->query_safe($many);
	is(scalar(keys %{ { map { $_ => 1 } @ids } }), 32, 'a shard that was left and taken again does not repeat IDs');
	$_->quit foreach $first, $second;

	set_clock('+0');
	$node->stop;
}

# More sessions than shards: only sessions that generate IDs lease one.
{
	my $node = start('many', $preload . "max_connections = 300\nrestart_after_crash = on\n");

	many_short_sessions($node, 'many');

	# At most 256 at a time; a session that ends leaves its shard to the next.
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	my $connection = 'host=' . $node->host . ' port=' . $node->port . ' dbname=postgres';
	my $made = "SELECT count(*), count(DISTINCT siq_shard(id)), count(DISTINCT id) FROM generate_series(1, 256) i,
		dblink('c' || i, \$\$SELECT siq_generate('user') FROM generate_series(1, 10)\$\$) AS t (id siq)";
	set_clock('2042-01-01 00:00:00');
	$session->query_safe("SELECT count(dblink_connect('c' || i, '$connection')) FROM generate_series(1, 257) i");
	is($session->query_safe($made), '2560|256|2560', '256 sessions have 256 shards');
	$session->{stderr} = '';
	$session->query("SELECT * FROM dblink('c257', \$\$SELECT siq_generate('user')\$\$) AS t (id siq)");
	like($session->{stderr}, qr/ERROR:  all siq shards are in use.*HINT:/s, 'the next one gets an error');
	$session->{stderr} = '';
	$session->query_safe("SELECT dblink_exec('c257', 'SET siq.shard = 7')");
	is( $session->query_safe(q{SELECT siq_shard(id) FROM dblink('c257', $$SELECT siq_generate('tag')$$) AS t (id siq)}),
		7, 'unless it sets one');
	$session->query_safe("SELECT dblink_exec('c257', 'RESET siq.shard'), dblink_disconnect('c1')");
	my $tries = 0;
	my $id = '';
	while ($id eq '' && $tries++ < 100)
	{
		$id = $session->query(q{
			SELECT siq_timestamp(id) = '2042-01-01 00:00:00.000015+00'
			FROM dblink('c257', $$SELECT siq_generate('user')$$) AS t (id siq)});
		select(undef, undef, undef, 0.1) if $id eq '';
	}
	is($id, 't', 'when one ends, it gets the shard, from the next tick on');
	$session->{stderr} = '';
	$session->quit;

	# A crash returns all.
	set_clock('+0');
	$node->poll_query_until('postgres',
		"SELECT count(*) = 1 FROM pg_stat_activity WHERE backend_type = 'client backend'");
	my $victim = $node->background_psql('postgres', on_error_stop => 0);
	my $pid = $victim->query_safe("SELECT pg_backend_pid() FROM siq_generate('user')");
	my $end = -s $node->logfile;
	kill 'KILL', $pid;
	$node->wait_for_log(qr/all server processes terminated; reinitializing/, $end);
	$node->poll_query_until('postgres', 'SELECT true', 't');
	$victim->{run}->finish;
	many_short_sessions($node, 'after a crash');
	$node->stop;
}

# Without preloading, each version keeps live sessions apart.
{
	my $node = start('not_preloaded', "max_connections = 300\n");
	pgbench($node, [ '-c', '20', '-j', '2', '-t', 2 * $tens ],
		"INSERT INTO ids SELECT siq_generate('content', 'example.com') FROM generate_series(1, 1000);\n",
		'twenty clients at once');
	is( $node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id), count(DISTINCT siq_shard(id)) FROM ids'),
		join('|', (40000 * $tens) x 2, 20), 'distinct IDs, in twenty shards');
	$node->stop;
}

done_testing();
