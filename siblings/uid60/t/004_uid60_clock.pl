# A clock that stands still, steps back and leaps ahead under sessions that share their last uid60.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $frozen = '2040-01-01 00:00:0';
my $frozen_ms = 2208988800 * 1000;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'uid60'") if $node->pg_version < 17;

start_with_fake_clock($node);
$node->safe_psql('postgres', 'CREATE EXTENSION uid60');

my $next = q{
	SELECT (extract(epoch FROM uid60_timestamp(id)) * 1000)::bigint, uid60_sequence(id) FROM uid60_generate() id};

sub session { return $node->background_psql('postgres', on_error_stop => 0); }

# The rule, step by step, for two sessions that take turns.  A server begins with a random sequence,
# so that is read first; a new millisecond continues after it, in the lower half.
my @session = (session(), session());
set_clock($frozen . '0.9');
my (undef, $sequence) = split /\|/, $session[0]->query_safe($next);
my $last = $sequence;
my @steps = (
	[ '1.0015', 1001, 'a new millisecond' ],
	[ '1.0015', 1001, 'the same, another session' ],
	[ '1.0019', 1001, 'the same' ],
	[ '1.0025', 1002, 'one later' ],
	[ '1.0015', 1002, 'one millisecond back' ],
	[ '0', 1002, 'one second back' ],
	[ '1.0025', 1002, 'forward to where it was' ],
	[ '2', 2000, 'past it' ]);
my $turn = 0;
my $before = 900;
foreach my $step (@steps)
{
	my ($second, $ms, $name) = @$step;
	set_clock($frozen . $second);
	$last = $ms == $before ? $last + 1 : ($last + 1) % 256;
	$before = $ms;
	is($session[ $turn++ % 2 ]->query_safe($next), $frozen_ms + $ms . "|$last", $name);
}

# An hour back: the remaining IDs of the millisecond, and then an error with a hint, in every session.
set_clock('2039-12-31 23:00:02');
is( $session[0]->query_safe(qq{
		SELECT count(DISTINCT uid60_timestamp(id)), max(uid60_sequence(id))
		FROM (SELECT uid60_generate() AS id FROM generate_series($last + 1, 511)) s}),
	'1|511', 'an hour back, the remaining IDs of the last millisecond are still used');
$session[$_]->query_safe('SET uid60.max_clock_wait = 50') for 0, 1;
my $error = error_of($session[1], $next);
like($error, qr/ERROR:  55000: system clock is behind the last generated ID by 3600\.001 s/,
	'then another session waits');
like($error, qr/DETAIL: .*"uid60.max_clock_wait" \(50 ms\)/, 'the detail has the length of the wait');
like($error, qr/HINT:  Wait until the clock has caught up, or increase "uid60.max_clock_wait"\.$/m,
	'the hint does not recommend to reconnect');
my $other = session();
$other->query_safe('SET uid60.max_clock_wait = 0');
like(error_of($other, $next), qr/55000/, 'a new session waits, too');
$other->quit;

# The wait ends when the clock has passed the millisecond, not earlier.
set_clock($frozen . '2.0009');
like(error_of($session[0], $next), qr/behind the last generated ID by 0\.100 ms/, 'a clock that is 0.1 ms short');
set_clock($frozen . '2.001');
is($session[0]->query_safe($next), $frozen_ms + 2001 . '|0', 'one that has passed it');

# A wait is ended by the clock, or by a timeout.
$session[1]->query_safe('SELECT count(uid60_generate()) FROM generate_series(1, 511)');
$session[0]->query_safe("SET uid60.max_clock_wait = '10min'");
my $pid = $session[0]->query_safe('SELECT pg_backend_pid()');
$session[0]->query_until(qr/waiting/, "\\echo waiting\n$next;\n\\echo over :SQLSTATE\n");
$node->poll_query_until('postgres', "SELECT wait_event_type = 'Extension' FROM pg_stat_activity WHERE pid = $pid")
  or die 'the wait was not seen';
set_clock($frozen . '3');
is($session[0]->query_until(qr/over \w+\n/, ''), $frozen_ms + 3000 . "|0\nover 00000\n",
	'a wait ends when the clock leaps ahead');

$session[1]->query_safe('SELECT count(uid60_generate()) FROM generate_series(1, 511)');
set_clock('+0');				# behind, but moving, as statement_timeout needs it
$session[0]->query_safe("SET statement_timeout = '100ms'");
like(error_of($session[0], $next), qr/57014: canceling statement due to statement timeout/,
	'statement_timeout ends a wait');
$_->quit for @session;

# The state ends with the server: after a restart it begins with the clock, and with any sequence of
# the lower half.
my %begun;
foreach (1 .. 5)
{
	$node->stop;
	start_with_fake_clock($node);
	my $session = session();
	set_clock($frozen . '1');
	my ($ms, $first) = split /\|/, $session->query_safe($next);
	$session->quit;
	is($ms, $frozen_ms + 1000, 'a server that was restarted starts with the clock');
	cmp_ok($first, '<', 256, 'after a restart IDs are in the lower half');
	$begun{$first} = 1;
}
cmp_ok(keys %begun, '>', 1, 'not always with the same sequence');

# A clock that was a year ahead and is corrected: the remedy is a restart (siblings/uid60/README.md).
my $session = session();
set_clock('2041-01-01 00:00:00');
$session->query_safe('CREATE TABLE mistaken AS SELECT uid60_generate() AS id FROM generate_series(1, 200)');
set_clock($frozen . '5');
$session->query_safe('SET uid60.max_clock_wait = 0');
my $tries = 0;
$tries++ while $tries < 512 && error_of($session, $next) eq '';
cmp_ok($tries, '<=', 512 - 200, 'after a leap ahead only the remaining IDs of that millisecond are left');
$session->quit;
$node->stop;
start_with_fake_clock($node);
$session = session();
set_clock($frozen . '5');
like($session->query_safe($next), qr/^@{[$frozen_ms + 5000]}\|/, 'a restart starts with the corrected clock');
is($session->query_safe('SELECT count(*) FROM mistaken WHERE id > uid60_upper(clock_timestamp())'), 200,
	'IDs that were generated ahead of the clock can be found');
$session->quit;

set_clock('+0');
$node->stop;
done_testing();
