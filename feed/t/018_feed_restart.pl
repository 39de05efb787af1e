# Change feeds and failures: rows that are inserted afterwards are above those that were read before,
# even if the clock is an hour behind; and feeds at standbys and subscribers.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use FakeClock;
use Feeds;
use PostgreSQL::Test::Cluster;
use Test::More;
use TestHelp;

my $primary = feed_node('primary', allows_streaming => 'logical');
my @names = feeds_of($primary);
my @times = grep { $_ ne 'identity' } @names;
my %position;

$primary->append_conf('postgresql.conf', 'restart_after_crash = on');
start_with_fake_clock($primary);
create_tables($primary, @names);
$primary->safe_psql('postgres', q{
	CREATE TABLE horizon (id wiji NOT NULL PRIMARY KEY);
	INSERT INTO horizon VALUES (wiji_lower('epoch'))});

sub insert
{
	my ($what, @feeds) = @_;
	return join ';', map { "INSERT INTO event_$_ (what) VALUES ('$what')" } @feeds;
}

#
# A standby and a subscriber read up to a horizon that is replicated in a row.
#

sub replicate_horizon
{
	$primary->safe_psql('postgres', "UPDATE horizon SET id = greatest(id, wiji_horizon('event_wiji'))");
	$primary->wait_for_catchup($_) foreach 'standby', 'feed';
	return;
}

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
$slow->query_safe('BEGIN; ' . insert('slow', 'wiji'));
$primary->safe_psql('postgres', insert('quick', 'wiji'));
replicate_horizon();
my %expected = (standby => '55000', subscriber => '42809');
foreach my $node ($standby, $subscriber)
{
	my $name = $node->name;
	is(sqlstate($node, "SELECT wiji_horizon('event_wiji')"), $expected{$name}, "a $name does not have its own horizon");
	is($node->safe_psql('postgres', 'SELECT what FROM event_wiji'), 'quick', "a $name has the quick row");
	is($node->safe_psql('postgres', "SELECT wiji_feed_flaw('event_wiji') IS NULL"), $node eq $standby ? 't' : 'f',
		"a $name knows whether the definition is right");
	is($node->safe_psql('postgres', q{SELECT "column", lag, changes, behind IS NULL, blockers,
			flaw IS NULL FROM wiji_feeds() WHERE feed = 'event_wiji'::regclass}),
		$node eq $standby ? 'id|00:00:00|f|t||t' : 'id|00:00:00|f|t|0|f', "a $name lists its feeds");
	is(sqlstate($node, "SELECT wiji_feed_blockers('event_wiji')"), $expected{$name}, "a $name does not know blockers")
	  if $node eq $standby;
	is(poll($node, {}, 'wiji', '(SELECT id FROM horizon)'), '',
		"a $name reads nothing while the slow transaction runs");
}
$slow->query_safe('COMMIT');
$slow->quit;
replicate_horizon();
is(poll($_, {}, 'wiji', '(SELECT id FROM horizon)'), 'slow quick', 'a ' . $_->name . ' reads both rows then')
  foreach $standby, $subscriber;
$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION feed');
is(sqlstate($subscriber, "SELECT wiji_horizon('event_wiji')"), '', 'a table without a subscription is a feed again');

# An apply worker inserts into a subscribed table, into its partitions, and into those of its partitions.
foreach my $node ($primary, $subscriber)
{
	$node->safe_psql('postgres', q{
		CREATE TABLE log (id wiji NOT NULL, what text) PARTITION BY RANGE (id);
		CREATE TABLE log_a PARTITION OF log DEFAULT PARTITION BY RANGE (id);
		CREATE TABLE log_aa (LIKE log);
		CREATE UNIQUE INDEX ON log_aa (id)});
}
$primary->safe_psql('postgres', q{
	ALTER TABLE log_a ATTACH PARTITION log_aa DEFAULT;
	CREATE PUBLICATION log FOR TABLE log WITH (publish_via_partition_root = true)});
$subscriber->safe_psql('postgres', "SELECT wiji_create_feed('log_aa', 'id');
	CREATE SUBSCRIPTION log CONNECTION '" . $primary->connstr . " dbname=postgres' PUBLICATION log");
$subscriber->wait_for_subscription_sync($primary, 'log');
is(sqlstate($subscriber, "SELECT wiji_horizon('log_aa')"), '', 'a table beside a subscribed one is a feed');
$subscriber->safe_psql('postgres', 'ALTER TABLE log_a ATTACH PARTITION log_aa DEFAULT');
is(sqlstate($subscriber, "SELECT wiji_horizon('log_aa')"), '42809',
	'but not when it becomes a partition of it, so that no row of the apply worker is lost');
is(sqlstate($subscriber, 'INSERT INTO log_aa VALUES (wiji_generate())'), '42809', 'nor do sessions insert into it');
$subscriber->stop;

#
# Failures, with a clock that is set back by an hour: inserts wait for the clock, apart from those of
# numbers.
#

my $node = $primary;
my %fail = (
	'kill -9' => sub {
		my $open = $node->background_psql('postgres');
		$open->query_safe('BEGIN;' . insert('open', @names));
		crash($node);
		$open->{run}->finish;
	},
	'kill -9 of a session' => sub {
		my $open = $node->background_psql('postgres');
		$open->query_safe('BEGIN;' . insert('open', @names));
		kill 'KILL', $open->query_safe('SELECT pg_backend_pid()');
		$open->{run}->finish;
		$node->poll_query_until('postgres', 'SELECT true');
	},
	'clean stop' => sub { $node->stop },
	promotion => sub {
		$node->wait_for_catchup('standby');
		$node->stop;
		$node = $standby;
	});
my $clock = 0;
poll($node, \%position, $_) foreach @names;
foreach my $failure ('kill -9', 'kill -9 of a session', 'clean stop', 'promotion')
{
	$node->safe_psql('postgres', insert('before', @names));
	$node->poll_query_until('postgres', "SELECT bool_and(id < $FEEDS{$_}{horizon}('event_$_')) FROM event_$_")
	  foreach @names;
	is(poll($node, \%position, $_), 'before', "$_: a row from before the $failure is read") foreach @names;
	$node->safe_psql('postgres', insert('late', @names));	# which is not read
	$fail{$failure}->();
	set_clock($clock - 3600);
	$standby->promote if $node eq $standby;
	start_with_fake_clock($node, $clock - 3600) if $failure !~ /session|promotion/;
	is(sqlstate($node, insert('after', $_)), '55000', "$_: after the $failure, the clock is behind") foreach @times;
	is(poll($node, \%position, $_), '', "$_: and the late row is not read yet") foreach @times;
	$node->safe_psql('postgres', insert('after', 'identity'));
	set_clock($clock += 10);
	$node->safe_psql('postgres', insert('after', @times));
	set_clock($clock += 1);
	is(poll($node, \%position, $_), 'late after', "$_: after the $failure, new rows are above that one") foreach @names;
}

#
# An unlogged table loses rows in a crash.
#

$node->safe_psql('postgres', q{
	CREATE TABLE part (id bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE) PARTITION BY RANGE (id);
	CREATE TABLE part_1 PARTITION OF part DEFAULT;
	SELECT wiji_create_feed('part', 'id');
	INSERT INTO part SELECT FROM generate_series(1, 9);
	ALTER TABLE event_identity SET UNLOGGED;
	ALTER TABLE part_1 SET UNLOGGED});
crash($node);
start_with_fake_clock($node, $clock);
is(sqlstate($node, insert('unlogged', 'identity')), '42809',
	'nothing is inserted into a feed that has become unlogged');
is(sqlstate($node, "SELECT wiji_horizon_bigint('event_identity')"), '42809', 'nor read from it');
is(sqlstate($node, "INSERT INTO part DEFAULT VALUES; SELECT wiji_horizon_bigint('part')"), '42809',
	'nor from one with such a partition');
$node->safe_psql('postgres', q{ALTER TABLE event_identity SET LOGGED; ALTER TABLE part_1 SET LOGGED;
	SELECT wiji_create_feed('event_identity'), wiji_create_feed('part', 'id')});
is(sqlstate($node, insert('logged', 'identity') . ";SELECT wiji_horizon_bigint('part')"), '',
	'they become feeds again');

#
# A lag, and a clock that is right: a consumer that deletes what it read misses no row.
#

{
	my ($at, %last) = '2040-01-01 ';
	my $restart = sub { $node->stop; start_with_fake_clock($node, $at . $_[0]); };
	my $keys = sub { return join ',', map { '(' . key_at('v7', "'$at$_'") . ", '$_')" } @_; };
	my $poll = sub { set_clock($at . $_[0]); return poll($node, \%last, 'hour'); };

	$restart->('12:00:00');
	$FEEDS{hour} = { %{ $FEEDS{v7} }, lag => '1 h' };
	create_tables($node, 'hour');
	$node->safe_psql('postgres', 'INSERT INTO event_hour VALUES ' . $keys->('11:55:00Z'));
	$restart->('12:00:01');
	is($poll->('12:55:00'), '', 'after a restart, a row is not read before the lag has passed');
	is($poll->('12:55:01'), '11:55:00Z', 'and then it is');
	$node->safe_psql('postgres', 'DELETE FROM event_hour');
	$restart->('12:55:02');
	is(sqlstate($node, 'INSERT INTO event_hour VALUES ' . $keys->('11:45:00Z')), '23514',
		'a key that is ten minutes older is rejected, although the row was deleted');
	$node->safe_psql('postgres', 'INSERT INTO event_hour VALUES ' . $keys->('11:55:03Z', '12:55:00Z'));
	is($poll->('13:56:00'), '11:55:03Z 12:55:00Z', 'others are read');
}
$node->stop;

done_testing();
