# The history of feeds of new rows, by keys of four types: readers poll by id alone, in each
# isolation level.  FeedHistory.pm has the storm and the verdict.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use FeedHistory;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = history_node('main');
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'");
start_with_fake_clock($node);

my @feeds = qw(event_wiji event_uuid event_uid60 event_tid62);
$node->safe_psql('postgres', $TABLES . $READERS . q{
	CREATE EXTENSION wiji;
	CREATE EXTENSION uuidtime;
	CREATE EXTENSION uid60;
	CREATE EXTENSION tid62;
	CREATE TABLE event_wiji (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE event_uuid (id uuid PRIMARY KEY DEFAULT uuidtime_v7(), what text);
	CREATE TABLE event_tid62 (id tid62 PRIMARY KEY DEFAULT tid62_generate(), what text);
	CREATE TABLE event_uid60 (id uid60 PRIMARY KEY DEFAULT uid60_generate(), what text) PARTITION BY HASH (id);
	CREATE TABLE event_uid60_0 PARTITION OF event_uid60 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
	CREATE TABLE event_uid60_1 PARTITION OF event_uid60 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
	INSERT INTO feed VALUES
		('event_wiji', 'wiji', wiji_lower('epoch')::text, 'wiji_horizon()'),
		('event_uuid', 'uuid', uuidtime_v7_lower('epoch')::text, 'uuidtime_v7_horizon()'),
		('event_uid60', 'uid60', uid60_lower('2020-01-01')::text, 'uid60_horizon()'),
		('event_tid62', 'tid62', tid62_lower('2020-01-01')::text, 'tid62_horizon()');
	DO $$
	DECLARE t text;
	BEGIN
		FOR t IN SELECT name FROM feed LOOP
			EXECUTE format($x$
				CREATE TRIGGER guard BEFORE INSERT ON %s
					FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id')$x$, t);
		END LOOP;
	END $$});

my @readers = (@LEVELS, 'hasty', 'naive');
storm($node, { writers(writing_ways(@feeds)), readers('CALL poll(%s);', @readers) });

is($node->safe_psql('postgres', 'SELECT count(*) FROM wiji_horizon_holders()'), 0,
	'nobody holds the horizon back any more');
read_rest($node, $_) foreach @readers;
check_naive($node, @feeds);
foreach my $me (grep { $_ ne 'naive' } @readers)
{
	is(errors_of($me), '', "reader $me: no error but those to retry");
	check_feed($node, $me, $_) foreach @feeds;
}

$node->stop;
done_testing();
