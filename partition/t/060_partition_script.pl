# A table that is not partitioned yet becomes the first partition of a new one, by the statements that
# wiji_partition_script() prints: nothing is lost of its definition but what the list says, whatever
# interrupts the statements; no row is lost, no client gets an error, and a subscriber goes on.

use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(allows_streaming => 'logical');
$node->append_conf('postgresql.conf', "max_prepared_transactions = 5\nlog_statement = none");
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION wiji_partition');

# The statements, one by one.
sub statements
{
	my ($call, $db) = @_;
	return split /\x{1}/, $node->safe_psql($db // 'postgres', "SELECT string_agg(s, chr(1)) FROM wiji_partition_script($call) s");
}

# Runs statements as a person would, but for settings that make psql go on after errors.
my $scripts = 0;

sub psql_of
{
	my ($db, @statements) = @_;
	my $file = sprintf '%s/%d.sql', $PostgreSQL::Test::Utils::tmp_check, ++$scripts;
	append_to_file($file, join '', map { "$_\n" } @statements);
	return [ 'psql', '-X', '-q', '-v', 'ON_ERROR_ROLLBACK=on', '-v', 'VERBOSITY=terse', '-d', $node->connstr($db), '-f', $file ];
}

sub run_statements
{
	my ($db, @statements) = @_;
	my ($out, $err) = ('', '');
	my $ok = IPC::Run::run(psql_of($db, @statements), '>', \$out, '2>', \$err);
	$err =~ s/^.*NOTICE: .*\n//mg;
	return $ok ? $err : "failed: $err";
}

#
# A schema with everything
#

$node->safe_psql('postgres', q{CREATE DATABASE everything; CREATE ROLE "o'wner"; CREATE ROLE reader; CREATE ROLE "Wri""ter"});
my $place = PostgreSQL::Test::Utils::tempdir;
$node->safe_psql('postgres', "CREATE TABLESPACE \"sp ace\" LOCATION '$place'; GRANT CREATE ON TABLESPACE \"sp ace\" TO \"o'wner\"");
my ($others) = $node->pg_version >= 17 ? ', MAINTAIN' : '';
$node->safe_psql('everything', <<'END');
CREATE EXTENSION wiji_partition SCHEMA public;
CREATE SCHEMA "my shop" AUTHORIZATION "o'wner";
ALTER DEFAULT PRIVILEGES IN SCHEMA "my shop" GRANT SELECT ON TABLES TO "Wri""ter";
SET SESSION AUTHORIZATION "o'wner";
SET search_path = "my shop";
ALTER DEFAULT PRIVILEGES IN SCHEMA "my shop" GRANT SELECT, DELETE ON TABLES TO reader;

CREATE FUNCTION v7(at timestamptz DEFAULT clock_timestamp()) RETURNS uuid LANGUAGE sql VOLATILE
RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
	PLACING substring(int8send(floor(extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN coalesce(NEW, OLD); END';
CREATE DOMAIN price AS numeric CHECK (VALUE >= 0);
CREATE TABLE log (line text);
CREATE TABLE customer (id int PRIMARY KEY, name text);
INSERT INTO customer SELECT i, 'c' || i FROM generate_series(1, 100) i;

CREATE TABLE "or'ders" (
	dropped int,
	id uuid CONSTRAINT "the key" PRIMARY KEY DEFAULT v7(),
	customer_id int NOT NULL CONSTRAINT "of customer" REFERENCES customer ON DELETE CASCADE DEFERRABLE,
	parent uuid CONSTRAINT "self" REFERENCES "or'ders",
	number bigint GENERATED ALWAYS AS IDENTITY (START 100 INCREMENT 10 CACHE 5),
	serial serial,
	email text COLLATE "C" UNIQUE,
	"a ""b" price DEFAULT 3 CHECK ("a ""b" < 1000),
	double numeric GENERATED ALWAYS AS ("a ""b" * 2) STORED,
	note text,
	day date DEFAULT current_date,
	span tstzrange DEFAULT tstzrange('2026-01-02 03:04+00', NULL),
	CONSTRAINT "no'inherit" CHECK (note <> 'bad') NO INHERIT,
	CONSTRAINT "of day" CHECK (day > '2001-02-03'),
	CONSTRAINT pair UNIQUE (id, number) DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "no overlap" EXCLUDE USING gist (span WITH &&) WHERE (note = 'once')
) WITH (fillfactor = 90, autovacuum_enabled = off) TABLESPACE "sp ace";
ALTER TABLE "or'ders" DROP dropped;
ALTER TABLE "or'ders" ADD CONSTRAINT late CHECK (serial > 0) NOT VALID;
ALTER TABLE "or'ders" ALTER note SET STORAGE EXTERNAL, ALTER note SET STATISTICS 500, ALTER note SET (n_distinct = 7), ALTER note SET COMPRESSION pglz;
CREATE INDEX "an ""index" ON "or'ders" (note text_pattern_ops DESC, lower(note)) INCLUDE (day) WITH (fillfactor = 80) TABLESPACE "sp ace" WHERE day > '2020-01-01';
CREATE UNIQUE INDEX of_note ON "or'ders" (id, (lower(note)));
CREATE INDEX br ON "or'ders" USING brin (day);
CREATE INDEX a_very_long_name_of_an_index_that_ends_with_what_tells_it_fro1 ON "or'ders" (day);
CREATE INDEX a_very_long_name_of_an_index_that_ends_with_what_tells_it_fro2 ON "or'ders" (serial);
CREATE STATISTICS st ON day, note FROM "or'ders";
ALTER STATISTICS st SET STATISTICS 77;
ALTER TABLE "or'ders" REPLICA IDENTITY USING INDEX "the key";
ALTER TABLE "or'ders" CLUSTER ON "the key";

CREATE TABLE item (order_id uuid REFERENCES "or'ders" ON UPDATE CASCADE, n int, email text CONSTRAINT by_email REFERENCES "or'ders" (email));
CREATE TABLE part_item (order_id uuid, n int) PARTITION BY RANGE (n);
CREATE TABLE part_item_1 PARTITION OF part_item FOR VALUES FROM (1) TO (10);
CREATE TABLE part_item_2 PARTITION OF part_item FOR VALUES FROM (10) TO (20);
ALTER TABLE part_item ADD CONSTRAINT "par't" FOREIGN KEY (order_id) REFERENCES "or'ders" DEFERRABLE;

CREATE TRIGGER "tr'ig" BEFORE UPDATE OF note ON "or'ders" FOR EACH ROW WHEN (OLD.note IS DISTINCT FROM NEW.note) EXECUTE FUNCTION audit('a''b');
CREATE TRIGGER stm AFTER INSERT ON "or'ders" REFERENCING NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION audit();
CREATE CONSTRAINT TRIGGER ct AFTER INSERT ON "or'ders" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit();
CREATE TRIGGER transition AFTER INSERT ON "or'ders" REFERENCING NEW TABLE AS n FOR EACH ROW EXECUTE FUNCTION audit();
ALTER TABLE "or'ders" ENABLE ALWAYS TRIGGER "tr'ig";
ALTER TABLE "or'ders" DISABLE TRIGGER stm;
CREATE RULE ru AS ON UPDATE TO "or'ders" WHERE NEW.note = 'rule' DO ALSO INSERT INTO log VALUES ('x');
CREATE RULE of_log AS ON DELETE TO log DO ALSO (DELETE FROM "or'ders" WHERE note = OLD.line; UPDATE "or'ders" SET note = '' WHERE note = OLD.line);

ALTER TABLE "or'ders" ENABLE ROW LEVEL SECURITY;
CREATE POLICY pol ON "or'ders" AS RESTRICTIVE FOR UPDATE TO reader, "Wri""ter"
USING (note <> 'secret' AND EXISTS (SELECT FROM customer c WHERE c.id = customer_id)) WITH CHECK (true);
CREATE POLICY pol2 ON "or'ders" USING (true);
CREATE POLICY other ON customer FOR SELECT USING (EXISTS (SELECT FROM "or'ders" o WHERE o.customer_id = customer.id));
GRANT SELECT, UPDATE (note), INSERT ON "or'ders" TO "Wri""ter" WITH GRANT OPTION;
REVOKE ALL ON "or'ders" FROM reader;
GRANT SELECT (note, "a ""b") ON "or'ders" TO reader;
GRANT REFERENCES ON "or'ders" TO PUBLIC;
REVOKE TRUNCATE ON "or'ders" FROM "o'wner";
GRANT USAGE ON SEQUENCE "or'ders_number_seq" TO reader;

CREATE VIEW v1 WITH (security_barrier, check_option = local) AS SELECT id, note, day AS d FROM "or'ders" WHERE note <> '$do$';
CREATE VIEW v2 AS SELECT o.id, o.note, count(*), to_jsonb(o.*) AS j FROM "or'ders" o JOIN customer c ON c.id = customer_id GROUP BY o.id;
CREATE VIEW v3 AS SELECT * FROM v1;
CREATE VIEW of_rows AS SELECT o FROM "or'ders" o;
CREATE MATERIALIZED VIEW mv AS SELECT count(*) FROM "or'ders";
GRANT SELECT ON v1 TO reader;
CREATE FUNCTION f1(n int DEFAULT 3) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = "my shop" BEGIN ATOMIC
	SELECT CASE WHEN n > 3 THEN count(*) ELSE 0 END FROM "or'ders"; SELECT count(*) FROM "or'ders" WHERE note <> '$function$'; END;
CREATE FUNCTION of_row("or'ders") RETURNS text LANGUAGE sql RETURN $1.note;
REVOKE EXECUTE ON FUNCTION f1 FROM PUBLIC;

COMMENT ON TABLE "or'ders" IS 'the ''table''';
COMMENT ON COLUMN "or'ders"."a ""b" IS E'col\numn';
COMMENT ON INDEX br IS 'index';
COMMENT ON STATISTICS st IS 'statistics';
COMMENT ON CONSTRAINT "of customer" ON "or'ders" IS 'foreign key';
COMMENT ON CONSTRAINT "of day" ON "or'ders" IS 'check';
COMMENT ON CONSTRAINT "the key" ON "or'ders" IS 'key';
COMMENT ON CONSTRAINT "par't" ON part_item IS 'foreign key to it';
COMMENT ON SEQUENCE "or'ders_number_seq" IS 'sequence';
COMMENT ON TRIGGER "tr'ig" ON "or'ders" IS 'trigger';
COMMENT ON RULE ru ON "or'ders" IS 'rule';
COMMENT ON POLICY pol ON "or'ders" IS 'policy';
COMMENT ON VIEW v1 IS 'view';

INSERT INTO "or'ders" (id, customer_id, email, note) SELECT v7(now() - i * interval '1 hour'), i % 100 + 1, i, 'n' || i FROM generate_series(1, 1000) i;
UPDATE "or'ders" SET parent = (SELECT id FROM "or'ders" LIMIT 1);
INSERT INTO item SELECT id, 1, email FROM "or'ders";
INSERT INTO part_item SELECT id, number % 19 + 1 FROM "or'ders";
RESET SESSION AUTHORIZATION;
CREATE PUBLICATION pub FOR TABLE "my shop".customer, "my shop"."or'ders" (id, note, customer_id) WHERE (note <> 'x');
CREATE PUBLICATION root FOR TABLE "my shop"."or'ders" WITH (publish_via_partition_root);
CREATE PUBLICATION everywhere FOR ALL TABLES;
END

# The statements of a dump of definitions, but for those of the first partition alone.
sub definitions
{
	my $dump = '';
	IPC::Run::run([ 'pg_dump', '-s', '-d', $node->connstr('everything') ], '>', \$dump) or die 'pg_dump failed';
	$dump =~ s/^(--.*|\\(un)?restrict .*|SET .*;)\n//mg;
	my (%found, $statement);
	while ($dump =~ /\s*(.*?;)\n(?=\n|ALTER)/gs)
	{
		($statement = $1) =~ s/ ONLY / /g;
		$statement =~ s/^(ALTER TABLE \S+ \S+) ALTER COLUMN/$1 ALTER/;
		# columns and constraints one by one
		if ($statement =~ /^CREATE TABLE "my shop"\."or'ders" /) { $found{"or'ders: $_"}++ foreach $statement =~ /^ {4}(.*?),?$/mg; $statement =~ s/\(\n.*\n\)/(...)/s; }
		$found{$statement}++;
	}
	return \%found;
}

my $call = q{'"my shop"."or''ders"', '2100-01-01 00:00Z'};
my $before = definitions();
my @all = statements($call, 'everything');
is(join('', map { "$_\n" } grep { /^-- Not kept/ } @all), <<'END', 'the list has what is lost');
-- Not kept: constraint by_email on table "my shop".item, which is dropped
-- Not kept: constraint no'inherit on table "my shop"."or'ders", which stays on the first partition
-- Not kept: function "my shop".of_row("my shop"."or'ders"), which keeps to the first partition
-- Not kept: in later partitions: fillfactor=90, autovacuum_enabled=off
-- Not kept: in later partitions: replica identity
-- Not kept: index "my shop"."no overlap", which stays on the first partition
-- Not kept: index "my shop"."or'ders_email_key", which stays on the first partition
-- Not kept: materialized view "my shop".mv, which keeps to the first partition
-- Not kept: on the new table: CLUSTER ON "the key"
-- Not kept: publication everywhere: subscribers receive rows under the names of partitions, unless you run ALTER PUBLICATION everywhere SET (publish_via_partition_root)
-- Not kept: trigger tr'ig on table "my shop"."or'ders", if it changes column id
-- Not kept: trigger transition on table "my shop"."or'ders", which is dropped
-- Not kept: view "my shop".of_rows, which keeps to the first partition
END

# it is the same in any session; 19 has one form of literals
my $literals = $node->safe_psql('postgres', 'SHOW server_version_num') < 190000 ? 'SET standard_conforming_strings = off;' : '';
my $other = $node->safe_psql('everything', qq{
	SET search_path = "my shop"; SET TimeZone = 'Asia/Kolkata'; SET DateStyle = 'German'; SET IntervalStyle = sql_standard;
	SET quote_all_identifiers = on; SET extra_float_digits = 0; $literals SET default_tablespace = "sp ace";
	SELECT string_agg(s, chr(1)) FROM public.wiji_partition_script($call) s});
is($other, join("\x{1}", @all), 'it does not depend on settings');

is(run_statements('everything', 'SET search_path = "my shop";', q{SET quote_all_identifiers = on;}, @all), '', 'the statements run');
my $after = definitions();
my @lost = sort grep { !$after->{$_} } keys %$before;
my @new = sort grep { !$before->{$_} && !/_first\b|_fro[12]"? ATTACH/ } keys %$after;
is(join('', map { s/\s+/ /gr . "\n" } @lost), <<'END', 'nothing but that is lost');
ALTER FUNCTION "my shop".of_row("my shop"."or'ders") OWNER TO "o'wner";
ALTER TABLE "my shop"."or'ders" ADD CONSTRAINT "no overlap" EXCLUDE USING gist (span WITH &&) WHERE ((note = 'once'::text));
ALTER TABLE "my shop"."or'ders" ADD CONSTRAINT "or'ders_email_key" UNIQUE (email);
ALTER TABLE "my shop"."or'ders" ADD CONSTRAINT late CHECK ((serial > 0)) NOT VALID;
ALTER TABLE "my shop"."or'ders" CLUSTER ON "the key";
ALTER TABLE "my shop".item ADD CONSTRAINT by_email FOREIGN KEY (email) REFERENCES "my shop"."or'ders"(email);
CREATE FUNCTION "my shop".of_row("my shop"."or'ders") RETURNS text LANGUAGE sql RETURN ($1).note;
CREATE MATERIALIZED VIEW "my shop".mv AS SELECT count(*) AS count FROM "my shop"."or'ders" WITH NO DATA;
CREATE PUBLICATION pub WITH (publish = 'insert, update, delete, truncate');
CREATE TABLE "my shop"."or'ders" (...) WITH (fillfactor='90', autovacuum_enabled=off);
CREATE TRIGGER transition AFTER INSERT ON "my shop"."or'ders" REFERENCING NEW TABLE AS n FOR EACH ROW EXECUTE FUNCTION "my shop".audit();
CREATE VIEW "my shop".of_rows AS SELECT o.*::"my shop"."or'ders" AS o FROM "my shop"."or'ders" o;
or'ders: CONSTRAINT "no'inherit" CHECK ((note <> 'bad'::text)) NO INHERIT
END
is(join('', map { s/\s+/ /gr . "\n" } @new), <<'END', 'and nothing else is new');
CREATE PUBLICATION pub WITH (publish = 'insert, update, delete, truncate', publish_via_partition_root = true);
CREATE TABLE "my shop"."or'ders" (...) PARTITION BY RANGE (id);
or'ders: CONSTRAINT late CHECK ((serial > 0))
END
is($node->safe_psql('everything', q{
	SELECT count(*) FROM pg_index WHERE NOT indisvalid UNION ALL
	SELECT count(*) FROM pg_constraint WHERE NOT convalidated AND conparentid = 0 UNION ALL
	SELECT count(*) FROM "my shop"."or'ders_first" UNION ALL
	SELECT nextval('"my shop"."or''ders_number_seq"') - max(number) FROM "my shop"."or'ders"}), "0\n0\n1000\n10", 'all is valid, and the numbers go on');
my $nothing = definitions();
is(run_statements('everything', @all), '', 'once more');
is_deeply(definitions(), $nothing, 'which changes nothing');

#
# The page's commands
#

$node->safe_psql('postgres', q{CREATE TABLE orders (id uuid PRIMARY KEY); INSERT INTO orders VALUES ('01a1fd35-a4b7-77a7-97ef-63019aa0c8d6')});
my ($commands) = slurp_file('docs/partitions.md') =~ /^### A table that is not partitioned yet\n.*?^```sh\n(.*?)^```/ms;
{
	local $ENV{PGDATABASE} = $node->connstr('postgres');
	$commands =~ s/ -d app / -d "\$PGDATABASE" /g;
	$commands =~ s/^less /cat /m;
	my $folder = PostgreSQL::Test::Utils::tempdir;
	like($commands, qr!wiji_partition_script.*wiji_create_partitions!s, 'the page has commands');
	command_ok([ 'sh', '-ec', "cd '$folder'\n$commands" ], 'the commands of the page');
}
is($node->safe_psql('postgres', q{SELECT string_agg(partition::text, ' ' ORDER BY lower) FROM wiji_partitions('orders')}),
	'orders_first orders_20270101 orders_20270201 orders_20270301 orders_20270401 orders_20270501', 'create partitions');

#
# Keys of every kind: the server does not search the table again for rows that do not fit
#

$node->safe_psql('postgres', q{
	CREATE FUNCTION day(at timestamptz) RETURNS bigint STABLE RETURN floor(extract(epoch FROM at) / 86400)::bigint;
	CREATE FUNCTION digits(at timestamptz) RETURNS text STABLE RETURN to_char(at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISS');
	CREATE DOMAIN code AS text CHECK (VALUE <> '');
	CREATE DOMAIN old_code AS code COLLATE "C"});
foreach ([ 'uuid', q{'01a1fd35-a4b7-77a7-97ef-63019aa0c8d6'} ], [ 'timestamptz', 'now()' ], [ 'timestamp', 'now()' ], [ 'date', 'now()' ], [ 'bigint', 'day(now())', 'day' ],
	[ 'int', 'day(now())', 'day' ], [ 'text', 'digits(now())', 'digits' ], [ 'varchar(20)', 'digits(now())', 'digits' ], [ 'char(14)', 'digits(now())', 'digits' ], [ 'old_code', 'digits(now())', 'digits' ])
{
	my ($type, $value, $key_of) = @$_;
	my $arguments = "'key', '9999-01-01 00:00Z', 'id'" . ($key_of ? ", '$key_of(timestamptz)'" : '');
	$node->safe_psql('postgres', "CREATE TABLE key (id $type, n int); INSERT INTO key SELECT $value FROM generate_series(1, 100)");
	my @key = eval { statements($arguments) };
	if (!@key)
	{
		# of int, the function returns another type
		like($@, qr/must be a function from timestamptz to/, "$type: key_of is of this type");
	}
	else
	{
		local $ENV{PGOPTIONS} = '-c client_min_messages=debug1';
		my $log = run_statements('postgres', @key);
		like($log, qr/partition constraint for table "key_first" is implied by existing constraints/, "$type: ATTACH does not search it");
		unlike($log, qr/ERROR/, "$type: the statements run");
		is($node->safe_psql('postgres', 'SELECT count(*) FROM key'), 100, "$type: all rows are there");
	}
	$node->safe_psql('postgres', 'DROP TABLE key');
}

#
# Writers, readers and a subscriber, whatever interrupts the statements
#

$node->safe_psql('postgres', q{
CREATE FUNCTION v7(at timestamptz DEFAULT clock_timestamp()) RETURNS uuid LANGUAGE sql VOLATILE
RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
	PLACING substring(int8send(floor(extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;
CREATE TABLE customer (id int PRIMARY KEY);
INSERT INTO customer SELECT generate_series(1, 10)});

my $subscriber = PostgreSQL::Test::Cluster->new('subscriber');
$subscriber->init;
$subscriber->start;

sub create
{
	my ($n) = @_;
	my $table = qq{
		CREATE TABLE "event $n" (id uuid PRIMARY KEY, number bigint, customer_id int, what text);
		CREATE TABLE "item $n" (event_id uuid, n int)};
	$subscriber->safe_psql('postgres', $table);
	$node->safe_psql('postgres', qq{
		$table;
		ALTER TABLE "event $n" ALTER id SET DEFAULT v7(), ALTER number SET NOT NULL, ALTER number ADD GENERATED ALWAYS AS IDENTITY,
			ADD FOREIGN KEY (customer_id) REFERENCES customer, ADD parent uuid REFERENCES "event $n";
		ALTER TABLE "item $n" ADD FOREIGN KEY (event_id) REFERENCES "event $n";
		CREATE INDEX ON "event $n" (customer_id);
		CREATE VIEW "view $n" AS SELECT e.* FROM "event $n" e JOIN customer c ON c.id = customer_id;
		INSERT INTO "event $n" (customer_id, what) SELECT 1, i FROM generate_series(1, 20000) i;
		CREATE PUBLICATION "pub $n" FOR TABLE "event $n" (id, number, customer_id, what), "item $n"});
	my $connection = $node->connstr . ' dbname=postgres';
	$subscriber->safe_psql('postgres', qq{CREATE SUBSCRIPTION "sub$n" CONNECTION '$connection' PUBLICATION "pub $n"});
	$subscriber->wait_for_subscription_sync($node, "sub$n");
	return;
}

# Clients of the table with this number, for some seconds: the processes, and what they print.
sub start_clients
{
	my ($n, $seconds) = @_;
	my @clients;
	my $file = sub {
		my ($name, $text) = @_;
		my $path = "$PostgreSQL::Test::Utils::tmp_check/$name-$n.sql";
		append_to_file($path, $text =~ s/\$n/$n/gr);
		return $path;
	};
	my $event = $file->('event', q{INSERT INTO "event $n" (customer_id, what) VALUES (1 + :client_id, 'new');});
	my $item = $file->('item', <<'END');
BEGIN;
WITH e AS (INSERT INTO "event $n" (customer_id, parent) SELECT 1 + :client_id, id FROM "event $n" ORDER BY id DESC LIMIT 1 RETURNING id)
SELECT id AS id FROM e \gset
INSERT INTO "item $n" VALUES (':id', 1);
UPDATE "event $n" SET what = 'changed' WHERE id = ':id';
COMMIT;
END
	my $read = $file->('read', <<'END');
BEGIN;
SELECT count(*) FROM "event $n";
SELECT count(*) FROM "view $n";
INSERT INTO "event $n" (customer_id, what) VALUES (10, 'read');
COMMIT;
END
	foreach ([ 'read committed', 2, '-f', $event, '-f', $item ], [ 'repeatable read', 1, '-f', $read ],
		[ 'serializable', 1, '-M', 'prepared', '-f', $event ])
	{
		my ($isolation, $count, @files) = @$_;
		my %client = (text => '');
		local $ENV{PGOPTIONS} = '-c default_transaction_isolation=' . $isolation =~ s/ /\\ /r;
		$client{process} = IPC::Run::start([ 'pgbench', '-n', '-l', "--log-prefix=$PostgreSQL::Test::Utils::tmp_check/log$n-" . scalar(@clients), '-c', $count, '-T', $seconds, @files, $node->connstr('postgres') ],
			'>', \$client{text}, '2>', \$client{text});
		push @clients, \%client;
	}
	return @clients;
}

my $longest = 0;

# Everything is right after them.
sub finish
{
	my ($n, $what, @clients) = @_;
	my $inserted = 20000;
	foreach my $client (@clients)
	{
		ok($client->{process}->finish, "$what: no client got an error") or diag $client->{text};
		$inserted += $1 if $client->{text} =~ /transactions actually processed: (\d+)/;
	}
	foreach my $log (glob "$PostgreSQL::Test::Utils::tmp_check/log$n-*")
	{
		foreach (split /\n/, slurp_file($log)) { my $us = (split)[2]; $longest = $us if $us > $longest; }
	}
	is($node->safe_psql('postgres', qq{SELECT count(*), count(DISTINCT number), count(*) FILTER (WHERE tableoid = '"event ${n}_first"'::regclass) FROM "event $n"}),
		"$inserted|$inserted|$inserted", "$what: all rows are there");
	is($node->safe_psql('postgres', qq{
		SELECT contype, convalidated, count(*) FROM pg_constraint WHERE conparentid = 0 AND contype IN ('f', 'c') AND conrelid IN ('"event $n"'::regclass, '"item $n"'::regclass) GROUP BY 1, 2;
		SELECT count(*) FROM "view $n" WHERE what = 'read'}), "f|t|3\n" . $node->safe_psql('postgres', qq{SELECT count(*) FROM "event $n" WHERE what = 'read'}), "$what: foreign keys and the view, too");
	$node->wait_for_catchup("sub$n");
	is($subscriber->safe_psql('postgres', qq{SELECT count(*), count(*) FILTER (WHERE what = 'changed') FROM "event $n"}),
		$node->safe_psql('postgres', qq{SELECT count(*), count(*) FILTER (WHERE what = 'changed') FROM "event $n"}), "$what: the subscriber goes on");
	$subscriber->safe_psql('postgres', qq{DROP SUBSCRIPTION "sub$n"});
	return;
}

my $n = 0;
create(0);
my @statements = statements(q{'"event 0"', '2100-01-01 00:00Z'});
$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION sub0');
foreach my $count (0 .. $#statements)
{
	next if $statements[$count] =~ /^--/;
	create(++$n);
	@statements = statements(qq{'"event $n"', '2100-01-01 00:00Z'});
	my @clients = start_clients($n, 3);
	select(undef, undef, undef, 0.5);
	my $what = "after $count statements";
	is(run_statements('postgres', @statements[ 0 .. $count - 1 ]), '', "$what: interrupted");
	is(run_statements('postgres', @statements), '', "$what: run again");
	finish($n, $what, @clients);
}

# two at once, and a session in the way is killed
create(++$n);
@statements = statements(qq{'"event $n"', '2100-01-01 00:00Z'});
my @clients = start_clients($n, 6);
my ($reader) = $node->background_psql('postgres');
$reader->query_safe(qq{BEGIN; SELECT FROM "item $n" LIMIT 1});
my @runs = map { my $err = ''; { err => \$err, run => IPC::Run::start(psql_of('postgres', @statements), '>', \my $out, '2>', \$err) } } 1 .. 2;
$node->poll_query_until('postgres', q{SELECT count(*) >= 1 FROM pg_stat_activity WHERE wait_event IN ('PgSleep', 'relation') AND query LIKE 'DO%'}) or die;
is($node->safe_psql('postgres', q{SELECT bool_or(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity WHERE query LIKE 'DO%' ORDER BY pid LIMIT 1) s}), 't', 'one is killed');
$reader->query_safe('COMMIT');
$reader->quit;
is(scalar(grep { $_->{run}->finish } @runs), 1, 'the other one goes on');
is(run_statements('postgres', @statements), '', 'then the first one, again');
finish($n, 'two at once', @clients);

note 'longest transaction of a client: ', $longest / 1000, ' ms';
done_testing();
