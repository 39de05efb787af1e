# A clock that stands still, steps back and leaps ahead under a running server.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $frozen = '2040-01-01 00:00:0';
my $frozen_us = 2208988800 * 1_000_000;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
start_with_fake_clock($node);
$node->safe_psql('postgres', 'CREATE EXTENSION wiji');
my $wait_event = $node->safe_psql('postgres', 'SHOW server_version_num') >= 170000 ? 'WijiClock' : 'Extension';

my $next = 'SELECT wiji_timestamp_us(id), wiji_sequence(id) FROM wiji_generate() id';
my $met = 'SELECT generated, clock_regressions, sequence_waits FROM wiji_generator()';

sub session { return $node->background_psql('postgres', on_error_stop => 0); }

# leaves the session's generator at the frozen time with its sequence used up
sub exhaust
{
	my ($session) = @_;
	set_clock($frozen . '9');
	my $last = $session->query_safe(
		'SELECT wiji_sequence(max(id)) FROM (SELECT wiji_generate() AS id FROM generate_series(1, 65536)) s');
	is($last, 65535, 'all 65,536 IDs of a microsecond are generated while the clock stands still');
}

# The rule, step by step.
{
	my $session = session();
	my @steps = (
		[ '1', 1_000_000, 0, 'a new microsecond' ],
		[ '1', 1_000_000, 1, 'the same' ],
		[ '1.000001', 1_000_001, 0, 'one later' ],
		[ '1', 1_000_001, 1, 'one microsecond back' ],
		[ '0', 1_000_001, 2, 'one second back' ],
		[ '1.000001', 1_000_001, 3, 'forward to where it was' ],
		[ '2', 2_000_000, 0, 'past it' ]);
	foreach my $step (@steps)
	{
		my ($second, $us, $sequence, $name) = @$step;
		set_clock($frozen . $second);
		is($session->query_safe($next), $frozen_us + $us . "|$sequence", $name);
	}

	my $log = -s $node->logfile;
	set_clock('2039-12-31 23:00:02');
	is($session->query_safe($next), $frozen_us + 2_000_000 . '|1', 'an hour back');
	set_clock($frozen . '2.5');
	is($session->query_safe($next), $frozen_us + 2_500_000 . '|0', 'the clock is set forward again');
	set_clock('2039-12-31 23:00:02');
	is($session->query_safe($next), $frozen_us + 2_500_000 . '|1', 'the clock is set back again');

	is($session->query_safe($met), '10|4|0', 'wiji_generator() has seen four steps back, and no wait');
	like(slurp_file($node->logfile, $log), qr/LOG:  system clock stepped back by 3600\.000 s/,
		'the first step back by more than a second is logged');
	is(scalar(() = slurp_file($node->logfile, $log) =~ /stepped back/g), 1, 'once');
	$session->quit;
}

# Steps of less than a second are not logged, whatever their sum is.
{
	my $session = session();
	my $log = -s $node->logfile;
	foreach my $second ('2', '1.25', '0.5')
	{
		set_clock($frozen . $second);
		$session->query_safe($next);
	}
	is(scalar(() = slurp_file($node->logfile, $log) =~ /stepped back/g), 0, 'steps of 750 ms are not logged');
	set_clock('2039-12-31 23:59:59');
	$session->query_safe($next);
	is(scalar(() = slurp_file($node->logfile, $log) =~ /stepped back by 1\.500 s/g), 1, 'one of 1.5 s is');
	$session->quit;
}

# A sequence that is used up, and a clock that does not advance: an error with a hint.
{
	my $session = session();
	exhaust($session);
	$session->query_safe('SET wiji.max_clock_wait = 50');
	my $error = error_of($session, $next);
	like($error, qr/ERROR:  55000: system clock is behind the last generated ID by 0\.000 ms/,
		'a clock that stands still');

	set_clock($frozen . '8.998');
	like(error_of($session, $next), qr/by 2\.000 ms/, 'one that is two milliseconds behind');

	set_clock('2039-12-31 23:00:09');
	$session->query_safe('CREATE TEMP TABLE t (n integer)');
	$session->query_safe('BEGIN; INSERT INTO t VALUES (1); SAVEPOINT s');
	$error = error_of($session, $next);
	like($error, qr/behind the last generated ID by 3600\.000 s/, 'a clock that is an hour behind');
	like($error, qr/DETAIL: .*"wiji\.max_clock_wait" \(50 ms\)/, 'the detail has the length of the wait');
	like($error, qr/HINT: .*Wait.*increase "wiji\.max_clock_wait".*reconnect/, 'the hint has the remedies');
	$session->query_safe('ROLLBACK TO s; COMMIT');
	is($session->query_safe('SELECT count(*) FROM t'), 1, 'the transaction is as it was');

	$session->query_safe('SET wiji.max_clock_wait = 0');
	like(error_of($session, $next), qr/55000/, 'a setting of 0 does not wait at all');

	my $other = session();
	is($other->query_safe($next), $frozen_us - 3591 * 1_000_000 . '|0', 'a new session is a new generator');
	$other->quit;

	set_clock($frozen . '9.000001');
	is($session->query_safe($next), $frozen_us + 9_000_001 . '|0', 'the generator works when the clock has caught up');
	is($session->query_safe($met), '65537|2|4', 'wiji_generator() counts IDs, steps back and waits');
	$session->quit;
}

# With new random bits for each ID the rule is the same.
{
	my $session = session();
	my $descents = 'SELECT count(*), count(DISTINCT wiji_random(id)) >= count(*) - 2, count(*) FILTER (WHERE down)
		FROM (SELECT id, id <= lag(id) OVER (ORDER BY n) AS down FROM made) s';
	$session->query_safe(q{
		CREATE TEMP TABLE made (n integer GENERATED ALWAYS AS IDENTITY, id wiji DEFAULT wiji_generate_unpredictable())});
	set_clock($frozen . '9');
	$session->query_safe('INSERT INTO made SELECT FROM generate_series(1, 30000)');
	set_clock($frozen . '8');
	$session->query_safe('INSERT INTO made SELECT FROM generate_series(1, 35536)');
	is($session->query_safe($descents), '65536|t|0',
		'unpredictable IDs: the clock stands still, then steps back, and 65,536 IDs ascend');
	$session->query_safe('SET wiji.max_clock_wait = 50');
	like(error_of($session, $next), qr/55000/, 'unpredictable IDs: the 65,537th is an error');
	set_clock($frozen . '9.000001');
	$session->query_safe('INSERT INTO made DEFAULT VALUES');
	is($session->query_safe($descents), '65537|t|0', 'unpredictable IDs: they ascend when the clock has passed');
	is( $session->query_safe(
			'SELECT generated, clock_regressions, sequence_waits FROM wiji_generator()'),
		'65537|1|1', 'unpredictable IDs: wiji_generator() has counted them');
	$session->quit;
}

# Waiting: visible in pg_stat_activity, and ended by the clock, a timeout or an administrator.
sub wait_and
{
	my ($session, $end, $limit) = @_;

	exhaust($session);
	set_clock('+0');
	my $pid = $session->query_safe('SELECT pg_backend_pid()');
	$limit //= -1;
	$session->query_safe("SET wiji.max_clock_wait = '$limit'");
	$session->query_until(qr/waiting/, "\\echo waiting\n$next;\n\\echo over :SQLSTATE\n");
	$node->poll_query_until('postgres',
		"SELECT wait_event_type = 'Extension' AND wait_event = '$wait_event' FROM pg_stat_activity WHERE pid = $pid")
	  or die 'the wait was not seen';
	$end->($pid);
	return $pid;
}

{
	my $session = session();
	wait_and($session, sub { set_clock($frozen . '9.5'); }, '10min');
	is($session->query_until(qr/over \w+\n/, ''), $frozen_us + 9_500_000 . "|0\nover 00000\n",
		'a wait ends when the clock leaps ahead');
	$session->quit;
}
{
	my $session = session();
	wait_and($session, sub { $node->safe_psql('postgres', "SELECT pg_cancel_backend($_[0])"); });
	is($session->query_until(qr/over \w+\n/, ''), "over 57014\n", 'pg_cancel_backend ends a wait');
	$session->{stderr} = '';
	set_clock($frozen . '9.5');
	is($session->query_safe($next), $frozen_us + 9_500_000 . '|0', 'the generator goes on after the wait');
	$session->quit;
}
{
	my $session = session();
	exhaust($session);
	set_clock('+0');
	$session->query_safe("SET wiji.max_clock_wait = -1; SET statement_timeout = '100ms'");
	like(error_of($session, $next), qr/57014: canceling statement due to statement timeout/,
		'statement_timeout ends a wait');
	$session->quit;
}
{
	my $session = session();
	my $pid = wait_and($session, sub { $node->safe_psql('postgres', "SELECT pg_terminate_backend($_[0])"); });
	ok( $node->poll_query_until('postgres', "SELECT count(*) = 0 FROM pg_stat_activity WHERE pid = $pid"),
		'pg_terminate_backend ends a waiting session');
	$session->{run}->finish;
}

# A wait sleeps, even if the session's latch is set during the wait.
{
	my $session = session();
	wait_and(
		$session,
		sub {
			my $ticks = sub {
				my @f = split ' ', slurp_file("/proc/$_[0]/stat") =~ s/^.*\) //r;
				return $f[11] + $f[12];
			};
			$node->reload;
			my $before = $ticks->($_[0]);
			sleep 2;
			cmp_ok($ticks->($_[0]) - $before, '<', 100, 'two seconds of waiting take less than one of the processor');
			set_clock($frozen . '9.5');
		});
	is($session->query_until(qr/over \w+\n/, ''), $frozen_us + 9_500_000 . "|0\nover 00000\n",
		'the wait ends after max_clock_wait');
	$session->quit;
}

# A clock outside the format's range is only an error.
{
	my $session = session();
	set_clock('1969-12-31 23:59:59');
	like(error_of($session, $next), qr/ERROR:  22008: timestamp out of range for type wiji: "1969-12-31/,
		'a clock before 1970');
	set_clock('1970-01-01 00:00:00');
	is($session->query_safe($next), '0|0', 'the first microsecond of 1970');
	set_clock('4253-05-31 22:20:38');
	like(error_of($session, $next), qr/ERROR:  22008: timestamp out of range for type wiji: "4253-05-31/,
		'a clock after 4253-05-31');
	$session->quit;
}

# A waiting session ends when its server dies.
{
	my $session = session();
	wait_and($session, sub {
		my ($pid) = @_;
		$node->kill9;
		my $tries = 0;
		sleep 1 while kill(0, $pid) && $tries++ < 60;
		ok(!kill(0, $pid), 'a wait ends with its server');
	});
	$session->{run}->finish;
}

done_testing();
