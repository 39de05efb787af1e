# Change feeds and failures: rows that are inserted afterwards are above those that were read before,
# even if the clock is an hour behind.  And a clock that steps under sessions, standbys and
# subscribers.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use Feeds;
use PostgreSQL::Test::Cluster;
use Test::More;
use TestHelp;

my $primary = feed_node('primary', allows_streaming => 'logical');
my @names = qw(wiji v7 identity tid62);

start_with_fake_clock($primary);
create_tables($primary, @names);
$primary->safe_psql('postgres', q{
	CREATE TABLE horizon (id wiji NOT NULL PRIMARY KEY);
	INSERT INTO horizon VALUES (wiji_lower('epoch'))});

# What a consumer reads next that keeps the key of the last row.
my %last;

sub poll
{
	my ($node, $name, $horizon) = @_;
	my $after = defined $last{$name} ? "id > '$last{$name}' AND" : '';
	my @rows = map { [ split /\|/ ] } split /\n/,
	  $node->safe_psql('postgres', "SELECT id, what FROM event_$name WHERE $after id < "
		  . ($horizon // "$FEEDS{$name}{horizon}('event_$name')") . ' ORDER BY id');
	$last{$name} = $rows[-1][0] if @rows;
	return join ' ', sort map { $_->[1] } @rows;
}

# Where keys are as coarse as seconds, rows wait for the clock.
sub reads_some_time
{
	my ($node, $name, $expected, $test) = @_;
	my $read;

	foreach (1 .. 100)
	{
		last if ($read = poll($node, $name)) ne '';
		select undef, undef, undef, 0.1;
	}
	return is($read, $expected, $test);
}

# INSERT statements, one for each feed
sub insert
{
	my ($what) = @_;
	return join ';', map { "INSERT INTO event_$_ (what) VALUES ('$what')" } @names;
}

sub replicate_horizon
{
	$primary->safe_psql('postgres', "UPDATE horizon SET id = greatest(id, wiji_horizon('event_wiji'))");
	$primary->wait_for_catchup($_) foreach 'standby', 'feed';
	return;
}

#
# A standby and a subscriber read up to a horizon that is replicated in a row.
#

my $subscriber = feed_node('subscriber');
$subscriber->start;
create_tables($subscriber, 'wiji');
$subscriber->safe_psql('postgres', 'CREATE TABLE horizon (id wiji NOT NULL PRIMARY KEY)');
is(sqlstate($subscriber, "SELECT wiji_horizon('event_wiji')"), '',
	'before it subscribes, a table is a feed like any other');
$primary->safe_psql('postgres', 'CREATE PUBLICATION feed FOR TABLE event_wiji, horizon');
$subscriber->safe_psql('postgres',
	"CREATE SUBSCRIPTION feed CONNECTION '" . $primary->connstr . " dbname=postgres' PUBLICATION feed");
$subscriber->wait_for_subscription_sync($primary, 'feed');
$primary->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'copy', has_streaming => 1);
start_with_fake_clock($standby);

my $slow = $primary->background_psql('postgres');
$slow->query_safe("BEGIN; INSERT INTO event_wiji (what) VALUES ('slow')");
$primary->safe_psql('postgres', "INSERT INTO event_wiji (what) VALUES ('quick')");
replicate_horizon();
foreach my $node ($standby, $subscriber)
{
	my $name = $node->name;
	%last = ();
	is(sqlstate($node, "SELECT wiji_horizon('event_wiji')"), $node eq $standby ? '55000' : '42809',
		"a $name does not have its own horizon");
	is($node->safe_psql('postgres', 'SELECT what FROM event_wiji'), 'quick', "a $name has the quick row");
	is(poll($node, 'wiji', '(SELECT id FROM horizon)'), '', "a $name reads nothing while the slow transaction runs");
}
$slow->query_safe('COMMIT');
$slow->quit;
replicate_horizon();
foreach my $node ($standby, $subscriber)
{
	%last = ();
	is(poll($node, 'wiji', '(SELECT id FROM horizon)'), 'quick slow', 'a ' . $node->name . ' reads both rows then');
}
$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION feed');
is(sqlstate($subscriber, "SELECT wiji_horizon('event_wiji')"), '',
	'a table without a subscription is a feed again');
$subscriber->stop;

#
# Failures, each of which sets the clock back by an hour
#

my $node = $primary;
my %fail = (
	'kill -9' => sub {
		my $open = $node->background_psql('postgres');
		$open->query_safe('BEGIN;' . insert('open'));
		crash($node);
		$open->{run}->finish;
	},
	'clean stop' => sub { $node->stop },
	promotion => sub {
		$node->wait_for_catchup('standby');
		$node->stop;
		$node = $standby;
	});
my $clock = 0;
poll($node, $_) foreach @names;
foreach my $failure ('kill -9', 'clean stop', 'promotion')
{
	$node->safe_psql('postgres', insert('before'));
	reads_some_time($node, $_, 'before', "$_: a row from before the $failure is read") foreach @names;
	$node->safe_psql('postgres', insert('late'));	# which is not read
	$fail{$failure}->();
	$clock -= 3600;
	set_clock($clock);
	$node eq $standby ? $standby->promote : start_with_fake_clock($node, $clock);
	$node->safe_psql('postgres', insert("after$_")) foreach 1, 2;	# two sessions
	is(poll($node, $_), 'after1 after2 late', "$_: after the $failure, new rows are above that one and are read at once")
	  foreach @names;
}

#
# A clock that was an hour ahead for a while.  A feed that was read then continues there; other tables
# of the same session stay near the clock.
#

foreach my $name (qw(wiji v7))
{
	my ($ahead, $lagging, $near) = map { "${name}_$_" } qw(ahead lagging near);
	my @tables = ("plain_$name", map { "event_$_" } $near, $ahead, $lagging);
	my $at = '2040-01-01 ';
	my $time = $name eq 'v7' ? 'uuidtime_timestamp' : 'wiji_timestamp';

	$FEEDS{$_} = { %{ $FEEDS{$name} } } foreach $ahead, $near;
	$FEEDS{$lagging} = { %{ $FEEDS{$name} }, lag => '5 s' };
	create_tables($node, $ahead, $lagging, $near);
	$node->safe_psql('postgres', "CREATE TABLE plain_$name (LIKE event_$near INCLUDING ALL); CREATE SEQUENCE step_$name");
	set_clock($at . '13:00:00');
	$node->safe_psql('postgres', "INSERT INTO event_$_ (what) VALUES ('first')") foreach $ahead, $lagging;
	set_clock($at . '13:00:06');
	is(poll($node, $_), 'first', "$_: is read while the clock is ahead") foreach $ahead, $lagging;

	# each statement inserts three rows
	my $session = $node->background_psql('postgres');
	my $insert = sub {
		my ($table) = @_;
		$session->query_safe("INSERT INTO $table (what)
			SELECT to_char(nextval('step_$name'), 'FM0000') FROM generate_series(1, 3)");
	};
	my $ms = 100;
	foreach my $table (@tables, reverse(@tables), 'BEGIN', @tables, reverse(@tables), 'COMMIT')
	{
		set_clock($at . '12:00:00.' . $ms++);
		$table =~ /_/ ? $insert->($table) : $session->query_safe($table);
	}
	set_clock($at . '12:00:01');
	foreach my $feed ($ahead, $lagging, $near)
	{
		is(scalar(split / /, poll($node, $feed)), 12, "$feed: new rows are above those that were read, and are read at once");
	}
	is($node->safe_psql('postgres', "SELECT min($time(id)) >= '${at}12:00:00Z', max($time(id)) < '${at}12:00:01Z'
			FROM (SELECT id FROM event_$near UNION ALL SELECT id FROM plain_$name) s"),
		't|t', "$name: other tables of the session have IDs of the clock");

	# the clock catches up, and shows the time of earlier IDs
	foreach my $when ('13:00:01', '13:00:05.999998', '13:00:06')
	{
		set_clock($at . $when);
		$insert->($_) foreach @tables;
	}
	my $all = join ' UNION ALL ', map { "SELECT id, what FROM $_ WHERE what <> 'first'" } @tables;
	is($node->safe_psql('postgres', "SELECT count(*), count(*) - count(DISTINCT id) FROM ($all) s"), '84|0',
		"$name: IDs are distinct");
	is($node->safe_psql('postgres', "SELECT count(*) FROM (SELECT id < lag(id) OVER (ORDER BY what) AS down
			FROM (SELECT * FROM event_$near UNION ALL SELECT * FROM plain_$name) t) s WHERE down"),
		0, "$name: IDs of the session ascend");
	set_clock($at . '13:01:00');
	is(scalar(split / /, poll($node, $_)), 9, "$_: later rows are above") foreach $ahead, $lagging, $near;
	$session->quit;
}

# The server's generator does not follow the feed, nor do those that all sessions share.
foreach my $name (qw(siq uid60), $node->pg_version >= 18 ? 'core' : ())
{
	my $insert = "INSERT INTO event_$name (what) VALUES ('$name')";

	create_tables($node, $name);
	set_clock('2040-01-01 13:01:00');
	$node->safe_psql('postgres', $insert);
	set_clock('2040-01-01 14:00:00');
	is(poll($node, $name), $name, "$name: is read while the clock is ahead");
	set_clock('2040-01-01 13:30:00');
	is(sqlstate($node, $insert), '23514', "$name: a key that is below what was read is rejected");
	set_clock('2040-01-01 14:00:01');
	is(sqlstate($node, $insert), '', "$name: and accepted once the clock has caught up");
}
$node->stop;

done_testing();
