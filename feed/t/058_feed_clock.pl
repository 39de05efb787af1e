# A clock that was set back, or ahead, under change feeds: writers wait for it or fail, and consumers
# miss no row.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use FakeClock;
use Feeds;
use PostgreSQL::Test::Cluster;
use Test::More;
use TestHelp;

my $node = feed_node('main');
my $at = '2040-01-01 ';
my @names = feeds_of($node);
my @times = grep { $_ ne 'identity' } @names;
my $event = $node->pg_version < 17 ? 'Extension' : 'WijiFeedClock';
my %position;

start_with_fake_clock($node, $at . '12:00:00');
create_tables($node, @names);

sub insert { my ($name, $what) = @_; return "INSERT INTO event_$name (what) VALUES ('$what')"; }

sub poll_at { my ($time, $name) = @_; set_clock($at . $time); return poll($node, \%position, $name); }

# Waits until a session waits for the clock, which stands still meanwhile.
sub wait_for_waiting
{
	my ($count) = @_;
	return ok($node->poll_query_until('postgres',
		"SELECT count(*) = $count FROM pg_stat_activity WHERE wait_event = '$event'"), "$count wait for the clock");
}

#
# The clock is set back by two seconds: a session that has inserted before and a new one wait.
#

foreach my $name (@times)
{
	my @sessions = map { $node->background_psql('postgres') } 1, 2;
	set_clock($at . '12:00:10');
	$sessions[0]->query_safe(insert($name, 'first'));
	is(poll_at('12:00:11', $name), 'first', "$name: a row is read");
	set_clock($at . '12:00:09');
	$_->query_until(qr/waits/, "\\echo waits\n" . insert($name, 'waited') . ";\n") foreach @sessions;
	wait_for_waiting(2);
	set_clock($at . '12:00:11.1');
	$_->query_safe('SELECT') foreach @sessions;
	is(poll_at('12:00:12', $name), 'waited waited', "$name: rows of two sessions that waited are read");
	$_->quit foreach @sessions;
}

# Numbers need no clock.
set_clock($at . '11:00:00');
$node->safe_psql('postgres', insert('identity', 'behind'));
is(poll($node, \%position, 'identity'), 'behind', 'identity: does not depend on the clock');

#
# The limit of the wait
#

my $session = $node->background_psql('postgres', on_error_stop => 0);
my $waiting = insert('wiji', 'waiting');
sub behind
{
	my ($time, @settings) = @_;
	set_clock($at . $time);
	return error_of($session, join ';', @settings, $waiting);
}

set_clock($at . '12:30:00');
$node->safe_psql('postgres', "SELECT wiji_horizon('event_wiji')");
# a longer limit would end the test
like(behind('11:30:29', "SET wiji_feed.max_clock_wait = '59 min'"),
	qr/ERROR:  55000: system clock is behind feed "event_wiji" by 59 min
DETAIL:  Consumers might have read keys that are ahead of the clock, and "wiji_feed.max_clock_wait" is 3540000 ms\.
HINT:  Correct the clock or wait until it has caught up\./,
	'an insert fails at once if the clock is further behind than it may wait');
like(behind('12:29:58', 'RESET wiji_feed.max_clock_wait', 'SET wiji_feed.max_clock_wait = 1'),
	qr/ERROR:  55000: .* by 2\.000 s\n/, 'also by seconds');
like(behind('12:29:59.96', 'SET wiji_feed.max_clock_wait = 100'), qr/ERROR:  55000: .* by 40\.000 ms\n/,
	'and when it has waited that long');
is(behind('12:30:00', 'SET wiji_feed.max_clock_wait = 0'), '', 'a clock that is not behind needs no wait');
is($node->safe_psql('postgres', "INSERT INTO event_v7 (what) VALUES ('other') RETURNING what"), 'other',
	'another feed has a clock of its own');

# Without a limit, it waits until it is cancelled.
set_clock('+0');
is(sqlstate($node, "SET wiji_feed.max_clock_wait = -1; SET statement_timeout = 100; $waiting"), '57014',
	'a statement_timeout cancels the wait');

{
	my $ended = $node->background_psql('postgres');
	set_clock($at . '12:29:59');
	$ended->query_until(qr/waits/, "\\echo waits\n$waiting;\n");
	wait_for_waiting(1);
	$node->safe_psql('postgres', "SELECT pg_terminate_backend(pid, 60000) FROM wiji_feed_blockers('event_wiji')");
	is($node->safe_psql('postgres', "SELECT count(*) FROM wiji_feed_blockers('event_wiji')"), 0,
		'a session that is terminated while it waits holds nothing back');
	$ended->{run}->finish;
}

#
# A savepoint catches the error: the transaction holds the feed back, and waits again.
#

my $blockers = "SELECT count(*) FROM wiji_feed_blockers('event_wiji')";
my $failed = qr/ERROR:  55000: /;

set_clock($at . '12:31:00');
$node->safe_psql('postgres', 'DELETE FROM event_wiji');
is(poll_at('12:31:00', 'wiji'), '', 'a horizon');
set_clock($at . '12:30:00');
$session->query_safe('RESET wiji_feed.max_clock_wait; BEGIN; SAVEPOINT a');
like(error_of($session, insert('wiji', 'undone')), $failed, 'the first insert fails');
$session->query_safe('ROLLBACK TO a');
is($node->safe_psql('postgres', $blockers), 1, 'the transaction holds the feed back after the savepoint');
like(error_of($session, insert('wiji', 'undone')), $failed, 'the second insert looks at the clock again');
$session->query_safe('ROLLBACK TO a');
set_clock($at . '12:31:01');
$session->query_safe(insert('wiji', 'third'));
set_clock($at . '12:31:01.5');
$node->safe_psql('postgres', insert('wiji', 'quick'));
is(poll_at('12:31:02', 'wiji'), '', 'the third succeeds when the clock has caught up');
$session->query_safe('COMMIT');
is($node->safe_psql('postgres', $blockers), 0, 'at the end nothing holds the feed back');
is(poll($node, \%position, 'wiji'), 'third quick', 'and the rows are read');
set_clock($at . '12:30:00');
$session->query_safe('BEGIN; SAVEPOINT a');
like(error_of($session, insert('wiji', 'undone')), $failed, 'a transaction that has caught the error');
$session->query_safe('ROLLBACK TO a; COMMIT');
is($node->safe_psql('postgres', $blockers), 0, 'holds nothing back after its end');
$session->quit;

#
# Keys ahead of the clock: at most five seconds, so that a start of the feed need not wait longer.
#

set_clock($at . '12:40:00');
foreach my $name (@times)
{
	my $row = sub { return "INSERT INTO event_$name VALUES (" . key_at($name, "'$at$_[0]Z'") . ", 'ahead')"; };
	is(sqlstate($node, $row->('12:40:05')), '23514', "$name: a key that is five seconds ahead is rejected");
	is(sqlstate($node, $row->('12:40:04.999')), '', "$name: and one that is less");
}
$node->stop;
start_with_fake_clock($node, $at . '12:40:00.1');
foreach my $name (@times)
{
	$session = $node->background_psql('postgres');
	is(poll_at('12:40:00.1', $name), $name eq 'v7' ? 'other' : '', "$name: after a restart, that row is not read");
	$session->query_until(qr/waits/, "\\echo waits\n" . insert($name, 'next') . ";\n");
	wait_for_waiting(1);
	set_clock($at . '12:40:05.1');
	$session->query_safe('SELECT');
	is(poll_at('12:40:06', $name), 'ahead next', "$name: the row and the next one, which waited, are read");
	$session->quit;
}

# A session whose generator is ahead has to reconnect.
set_clock($at . '13:00:00');
$session = $node->background_psql('postgres', on_error_stop => 0);
$session->query_safe('SELECT wiji_generate()');
set_clock($at . '12:50:00');
like(error_of($session, insert('wiji', 'ahead')),
	qr/ERROR:  23514: .*\nDETAIL:  The key is more than 5 seconds ahead of the system clock\.\nHINT:  .* reconnect\./,
	'a session that has generated IDs far ahead');
$session->query('\c');
is(error_of($session, insert('wiji', 'reconnected')), '', 'reconnects');
$session->quit;

#
# The clock was ahead for long, and rows were read: the feed is dropped, the rows are removed, and it is
# created again.
#

set_clock($at . '20:00:00');
$node->safe_psql('postgres', insert('wiji', 'ahead for long'));
is(poll_at('20:00:01', 'wiji'), 'reconnected ahead for long', 'a row far ahead of the clock is read');
set_clock($at . '14:00:00');
is(sqlstate($node, insert('wiji', 'behind')), '55000', 'then inserts fail');
is(sqlstate($node, "SELECT wiji_create_feed('event_wiji')"), '55000', 'it cannot be created again with that row');
$node->safe_psql('postgres', "SELECT wiji_drop_feed('event_wiji');
	DELETE FROM event_wiji WHERE id > wiji_lower(clock_timestamp()); SELECT wiji_create_feed('event_wiji')");
is(sqlstate($node, insert('wiji', 'on time')), '', 'but without it');

#
# Row versions
#

my %versions = (wiji => [ 'wiji', 'wiji_horizon' ], v7 => [ 'uuid', 'wiji_horizon' ],
	timestamptz => [ 'timestamptz', 'wiji_horizon_timestamptz' ]);
foreach my $layout (sort keys %versions)
{
	my ($type, $horizon) = @{ $versions{$layout} };
	my $table = "account_$layout";
	my $read = "SELECT n FROM $table WHERE version > (SELECT version FROM position_$layout)
		AND version < $horizon('$table')";

	set_clock($at . '15:00:00');
	$node->safe_psql('postgres', qq{
		CREATE TABLE $table (n integer, version $type UNIQUE);
		SELECT wiji_create_feed('$table', 'version', changes => true);
		INSERT INTO $table VALUES (1), (2)});
	set_clock($at . '15:00:01');
	$node->safe_psql('postgres', qq{SELECT $horizon('$table');
		CREATE TABLE position_$layout AS SELECT version FROM $table ORDER BY version DESC LIMIT 1});
	$session = $node->background_psql('postgres', on_error_stop => 0);
	$session->query_safe("UPDATE $table SET n = n");
	set_clock($at . '14:59:59');
	$session->query_until(qr/waits/, "\\echo waits\nUPDATE $table SET n = 10 WHERE n = 1;\n");
	wait_for_waiting(1);
	set_clock($at . '15:00:01.1');
	$session->query_safe('SELECT');
	set_clock($at . '15:00:02');
	is($node->safe_psql('postgres', "$read ORDER BY version"), "2\n10",
		"$layout: a version that waited is above those that were read");
	set_clock($at . '14:00:00');
	like(error_of($session, "UPDATE $table SET n = 20 WHERE n = 2"), $failed,
		"$layout: it fails with the clock of an hour before");
	set_clock($at . '15:00:02');
	$session->query_safe("UPDATE $table SET n = 20 WHERE n = 2");
	set_clock($at . '15:00:03');
	is($node->safe_psql('postgres', "$read ORDER BY version"), "10\n20", "$layout: and succeeds later");
	$session->quit;
}

# The start of the feed reads the greatest version.
$node->stop;
start_with_fake_clock($node, $at . '14:00:00');
is(sqlstate($node, "UPDATE account_$_ SET n = 30 WHERE n = 20"), '55000',
	"$_: after a restart with the clock of an hour before, it fails, too")
  foreach sort keys %versions;
set_clock($at . '15:00:04');
is(sqlstate($node, "UPDATE account_$_ SET n = 30 WHERE n = 20"), '', "$_: and succeeds when the clock is right")
  foreach sort keys %versions;

#
# A key's type is changed there and back, for which the feed is created again, and the clock is set back by an
# hour.
#

set_clock($at . '16:00:00');
$node->safe_psql('postgres', q{
	CREATE TABLE event_ty (id uuid DEFAULT wiji_uuid() PRIMARY KEY, what text);
	SELECT wiji_create_feed('event_ty');
	INSERT INTO event_ty (what) VALUES ('uuid')});
$FEEDS{ty} = { %{ $FEEDS{uuid} } };
is(poll_at('16:00:01', 'ty'), 'uuid', 'a row with a uuid is read');
$node->safe_psql('postgres', "SELECT wiji_drop_feed('event_ty');
	ALTER TABLE event_ty ALTER id DROP DEFAULT, ALTER id TYPE wiji, ALTER id SET DEFAULT wiji_generate();
	SELECT wiji_create_feed('event_ty');
	INSERT INTO event_ty (what) VALUES ('wiji')");
$position{ty} = $node->safe_psql('postgres', "SELECT '$position{ty}'::uuid::wiji");
is(poll_at('16:00:02', 'ty'), 'wiji', 'then one with a wiji');
$node->safe_psql('postgres', "SELECT wiji_drop_feed('event_ty');
	ALTER TABLE event_ty ALTER id DROP DEFAULT, ALTER id TYPE uuid, ALTER id SET DEFAULT wiji_uuid();
	SELECT wiji_create_feed('event_ty')");
$position{ty} = $node->safe_psql('postgres', "SELECT '$position{ty}'::wiji::uuid");
set_clock($at . '15:00:00');
is(sqlstate($node, insert('ty', 'lost')), '55000', 'an insert with the clock of an hour before is rejected');
set_clock($at . '16:00:02');
$node->safe_psql('postgres', insert('ty', 'again'));
is(poll_at('16:00:03', 'ty'), 'again', 'and later ones are read');

$node->stop;
done_testing();
