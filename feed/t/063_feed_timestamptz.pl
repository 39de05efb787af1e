# Row versions of type timestamptz: eight writers, some of whose versions are equal, lose no row for consumers
# that read pages with >= or with the primary key, through a view; and a dump keeps the versions.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $writers = 8;
my $transactions = $ENV{WIJI_TEST_ALL} ? 5000 : 150;
my $node = feed_node('main');
my $folder = PostgreSQL::Test::Utils::tempdir;

$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji_feed;
	CREATE ROLE loader LOGIN;
	CREATE TABLE orders (id bigserial PRIMARY KEY, n integer DEFAULT 0, updated_at timestamptz);
	CREATE INDEX ON orders (updated_at, id);
	SELECT wiji_create_feed('orders', 'updated_at', changes => true);
	CREATE VIEW orders_feed AS SELECT * FROM orders WHERE updated_at < (SELECT wiji_horizon_timestamptz('orders'));
	GRANT SELECT ON orders_feed TO loader;
	CREATE TABLE seen (consumer text, id bigint, updated_at timestamptz);
	CREATE TABLE ended ();
	GRANT INSERT ON seen TO loader;
	GRANT SELECT ON ended TO loader;
	-- reads pages, each in a transaction of its own, until one that begins after the end of all writers is empty
	CREATE PROCEDURE consume(consumer text, condition text) LANGUAGE plpgsql AS $$
	DECLARE
		position timestamptz := '-infinity';
		last bigint := 0;
		page orders_feed[];
		at_end boolean;
	BEGIN
		LOOP
			at_end := EXISTS (SELECT FROM pg_catalog.pg_class c, pg_catalog.pg_attribute a
				WHERE relname = 'ended' AND a.attrelid = c.oid AND attname = 'yes');
			EXECUTE pg_catalog.format('SELECT ARRAY(SELECT o FROM public.orders_feed o WHERE %s
				ORDER BY updated_at, id LIMIT 50)', condition) INTO page USING position, last;
			INSERT INTO public.seen SELECT consumer, p.id, p.updated_at FROM pg_catalog.unnest(page) p;
			EXIT WHEN at_end AND (pg_catalog.cardinality(page) = 0 OR
				(page[pg_catalog.cardinality(page)]).id = last AND (page[pg_catalog.cardinality(page)]).updated_at = position);
			IF pg_catalog.cardinality(page) > 0 THEN
				position := (page[pg_catalog.cardinality(page)]).updated_at;
				last := (page[pg_catalog.cardinality(page)]).id;
			END IF;
			COMMIT;
			PERFORM pg_catalog.pg_sleep(0.002);
		END LOOP;
	END $$});

# Some transactions are slow, and some are rolled back.
append_to_file("$folder/write.sql", q{
	\set slow random(1, 10)
	BEGIN;
	INSERT INTO orders (n) SELECT generate_series(1, 10);
	UPDATE orders SET n = n + 1 WHERE id = (SELECT max(id) FROM orders) - :slow * 10;
	SELECT pg_sleep(CASE :slow WHEN 1 THEN 0.02 ELSE 0 END);
	COMMIT;
});
my %conditions = ('equal ones again' => 'updated_at >= $1', 'the primary key' => '(updated_at, id) > ($1, $2)');
my %consumers = map { $_ => $node->background_psql('postgres', on_error_stop => 1, extra_params => [ '-U', 'loader' ]) }
  keys %conditions;
$consumers{$_}->query_until(qr/started/, "\\echo started\nCALL consume('$_', '$conditions{$_}');\n\\echo ended\n")
  foreach keys %consumers;
$node->command_ok([ 'pgbench', '-n', '-c', $writers, '-j', 2, '-t', $transactions, '-f', "$folder/write.sql",
		$node->connstr('postgres') ], "$writers writers");
$node->safe_psql('postgres', 'ALTER TABLE ended ADD yes boolean');
foreach my $consumer (sort keys %consumers)
{
	$consumers{$consumer}->query_until(qr/ended/, '');
	$consumers{$consumer}->quit;
	is($node->safe_psql('postgres', "SELECT count(*) FROM orders o WHERE NOT EXISTS
		(SELECT FROM seen s WHERE consumer = '$consumer' AND (s.id, s.updated_at) = (o.id, o.updated_at))"),
		0, "a consumer that reads by $consumer misses no row");
}
is($node->safe_psql('postgres', 'SELECT count(*) FROM orders'), 10 * $writers * $transactions, '... of all');
note($node->safe_psql('postgres',
		'SELECT count(*) - count(DISTINCT updated_at) FROM orders') . ' versions are equal to others');

# A dump has the versions and the feed; rows that are loaded into a feed get new ones.
my $sum = q{SELECT md5(string_agg(o::text, ' ' ORDER BY id)) FROM orders o};
$node->command_ok([ 'pg_dump', '-f', "$folder/dump.sql", $node->connstr('postgres') ], 'a dump');
$node->safe_psql('postgres', 'CREATE DATABASE restored');
$node->command_ok([ qw(psql -X -q -v ON_ERROR_STOP=1 -f), "$folder/dump.sql", $node->connstr('restored') ], 'is restored');
is($node->safe_psql('restored', $sum), $node->safe_psql('postgres', $sum), 'with the same versions');
is($node->safe_psql('restored', q{SELECT feed, "column", changes, flaw IS NULL FROM wiji_feeds()}), 'orders|updated_at|t|t',
	'as a feed');
is($node->safe_psql('restored', 'SET ROLE loader; SELECT count(*) FROM orders_feed'), 10 * $writers * $transactions,
	'which the role reads through its view');
$node->command_ok([ 'pg_dump', '-a', '-t', 'orders', '-f', "$folder/data.sql", $node->connstr('postgres') ], 'data alone');
my $before = $node->safe_psql('restored', 'TRUNCATE orders; SELECT clock_timestamp()');
$node->command_ok([ qw(psql -X -q -v ON_ERROR_STOP=1 -f), "$folder/data.sql", $node->connstr('restored') ], '... is restored');
is($node->safe_psql('restored', "SELECT count(*) = (SELECT count(*) FROM orders) FROM orders WHERE updated_at > '$before'"),
	't', '... with new versions');

done_testing();
