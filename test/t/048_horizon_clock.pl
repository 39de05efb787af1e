# wiji_horizon() and clocks: set back, ahead, standing still, and at their end.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use Horizon;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $node = horizon_server('main');

# A clock that is set back: ids stay above every horizon that was told, and horizons go on.
{
	my $session = session($node);
	set_clock('+0');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('before')");
	is(read_all($node), 'before', 'rows are read before the clock is set back');
	$node->safe_psql('postgres', 'TRUNCATE reader; INSERT INTO reader SELECT wiji_horizon()');
	set_clock('-3600');
	is($node->safe_psql('postgres',
		'SELECT clock_timestamp() < (SELECT wiji_timestamp(id) - interval \'50 minutes\' FROM reader)'), 't',
		'the clock is an hour behind');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('new session')");
	$session->query_safe("INSERT INTO event (what) VALUES ('old session')");
	like(slurp_file($node->logfile), qr/LOG:  system clock stepped back by 3\d{3}\.\d{3} s/,
		'a session that began behind a horizon reports the step of the clock');
	is($node->safe_psql('postgres', 'SELECT count(*) FROM event, reader WHERE event.id > reader.id'), 2,
		'ids are above the horizon of before');
	is($node->safe_psql('postgres',
		'SELECT count(*) FROM event, reader WHERE event.id > reader.id AND event.id < wiji_horizon()'), 2,
		'ids that are made behind a horizon are read at once');
	$node->safe_psql('postgres', "INSERT INTO event (what) SELECT 'many' FROM generate_series(1, 100)");
	is( $node->safe_psql('postgres', q{
			SELECT count(*) FROM event, reader
			WHERE event.id > reader.id AND what = 'many' AND event.id < wiji_horizon()}),
		100, 'many ids of one transaction are made above a horizon and read');
	is($node->safe_psql('postgres', "SELECT count(DISTINCT wiji_horizon()) FROM generate_series(1, 1000)"), 1,
		'one statement has one horizon');
	is(clock_holder($node), 'behind', 'the clock itself is named as what holds rows back');

	# All ids of the low-water mark's microsecond are used up: the mark moves on, and nobody waits.
	my $factory = q{
		SELECT count(wiji_factory_generate(f))
		FROM (SELECT wiji_factory() AS f OFFSET 0) s, generate_series(1, 70000)};
	is( $node->safe_psql('postgres', qq{
			SET wiji.max_clock_wait = 0;
			INSERT INTO event (what) SELECT 'load' FROM generate_series(1, 150000);
			$factory;
			$factory}),
		"70000\n70000", 'large loads go on where the microsecond of the mark is used up');
	$session->query_safe('SET wiji.max_clock_wait = 0');
	$session->query_safe("INSERT INTO event (what) SELECT 'load' FROM generate_series(1, 70000)") foreach 1 .. 2;
	is( $node->safe_psql('postgres', q{
			SELECT wiji_horizon() IS NOT NULL;
			SELECT count(*) FILTER (WHERE id < wiji_horizon()), count(*) FROM event WHERE what = 'load'}),
		"t\n290000|290000", 'rows of large loads are read');

	# Asking alone does not move horizons on, neither behind them nor where the clock stands still.
	my $asks = "DO \$\$BEGIN FOR i IN 1..1000 LOOP PERFORM wiji_horizon(); END LOOP; END\$\$";
	is($node->safe_psql('postgres', "SELECT wiji_horizon() AS first \\gset\n$asks;\nSELECT wiji_horizon() = :'first'"),
		't', 'horizons keep to the clock when they are ahead of it');
	$session->quit;
	$node->safe_psql('postgres', 'TRUNCATE event, reader');
}

# What follows is on a server of its own, as a start does not forget where its ids were.
$node->stop;
$node = horizon_server('ahead');

# A session that read a clock which was ahead makes late ids.  It takes nobody along.
{
	my $session = session($node);
	set_clock('+3600');
	$session->query_safe("INSERT INTO event (what) VALUES ('ahead')");
	set_clock('+0');
	$session->query_safe("INSERT INTO event (what) VALUES ('late')");
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('in time')");
	is(read_all($node), 'in time', 'rows with ids that are ahead of the clock are late');
	is(clock_holder($node), 'behind', 'a clock that is behind ids is named as a holder');
	is($node->safe_psql('postgres', "SELECT id < wiji_upper(clock_timestamp()) FROM event WHERE what = 'in time'"), 't',
		'other sessions keep to the clock');
	$session->query_safe('SET wiji.max_clock_wait = 0');
	like(error_of($session, 'SELECT count(wiji_generate()) FROM generate_series(1, 65536)'),
		qr/ERROR:  55000: system clock is behind.*or reconnect/s,
		'a session that has used up its ids is told to reconnect');
	$session->quit;
	$session = session($node);
	$session->query_safe("INSERT INTO event (what) VALUES ('reconnected')");
	is(read_all($node), 'in time reconnected', 'rows of a session that reconnected are in time');
	set_clock('+3601');
	is(read_all($node), 'in time reconnected ahead late', 'the late ones are read when the clock has passed them');
	is(clock_holder($node), '', 'a clock that has passed all ids holds nothing back');
	set_clock('+0');
	$session->quit;
	$node->safe_psql('postgres', 'TRUNCATE event');

	# where the clock stands still, asking does not move it either
	set_clock('2040-01-01 00:00:01');
	is( $node->safe_psql('postgres', q{
			DO $$BEGIN FOR i IN 1..1000 LOOP PERFORM wiji_horizon(); END LOOP; END$$;
			SELECT wiji_timestamp(wiji_horizon()) = clock_timestamp()}),
		't', 'horizons stand still with the clock');
	is(clock_holder($node), '', 'a clock that stands still holds nothing back');
}

# Beyond the last moment that an id can have there is no id, and no horizon is below others.
{
	set_clock('4253-05-31 22:20:37.9279355');
	is($node->safe_psql('postgres', 'SELECT wiji_timestamp(wiji_horizon())'), '4253-05-31 22:20:37.927935+00',
		'the horizon ends at the last microsecond');
	set_clock('+0');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('last')");
	is($node->safe_psql('postgres', 'SELECT wiji_timestamp(wiji_horizon())'), '4253-05-31 22:20:37.927935+00',
		'the last horizon is that of the last microsecond');
	like(psql_error($node, "INSERT INTO event (what) VALUES ('beyond')"),
		qr/ERROR:  22008: timestamp out of range for type wiji/, 'no id comes after the last microsecond');
}

$node->stop;
done_testing();
