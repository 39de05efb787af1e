# IDs that arrive elsewhere: by logical replication, at a standby, in a dump.

use strict;
use warnings;

use lib 'test/t';

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 'logical');
my $preload = "shared_preload_libraries = '" . libraries() . "'";
$primary->append_conf('postgresql.conf', $preload) if $primary->pg_version < 17;
$primary->start;

# a table with an ID of each type, and one by each of the others
my $extensions = join '', map { "CREATE EXTENSION $_;" } id_extensions();
my @columns = grep { $_->[0] ne 'wiji' } id_columns();
my @tables = map { "by_$_->[0]" } @columns;
my $tables = 'CREATE TABLE ids (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer, list wiji[]'
  . join('', map { ", $_->[0] $_->[1] DEFAULT $_->[2]" } @columns) . ');'
  . join '', map { "CREATE TABLE by_$_->[0] (id $_->[1] PRIMARY KEY DEFAULT $_->[2], n integer);" } @columns;
$primary->safe_psql('postgres', $extensions . $tables);

# rows NODE: all of them, in short
sub rows
{
	my ($node, $database) = @_;
	return $node->safe_psql($database // 'postgres', join ' UNION ALL ',
		map { "SELECT '$_', count(*), md5(string_agg(i::text, ' ' ORDER BY id)) FROM $_ i" } 'ids', @tables);
}
my $insert = 'INSERT INTO ids (n, list) SELECT n, ARRAY[wiji_generate(), NULL] FROM generate_series(1, 1000) n;'
  . join '', map { "INSERT INTO $_ (n) SELECT generate_series(1, 300);" } @tables;

# Logical replication of existing rows and of changes, as text and in binary.
$primary->safe_psql('postgres', $insert . 'CREATE PUBLICATION all_ids FOR TABLE ' . join ', ', 'ids', @tables);
foreach my $binary ('false', 'true')
{
	my $subscriber = PostgreSQL::Test::Cluster->new("subscriber_$binary");
	$subscriber->init;
	$subscriber->append_conf('postgresql.conf', $preload) if $subscriber->pg_version < 17;
	$subscriber->start;
	$subscriber->safe_psql('postgres', $extensions . $tables);
	my $connection = $primary->connstr . ' dbname=postgres';
	$subscriber->safe_psql('postgres', qq{
		CREATE SUBSCRIPTION sub_$binary CONNECTION '$connection' PUBLICATION all_ids WITH (binary = $binary)});
	$subscriber->wait_for_subscription_sync($primary, "sub_$binary");
	is(rows($subscriber), rows($primary), "binary = $binary: the initial copy");

	$primary->safe_psql('postgres', $insert . q{
		UPDATE ids SET n = -n WHERE id IN (SELECT id FROM ids ORDER BY id LIMIT 10);}
		. join '', map { "DELETE FROM $_ WHERE id = (SELECT id FROM $_ ORDER BY id DESC LIMIT 1);" } @tables);
	$primary->wait_for_catchup("sub_$binary");
	is(rows($subscriber), rows($primary), "binary = $binary: rows that are inserted, updated and deleted");

	# Both sides continue to generate IDs, which are distinct.
	is( $subscriber->safe_psql('postgres', q{
			INSERT INTO ids (n) SELECT n FROM generate_series(1, 1000) n;
			SELECT count(DISTINCT wiji_random(id)) > 1 FROM ids}),
		't', "binary = $binary: the subscriber generates its own IDs");
	$subscriber->safe_psql('postgres', "DROP SUBSCRIPTION sub_$binary");
	$subscriber->stop;
}

# docs/production.md: a row filter.  Rows arrive, change and go, and those that the filter leaves out
# do not arrive.
my $subscriber = PostgreSQL::Test::Cluster->new('filtered');
$subscriber->init;
$subscriber->append_conf('postgresql.conf', $preload) if $subscriber->pg_version < 17;
$subscriber->start;
$primary->safe_psql('postgres', 'CREATE DATABASE filter');
my $table = block('Row filters', 1, 'production') . block('Row filters', 2, 'production');
my $publication = $primary->pg_version < 18 ? block('Row filters', 3, 'production') : block('Row filters', 4, 'production');
my $old = q{wiji_generate('2025-12-31 23:59:59+00')};
my $new = q{wiji_generate('2026-01-01 00:00:00+00')};
$primary->safe_psql('filter', qq{$table
	$publication
	INSERT INTO sale (id, item) VALUES ($old, 'old'), ($new, 'coffee'), (DEFAULT, 'tea')});
$subscriber->safe_psql('postgres', 'CREATE EXTENSION wiji; CREATE TABLE sale (id wiji PRIMARY KEY, item text)');
$subscriber->safe_psql('postgres', 'ALTER TABLE sale ADD id_filter uuid') if $primary->pg_version >= 18;
my $filtered = $primary->connstr . ' dbname=filter';
$subscriber->safe_psql('postgres', qq{CREATE SUBSCRIPTION filtered CONNECTION '$filtered' PUBLICATION recent});
$subscriber->wait_for_subscription_sync($primary, 'filtered');
my $sales = q{SELECT string_agg(item, ', ' ORDER BY id) FROM sale};
is($subscriber->safe_psql('postgres', $sales), 'coffee, tea', 'a row filter: the initial copy');
$primary->safe_psql('filter', qq{
	INSERT INTO sale (id, item) VALUES ($old, 'older'), (DEFAULT, 'cake');
	UPDATE sale SET item = 'more ' || item WHERE item IN ('old', 'tea');
	DELETE FROM sale WHERE item IN ('older', 'coffee')});
$primary->wait_for_catchup('filtered');
is($subscriber->safe_psql('postgres', $sales), 'more tea, cake', 'rows that are inserted, updated and deleted');
$primary->safe_psql('filter', qq{UPDATE sale SET id = $new WHERE item = 'more old'});
$primary->wait_for_catchup('filtered');
is($subscriber->safe_psql('postgres', $sales), 'more old, more tea, cake', 'an ID that the filter accepts now');
$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION filtered');
$subscriber->stop;

# A standby has the same rows, finds them by its indexes, and the feed of docs/portable.md reads all
# of them there.
$primary->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'copy', has_streaming => 1);
$standby->start;
$primary->safe_psql('postgres', $insert . q{
	CREATE TABLE event (
		id wiji PRIMARY KEY DEFAULT wiji_generate(), tx xid8 NOT NULL DEFAULT pg_current_xact_id(), what text);
	CREATE INDEX ON event (tx, id)});
$primary->wait_for_catchup($standby);
is(rows($standby), rows($primary), 'a standby has the same rows');
is( $standby->safe_psql('postgres', q{
		SET enable_seqscan = off;
		SET enable_hashjoin = off;
		SET enable_mergejoin = off;
		SELECT count(*) FROM ids a JOIN ids b ON b.id = a.id}),
	$primary->safe_psql('postgres', 'SELECT count(*) FROM ids'), 'the index of a standby finds the rows');

my $feed = 'SELECT what FROM event WHERE tx < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY tx, id';
my $slow = $primary->background_psql('postgres');
$slow->query_safe("BEGIN; INSERT INTO event (what) VALUES ('slow')");
$primary->safe_psql('postgres', "INSERT INTO event (what) VALUES ('quick')");
$primary->wait_for_catchup($standby);
is($standby->safe_psql('postgres', 'SELECT what FROM event'), 'quick',
	'what was committed later is visible at the standby, too');
is($standby->safe_psql('postgres', $feed), '', 'where the feed waits for what is not committed');
$slow->query_safe('COMMIT');
$slow->quit;
$primary->wait_for_catchup($standby);
$standby->poll_query_until('postgres', $feed, "slow\nquick") or diag 'the feed did not proceed';
is($standby->safe_psql('postgres', $feed), "slow\nquick", 'a standby has both rows when the transaction is committed');

# Promotion: IDs continue to ascend by the clock, and do not repeat.
my $last = $primary->safe_psql('postgres', "INSERT INTO ids (n) VALUES (0) RETURNING id");
$last =~ s/\n.*//s;
$primary->wait_for_catchup($standby);
$primary->stop;
$standby->promote;
$standby->safe_psql('postgres', $insert);
is($standby->safe_psql('postgres', "SELECT count(*), count(*) FILTER (WHERE list IS NULL) FROM ids WHERE id > '$last'"),
	'1000|0', 'a promoted standby continues with greater IDs');
is( $standby->safe_psql('postgres',
		'SELECT count(*) = count(DISTINCT id) AND count(DISTINCT wiji_random(id)) > 1 FROM ids'),
	't', 'IDs of a promoted standby are distinct');

# A dump and its restore: of partitions, domains, generated columns, and an extension that is not on a
# search_path.
$standby->safe_psql('postgres', 'CREATE DATABASE odd');
$standby->safe_psql('odd', q{
	CREATE SCHEMA "Odd Place";
	CREATE EXTENSION wiji SCHEMA "Odd Place";
	SET search_path = public, "Odd Place";
	CREATE DOMAIN recent AS wiji CHECK (wiji_timestamp(VALUE) > '2020-02-01');
	CREATE TABLE event (
		id wiji PRIMARY KEY DEFAULT wiji_generate(), link recent,
		at timestamptz GENERATED ALWAYS AS (wiji_timestamp(id)) STORED,
		CHECK (wiji_within(id, '[2020-02-01 00:00+00,)'))
	) PARTITION BY RANGE (id);
	CREATE TABLE event_20200301 PARTITION OF event FOR VALUES FROM (wiji_lower('2020-03-01 00:00+00')) TO (wiji_lower('2020-04-01 00:00+00'));
	CREATE TABLE event_20200401 PARTITION OF event FOR VALUES FROM (wiji_lower('2020-04-01 00:00+00')) TO (wiji_lower('2020-06-01 00:00+00'));
	CREATE TABLE event_other PARTITION OF event DEFAULT;
	CREATE INDEX ON event USING hash (link);
	CREATE INDEX ON event_other USING gist (id);
	CREATE TABLE by_hash (id wiji) PARTITION BY HASH (id);
	CREATE TABLE by_hash_0 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 0);
	CREATE TABLE by_hash_1 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 1);
	INSERT INTO event (id, link)
	SELECT wiji_generate(timestamptz '2020-03-01 00:00+00' + n * interval '3 hours'), wiji_generate()
	FROM generate_series(1, 1000) n;
	INSERT INTO by_hash SELECT id FROM event;
	CREATE VIEW unequal AS SELECT NULLIF(id, link) FROM event;
	CREATE VIEW march AS SELECT id FROM event WHERE wiji_within(id, '[2020-03-01 00:00+00,2020-04-01 00:00+00)');
});
my $odd = q{
	SELECT count(*), md5(string_agg(tableoid::regclass || e::text, ' ' ORDER BY id USING OPERATOR("Odd Place".<)))
	FROM event e
	UNION ALL
	SELECT count(*), md5(string_agg(tableoid::regclass || e::text, ' ' ORDER BY id USING OPERATOR("Odd Place".<)))
	FROM by_hash e
	UNION ALL
	SELECT count(*), NULL FROM march};
my $changed = block('Schemas and privileges', 1, 'production');
foreach my $how ([qw(custom pg_restore -e)], [qw(plain psql -X -q -v ON_ERROR_STOP=1 -o /dev/null)])
{
	my ($format, @restore) = @$how;
	my $file = PostgreSQL::Test::Utils::tempdir . "/dump.$format";
	$standby->command_ok([ 'pg_dump', '-F', $format, '-f', $file, '-h', $standby->host, '-p', $standby->port, 'odd' ],
		"pg_dump in $format format");
	$standby->safe_psql('postgres', "CREATE DATABASE $format");
	$standby->command_ok([ @restore, '-h', $standby->host, '-p', $standby->port, '-d', $format,
		$format eq 'plain' ? ('-f', $file) : $file ], "$restore[0] restores it");
	is($standby->safe_psql($format, $odd), $standby->safe_psql('odd', $odd),
		'with the same rows in the same partitions');
	# as docs/production.md says
	is($standby->safe_psql($format, $changed), 'unequal', 'and a view that compares uuids now');
}
$standby->stop;

done_testing();
