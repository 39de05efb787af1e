# Change feeds in dumps: pg_dump writes their triggers, and a restored table is a feed.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = feed_node('main');
my @names = feeds_of($node);
my $folder = PostgreSQL::Test::Utils::tempdir;
my $dump = "$folder/dump.sql";

$node->start;
create_tables($node, @names);
$node->safe_psql('postgres', q{
	SET client_min_messages = warning;
	CREATE SCHEMA "Odd place";
	CREATE TABLE "Odd place"."Account" (n integer PRIMARY KEY, seen boolean, "Changed At" wiji UNIQUE);
	SELECT wiji_create_feed('"Odd place"."Account"', 'Changed At', changes => true, ignore => '{seen}');
	INSERT INTO "Odd place"."Account" VALUES (1);
	CREATE TABLE parted (id uuid DEFAULT wiji_generate(), part integer) PARTITION BY LIST (part);
	CREATE INDEX ON parted (id);
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
is(scalar(() = $definitions =~ /CREATE TRIGGER wiji_(feed_enter|feed_guard|feed_update|row_version)/g), 3 * @names + 8,
	'each table has three triggers, and a partition two');
is($node->safe_psql('restored', $triggers), $definitions, 'with the same triggers');

# So has a table whose key was renamed, and another column got its name.
$node->safe_psql('postgres', q{
	CREATE TABLE swapped (a bigserial PRIMARY KEY, b bigint);
	SELECT wiji_create_feed('swapped');
	ALTER TABLE swapped RENAME a TO c;
	ALTER TABLE swapped RENAME b TO a;
	INSERT INTO swapped (a) VALUES (-1)});
$node->command_ok([ 'pg_dump', '-t', 'swapped', '-f', "$folder/swapped.sql", $node->connstr('postgres') ], 'swapped names');
$node->command_ok([ qw(psql -X -q -v ON_ERROR_STOP=1 -f), "$folder/swapped.sql", $node->connstr('restored') ], '... restored');
is($node->safe_psql('restored', q{
		INSERT INTO swapped (a) VALUES (-2);
		SELECT "column", flaw IS NULL, (SELECT max(c) FROM swapped WHERE c < wiji_horizon_bigint('swapped'))
		FROM wiji_feeds() WHERE feed = 'swapped'::regclass}), 'c|t|2', '... are the same feed');

# Workers go on, though the column by which they share rows has another number.
$node->safe_psql('postgres', q{
	CREATE TABLE shared (gone integer, id bigserial PRIMARY KEY, customer text);
	ALTER TABLE shared DROP gone;
	SELECT wiji_create_feed('shared');
	CREATE TABLE printer (worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text, split name, sharing text);
	INSERT INTO printer SELECT n, 2, 'shared', NULL, 'customer' FROM generate_series(0, 1) n;
	CREATE TABLE handled (id bigint)});
$node->safe_psql('postgres', q{INSERT INTO shared (customer) SELECT 'customer ' || n FROM generate_series(1, 20) n});
$node->safe_psql('postgres', q{INSERT INTO handled SELECT id FROM wiji_poll(NULL::shared, 'printer', 0)});
$node->command_ok([ 'pg_dump', map({ ('-t', $_) } qw(shared printer handled)), '-f', "$folder/shared.sql", $node->connstr('postgres') ], 'workers');
$node->command_ok([ qw(psql -X -q -v ON_ERROR_STOP=1 -f), "$folder/shared.sql", $node->connstr('restored') ], '... restored');
$node->safe_psql('restored', q{INSERT INTO handled SELECT id FROM generate_series(0, 1) n, LATERAL wiji_poll(NULL::shared, 'printer', n)});
is($node->safe_psql('restored', 'SELECT count(*), count(DISTINCT id) FROM handled'), '20|20', '... go on');

# They guard, and have horizons.
foreach my $name (@names)
{
	my $feed = $FEEDS{$name};
	is(sqlstate($node, "\\c restored
			INSERT INTO event_$name SELECT id, 'again' FROM event_$name ON CONFLICT DO NOTHING"), '',
		"$name: an existing key is not inserted");
	my $old = $feed->{lower} ? key_at($name, "now() - interval '1 h'") : 0;
	is(sqlstate($node, "\\c restored
			UPDATE event_$name SET id = id; DELETE FROM event_$name; INSERT INTO event_$name VALUES ($old)"),
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

# The dump of a database whose feeds were made when the functions belonged to extension wiji, and one trigger
# was for inserts and updates: wiji_feed is created first, in the same schema, and the feeds are created again.
append_to_file("$folder/old.sql", q{
	CREATE EXTENSION IF NOT EXISTS wiji WITH SCHEMA public;
	CREATE TABLE public.a (id public.wiji DEFAULT public.wiji_generate() NOT NULL UNIQUE);
	CREATE TABLE public.b (id uuid DEFAULT public.wiji_uuid() NOT NULL UNIQUE);
	CREATE TABLE public.c (n integer, changed uuid UNIQUE);
	CREATE TABLE public.d (id bigint NOT NULL UNIQUE);
	ALTER TABLE public.d ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
	    SEQUENCE NAME public.d_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1);
	CREATE TABLE public.e (id text DEFAULT clock_timestamp()::text NOT NULL UNIQUE);
	COPY public.a (id) FROM stdin;
066SVN85G0000007T0JEXA1K46
\.
	COPY public.b (id) FROM stdin;
06367754-1600-0000-0112-316ab89c580c
\.
	COPY public.c (n, changed) FROM stdin;
1	019728c9-c000-7000-8000-000000000000
\.
	COPY public.d (id) FROM stdin;
1
\.
	SELECT pg_catalog.setval('public.d_id_seq', 1, true);
} =~ s/^\t//gmr);
my %arguments = (a => q('id', '00:00:00'), b => q('id', '01:00:00', 'wiji'), c => q('changed', '00:00:00', 'v7'),
	d => q('id', '00:00:00'), e => q('id', '00:00:01'));
append_to_file("$folder/old.sql", join '', map {
	"CREATE TRIGGER wiji_feed_guard AFTER INSERT OR UPDATE ON public.$_ FOR EACH ROW
		EXECUTE FUNCTION public.wiji_feed_guard($arguments{$_});
	CREATE TRIGGER "
	  . ($_ eq 'c' ? "wiji_row_version BEFORE INSERT OR UPDATE ON public.c FOR EACH ROW
			EXECUTE FUNCTION public.wiji_row_version('changed', 'n')"
		: "wiji_feed_enter BEFORE INSERT ON public.$_ FOR EACH STATEMENT
			EXECUTE FUNCTION public.wiji_feed_enter($arguments{$_})") . ";\n" } sort keys %arguments);
$node->safe_psql('postgres', 'CREATE DATABASE old');
$node->safe_psql('old', 'CREATE EXTENSION wiji_feed');
$node->command_ok([ qw(psql -X -q -v ON_ERROR_STOP=1 -f), "$folder/old.sql", $node->connstr('old') ],
	'a dump of feeds of extension wiji is restored');
is($node->safe_psql('old', 'SELECT feed, "column", lag, changes, flaw FROM wiji_feeds() ORDER BY feed::text'),
	join("\n", map { $_ . '|The trigger that calls "wiji_feed_guard" for updates is missing.' }
		  qw(a|id|00:00:00|f b|id|01:00:00|f c|changed|00:00:00|t d|id|00:00:00|f e|id|00:00:01|f)),
	'its tables are listed, each with a flaw');
$node->safe_psql('old', q{SELECT wiji_create_feed(feed, "column", lag, changes, CASE WHEN changes THEN '{n}'::name[] ELSE '{}' END)
	FROM wiji_feeds() WHERE feed <> 'e'::regclass});
is($node->safe_psql('old', 'SELECT string_agg(feed::text, NULL) FROM wiji_feeds() WHERE flaw IS NULL'), 'abcd',
	'created again, they are feeds, but for other keys');
is(sqlstate($node, "\\c old\nINSERT INTO $_ DEFAULT VALUES"), $_ eq 'e' ? '42809' : '', "old: insert into $_")
  foreach sort keys %arguments;
is($node->safe_psql('old', q{
		SELECT (SELECT count(*) FROM a WHERE id < wiji_horizon('a')),
		       (SELECT count(*) FROM b WHERE id < wiji_horizon('b')),
		       (SELECT count(*) FROM d WHERE id < wiji_horizon_bigint('d'))}), '2|1|2', 'old: rows are read');

done_testing();
