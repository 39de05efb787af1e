# Feeds and logical replication: which trigger stamps the rows that arrive; and the history of a
# subscriber, whose readers follow the publisher's new rows by a mark that travels, and its changes
# by stamps of the subscriber's own.  FeedHistory.pm has the storm and the verdict.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use FeedHistory;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $publisher = history_node('publisher', allows_streaming => 'logical');
my $subscriber = PostgreSQL::Test::Cluster->new('subscriber');
$subscriber->init;
$subscriber->append_conf('postgresql.conf', q{
	max_connections = 100
	fsync = off
	log_statement = none
	max_prepared_transactions = 200	# of each subscription as many as the publisher has
	wal_retrieve_retry_interval = 100ms
	max_logical_replication_workers = 10
});
$_->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'") foreach $publisher, $subscriber;
# each transaction is streamed before it ends
$publisher->append_conf('postgresql.conf', 'debug_logical_replication_streaming = immediate')
  if $publisher->pg_version >= 17;
start_with_fake_clock($_) foreach $publisher, $subscriber;

my @feeds = qw(event_wiji event_uuid);
my @changing = qw(account account_deleted branch branch_deleted);
my $schema = "CREATE EXTENSION wiji; CREATE EXTENSION uuidtime; $TABLES $READERS $CHANGES" . q{
	CREATE TABLE event_wiji (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE event_uuid (id uuid PRIMARY KEY DEFAULT uuidtime_v7(), what text);
	CREATE TABLE feed_mark (one boolean PRIMARY KEY DEFAULT true, horizon wiji NOT NULL, v7_horizon uuid NOT NULL);
	INSERT INTO feed VALUES
		('event_wiji', 'wiji', wiji_lower('epoch')::text, '(SELECT horizon FROM feed_mark)'),
		('event_uuid', 'uuid', uuidtime_v7_lower('epoch')::text, '(SELECT v7_horizon FROM feed_mark)');
	CREATE PROCEDURE poll_both(me text, pause float8) LANGUAGE plpgsql AS $$
	BEGIN
		CALL poll(me, pause);
		CALL poll_changes(me, pause);
	END $$};
$_->safe_psql('postgres', $schema) foreach $publisher, $subscriber;
my ($of_rows, $of_changes) = map { join ', ', @$_ } \@feeds, \@changing;
$publisher->safe_psql('postgres', qq{
	INSERT INTO feed_mark VALUES (true, wiji_horizon(), uuidtime_v7_horizon());
	INSERT INTO account VALUES (100, 1);
	CREATE PUBLICATION feed FOR TABLE feed_mark, $of_rows;
	CREATE PUBLICATION changes FOR TABLE $of_changes});
$subscriber->safe_psql('postgres', join '; ', map { "ALTER TABLE $_ ENABLE ALWAYS TRIGGER stamp" } @changing);

# Parallel workers apply rows of savepoints that are rolled back, too.  Where keys come again, such
# a row can wait for a prepared transaction for ever.
my %streaming = (feed => $publisher->pg_version >= 16 ? 'parallel' : 'on', changes => 'on');
foreach my $name (sort keys %streaming)
{
	my $connection = $publisher->connstr . ' dbname=postgres';
	$subscriber->safe_psql('postgres', qq{
		CREATE SUBSCRIPTION $name CONNECTION '$connection' PUBLICATION $name
		WITH (two_phase, streaming = $streaming{$name})});
	$subscriber->wait_for_subscription_sync($publisher, $name);
}

# Whose stamp does a row have that arrives?
sub stamp_of_arrived
{
	my ($change) = @_;

	$publisher->safe_psql('postgres', $change);
	$publisher->wait_for_catchup('changes');
	my ($published, $arrived) =
	  map { $_->safe_psql('postgres', 'SELECT changed FROM account WHERE n = 100') } $publisher, $subscriber;
	return $arrived eq $published ? 'the publisher' : $arrived gt $published ? 'the subscriber, later' : 'none';
}
sub local_stamp
{
	return $subscriber->safe_psql('postgres', q{
		WITH before AS (SELECT n, changed FROM account)
		UPDATE account SET balance = balance
		FROM before WHERE (account.n, before.n) = (100, 100)
		RETURNING account.changed > before.changed});
}
my $update = 'UPDATE account SET balance = balance + 1 WHERE n = 100';
is(stamp_of_arrived('SELECT'), 'the subscriber, later', 'ENABLE ALWAYS: the first copy');
is(stamp_of_arrived($update), 'the subscriber, later', 'ENABLE ALWAYS: an update');
is( $subscriber->safe_psql('postgres', 'SELECT count(*) FROM account WHERE n = 100 AND changed < wiji_horizon()'),
	1, 'which the horizon of the subscriber is for');
$subscriber->safe_psql('postgres', 'ALTER TABLE account ENABLE TRIGGER stamp');
is(stamp_of_arrived($update), 'the publisher', 'an ordinary trigger');
$subscriber->safe_psql('postgres', q{
	CREATE OR REPLACE TRIGGER stamp BEFORE INSERT OR UPDATE ON account
		FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed')});
is(local_stamp(), 't', 'an ordinary trigger: a row that is changed there');
$subscriber->safe_psql('postgres', 'ALTER TABLE account ENABLE REPLICA TRIGGER stamp');
is(stamp_of_arrived($update), 'the subscriber, later', 'ENABLE REPLICA: an update');
is(local_stamp(), 'f', 'ENABLE REPLICA: a row that is changed there has no new stamp');
$subscriber->safe_psql('postgres', 'ALTER TABLE account ENABLE ALWAYS TRIGGER stamp');
is(local_stamp(), 't', 'ENABLE ALWAYS: it has');
$publisher->safe_psql('postgres', 'ALTER TABLE account REPLICA IDENTITY FULL');
is(stamp_of_arrived($update), 'the subscriber, later',
	'ENABLE ALWAYS: a row that its key finds, though its stamp differs');
$publisher->safe_psql('postgres', 'ALTER TABLE account REPLICA IDENTITY DEFAULT');

# The history.  Sometimes a subscription begins anew.
my @readers = (@LEVELS, 'hasty', 'naive');
my %readers = readers('CALL poll_both(%s);', @readers);
my $move = q{
	UPDATE feed_mark
	SET horizon = greatest(horizon, wiji_horizon()), v7_horizon = greatest(v7_horizon, uuidtime_v7_horizon());
};
my $restarts = 0;
storm($publisher, {
		writers(writing_ways(@feeds), changing_ways()),
		mover => sub { return "$move SELECT pg_sleep(0.005);\n" x 20 },
		map { $_ => [ $subscriber->connstr('postgres'), $readers{$_} ] } @readers
	},
	sub {
		if (rand() < 0.03)
		{
			$restarts++;
			$subscriber->safe_psql('postgres', q{
				SELECT pg_terminate_backend(pid) FROM pg_stat_subscription
				WHERE pid IS NOT NULL ORDER BY random() LIMIT 1});
		}
		return $publisher;
	});
note "$restarts restarts of subscriptions";

$publisher->safe_psql('postgres', $move);
$publisher->wait_for_catchup($_) foreach keys %streaming;
read_rest($subscriber, $_, 'poll_both') foreach @readers;
foreach my $table (@feeds, 'account', 'branch')
{
	my $rows = qq{
		SELECT md5(string_agg(t::text, ' ' ORDER BY t::text))
		FROM (SELECT to_jsonb($table) - 'changed' - 'seen_at' FROM $table) t};
	is($subscriber->safe_psql('postgres', $rows), $publisher->safe_psql('postgres', $rows), "$table: all has arrived");
}
check_naive($subscriber, @feeds);
foreach my $me (@LEVELS, 'hasty')
{
	is(errors_of($me), '', "reader $me: no error but those to retry");
	check_feed($subscriber, $me, $_) foreach @feeds;
	check_copies($subscriber, $me);
}

$subscriber->safe_psql('postgres', "DROP SUBSCRIPTION $_") foreach keys %streaming;

# Where uuidtime is missing, nobody could ask for the horizon of version 7.
$subscriber->safe_psql('postgres', 'CREATE DATABASE without_uuidtime');
my $refused = ($subscriber->psql('without_uuidtime', q{
	CREATE EXTENSION wiji;
	CREATE TABLE t (changed uuid);
	CREATE TRIGGER stamp BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed');
	INSERT INTO t DEFAULT VALUES}))[2];
like($refused, qr/"changed" of table "t" cannot be stamped\n.*\n.*CREATE EXTENSION uuidtime/,
	'no uuid is stamped without uuidtime');

$_->stop foreach $subscriber, $publisher;
done_testing();
