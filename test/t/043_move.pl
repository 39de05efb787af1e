# portable/move.sql over one of everything: what pg_dump -s prints before and after differs in the
# type's name and in nothing else, or nothing has been moved.

use strict;
use warnings;

use lib 'test/t';

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(extra => [ '--encoding=UTF8', '--no-locale' ]);
$node->append_conf('postgresql.conf', q{
	wal_level = logical
	max_locks_per_transaction = 256
	allow_in_place_tablespaces = on
	client_min_messages = warning
});
$node->start;
my $version = $node->pg_version;
$node->safe_psql('postgres', q{
	CREATE TABLESPACE space LOCATION '';
	CREATE ROLE regress_anna LOGIN;
	CREATE ROLE regress_bob ROLE regress_anna;
	GRANT CREATE ON TABLESPACE space TO regress_anna;
});
$node->safe_psql('postgres', 'CREATE DATABASE base OWNER regress_anna');

sub run_sql
{
	my ($database, $user, @sql) = @_;
	my ($out, $err) = ('', '');
	my @psql = (qw(psql -X -q -At -v ON_ERROR_STOP=1 -d), $node->connstr($database) . " user=$user");
	my @given = map { /\.sql$/ ? ('-f', $_) : ('-c', $_) } @sql;
	my $ok = IPC::Run::run([ @psql, @given ], '>', \$out, '2>', \$err);
	return ($ok, $err, $out);
}
sub must { my ($ok, $err, $out) = run_sql(@_); $ok or BAIL_OUT("$err in @_"); return $out; }

my ($superuser) = $node->safe_psql('postgres', 'SELECT current_user');
must('base', 'regress_anna', 'CREATE SCHEMA plain', 'SET search_path = plain', 'portable/wiji.sql',
	'CREATE SCHEMA ext', 'CREATE EXTENSION wiji SCHEMA ext', 'CREATE SCHEMA app');
must('base', $superuser, q{
	CREATE EXTENSION btree_gist SCHEMA public;
	CREATE EXTENSION file_fdw SCHEMA public;
	CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
	GRANT USAGE ON FOREIGN SERVER files TO regress_anna;
	GRANT pg_read_server_files TO regress_anna;
});

# The dump, without the types and the names of their schemas.  An id is written as a uuid.  Texts
# that only look like ids are in lines that say so.
sub uuid_of
{
	my ($text) = @_;
	my $bits = join '', map { sprintf '%05b', index('0123456789ABCDEFGHJKMNPQRSTVWXYZ', $_) } split //, $text;
	return join '-', unpack 'A8A4A4A4A12', unpack 'H*', pack 'B*', substr $bits, 2;
}
sub dump_of
{
	my ($database) = @_;
	my ($out, $err) = run_command([ 'pg_dump', '-s', '-d', $node->connstr($database) ]);
	die $err if $err =~ /error/;
	$out =~ s/^\\(un)?restrict .*\n//mg;
	$out =~ s/\b(plain|ext)\.//g;
	$out =~ s/ IN \( SELECT/ = ANY ( SELECT/g;	# which the server writes if the operator needs a schema
	$out =~ s/OPERATOR\(([^)]*)\)/$1/g;
	$out =~ s/^(?!.*looks)(.*)$/$1 =~ s{'([0-7][0-9A-HJKMNP-TV-Z]{25})'}{"'" . uuid_of($1) . "'"}ger/mge;
	$out =~ s/(RI_ConstraintTrigger_[ac])_\d+/$1/g;
	# A domain is cast to its uuid where the type is not, with parentheses.
	$out =~ s/::(uuid|wiji)\b(\[\])?|[() ]//g;
	return $out;
}
sub differences
{
	my %count;
	$count{$_}++ foreach split /\n/, $_[0];
	$count{$_}-- foreach split /\n/, $_[1];
	return join '', map { ($count{$_} > 0 ? 'was: ' : 'is: ') . "$_\n" } grep { $count{$_} } sort keys %count;
}

# Everything is in a schema with these.
my $tables = q{
	CREATE TABLE customer (
		id wiji PRIMARY KEY DEFAULT wiji_generate(), name text NOT NULL, code text DEFAULT wiji_text(),
		n integer, period tstzrange);
	CREATE TABLE event (
		id wiji DEFAULT wiji_generate() PRIMARY KEY, customer_id wiji NOT NULL REFERENCES customer,
		what text, n integer, CHECK (wiji_timestamp(id) > '2020-01-01 00:00+00')) PARTITION BY RANGE (id);
	SELECT count(*)
	FROM wiji_create_partitions('event', '2026-01-01 00:00+00', '2026-04-01 00:00+00', '1 month', 'UTC');
	CREATE TABLE note (
		event_id wiji REFERENCES event ON DELETE CASCADE, n integer, seen wiji[], PRIMARY KEY (event_id, n));
	INSERT INTO customer (id, name) VALUES (wiji_make(1, 1, 1), 'Anna');
	INSERT INTO event (id, customer_id) VALUES (wiji_generate('2026-02-01 00:00+00'), wiji_make(1, 1, 1));
	INSERT INTO note (event_id, n, seen) SELECT id, 1, ARRAY[id] FROM event;
};

my $anna_is_superuser = 'ALTER ROLE regress_anna SUPERUSER';
my $bob_creates = 'GRANT CREATE ON SCHEMA app TO regress_bob';

# name => [what is there besides, is it moved (or a pattern of the error), what the superuser does
# first]
my @cases = (
	[ 'nothing else' => '', 1 ],
	[ 'views on views, with options, names of columns, grants and defaults' => q{
		CREATE VIEW recent (key, said) WITH (security_barrier, check_option = local) AS
			SELECT id, what FROM event
			WHERE id >= wiji_lower('2026-02-01 00:00+00') AND wiji_within(id, '(,)');
		CREATE VIEW "Odd, ""one""" AS SELECT count(*), max(key) AS last FROM recent GROUP BY said;
		ALTER VIEW recent ALTER said SET DEFAULT 'nothing';
		COMMENT ON VIEW recent IS 'a view'; COMMENT ON COLUMN recent.said IS 'its column';
		GRANT SELECT ON recent TO regress_bob WITH GRANT OPTION;
		GRANT SELECT (last), UPDATE (count) ON "Odd, ""one""" TO PUBLIC;
		CREATE VIEW precise AS
			SELECT id, 0.1::float8 + 0.2::float8 * 1.1111111111111112::float8 AS x,
			       interval '1 day -2 hours' AS i, timestamptz '2026-03-04 05:06:07.891011+00' AS t,
			       E'a\\\\b' AS s
			FROM customer;
		CREATE VIEW of_function AS SELECT wiji_generate() AS id, wiji_text(wiji_make(1, 2, 3));
		CREATE RECURSIVE VIEW chain (id, depth) AS
			SELECT id, 1 FROM customer
			UNION ALL
			SELECT c.id, depth + 1 FROM chain JOIN customer c USING (id) WHERE depth < 3 }, 1 ],
	[ 'views with IN' => q{
		CREATE VIEW v AS SELECT id FROM customer
		WHERE id IN (SELECT customer_id FROM event) AND (id, n) NOT IN (SELECT event_id, n FROM note)
			AND id IN (wiji_make(1, 1, 1), wiji_make(1, 2, 1)) AND id <> ALL (ARRAY[wiji_make(1, 3, 1)]) }, 1 ],
	[ 'a view with a period' => q{
		CREATE VIEW v AS SELECT id FROM customer WHERE id <@ tstzrange(now(), NULL) },
		qr/operator is not unique: wiji <@ tstzrange|wiji_period\)::tstzrange/ ],
	[ 'rules of views' => q{
		CREATE VIEW v AS SELECT id, name FROM customer;
		CREATE RULE nothing AS ON INSERT TO v DO INSTEAD NOTHING;
		CREATE RULE other AS ON DELETE TO v WHERE old.name = 'x' DO INSTEAD DELETE FROM note WHERE event_id = old.id;
		CREATE RULE also AS ON DELETE TO v DO INSTEAD NOTHING;
		COMMENT ON RULE other ON v IS 'with a comment' }, 1 ],
	[ 'triggers of views and tables' => q{
		CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
		CREATE VIEW v AS SELECT id, name FROM customer;
		CREATE TRIGGER instead INSTEAD OF INSERT OR UPDATE ON v FOR EACH ROW EXECUTE FUNCTION f('a', '');
		CREATE TRIGGER of_row BEFORE INSERT OR UPDATE OF what ON event
			FOR EACH ROW WHEN (new.n > 1) EXECUTE FUNCTION f();
		CREATE TRIGGER of_statement AFTER INSERT ON event REFERENCING NEW TABLE AS made
			FOR EACH STATEMENT EXECUTE FUNCTION f();
		CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON event DEFERRABLE INITIALLY DEFERRED
			FOR EACH ROW EXECUTE FUNCTION f();
		ALTER TABLE event ENABLE ALWAYS TRIGGER of_row; ALTER TABLE event DISABLE TRIGGER of_statement;
		COMMENT ON TRIGGER of_row ON event IS 'a trigger'; COMMENT ON TRIGGER instead ON v IS 'another';
		CREATE TRIGGER plain AFTER DELETE ON customer FOR EACH ROW EXECUTE FUNCTION f();
		ALTER TABLE customer DISABLE TRIGGER plain }, 1 ],
	[ 'a trigger that is off in one partition' => q{
		CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
		CREATE TRIGGER of_row BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION f();
		ALTER TABLE event_20260101 DISABLE TRIGGER of_row }, 1 ],
	[ 'arrays with defaults' => q{
		CREATE TABLE a (
			ids wiji[] DEFAULT '{}' CHECK (ids <> '{}'::wiji[]), n integer DEFAULT cardinality('{}'::wiji[]));
		CREATE VIEW none AS SELECT '{}'::wiji[] AS ids;
		CREATE INDEX i ON a (cardinality(ids || '{}'::wiji[])) }, 1 ],
	[ 'materialized views' => q{
		CREATE MATERIALIZED VIEW made WITH (fillfactor = 70, toast.autovacuum_enabled = off) TABLESPACE space AS
			SELECT id, name, wiji_timestamp(id) AS at FROM customer;
		CREATE UNIQUE INDEX made_id ON made (id) TABLESPACE space;
		CREATE INDEX made_at ON made (at) WITH (fillfactor = 50);
		CREATE INDEX made_time ON made (wiji_timestamp(id));
		ALTER TABLE made CLUSTER ON made_at;
		COMMENT ON MATERIALIZED VIEW made IS 'made';
		COMMENT ON INDEX made_at IS 'index';
		COMMENT ON COLUMN made.at IS 'column';
		ALTER MATERIALIZED VIEW made ALTER name SET STATISTICS 50, ALTER name SET (n_distinct = 7),
			ALTER name SET STORAGE external;
		CREATE STATISTICS made_both ON id, name FROM made;
		CREATE MATERIALIZED VIEW empty AS SELECT * FROM made WITH NO DATA;
		CREATE VIEW v AS SELECT * FROM empty }, qr/app\.made, attname: name, attstorage/ ],
	[ 'materialized views as they usually are' => q{
		CREATE MATERIALIZED VIEW made WITH (fillfactor = 70, toast.autovacuum_enabled = off) TABLESPACE space AS
			SELECT id, name, wiji_timestamp(id) AS at FROM customer;
		CREATE UNIQUE INDEX made_id ON made (id) TABLESPACE space;
		CREATE INDEX made_at ON made (at) WITH (fillfactor = 50);
		CREATE INDEX made_time ON made (wiji_timestamp(id));
		ALTER TABLE made CLUSTER ON made_at;
		COMMENT ON MATERIALIZED VIEW made IS 'made';
		COMMENT ON INDEX made_at IS 'index';
		COMMENT ON COLUMN made.at IS 'column';
		ALTER MATERIALIZED VIEW made ALTER name SET STATISTICS 50, ALTER name SET (n_distinct = 7);
		CREATE STATISTICS made_both ON id, name FROM made;
		CREATE MATERIALIZED VIEW empty AS SELECT * FROM made WITH NO DATA; CREATE VIEW v AS SELECT * FROM empty }, 1 ],
	[ 'comments on everything' => q{
		COMMENT ON TABLE customer IS 'table';
		COMMENT ON COLUMN customer.id IS 'column';
		COMMENT ON CONSTRAINT customer_pkey ON customer IS 'key';
		COMMENT ON INDEX customer_pkey IS 'its index';
		COMMENT ON TABLE event IS 'table IS NULL';
		COMMENT ON COLUMN event.id IS 'column';
		COMMENT ON CONSTRAINT event_pkey ON event IS 'key';
		COMMENT ON INDEX event_pkey IS 'its index';
		COMMENT ON CONSTRAINT event_id_check ON event IS 'check';
		COMMENT ON CONSTRAINT event_customer_id_fkey ON event IS 'foreign key';
		COMMENT ON CONSTRAINT note_event_id_fkey ON note IS 'and to it';
		COMMENT ON CONSTRAINT event_20260101_pkey ON event_20260101 IS 'of a partition';
		COMMENT ON INDEX event_20260101_pkey IS 'of a partition';
		COMMENT ON TABLE event_20260101 IS 'a partition';
		CREATE INDEX made ON customer (wiji_timestamp(id)); COMMENT ON INDEX made IS 'on what a function gives' }, 1 ],
	[ 'statistics' => q{
		ALTER TABLE customer ALTER id SET STATISTICS 500, ALTER name SET (n_distinct = -0.5);
		ALTER TABLE event ALTER id SET STATISTICS 500,
			ALTER customer_id SET (n_distinct = 100, n_distinct_inherited = 200);
		CREATE INDEX made ON customer (wiji_timestamp(id), (n + 1)); ALTER INDEX made ALTER 1 SET STATISTICS 300;
		CREATE INDEX event_made ON event (wiji_timestamp(id)); ALTER INDEX event_made ALTER 1 SET STATISTICS 300;
		CREATE STATISTICS mine (ndistinct, mcv) ON id, name, n FROM customer;
		ALTER STATISTICS mine SET STATISTICS 77;
		COMMENT ON STATISTICS mine IS 'my own';
		CREATE STATISTICS "Theirs" (dependencies) ON customer_id, what FROM event;
		ALTER STATISTICS "Theirs" SET STATISTICS 78;
		COMMENT ON STATISTICS "Theirs" IS 'theirs' }, 1 ],
	[ 'statistics of what a function gives' => q{
		CREATE STATISTICS of_time ON n, (wiji_timestamp(id)) FROM customer;
		CREATE STATISTICS of_period ON n, (wiji_lower(lower(period))) FROM customer;
		ALTER STATISTICS of_period SET STATISTICS 79;
		COMMENT ON STATISTICS of_period IS 'of a period';
		CREATE STATISTICS of_event ON n, (wiji_make(n, n, n)) FROM event;
		CREATE TABLE bare (at timestamptz, n integer) PARTITION BY LIST (n);
		CREATE STATISTICS of_moment ON n, (wiji_upper(at)) FROM bare }, 1 ],
	[ 'tablespaces' => q{
		CREATE TABLE away (id wiji DEFAULT wiji_generate(), n integer) TABLESPACE space;
		ALTER TABLE away ADD CONSTRAINT away_key UNIQUE (id) USING INDEX TABLESPACE space;
		CREATE INDEX away_time ON away (wiji_timestamp(id)) TABLESPACE space;
		CREATE TABLE far (id wiji, n integer) PARTITION BY RANGE (id) TABLESPACE space;
		CREATE TABLE far_1 PARTITION OF far FOR VALUES FROM (MINVALUE) TO (wiji_lower('2026-01-01 00:00+00'));
		ALTER TABLE far ADD CONSTRAINT far_pkey PRIMARY KEY (id) USING INDEX TABLESPACE space;
		CREATE INDEX far_n ON far (n);
		ALTER INDEX far_n SET TABLESPACE space }, 1 ],
	[ 'partitions by text that looks like ids' => q{
		CREATE TABLE looks (key text, id wiji) PARTITION BY RANGE (key);
		CREATE TABLE looks_1 PARTITION OF looks FOR VALUES FROM ('06C31QQ30K880007VPPQCVK2KZ')
			TO ('06C31QQ30KRC0005N2V6QW4TF3');
		CREATE TABLE looks_2 PARTITION OF looks FOR VALUES FROM ('it''s, (1)') TO (MAXVALUE);
		CREATE TABLE looks_list (key text, id wiji) PARTITION BY LIST (key);
		CREATE TABLE looks_list_1 PARTITION OF looks_list
			FOR VALUES IN ('06C31QQ30K880007VPPQCVK2KZ', NULL, 'it''s, (1)') }, 1 ],
	[ 'partitions by several columns, by lists, in two levels, with a default' => q{
		CREATE TABLE both_of (what text, id wiji, n integer) PARTITION BY RANGE (what, id, n);
		CREATE TABLE both_1 PARTITION OF both_of FOR VALUES
			FROM ('a, (b', '0660c03f-a9ad-bf00-0710-000000003039', -5)
			TO ('a, (b', '0660c03f-a9ad-bf00-0710-000000003040', MAXVALUE);
		CREATE TABLE both_2 PARTITION OF both_of DEFAULT;
		CREATE TABLE lists (id wiji, at timestamptz) PARTITION BY LIST (id);
		CREATE TABLE lists_1 PARTITION OF lists FOR VALUES IN (
			'0660c03f-a9ad-bf00-0710-000000003039', NULL, '0660c03f-a9ad-bf00-0710-000000003040');
		CREATE TABLE tree (id wiji, at timestamptz, PRIMARY KEY (id, at)) PARTITION BY RANGE (id);
		CREATE TABLE tree_1 PARTITION OF tree FOR VALUES FROM (MINVALUE) TO (MAXVALUE) PARTITION BY RANGE (at);
		CREATE TABLE tree_1_1 PARTITION OF tree_1 FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
		CREATE TABLE tree_1_2 PARTITION OF tree_1 DEFAULT;
		CREATE INDEX tree_at ON tree (at, id); COMMENT ON INDEX tree_at IS 'of all' }, 1 ],
	[ 'partitions by time, which an id gives' => q{
		CREATE TABLE timed (id wiji) PARTITION BY RANGE (wiji_timestamp(id));
		CREATE TABLE timed_1 PARTITION OF timed FOR VALUES FROM ('2026-01-01 00:00+00') TO ('2027-01-01 00:00+00')
	}, 'either' ],
	[ 'partitions by hash' => q{
		CREATE TABLE hashed (id wiji) PARTITION BY HASH (id);
		CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0);
		CREATE TABLE hashed_2 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
		INSERT INTO hashed SELECT wiji_make(i, 1, 1) FROM generate_series(1, 100) i }, qr/partition constraint/ ],
	[ 'what a partitioned table can have' => q{
		CREATE TABLE rich (
			id wiji NOT NULL DEFAULT wiji_generate(), n serial, body text DEFAULT 'x',
			twice integer GENERATED ALWAYS AS (2 * n) STORED, gone integer, u uuid, tags text[],
			CONSTRAINT positive CHECK (n > 0), UNIQUE NULLS NOT DISTINCT (id, n)) PARTITION BY RANGE (id);
		ALTER TABLE rich ALTER body SET STORAGE external;
		ALTER TABLE rich DROP gone;
		ALTER TABLE rich ADD after_that text COLLATE "C";
		CREATE TABLE rich_1 PARTITION OF rich (n DEFAULT 7) FOR VALUES FROM (MINVALUE) TO (MAXVALUE)
			WITH (fillfactor = 50);
		CREATE UNIQUE INDEX rich_more ON rich (id, body COLLATE "C" DESC NULLS LAST) INCLUDE (n) WHERE n > 7;
		CREATE INDEX ON rich USING brin (n) WITH (pages_per_range = 7);
		CREATE INDEX rich_own ON rich_1 (body); ALTER TABLE rich_1 REPLICA IDENTITY USING INDEX rich_1_id_n_key;
		ALTER TABLE rich ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; ALTER TABLE rich REPLICA IDENTITY FULL;
		CREATE POLICY old_ones ON rich AS RESTRICTIVE FOR UPDATE TO regress_bob, CURRENT_USER
			USING (id < wiji_lower('2026-01-01 00:00+00')) WITH CHECK (n > 1);
		CREATE POLICY all_of_them ON rich USING (true);
		COMMENT ON POLICY all_of_them ON rich IS 'policy';
		GRANT SELECT, INSERT ON rich TO regress_bob;
		GRANT UPDATE (body, id) ON rich TO regress_bob;
		GRANT SELECT ON rich TO PUBLIC;
		CREATE PUBLICATION pub FOR TABLE rich (id, n, u), customer WHERE (n > 1) WITH (publish_via_partition_root)
	}, $version >= 18 ? 'either' : 1 ],
	[ 'policies that are forced on the owner' => q{
		ALTER TABLE customer ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
		ALTER TABLE event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY }, 1 ],
	[ 'a publication without a list of columns, after a column has gone' => q{
		ALTER TABLE event DROP what;
		CREATE PUBLICATION pub FOR TABLE event WHERE (n > 1), ONLY customer WITH (publish_via_partition_root);
		CREATE PUBLICATION whole FOR TABLES IN SCHEMA app }, 1, $anna_is_superuser ],
	[ 'identity columns' => q{
		CREATE TABLE counted (
			id wiji DEFAULT wiji_generate(), n integer GENERATED ALWAYS AS IDENTITY (START 7 INCREMENT 3),
			m serial) }, 1 ],
	[ 'rules of tables' => q{
		CREATE RULE log AS ON DELETE TO customer DO INSERT INTO note (event_id) VALUES (old.id) }, qr/rule/ ],
	[ 'policies that read ids' => q{
		CREATE POLICY own ON customer USING (id IS NOT NULL) }, qr/policy/ ],
	[ 'generated columns' => q{
		CREATE TABLE g (id wiji, at timestamptz GENERATED ALWAYS AS (wiji_timestamp(id)) STORED)
	}, qr/column at of app\.g is generated from an id, or is one\n.*HINT:  Drop it/s ],
	[ 'an id that is generated' => q{
		CREATE TABLE g (n bigint, ids wiji[], id wiji GENERATED ALWAYS AS (wiji_make(n, 0, 0)) STORED)
	}, qr/column id of app\.g is generated from an id, or is one/ ],
	[ 'a column that is generated from an array of ids' => q{
		CREATE TABLE g (ids wiji[], n integer GENERATED ALWAYS AS (cardinality(ids)) STORED)
	}, qr/column n of app\.g is generated/ ],
	[ 'WHEN of a trigger' => q{
		CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
		CREATE TRIGGER t BEFORE UPDATE ON customer
			FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id) EXECUTE FUNCTION f() }, qr/trigger/ ],
	[ 'keys of all kinds' => q{
		CREATE TABLE k (
			id wiji PRIMARY KEY, a wiji UNIQUE DEFERRABLE INITIALLY DEFERRED, b wiji,
			c wiji REFERENCES customer MATCH FULL DEFERRABLE, d integer, e wiji,
			UNIQUE NULLS NOT DISTINCT (a, d), FOREIGN KEY (e, d) REFERENCES k (a, d) ON DELETE SET NULL (e),
			EXCLUDE (e WITH =) WHERE (d > 7), EXCLUDE USING hash (b WITH =));
		ALTER TABLE k ADD FOREIGN KEY (b) REFERENCES k ON DELETE SET NULL ON UPDATE CASCADE NOT VALID,
			ADD CONSTRAINT fresh CHECK (id IS NOT NULL) NOT VALID,
			ADD CONSTRAINT mine CHECK (wiji_sequence(id) < 10) NO INHERIT;
		CREATE UNIQUE INDEX k_key ON k (id) INCLUDE (d) WHERE d > 1;
		ALTER TABLE k CLUSTER ON k_a_d_key;
		ALTER TABLE k ALTER d SET NOT NULL, ALTER a SET NOT NULL;
		CREATE UNIQUE INDEX k_ident ON k (d, id); ALTER TABLE k REPLICA IDENTITY USING INDEX k_ident;
		CREATE INDEX k_hash ON k USING hash (id);
		CREATE INDEX k_brin ON k USING brin (id);
		CREATE INDEX k_desc ON k (id DESC NULLS LAST);
		CREATE TABLE of_uuid (id uuid PRIMARY KEY); CREATE TABLE to_uuid (id wiji REFERENCES of_uuid) }, 1 ],
	[ 'exclusion constraints with GiST' => q{
		CREATE TABLE x (id wiji, at tstzrange, EXCLUDE USING gist (id WITH =, at WITH &&)) }, 'either' ],
	[ 'an index that is clustered and is the identity' => q{
		ALTER TABLE customer CLUSTER ON customer_pkey;
		ALTER TABLE customer REPLICA IDENTITY USING INDEX customer_pkey;
		CREATE INDEX by_time ON customer (wiji_timestamp(id));
		ALTER TABLE note CLUSTER ON note_pkey }, 1 ],
	[ 'children that are no partitions' => q{
		CREATE TABLE child (extra integer) INHERITS (customer)
	}, qr/table app\.child inherits from app\.customer\n.*HINT:  Use ALTER TABLE \.\.\. NO INHERIT/s ],
	[ 'unlogged tables, parameters, row security' => q{
		CREATE UNLOGGED TABLE u (id wiji DEFAULT wiji_generate(), body text COMPRESSION pglz)
			WITH (fillfactor = 60, autovacuum_enabled = off, toast.autovacuum_vacuum_threshold = 9);
		ALTER TABLE u ALTER body SET STORAGE main;
		ALTER TABLE u ENABLE ROW LEVEL SECURITY;
		CREATE POLICY p ON u USING (body = 'x') }, 1 ],
	[ 'composite types, tables of a type, domains, functions' => q{
		CREATE TYPE pair AS (id wiji, n integer);
		CREATE TABLE has_pair (p pair, id wiji);
		CREATE DOMAIN order_id AS wiji;
		CREATE TABLE has_domain (o order_id);
		CREATE FUNCTION f(id wiji, ids wiji[]) RETURNS wiji LANGUAGE plpgsql AS 'BEGIN RETURN id; END' }, 1 ],
	[ 'a row that is stored elsewhere' => q{
		CREATE TABLE whole (was event[]);
		ALTER TABLE whole OWNER TO regress_bob
	}, qr/column was of app\.whole, a table of regress_bob, has the row type of app\.event\n.*HINT:  Drop the column/s,
		$bob_creates ],
	[ 'a table of a type' => q{
		CREATE TYPE pair AS (id wiji, n integer);
		CREATE TABLE of_pair OF pair }, qr/typed table/ ],
	[ 'functions in standard SQL' => q{
		CREATE FUNCTION f() RETURNS bigint BEGIN ATOMIC SELECT count(*) FROM event; END }, qr/function/ ],
	[ 'functions in standard SQL that read an id' => q{
		CREATE FUNCTION f() RETURNS bigint BEGIN ATOMIC SELECT wiji_timestamp_us(max(id)) FROM customer; END
	}, qr/function/ ],
	[ 'default privileges' => q{
		CREATE VIEW v AS TABLE customer;
		ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO regress_bob }, qr/relacl/ ],
	[ 'rights that the owner has not, and that others lent' => q{
		CREATE VIEW v AS TABLE customer;
		REVOKE INSERT ON v FROM regress_anna }, qr/relacl/ ],
	[ 'an identity of a partitioned table' => q{
		CREATE TABLE counted (id wiji, n bigint GENERATED ALWAYS AS IDENTITY) PARTITION BY RANGE (id);
		CREATE TABLE counted_1 PARTITION OF counted DEFAULT
	}, qr/column n of app.counted is an identity of a partitioned table/ ],
	[ 'foreign tables' => q{
		CREATE FOREIGN TABLE ft (id wiji OPTIONS (force_not_null 'true'), n integer) SERVER files
			OPTIONS (filename '/nowhere', format 'csv');
		COMMENT ON FOREIGN TABLE ft IS 'far away' }, 1 ],
	[ 'an index that depends on an extension' => q{
		CREATE INDEX i ON event (n);
		ALTER INDEX i DEPENDS ON EXTENSION btree_gist }, qr/btree_gist/, $anna_is_superuser ],
	[ 'what ANALYZE has noted, which a superuser may read' => q{
		CREATE TABLE noted (id wiji DEFAULT wiji_generate(), n integer);
		CREATE STATISTICS s ON id, n FROM noted;
		INSERT INTO noted SELECT wiji_generate(), n % 10 FROM generate_series(1, 100) n;
		ANALYZE }, 1, $anna_is_superuser ],
	[ 'a view of somebody else' => q{
		CREATE VIEW v AS TABLE customer;
		ALTER VIEW v OWNER TO regress_bob
	}, qr/hangs on these tables\n.*view app\.v of regress_bob\.\n.*REVOKE USAGE/, $bob_creates ],
	[ 'a view of somebody else, of a function' => q{
		CREATE VIEW app.v AS SELECT FROM.wiji_timestamp(NULL) AS at;
		ALTER VIEW app.v OWNER TO regress_bob;
		CREATE VIEW mine AS TABLE app.v }, 1, $bob_creates ],
	[ 'a key to a table of somebody else' => q{
		CREATE TABLE ours (id wiji REFERENCES customer);
		ALTER TABLE ours OWNER TO regress_bob
	}, qr/hangs on these tables\n.*table app\.ours of regress_bob/, $bob_creates ],
	[ 'foreign keys that are switched off' => q{
		ALTER TABLE note DISABLE TRIGGER ALL;
		ALTER TABLE event DISABLE TRIGGER ALL;
		CREATE TABLE plain_one (n integer PRIMARY KEY);
		CREATE TABLE two (
			id wiji, n integer REFERENCES plain_one, next wiji, PRIMARY KEY (id, n)) PARTITION BY RANGE (id);
		CREATE TABLE two_1 PARTITION OF two DEFAULT;
		ALTER TABLE two ADD FOREIGN KEY (next, n) REFERENCES two;
		ALTER TABLE plain_one DISABLE TRIGGER ALL;
		ALTER TABLE two_1 DISABLE TRIGGER ALL }, 1, $anna_is_superuser ],
	[ 'triggers of partitions that are switched by themselves' => q{
		CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
		CREATE TRIGGER t AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION f();
		CREATE TRIGGER u AFTER UPDATE ON event FOR EACH ROW EXECUTE FUNCTION f();
		ALTER TABLE event DISABLE TRIGGER u;
		ALTER TABLE event_20260101 DISABLE TRIGGER t, ENABLE TRIGGER u;
		ALTER TABLE event_20260201 ENABLE ALWAYS TRIGGER t, ENABLE REPLICA TRIGGER u }, 1 ],
	[ 'foreign keys that a superuser has switched off' => q{
		ALTER TABLE note DISABLE TRIGGER ALL;
		ALTER ROLE CURRENT_USER NOSUPERUSER
	}, qr/a foreign key of table app\.\w+, or to it, is switched off/, $anna_is_superuser ],
	[ 'a table of somebody else' => q{
		CREATE TABLE t (id wiji);
		ALTER TABLE t OWNER TO regress_bob }, 1, $bob_creates ],
	[ 'a schema that others may write to' => '', qr/others could give names another meaning/,
		'GRANT CREATE ON SCHEMA plain TO PUBLIC' ],
	[ 'functions and operators of others' => '', qr/others could give names another meaning/, q{
		CREATE FUNCTION ext.f() RETURNS integer RETURN 1;
		ALTER FUNCTION ext.f() OWNER TO regress_bob } ],
	[ 'tables in the schema of the type, with namesakes elsewhere' => q{
		CREATE TABLE FROM.orders (
			id wiji PRIMARY KEY DEFAULT wiji_generate(), code text,
			CHECK (wiji_timestamp(id) > '2020-01-01 00:00+00'));
		CREATE VIEW FROM.recent AS
			SELECT id, lower(code) AS code FROM FROM.orders WHERE id > wiji_lower('2026-11-01 00:00+00');
		CREATE TABLE FROM.parts (id wiji, n serial, PRIMARY KEY (id)) PARTITION BY RANGE (id);
		CREATE TABLE FROM.part_1 PARTITION OF FROM.parts DEFAULT;
		CREATE INDEX made ON FROM.parts (wiji_timestamp(id));
		CREATE TABLE FROM.line (order_id wiji REFERENCES FROM.orders);
		CREATE TABLE TO.part_1 (n integer);
		CREATE TABLE TO.made (n integer);
		CREATE VIEW TO.line AS SELECT 1 }, 1 ],
	[ 'what a partition says once more' => q{
		CREATE TABLE bag (id wiji NOT NULL, n integer NOT NULL,
			CONSTRAINT made CHECK (id > '2020-01-01'::timestamptz)) PARTITION BY RANGE (id);
		CREATE TABLE bag_1 PARTITION OF bag (
			n NOT NULL, CONSTRAINT made CHECK (id > '2020-01-01'::timestamptz)) DEFAULT }, 1 ],
	[ 'the access method of a partitioned table' => q{
		CREATE TABLE bag (id wiji, n integer) PARTITION BY RANGE (id) }
		  . ($version >= 17 ? 'USING heap' : ''), 1 ],
	[ 'arrays in a partitioned table' => q{
		CREATE TABLE bag (id wiji, ids wiji[] DEFAULT '{}') PARTITION BY RANGE (id);
		CREATE TABLE bag_1 PARTITION OF bag DEFAULT;
		INSERT INTO bag SELECT id, ARRAY[id] FROM customer }, 1 ],
	[ 'rights that were given and taken' => q{
		CREATE VIEW v AS TABLE customer;
		GRANT SELECT ON event, v TO regress_bob;
		REVOKE SELECT ON event, v FROM regress_bob }, 1 ],
	[ 'tables without ids' => q{
		CREATE TABLE coded (code text DEFAULT wiji_text() CHECK (wiji_is_valid(code)), n integer)
			PARTITION BY LIST (n);
		CREATE TABLE coded_1 PARTITION OF coded FOR VALUES IN (1);
		CREATE TABLE coded_2 PARTITION OF coded DEFAULT;
		ALTER TABLE coded_1 ALTER code DROP DEFAULT;
		ALTER TABLE coded_2 ALTER code SET DEFAULT 'none';
		CREATE TABLE plain_one (code text DEFAULT wiji_hex() CHECK (wiji_is_valid(code)));
		CREATE TABLE child () INHERITS (plain_one);
		ALTER TABLE child ALTER code DROP DEFAULT;
		CREATE INDEX made ON plain_one (wiji_text(wiji(code)));
		COMMENT ON INDEX made IS 'of a code';
		CREATE TABLE lowest (code text CONSTRAINT good CHECK (wiji_is_valid(code)));
		CREATE TABLE middle (code text CONSTRAINT good CHECK (wiji_is_valid(code)));
		CREATE TABLE highest (code text CONSTRAINT good CHECK (wiji_is_valid(code)));
		ALTER TABLE lowest INHERIT middle;
		ALTER TABLE middle INHERIT highest }, 1 ],
	[ 'a table whose name begins with that of the type, with a namesake' => q{
		CREATE TABLE FROM.wiji_orders (id wiji);
		CREATE VIEW v AS TABLE FROM.wiji_orders;
		CREATE TABLE TO.wiji_orders (id wiji) }, qr/more than the type would change/ ],
	[ 'a view of somebody else that has the name of a table' => q{
		CREATE TABLE FROM.orders (id wiji);
		CREATE MATERIALIZED VIEW made AS TABLE FROM.orders;
		CREATE VIEW TO.orders AS SELECT NULL::TO.wiji AS id;
		ALTER VIEW TO.orders OWNER TO regress_bob;
		REVOKE CREATE ON SCHEMA plain, ext FROM regress_bob
	}, qr/orders of regress_bob, with a namesake/, 'GRANT CREATE ON SCHEMA plain, ext TO regress_bob' ],
	[ 'a domain that was given more' => q{
		ALTER DOMAIN plain.wiji ADD CONSTRAINT not_old CHECK (VALUE >= '05d00000-0000-0000-0010-000000000000') NOT VALID
	}, qr/type plain.wiji has more than its check of the version/ ],
	[ 'a domain whose check says more' => q{
		ALTER DOMAIN plain.wiji DROP CONSTRAINT wiji_version;
		ALTER DOMAIN plain.wiji ADD CONSTRAINT wiji_version CHECK (get_byte(uuid_send(VALUE), 9) >> 4 = 1
			AND VALUE <> '05d00000-0000-0000-0010-000000000000') NOT VALID
	}, qr/type plain.wiji has more than its check of the version/ ],
	[ 'a domain that has a default' => q{ALTER DOMAIN plain.wiji SET DEFAULT plain.wiji_generate()},
		qr/type plain.wiji has more than its check of the version/ ],
	[ 'odd names' => q{
		CREATE SCHEMA "Odd, one";
		CREATE TABLE "Odd, one"."a ""b"".wiji" (
			"the id" wiji PRIMARY KEY DEFAULT wiji_generate(),
			"x y" text CHECK ("x y" <> '''06C31QQ30K880007VPPQCVK2KZ''::wiji looks')) PARTITION BY RANGE ("the id");
		CREATE TABLE "Odd, one"."p 1" PARTITION OF "Odd, one"."a ""b"".wiji" DEFAULT;
		CREATE VIEW "Odd, one"."v;" AS SELECT * FROM "Odd, one"."a ""b"".wiji";
		CREATE INDEX " ON ONLY " ON "Odd, one"."a ""b"".wiji" ("x y");
		COMMENT ON INDEX "Odd, one"." ON ONLY " IS 'odd' }, 1 ],
);

# How each foreign key's triggers are switched
my $switched = q{
	SELECT tgrelid::regclass, tgtype, tgenabled, count(*) FROM pg_trigger WHERE tgisinternal
	GROUP BY 1, 2, 3 ORDER BY tgrelid::regclass::text COLLATE "C", 2, 3
};

# Settings with which a text of a value is another one
my $settings = q{
	SET extra_float_digits = -3;
	SET DateStyle = 'SQL, DMY';
	SET IntervalStyle = iso_8601;
	SET TimeZone = 'Asia/Tokyo';
	SET quote_all_identifiers = on;
	SET default_tablespace = space;
};
$settings .= 'SET standard_conforming_strings = off; SET escape_string_warning = off' if $version->major < 19;

# The columns of the owner's own tables that have this type
sub columns_of
{
	my ($type) = @_;
	return must('work', $superuser, qq{
		SELECT count(*) FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
		WHERE relnamespace = 'app'::regnamespace AND relowner = 'regress_anna'::regrole
		AND relkind IN ('r', 'p', 'v', 'm') AND NOT attisdropped AND atttypid = '$type'::regtype});
}

foreach my $case (@cases)
{
	my ($name, $sql, $expected, $as_superuser) = @$case;
	foreach my $direction ([ 'plain', 'ext' ], [ 'ext', 'plain' ])
	{
		my ($from, $to) = @$direction;
		my $test = "$name, $from to $to";
		next if $name =~ /exclusion/ && $from eq 'ext';
		$node->safe_psql('postgres', 'CREATE DATABASE work TEMPLATE base OWNER regress_anna');
		must('work', $superuser, $as_superuser) if $as_superuser;
		must('work', 'regress_anna', "SET search_path = app, $from, public", $tables,
			$sql =~ s/\bFROM\./$from./gr =~ s/\bTO\./$to./gr);
		my $before = dump_of('work');
		my $triggers = must('work', $superuser, $switched);

		my ($ok, $err) = run_sql('work', 'regress_anna', 'portable/move.sql', $settings,
			"CALL pg_temp.wiji_move('$from', '$to')");
		my $after = dump_of('work');
		ok($after eq $before, "$test: the dump is the same") or diag(differences($before, $after));
		is(must('work', $superuser, $switched), $triggers, "$test: foreign keys are on and off as before");
		if (ref $expected)
		{
			like($err, $expected, "$test: refused");
		}
		elsif ($expected eq '1')
		{
			unlike($err, qr/not everything has left/, "$test: all of it")
			  unless $name =~ /composite types|of somebody else/;
			ok($ok, "$test: moved") or diag($err);
			($ok, $err) = run_sql('work', 'regress_anna', 'portable/move.sql', 'BEGIN',
				$from eq 'plain' ? q{CALL pg_temp.wiji_drop('plain')} : 'DROP EXTENSION wiji',
				'ROLLBACK');
			ok($ok, "$test: nothing needs the old one") or diag($err)
			  unless $name =~ /composite types|of somebody else|schema of the type/;
			$ok = 1;
		}
		else
		{
			note("$test: " . ($ok ? 'moved' : "refused: $err"));
		}
		is(columns_of($ok ? "$from.wiji" : "$to.wiji"), "0\n",
			"$test: " . ($ok ? 'everything' : 'nothing') . ' has the other type');
		$node->safe_psql('postgres', 'DROP DATABASE work; ALTER ROLE regress_anna NOSUPERUSER');
	}
}

# Where the old schema has min and max of uuids, they are called for ids as the new type's own are.
# Other uuids are left to them.  What only looks like it stays as it is.
{
	$node->safe_psql('postgres', 'CREATE DATABASE work TEMPLATE base OWNER regress_anna');
	must('work', 'regress_anna', 'SET search_path = app, plain', $tables, q{
		CREATE TABLE legacy (code text, "x|y" wiji);
		INSERT INTO legacy VALUES ('EE79F6D2-0000-4000-8000-000000000000'),
			('ff79f6d2-0000-4000-8000-000000000000'), ('Ef79f6d2-0000-4000-8000-000000000000');
		INSERT INTO legacy SELECT 'f0000000-0000-4000-8000-000000000000', id FROM customer;
		CREATE VIEW of_both AS
			SELECT format('from %s to %s', min(l.code::uuid), max(l.code::uuid)) AS code,
			       'max((id)::uuid)' AS "min((id)::uuid)", max(id) = max(l."x|y") AS same
			FROM customer c, legacy l;
		CREATE VIEW of_ids AS SELECT min(id) AS first, max(c.id) AS last FROM customer c;
		COMMENT ON VIEW of_ids IS 'max((id)::uuid)'});
	my $asked = q{
		SELECT to_json(v) FROM app.of_both v;
		SELECT wiji_text(first), wiji_text(last), obj_description('app.of_ids'::regclass)
		FROM app.of_ids};
	my $answer = must('work', 'regress_anna', 'SET search_path = plain', $asked);
	my $move = q{CALL pg_temp.wiji_move('plain', 'ext')};
	my ($ok, $err) = run_sql('work', 'regress_anna', 'portable/move.sql', $move);
	ok($ok, 'views with min and max are moved');
	like($err, qr/not everything has left plain.wiji\nDETAIL: +rule _RETURN on view app.of_both\n/,
		'but for the one that has other uuids');
	is(must('work', 'regress_anna', 'SET search_path = ext', $asked), $answer,
		'what they say is the same');
	$node->safe_psql('postgres', 'DROP DATABASE work');

	# A column of the same name is told from an id.
	$node->safe_psql('postgres', 'CREATE DATABASE work TEMPLATE base OWNER regress_anna');
	must('work', 'regress_anna', 'SET search_path = app, plain', $tables, q{
		CREATE TABLE legacy (id text);
		CREATE VIEW of_both AS
			SELECT concat(max(l.id::uuid)), max(c.id) AS last FROM legacy l, customer c});
	($ok, $err) = run_sql('work', 'regress_anna', 'portable/move.sql', $move);
	like($err, qr/more than the type would change/, 'a text of that name is not taken for an id');
	$node->safe_psql('postgres', 'DROP DATABASE work');
}

# The extension may share a schema.  What belongs to others there is none of its own.
{
	$node->safe_psql('postgres', 'CREATE DATABASE work TEMPLATE base OWNER regress_anna');
	must('work', $superuser, 'ALTER EXTENSION wiji SET SCHEMA public');
	must('work', 'regress_anna', 'SET search_path = app, public', $tables, q{
		CREATE FUNCTION public.wiji_report(integer) RETURNS integer RETURN $1;
		CREATE TABLE other (id wiji, n integer, m integer GENERATED ALWAYS AS (n <-> 7) STORED);
		CREATE INDEX i ON other ((n <-> 8));
		CREATE MATERIALIZED VIEW made AS SELECT 1 <-> 7 AS n, wiji_report(1)});
	my $made = q{SELECT relfilenode FROM pg_class WHERE relname = 'made'};
	my $file = must('work', 'regress_anna', $made);
	my ($ok, $err) = run_sql('work', 'regress_anna', 'portable/move.sql', q{CALL pg_temp.wiji_move('public', 'plain')});
	ok($ok, "back from a schema with another extension's operators");
	is($err, '', '... without a warning');
	is(must('work', 'regress_anna', $made), $file, '... and a materialized view of these is not made again');
	must('work', 'regress_anna', 'DROP EXTENSION wiji');
	$node->safe_psql('postgres', 'DROP DATABASE work');
}

# Whoever locks the tables in another order waits, and meets no deadlock.  What he does meanwhile is
# not lost, whatever the level of isolation that a role has.
$node->safe_psql('postgres', 'CREATE DATABASE work TEMPLATE base OWNER regress_anna');
must('work', 'regress_anna', 'SET search_path = app, plain', $tables,
	'CREATE TABLE coded (code text DEFAULT wiji_text()); CREATE TABLE gone (id wiji)');
# A table of another session's own, which nobody else can change, is in nobody's way.
my $writer = $node->background_psql('work', on_error_stop => 0, extra_params => [ '-U', 'regress_anna' ]);
$writer->query_safe('
	CREATE TEMP TABLE own (LIKE app.event INCLUDING ALL);
	BEGIN;
	INSERT INTO app.coded DEFAULT VALUES');
my ($out, $err) = ('', '');
local $ENV{PGOPTIONS} = '-c default_transaction_isolation=serializable';
my $move = IPC::Run::start(
	[ qw(psql -X -q -d), $node->connstr('work') . ' user=regress_anna', '-f', 'portable/move.sql',
		'-c', q{CALL pg_temp.wiji_move('plain', 'ext')} ], '>', \$out, '2>', \$err);
$node->poll_query_until('work', q{
	SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'}) or die 'nothing waits';
is(error_of($writer, q{
	UPDATE app.customer SET n = 2;
	CREATE POLICY late ON app.event USING (n = 1);
	CREATE TABLE app.event_late PARTITION OF app.event FOR VALUES FROM (plain.wiji_lower('2027-01-01 00:00+00'))
		TO (plain.wiji_lower('2027-02-01 00:00+00'));
	DROP TABLE app.gone;
	COMMIT}), '', 'a writer in another order');
$move->finish;
unlike($err, qr/ERROR/, 'and the move goes on');
is(columns_of('plain.wiji'), "0\n", 'to its end');
is(must('work', $superuser, 'SELECT polname FROM pg_policy'), "late\n", 'with what the writer has made');
foreach my $call ("wiji_move('ext', 'plain')", "wiji_drop('plain')")
{
	my ($ok, $refused) = run_sql('work', 'regress_anna', 'portable/move.sql', 'BEGIN ISOLATION LEVEL SERIALIZABLE',
		"CALL pg_temp.$call");
	like($refused, qr/this transaction is SERIALIZABLE/, "$call in a transaction that does not see what others do");
}

# On the way back, a table that has the domain already is looked at.
must('work', 'regress_anna', 'CREATE TABLE app.already (id plain.wiji)');
$writer->query_safe('DROP TABLE own; BEGIN; INSERT INTO app.already VALUES (plain.wiji_generate())');
$move = IPC::Run::start(
	[ qw(psql -X -q -d), $node->connstr('work') . ' user=regress_anna', '-f', 'portable/move.sql',
		'-c', q{CALL pg_temp.wiji_move('ext', 'plain')} ], '>', \$out, '2>', \$err);
$node->poll_query_until('work', q{
	SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND mode = 'ShareLock'}) or die 'nothing waits';
is(error_of($writer, 'UPDATE app.customer SET n = 3; COMMIT'), '', 'a writer of a table that has the domain');
$move->finish;
is($err, '', 'and the move goes on');
$writer->quit;

# A schema's name may end with the other's.
must('work', 'regress_anna', 'ALTER SCHEMA ext RENAME TO my_plain', 'portable/move.sql',
	"CALL pg_temp.wiji_move('plain', 'my_plain')");
is(columns_of('plain.wiji'), "0\n", 'the name of a schema may end with that of the other one');

# A table that is made while the old schema is dropped keeps its column.
must('work', 'regress_anna', 'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED',
	'SET search_path = plain', 'portable/feed.sql');
{
	my ($ok, $err) = run_sql('work', 'regress_anna', 'portable/move.sql', q{
		BEGIN;
		CREATE SEQUENCE plain.wiji_invoice_no;
		CREATE AGGREGATE plain.latest(uuid) (SFUNC = plain.wiji_larger, STYPE = uuid);
		CREATE OPERATOR plain.=== (LEFTARG = plain.wiji, RIGHTARG = timestamptz, FUNCTION = plain.wiji_eq)},
		q{CALL pg_temp.wiji_drop('plain')});
	like($err, qr/^DETAIL:  function plain\.latest\(uuid\)\noperator plain\.===.*\nsequence plain\.wiji_invoice_no$/m,
		"one's own objects in the schema are not dropped with it");
}
my $holder = $node->background_psql('work', extra_params => [ '-U', 'regress_anna' ]);
$holder->query_safe('BEGIN; SELECT last_value FROM plain.wiji_low_water');
my $drop = IPC::Run::start(
	[ qw(psql -X -q -d), $node->connstr('work') . ' user=regress_anna', '-f', 'portable/move.sql',
		'-c', q{CALL pg_temp.wiji_drop('plain')} ], '>', \$out, '2>', \$err);
$node->poll_query_until('work', q{
	SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'}) or die 'nothing waits';
must('work', 'regress_anna', 'CREATE TABLE app.late (id plain.wiji)');
$holder->query_safe('COMMIT');
$drop->finish;
like($err, qr/column id of table app\.late depends on type/, 'what is made while a schema is dropped keeps it');
is(must('work', $superuser, q{
	SELECT count(*) FROM pg_attribute WHERE attrelid = 'app.late'::regclass AND attname = 'id'}), "1\n",
	'... and its column');
$holder->quit;

# Who revokes a right while tables are rewritten waits or meets an error, but the right does not
# come back.
$node->safe_psql('postgres', 'DROP DATABASE work; CREATE DATABASE work TEMPLATE base OWNER regress_anna');
must('work', 'regress_anna', 'SET search_path = app, plain', $tables, q{
	CREATE TABLE bare (id wiji) PARTITION BY RANGE (id);
	GRANT SELECT ON bare TO regress_bob;
	CREATE FUNCTION slow(boolean) RETURNS boolean LANGUAGE plpgsql AS
		'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN $1; END';
	ALTER TABLE customer ADD CHECK (slow(id IS NOT NULL))});
my $slow = $node->background_psql('work');
$slow->query_safe('SELECT pg_advisory_lock(1)');
my @psql = (qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('work') . ' user=regress_anna');
$move = IPC::Run::start([ @psql, '-f', 'portable/move.sql', '-c', q{CALL pg_temp.wiji_move('plain', 'ext')} ],
	'>', \$out, '2>', \$err);
my $waits = q{SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~};
$node->poll_query_until('work', "SELECT EXISTS ($waits '^CALL' AND wait_event = 'advisory')") or die 'nothing waits';
my $revoke_err = '';
my $revoke = IPC::Run::start([ @psql, '-c', 'REVOKE SELECT ON app.bare FROM regress_bob' ], '2>', \$revoke_err);
my $may = q{has_table_privilege('regress_bob', 'app.bare', 'SELECT')};
$node->poll_query_until('work', "SELECT EXISTS ($waits '^REVOKE') OR NOT $may") or die 'nothing is revoked';
$slow->quit;
$move->finish;
my $revoked = $revoke->finish;
is($err, '', 'the move goes on while a right is revoked');
is(must('work', $superuser, "SELECT $may"), $revoked ? "f\n" : "t\n", '... which does not come back')
  or diag($revoke_err);

# Somebody could create in the schema once, and his transaction ends while the move waits for locks.
$node->safe_psql('postgres', q{
	DROP DATABASE work;
	CREATE DATABASE work TEMPLATE base OWNER regress_anna;
	CREATE ROLE regress_mallory LOGIN});
must('work', 'regress_anna', 'SET search_path = app, plain', $tables, 'GRANT ALL ON SCHEMA plain TO regress_mallory');
my $planter = $node->background_psql('work', on_error_stop => 0, extra_params => [ '-U', 'regress_mallory' ]);
$planter->query_safe(q{
	BEGIN;
	CREATE FUNCTION plain.format(text, text, text) RETURNS text
	LANGUAGE plpgsql AS $$BEGIN RAISE 'sprung'; END$$});
must('work', 'regress_anna', 'REVOKE ALL ON SCHEMA plain FROM regress_mallory');
$writer = $node->background_psql('work', on_error_stop => 0);
$writer->query_safe('BEGIN; INSERT INTO app.note SELECT event_id, 2 FROM app.note');
$move = IPC::Run::start([ @psql, '-f', 'portable/move.sql', '-c', q{CALL pg_temp.wiji_move('plain', 'ext')} ],
	'>', \$out, '2>', \$err);
$node->poll_query_until('work', q{
	SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'}) or die 'nothing waits';
$planter->query_safe('COMMIT');
$writer->query_safe('COMMIT');
$move->finish;
like($err, qr/ERROR:  in schema plain others could give names another meaning/, 'what was planted meanwhile is found');
isnt(columns_of('plain.wiji'), "0\n", 'and nothing has been moved');
$_->quit foreach $planter, $writer;

# A table that is dropped meanwhile is looked for once more, what is always missing is not.
$node->safe_psql('work', q{
	DROP FUNCTION plain.format(text, text, text);
	CREATE VIEW app.notes AS TABLE app.note;
	ALTER VIEW app.notes OWNER TO regress_anna;
	CREATE FUNCTION public.audit() RETURNS event_trigger LANGUAGE plpgsql
	AS $$BEGIN PERFORM FROM public.audit_log; END$$;
	CREATE EVENT TRIGGER audit ON ddl_command_start
	WHEN TAG IN ('ALTER TABLE', 'ALTER VIEW') EXECUTE FUNCTION public.audit()});
{
	local $ENV{PGOPTIONS} = '-c statement_timeout=20s';
	$move = IPC::Run::start([ @psql, '-f', 'portable/move.sql', '-c', q{CALL pg_temp.wiji_move('plain', 'ext')} ],
		'>', \$out, '2>', \$err);
	$move->finish;
}
like($err, qr/ERROR:  relation "public.audit_log" does not exist/, 'what is always missing is an error');

# What is there to lock may change in each try: tables are dropped, made again and dropped again,
# with their schema or alone, and others begin to call an old function.
$node->safe_psql('work', 'DROP EVENT TRIGGER audit');
must('work', 'regress_anna', q{
	CREATE SCHEMA stage;
	CREATE TABLE stage.load (id plain.wiji);
	CREATE TABLE app.coded (code text)});
my @anna = (on_error_stop => 0, extra_params => [ '-U', 'regress_anna' ]);
my $ddl = $node->background_psql('work', @anna);
$writer = $node->background_psql('work', @anna);
my $waits_for = sub {
	my ($mode) = @_;
	$node->poll_query_until('work',
		"SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND mode = '$mode'")
	  or die 'nothing waits';
};
$ddl->query_safe('BEGIN; DROP TABLE stage.load');
$move = IPC::Run::start(
	[ @psql, '-f', 'portable/move.sql', '-c', q{CALL pg_temp.wiji_move('plain', 'ext')} ],
	'>', \$out, '2>', \$err);
$waits_for->('ShareUpdateExclusiveLock');
$ddl->query_safe('COMMIT; CREATE TABLE stage.load (id plain.wiji); BEGIN; DROP TABLE stage.load');
$waits_for->('ShareUpdateExclusiveLock');
$ddl->query_safe('COMMIT; CREATE TABLE stage.load (id plain.wiji);
	BEGIN; DROP SCHEMA stage CASCADE; LOCK TABLE app.customer IN SHARE MODE;
	ALTER TABLE app.coded ALTER code SET DEFAULT plain.wiji_text()');
$waits_for->('ShareUpdateExclusiveLock');
$ddl->query_safe('COMMIT');
$writer->query_safe('BEGIN; INSERT INTO app.coded DEFAULT VALUES');
$waits_for->('AccessExclusiveLock');
is(error_of($writer, 'UPDATE app.customer SET n = 2; COMMIT'), '',
	'who calls an old function since waits in no deadlock');
$move->finish;
is($err, '', 'and the move goes on, whatever has been dropped meanwhile');
is(columns_of('plain.wiji'), "0\n", '... to its end');
$ddl->quit;

# A partitioned table that has the domain already is looked at, too.
must('work', 'regress_anna', 'CREATE TABLE app.already (id plain.wiji) PARTITION BY RANGE (id)');
$writer->query_safe('BEGIN; INSERT INTO app.already SELECT NULL WHERE false');
$move = IPC::Run::start(
	[ @psql, '-f', 'portable/move.sql', '-c', q{CALL pg_temp.wiji_move('ext', 'plain')} ],
	'>', \$out, '2>', \$err);
$waits_for->('ShareLock');
is(error_of($writer, 'UPDATE app.customer SET n = 3; COMMIT'), '',
	'a writer of a partitioned table that has the domain');
$move->finish;
is($err, '', 'and the move goes on');

# CREATE INDEX CONCURRENTLY waits for the move's end, holds a lock, and leaves an invalid index if
# it is ended.
$writer->query_safe('BEGIN; UPDATE app.customer SET n = 4');
$move = IPC::Run::start(
	[ @psql, '-f', 'portable/move.sql', '-c', q{CALL pg_temp.wiji_move('plain', 'ext')} ],
	'>', \$out, '2>', \$err);
$waits_for->('AccessExclusiveLock');
my $index_err = '';
my $index = IPC::Run::start(
	[ @psql, '-c', 'CREATE INDEX CONCURRENTLY late ON app.customer (n)' ], '2>', \$index_err);
$node->poll_query_until('work', "SELECT EXISTS ($waits '^CREATE INDEX' AND wait_event = 'virtualxid')")
  or die 'nothing waits';
$writer->query_safe('COMMIT');
$_->finish foreach $move, $index;
like($err, qr/ERROR:  process \d+ has locked table app\.customer and waits for the end of this transaction/,
	'who waits for the end of the move does not wait for ever');
is($index_err, '', '... and makes its index');

# Who waits longer than for a moment holds nothing meanwhile.
$writer->query_safe('BEGIN; LOCK TABLE ONLY app.note IN SHARE UPDATE EXCLUSIVE MODE');
$move = IPC::Run::start(
	[ @psql, '-f', 'portable/move.sql', '-c', q{CALL pg_temp.wiji_move('plain', 'ext')} ],
	'>', \$out, '2>', \$err);
$waits_for->('ShareUpdateExclusiveLock');
is(must('work', $superuser, q{
	SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
	WHERE granted AND mode = 'ShareUpdateExclusiveLock' AND backend_type = 'client backend'}), "1\n",
	'the move holds no lock while it lets a vacuum give way');
$writer->query_safe('COMMIT');
$move->finish;
is($err, '', '... and goes on');

# CREATE INDEX CONCURRENTLY may hold the lock on a table that has the domain already, or on a
# materialized view.
must('work', 'regress_anna', q{
	CREATE TABLE app.checked (id plain.wiji, n integer);
	CREATE MATERIALIZED VIEW app.kept AS SELECT n FROM app.customer});
foreach my $where (qw(checked kept)) {
	$writer->query_safe('BEGIN; UPDATE app.customer SET n = 5');
	$move = IPC::Run::start(
		[ @psql, '-f', 'portable/move.sql', '-c', q{SET statement_timeout = '30s'},
			'-c', q{CALL pg_temp.wiji_move('ext', 'plain')} ], '>', \$out, '2>', \$err);
	$waits_for->('AccessExclusiveLock');
	$index = IPC::Run::start(
		[ @psql, '-c', "CREATE INDEX CONCURRENTLY late_$where ON app.$where (n)" ], '2>', \$index_err);
	$node->poll_query_until('work', "SELECT EXISTS ($waits '^CREATE INDEX' AND wait_event = 'virtualxid')")
	  or die 'nothing waits';
	$writer->query_safe('COMMIT');
	$_->finish foreach $move, $index;
	like($err, qr/ERROR:  process \d+ has locked table app\.$where and waits for the end/,
		"who holds a lock on $where and waits for the end of the move");
	is($index_err, '', '... makes its index');
}

# Many short waits are a long one.  A writer would meet a deadlock if the move held the first table
# for as long as deadlock_timeout while it waits for one after the other.
must('work', 'regress_anna', map { "CREATE TABLE app.row_$_ (id ext.wiji)" } 1 .. 8);
my $until = sub {
	my ($table, $granted) = @_;
	return qq{DO \$\$ BEGIN
		WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'app.$table'::regclass
			AND mode = 'AccessExclusiveLock' AND granted = $granted) LOOP
			PERFORM pg_sleep(0.002);
		END LOOP;
	END \$\$};
};
$ddl = IPC::Run::start([ @psql, map { ('-c', $_) } 'BEGIN',
	(map { ("SAVEPOINT s_$_", "LOCK TABLE app.row_$_ IN ROW EXCLUSIVE MODE") } reverse 2 .. 7),
	$until->('row_2', 'false'),
	map { ('SELECT pg_sleep(0.155)', "ROLLBACK TO s_$_") } 2 .. 7 ], '>', \my $out_ddl, '2>', \my $err_ddl);
my $err_writer = '';
my $other = IPC::Run::start([ @psql, map { ('-c', $_) } 'BEGIN',
	'LOCK TABLE app.row_8 IN ROW EXCLUSIVE MODE', $until->('row_1', 'true'),
	'LOCK TABLE app.row_1 IN ROW EXCLUSIVE MODE', 'COMMIT' ], '2>', \$err_writer);
foreach my $table (qw(row_2 row_8)) {
	$node->poll_query_until('work', "SELECT EXISTS (SELECT FROM pg_locks
		WHERE relation = 'app.$table'::regclass AND mode = 'RowExclusiveLock')") or die 'no lock';
}
$move = IPC::Run::start(
	[ @psql, '-f', 'portable/move.sql', '-c', q{CALL pg_temp.wiji_move('ext', 'plain')} ],
	'>', \$out, '2>', \$err);
$_->finish foreach $move, $ddl, $other;
is($err_writer, '', 'many short waits end no writer by a deadlock');
is($err, '', '... and the move goes on');
$writer->quit;

$node->stop;
done_testing();
