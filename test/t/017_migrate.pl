# docs/migrate.md, where it takes more than one session or server: keys change their type under
# writers, ids where the extension is missing.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(allows_streaming => 'logical');
$node->append_conf('postgresql.conf', "TimeZone = 'UTC'");
$node->start;

# From uuid to wiji, while customers and invoices are written.
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE customer (
		id uuid PRIMARY KEY DEFAULT wiji_uuid(), name text NOT NULL,
		created_at timestamptz NOT NULL DEFAULT now());
	CREATE INDEX ON customer (name);
	CREATE TABLE invoice (
		id uuid PRIMARY KEY DEFAULT wiji_uuid(), customer_id uuid NOT NULL REFERENCES customer, amount integer,
		created_at timestamptz NOT NULL DEFAULT now());
	CREATE INDEX invoice_customer_id_idx ON invoice (customer_id);
	INSERT INTO customer (name) SELECT 'customer ' || i FROM generate_series(1, 20000) i;
	INSERT INTO invoice (customer_id, amount) SELECT id, 0 FROM customer, generate_series(1, 2);
	CREATE TABLE before AS SELECT customer.id, name, invoice.id AS invoice_id
	FROM customer JOIN invoice ON customer_id = customer.id;
});
my $script = $node->basedir . '/writer.sql';
append_to_file($script, q{
\set r random(1, 1000000000)
INSERT INTO customer (name) VALUES ('writer ' || :r);
INSERT INTO invoice (customer_id, amount) SELECT id, :r FROM customer WHERE name = 'writer ' || :r;
BEGIN;
UPDATE customer SET created_at = now() WHERE name = 'customer ' || :r % 20000;
INSERT INTO invoice (customer_id, amount) SELECT id, :r FROM customer WHERE name = 'customer ' || :r % 20000;
COMMIT;
SELECT name, amount FROM invoice JOIN customer ON customer.id = customer_id WHERE name = 'customer ' || :r % 10000;
});
my ($out, $err) = ('', '');
my $writers = IPC::Run::start(
	[ qw(pgbench -n --verbose-errors -M simple -c 3 -T 3600 -f), $script,
		'-h', $node->host, '-p', $node->port, 'postgres' ],
	'>', \$out, '2>', \$err);

# Step N as it is printed, and once more.
sub step
{
	my ($n) = @_;
	my $sql = block('From uuid to wiji, while it is in use', $n);
	foreach my $time (1, 2)
	{
		my ($status, $stdout, $stderr) =
		  $node->psql('postgres', "\\i migrate/procedures.sql\n$sql", on_error_stop => 1);
		is($status, 0, "step $n, " . ($time == 1 ? 'as it is printed' : 'and once more')) or diag($stderr);
		note($stderr);
	}
	return;
}
my $still_there = q{
	SELECT count(*) FROM before JOIN customer USING (name)
	JOIN invoice ON customer_id = customer.id AND invoice.id = invoice_id
	WHERE customer.id = before.id
};
step(1);
step($_) for 2 .. 4;
is($node->safe_psql('postgres', $still_there), '40000', 'uuids refer to wijis, which are the same ids');
step(5);
step($_) for 6 .. 8;
$writers->pump_nb;
ok($writers->pumpable, 'the writers are still at work');
$writers->signal('TERM');
$writers->finish;
unlike($err, qr/ERROR|aborted/, 'no session has met an error');
is($node->safe_psql('postgres', $still_there), '40000', 'what was there is there');
is( $node->safe_psql('postgres', q{
		SELECT count(*) > 10, count(*) FILTER (WHERE customer.id IS NULL)
		FROM invoice LEFT JOIN customer ON customer.id = customer_id WHERE amount > 0}),
	't|0', 'as is what came meanwhile');
is( $node->safe_psql('postgres', q{
		SELECT string_agg(format('%s.%s %s', conrelid::regclass, conname, convalidated), ', ' ORDER BY conname)
		FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'}),
	'customer.customer_pkey t, invoice.invoice_customer_id_fkey t, invoice.invoice_pkey t', 'with all constraints');

# A dump is restored where the extension is missing.
$node->safe_psql('postgres', q{
	ALTER TABLE invoice ALTER id DROP DEFAULT, ALTER id TYPE wiji, ALTER id SET DEFAULT wiji_generate();
	CREATE TABLE event (
		id wiji PRIMARY KEY DEFAULT wiji_generate(), customer_id wiji REFERENCES customer, n integer,
		made timestamptz GENERATED ALWAYS AS (wiji_timestamp(id)) STORED)
	PARTITION BY RANGE (id);
	CREATE INDEX ON event (customer_id);
	CREATE INDEX ON event USING brin (wiji_timestamp(id));
	CREATE VIEW event_report AS SELECT wiji_timestamp(id) AS created_at, * FROM event;
	ALTER TABLE event ADD CHECK (customer_id <> id);
	CREATE INDEX ON event (n) WHERE customer_id < id;
	CREATE POLICY known ON event USING (customer_id IN (SELECT id FROM customer));
	CREATE VIEW event_of AS SELECT name, n FROM event JOIN customer ON customer.id = customer_id;
	SELECT wiji_create_partitions('event', '2026-01-01', '2026-03-01', '1 month');
	INSERT INTO event
	SELECT wiji_generate(at), (SELECT min(id) FROM customer), extract(epoch FROM at - '2026-01-01')
	FROM generate_series(timestamptz '2026-01-01', '2026-02-28', '1 hour') at;
	CREATE TABLE event_rest PARTITION OF event DEFAULT;
	CREATE TABLE list (ids wiji[], n integer);
	INSERT INTO list SELECT array_agg(id), 1 FROM event;
});
my $dump = $node->basedir . '/app.dump';
command_ok([ 'pg_dump', '-Fc', '-f', $dump, $node->connstr('postgres') ], 'pg_dump');
$node->safe_psql('postgres', 'CREATE DATABASE app TEMPLATE template0');
$node->safe_psql('app', block('Where the extension is missing', $_)) for 1, 2;
my ($list) = run_command([ 'pg_restore', '-l', $dump ]);
my $contents = $node->basedir . '/list';
append_to_file($contents, join("\n", grep { !/ EXTENSION / } split /\n/, $list) . "\n");
command_ok([ qw(pg_restore --exit-on-error -L), $contents, '-d', $node->connstr('app'), $dump ],
	'pg_restore without the extension');
my $digest = q{
	SELECT count(*), md5(string_agg(concat_ws(' ', customer.id::text, name, invoice.id::text), ','
	                                ORDER BY invoice.id))
	FROM customer JOIN invoice ON customer_id = customer.id
	UNION ALL
	SELECT count(*), md5(string_agg(concat_ws(' ', tableoid::regclass::text, id::text, customer_id::text, n, made), ','
	                                ORDER BY id))
	FROM event
	UNION ALL SELECT n, md5(ids::text) FROM list
	UNION ALL SELECT count(*), '' FROM event_report WHERE created_at = made
	UNION ALL SELECT count(*), min(name) FROM event_of
	UNION ALL SELECT count(*), 'rows' FROM event WHERE (n, id) IN (SELECT n, id FROM event)};
is($node->safe_psql('app', $digest), $node->safe_psql('postgres', $digest),
	'every row is there, in the same order and the same partitions');
is($node->safe_psql('app', q{SELECT count(*) FROM pg_extension WHERE extname = 'wiji'}), '0',
	'the portable database has no extension');
is( $node->safe_psql('app', q{
		INSERT INTO customer (name) VALUES ('after');
		INSERT INTO event (n) SELECT -1 FROM generate_series(1, 1000);
		SELECT (SELECT name FROM customer ORDER BY id DESC LIMIT 1),
		       count(*), count(DISTINCT id), max(tableoid::regclass::text)
		FROM event WHERE n = -1}),
	'after|1000|1000|event_rest', 'ids go on');
my $made = $node->safe_psql('app', q{SELECT id FROM customer WHERE name = 'after'});
is($node->safe_psql('postgres',
	"SELECT wiji_is_valid(text '$made'), now() - wiji_timestamp('$made') < interval '1 hour'"), 't|t',
	'portable ids are ids for the extension, too');

# Logical replication to a server that has only text.
my $other = PostgreSQL::Test::Cluster->new('other');
$other->init;
$other->start;
$other->safe_psql('postgres', q{
	CREATE TABLE customer (id text COLLATE "C" PRIMARY KEY, name text, created_at timestamptz);
	CREATE TABLE list (ids text[], n integer);
});
$node->safe_psql('postgres', 'CREATE PUBLICATION p FOR TABLE customer, list');
$other->safe_psql('postgres',
	"CREATE SUBSCRIPTION s CONNECTION '" . $node->connstr . " dbname=postgres' PUBLICATION p WITH (binary = false)");
$other->wait_for_subscription_sync($node, 's');
$node->safe_psql('postgres', q{
	INSERT INTO customer (name) VALUES ('later');
	UPDATE customer SET name = 'renamed' WHERE name = 'customer 7';
	DELETE FROM customer WHERE name = 'later'});
$node->wait_for_catchup('s');
my $customers = q{
	SELECT count(*), md5(string_agg(id || name, ',' ORDER BY id))
	FROM (SELECT id::text COLLATE "C" AS id, name FROM customer) c
};
is($other->safe_psql('postgres', $customers), $node->safe_psql('postgres', $customers),
	'logical replication into text: rows that were there, inserted, updated and deleted');
is($other->safe_psql('postgres', 'SELECT md5(ids::text) FROM list'),
	$node->safe_psql('postgres', 'SELECT md5(ids::text) FROM list'), 'arrays, too');
$other->safe_psql('postgres', 'DROP SUBSCRIPTION s');

# A subscriber whose old column takes the new values does not stop when a twin takes its place.
foreach my $types ([qw(uuid wiji true)], [qw(wiji uuid false)])
{
	my ($old, $new, $binary) = @$types;

	foreach my $server ($node, $other)
	{
		$server->safe_psql('postgres', "CREATE DATABASE $old");
		$server->safe_psql($old, qq{
			CREATE EXTENSION wiji;
			CREATE TABLE customer (id $old NOT NULL, new_id $new, n integer PRIMARY KEY)});
	}
	$node->safe_psql($old, 'CREATE PUBLICATION p FOR TABLE customer');
	$other->safe_psql($old,
		"CREATE SUBSCRIPTION s_$old CONNECTION '"
		  . $node->connstr
		  . " dbname=$old' PUBLICATION p WITH (binary = $binary)");
	$other->wait_for_subscription_sync($node, "s_$old", $old);
	$node->safe_psql($old, q{
		INSERT INTO customer SELECT wiji_uuid(), NULL, n FROM generate_series(1, 9) n;
		UPDATE customer SET new_id = id;
		ALTER TABLE customer DROP id;
		ALTER TABLE customer RENAME new_id TO id;
		INSERT INTO customer SELECT wiji_uuid(), 10});
	$node->wait_for_catchup("s_$old");
	is($other->safe_psql($old, 'SELECT count(id), count(new_id) FROM customer'), '10|9',
		"from $old to $new, the old column of a subscriber takes the new values");
	$other->safe_psql($old, "ALTER TABLE customer DROP new_id, ALTER id TYPE $new");
	$node->safe_psql($old, 'INSERT INTO customer SELECT wiji_uuid(), 11');
	$node->wait_for_catchup("s_$old");
	is($other->safe_psql($old, 'SELECT id, n FROM customer ORDER BY n'),
		$node->safe_psql($old, 'SELECT id, n FROM customer ORDER BY n'), '... and can change its type');
	$other->safe_psql($old, "DROP SUBSCRIPTION s_$old");
}
$other->stop;

# A partition that somebody makes while the way out of a partition key waits comes along.
$node->safe_psql('postgres', 'CREATE DATABASE parts');
$node->safe_psql('parts', 'CREATE EXTENSION wiji;' . block('Before: what goes on making ids', 1) . q{
	CREATE TABLE event (id wiji PRIMARY KEY, what text, created_at timestamptz) PARTITION BY RANGE (id);
	CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM (MINVALUE) TO (wiji_lower('2026-01-01 00:00+00'));
	INSERT INTO event VALUES (wiji_make(1, 1, 1), 'first')});
my $maker = $node->background_psql('parts');
$maker->query_safe(q{
	BEGIN;
	CREATE TABLE event_2 PARTITION OF event FOR VALUES FROM (wiji_lower('2026-01-01 00:00+00')) TO (MAXVALUE);
	INSERT INTO event VALUES (wiji_generate('2026-02-01 00:00+00'), 'second')});
my $way_err = '';
my $way = IPC::Run::start([ qw(psql -X -q -d), $node->connstr('parts'), '-c', block('A partition key', 1) ],
	'2>', \$way_err);
$node->poll_query_until('parts', q{SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)}) or die 'nothing waits';
$maker->query_safe('COMMIT');
$maker->quit;
$way->finish;
is($way_err, '', 'the way out of a partition key waits for one who makes a partition');
is($node->safe_psql('parts', q{SELECT string_agg(what, ' ' ORDER BY id) FROM event}), 'first second',
	'... and takes it along');

# The library is gone, as after an upgrade that forgot it.
$node->safe_psql('postgres', q{
	CREATE TABLE uuids AS SELECT id::uuid AS id, name FROM customer;
	CREATE TABLE stranded (id wiji PRIMARY KEY DEFAULT wiji_generate(), name text);
	CREATE TABLE refers (id wiji REFERENCES stranded);
	INSERT INTO stranded SELECT id, name FROM customer LIMIT 1000;
	INSERT INTO refers SELECT id FROM stranded});
my $as_uuids = q{
	SELECT count(*), md5(string_agg(id::text || name, ',' ORDER BY id))
	FROM (SELECT id::uuid AS id, name FROM stranded) s
};
my $uuids = $node->safe_psql('postgres', $as_uuids);
$node->safe_psql('postgres', q{UPDATE pg_proc SET probin = '/nowhere/wiji' WHERE probin ~ 'wiji'});
$node->restart;
my ($status, $stdout, $stderr) = $node->psql('postgres', 'SELECT id FROM stranded LIMIT 1');
like($stderr, qr/could not access file/, 'without its library an id cannot be shown');
is($node->safe_psql('postgres', $as_uuids), $uuids, 'but as uuid it can');
is( $node->safe_psql('postgres', q{
		ALTER TABLE refers DROP CONSTRAINT refers_id_fkey;
		ALTER TABLE stranded ALTER id DROP DEFAULT, ALTER id TYPE uuid;
		ALTER TABLE refers ALTER id TYPE uuid, ADD FOREIGN KEY (id) REFERENCES stranded;
		SELECT count(*), md5(string_agg(stranded.id::text || name, ',' ORDER BY stranded.id))
		FROM stranded JOIN refers USING (id)}),
	$uuids, 'tables of ids can become tables of uuids');

done_testing();
