# Change feeds in dumps: pg_dump writes their triggers, and a restored table is a feed.

use strict;
use warnings;

use lib 'test/t';

use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = feed_node('main');
my @names = qw(wiji v7 identity siq uid60 tid62);
my $dump = PostgreSQL::Test::Utils::tempdir . '/dump.sql';

$node->start;
create_tables($node, @names);
$node->safe_psql('postgres', q{
	SET client_min_messages = warning;
	CREATE SCHEMA "Odd place";
	CREATE TABLE "Odd place"."Account" (n integer PRIMARY KEY, seen boolean, "Changed At" wiji UNIQUE);
	SELECT wiji_create_feed('"Odd place"."Account"', 'Changed At', changes => true, ignore => '{seen}');
	INSERT INTO "Odd place"."Account" VALUES (1);
	CREATE TABLE parted (id uuid DEFAULT wiji_generate(), part integer) PARTITION BY LIST (part);
	CREATE TABLE parted_1 PARTITION OF parted FOR VALUES IN (1);
	SELECT wiji_create_feed('parted', 'id', lag => '00:00:01.5');
	INSERT INTO parted (part) VALUES (1)});
$node->safe_psql('postgres', "INSERT INTO event_$_ (what) VALUES ('dumped')") foreach @names;

# The same triggers, in the same tables, and the same arguments.
my $triggers = q{SELECT tgrelid::regclass, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger
	WHERE tgname ~ '^wiji_' ORDER BY tgrelid::regclass::text COLLATE "C", tgname};
$node->command_ok([ 'pg_dump', '-f', $dump, $node->connstr('postgres') ], 'feeds are dumped');
$node->safe_psql('postgres', 'CREATE DATABASE restored');
$node->command_ok([ qw(psql -X -q -v ON_ERROR_STOP=1 -f), $dump, $node->connstr('restored') ], 'and restored');
my $definitions = $node->safe_psql('postgres', $triggers);
is(scalar(() = $definitions =~ /wiji_(feed_enter|feed_guard|row_version)/g), 2 * 17, 'there are 17 triggers');
is($node->safe_psql('restored', $triggers), $definitions, 'with the same triggers');

# They guard, and have horizons.
foreach my $name (@names)
{
	my $feed = $FEEDS{$name};
	is(sqlstate($node, "\\c restored
			INSERT INTO event_$name SELECT id, 'again' FROM event_$name ON CONFLICT DO NOTHING"), '',
		"$name: an existing key is not inserted");
	is(sqlstate($node, "\\c restored\nUPDATE event_$name SET id = id; DELETE FROM event_$name; "
			. "INSERT INTO event_$name VALUES (" . ($feed->{lower} ? "$feed->{lower}(now() - interval '1 h')" : 0) . ')'),
		'23514', "$name: an old key is rejected");
	$node->safe_psql('restored', "INSERT INTO event_$name (what) VALUES ('new')");
	ok($node->poll_query_until('restored',
			"SELECT count(*) = 1 FROM event_$name WHERE id < $feed->{horizon}('event_$name')"),
		"$name: and a new row is read");
}
is($node->safe_psql('restored', q{
		UPDATE "Odd place"."Account" SET n = 2;
		SELECT count(*) FROM "Odd place"."Account" WHERE "Changed At" < wiji_horizon('"Odd place"."Account"')}),
	1, 'a feed of changes');
ok($node->poll_query_until('restored', "SELECT count(*) = 1 FROM parted WHERE id < wiji_horizon('parted')"),
	'a partitioned one');

# Old rows alone cannot be restored into a feed: consumers would have passed them.
$node->command_ok([ 'pg_dump', '-a', '-t', 'event_wiji', '-f', $dump, $node->connstr('postgres') ], 'data alone');
$node->safe_psql('restored', 'TRUNCATE event_wiji');
is(sqlstate($node, "\\c restored\n\\i $dump"), '23514', '... is rejected');

done_testing();
