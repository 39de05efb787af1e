# A server without any extension: portable/wiji.sql run by an ordinary role, a partitioned table of
# WIJI_TEST_ROWS IDs, and its dump on a server with the extension.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $rows = $ENV{WIJI_TEST_ROWS} || 100_000;
my $temp_config = delete $ENV{TEMP_CONFIG};    # says where the extension is

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(extra => [ '--encoding=UTF8', '--no-locale' ]);
$node->start;
isnt($node->psql('postgres', 'CREATE EXTENSION wiji'), 0, 'there is no extension to be had')
  if $temp_config && -s $temp_config    # it is in a copy of PostgreSQL, and possibly installed
  && !-e $node->config_data('--sharedir') . '/extension/wiji.control';

$node->safe_psql('postgres',
	'CREATE ROLE regress_anna LOGIN; CREATE ROLE regress_reader; CREATE DATABASE app OWNER regress_anna');
my $as_anna = $node->connstr('app') . ' user=regress_anna';

sub anna { return $node->safe_psql('app', $_[0], connstr => $as_anna); }

sub run_file
{
	my ($name, $connstr, $path, @files) = @_;
	local $ENV{PGOPTIONS} = "-c search_path=$path -c client_min_messages=warning";
	my @given = map { /\.sql$/ ? ('-f', $_) : ('-c', $_) } @files;
	command_ok([ qw(psql -X -q -v ON_ERROR_STOP=1 -d), $connstr, @given ], $name);
}

anna('CREATE SCHEMA plain; CREATE SCHEMA app');
run_file('an ordinary role runs the file', $as_anna, 'plain', 'portable/wiji.sql');
run_file('and again', $as_anna, 'plain', 'portable/wiji.sql');

# Another role could create objects in the schema, and its transactions are still open.  One has
# planted something.  The other keeps the file waiting, until the first has ended.
$node->safe_psql('app', 'CREATE ROLE regress_mallory LOGIN');
anna('CREATE SCHEMA opened; GRANT ALL ON SCHEMA opened TO regress_mallory');
{
	my $file = 'portable/wiji.sql';
	my ($planter, $blocker, $runner) =
	  map { $node->background_psql('app', on_error_stop => 0, extra_params => [ '-U', $_ ]) }
	  qw(regress_mallory regress_mallory regress_anna);

	$planter->query_safe(q{
		BEGIN;
		CREATE FUNCTION opened.format(text, text, text, text, text) RETURNS text
		LANGUAGE plpgsql AS $$BEGIN RAISE 'sprung'; END$$});
	$blocker->query_safe("BEGIN; CREATE TYPE opened.wiji AS ENUM ()");
	anna('REVOKE ALL ON SCHEMA opened FROM regress_mallory');
	my $pid = $runner->query_safe('SET client_min_messages = warning; SELECT pg_backend_pid()');
	$runner->query_until(qr/sent/, "SET search_path = opened;\n\\echo sent\n\\i $file\n\\echo ended :SQLSTATE\n");
	$node->poll_query_until('app', "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = $pid") or die;
	$planter->query_safe('COMMIT');
	$blocker->query_safe('ROLLBACK');
	like($runner->query_until(qr/ended \w+\n/, ''), qr/ended 42501/, "$file finds what was planted while it ran");
	like($runner->{stderr}, qr/contains functions, operators or types of other roles/, 'and says so');
	is(anna('SELECT count(*) FROM pg_proc WHERE pronamespace = $$opened$$::regnamespace'), 1,
		'the file has not created anything');

	$_->quit foreach $planter, $blocker, $runner;
	$node->safe_psql('app', 'DROP OWNED BY regress_mallory');
	run_file("$file, without planted objects", $as_anna, 'opened', $file);
}
anna('DROP SCHEMA opened CASCADE');

# IDs and texts, right and wrong, of another implementation: its answers are the file's.
my $questions = PostgreSQL::Test::Utils::tempdir . '/questions';
my $count = $ENV{WIJI_TEST_QUESTIONS} || 2000;
system("/usr/bin/python3 test/fuzz/reference.py --copy $count | grep '^wiji_' >$questions") == 0 or die;
is( anna(qq{
	SET search_path = plain, pg_temp;
	CREATE FUNCTION pg_temp.answer(word text, question bytea) RETURNS text LANGUAGE plpgsql AS \$\$
	DECLARE
		id wiji;
	BEGIN
		id := CASE word WHEN 'wiji_text' THEN wiji(convert_from(question, 'UTF8')) ELSE wiji(question) END;
		RETURN concat_ws(' ', wiji_hex(id), wiji_text(id), id::uuid,
			wiji_timestamp_us(id), wiji_sequence(id), wiji_random(id),
			wiji_hex(wiji_lower(wiji_timestamp(id))), wiji_hex(wiji_upper(wiji_timestamp(id))));
	EXCEPTION WHEN invalid_text_representation OR invalid_binary_representation THEN
		RETURN '-';
	END \$\$;
	CREATE TEMP TABLE asked (word text, question bytea, expected text);
	\\copy asked FROM '$questions'
	SELECT word, count(*) > 1000, count(*) FILTER (WHERE expected = '-') > 100,
	       count(*) FILTER (WHERE pg_temp.answer(word, question) IS DISTINCT FROM expected),
	       bool_and(CASE WHEN word = 'wiji_text' THEN wiji_is_valid(convert_from(question, 'UTF8'))
	                     ELSE wiji_is_valid(question) END = (expected <> '-'))
	FROM asked GROUP BY word ORDER BY word}),
	"wiji_id|t|t|0|t\nwiji_text|t|t|0|t", 'IDs and texts of another implementation are read in the same way');

# Public IDs (docs/guarantees.md), whose functions are the same.
my ($public_ids) = slurp_file('docs/guarantees.md') =~ /^(CREATE SCHEMA secret.*?\n)CREATE TABLE orders/ms;
$public_ids =~ s/\bpublic\.(encrypt|decrypt)\b/crypto.$1/g;
$public_ids =~ s/\bpublic\./plain./g;
$public_ids =~ s/^COMMIT;$//m;
is( anna(qq{
	BEGIN;
	CREATE SCHEMA crypto;
	CREATE EXTENSION pgcrypto SCHEMA crypto;
	SET search_path = plain, crypto;
	$public_ids
	SELECT count(*), count(DISTINCT public_id(id, 'orders')), bool_and(open_id(public_id(id, 'orders'), 'orders') = id)
	FROM (SELECT wiji_generate() AS id FROM generate_series(1, 100) OFFSET 0) made;
	ROLLBACK}), '100|100|t', 'public IDs are encrypted and decrypted');

# The tables of an application: a key and keys to it, partitions, a check, an index and views that
# use the functions.
anna(q{
	ALTER ROLE regress_anna IN DATABASE app SET search_path = app, plain;
});
anna(q{
	CREATE TABLE customer (
		id wiji PRIMARY KEY DEFAULT wiji_generate(), name text NOT NULL, code text DEFAULT wiji_text());
	CREATE TABLE event (
		id wiji PRIMARY KEY DEFAULT wiji_generate(), customer_id wiji NOT NULL REFERENCES customer, what text,
		CHECK (wiji_timestamp(id) > '2020-01-01 00:00+00')
	) PARTITION BY RANGE (id);
	COMMENT ON TABLE event IS 'what happened';
	CREATE INDEX event_customer ON event (customer_id, id);
	CREATE INDEX customer_made ON customer (wiji_timestamp(id));
	CREATE TABLE note (
		event_id wiji REFERENCES event ON DELETE CASCADE, n integer, seen wiji[], PRIMARY KEY (event_id, n));
	CREATE VIEW recent AS
		SELECT e.id, e.what, c.name, wiji_timestamp(e.id) AS made
		FROM event e JOIN customer c ON c.id = e.customer_id
		WHERE e.id >= wiji_lower('2026-11-01 00:00+00');
	CREATE VIEW per_customer AS SELECT name, count(*), max(made) AS last FROM recent GROUP BY name;
	COMMENT ON VIEW recent IS 'since November';
	GRANT SELECT ON event, recent TO regress_reader;
	DO $$
	DECLARE
		month timestamp;
	BEGIN
		FOR month IN SELECT generate_series(timestamp '2026-01-01', greatest(now() AT TIME ZONE 'UTC', '2027-01-01'), '1 month') LOOP
			EXECUTE format('CREATE TABLE event_%s PARTITION OF event FOR VALUES FROM (%L) TO (%L)',
				to_char(month, 'YYYYMMDD'), wiji_lower(month AT TIME ZONE 'UTC'), wiji_lower((month + interval '1 month') AT TIME ZONE 'UTC'));
		END LOOP;
	END $$;
	INSERT INTO customer (name) SELECT 'customer ' || i FROM generate_series(1, 100) i;
});
# IDs of the whole year, in order, each half of them with IDs from the generator for timestamps.
anna(qq{
	INSERT INTO event (id, customer_id, what)
	SELECT wiji_generate(at), (SELECT array_agg(id ORDER BY id) FROM customer)[1 + n % 100], 'event ' || n
	FROM (SELECT n, timestamptz '2026-01-01 00:00+00' + n * (interval '330 days' / $rows) AS at
	      FROM generate_series(0, $rows - 1) n) s;
	INSERT INTO note SELECT id, 1, ARRAY[id, customer_id] FROM event WHERE hashtext(what) % 100 = 0;
	ANALYZE customer, event, note;
});
is(anna('SELECT count(*), count(DISTINCT id) FROM event'), "$rows|$rows", "a partitioned table of $rows IDs");

sub check_queries
{
	my ($with) = @_;
	my $plan = anna(q{
		EXPLAIN (COSTS off)
		SELECT * FROM event WHERE wiji_within(id, '[2026-06-03 00:00+00, 2026-06-03 01:00+00)')});
	like($plan, qr/Index Cond: .*>=.*</, "$with: a time range uses an index");
	is(join(' ', sort keys %{ { map { $_ => 1 } $plan =~ /on (event_\d{8})/g } }), 'event_20260601',
		"$with: and of one partition");
	$plan = anna(q{
		SET plan_cache_mode = force_generic_plan;
		PREPARE p (timestamptz) AS
			SELECT * FROM event WHERE id >= wiji_lower($1) AND id < wiji_lower($1 + interval '1 hour');
		EXPLAIN (COSTS off) EXECUTE p ('2026-06-03 00:00+00')});
	like($plan, qr/Subplans Removed/, "$with: a parameter prunes at run time");
	is( anna(q{
		SELECT count(*) > 0 AND count(*) = (
			SELECT count(*) FROM event
			WHERE wiji_timestamp(id) <@ tstzrange('2026-06-03 00:00+00', '2026-06-05 00:00+00'))
		FROM event WHERE wiji_within(id, '[2026-06-03 00:00+00, 2026-06-05 00:00+00)')}),
		't', "$with: with the right answer");
}
check_queries('portable');

# All contents, for comparison: IDs as their bytes, and the answers of the views.
sub contents
{
	return anna(q{
		SELECT count(*), md5(string_agg(wiji_hex(id) || name, ',' ORDER BY id)) FROM customer WHERE name ~ '^customer';
		SELECT count(*), md5(string_agg(wiji_hex(id) || wiji_hex(customer_id) || what, ',' ORDER BY id))
		FROM event WHERE what ~ '^event';
		SELECT count(*), md5(string_agg(wiji_hex(event_id) || n
			|| array_to_string(ARRAY(SELECT wiji_hex(s) FROM unnest(seen) s), ' '), ',' ORDER BY event_id))
		FROM note;
		SELECT count(*), md5(string_agg(wiji_hex(id) || what || name || made, ',' ORDER BY id))
		FROM recent WHERE what ~ '^event';
		SELECT count(*), md5(string_agg(name || count || last, ',' ORDER BY name))
		FROM per_customer WHERE name ~ '^customer';
	});
}

my $contents = contents();

# Now the server has the extension.
SKIP:
{
	$node->append_conf('postgresql.conf', $temp_config ? slurp_file($temp_config) : '');
	$node->restart;
	my $offered = q{SELECT count(*) FROM pg_available_extensions WHERE name = 'wiji'};
	skip 'the extension is not installed', 1 unless $node->safe_psql('postgres', $offered);
}
# A dump of the portable tables into the extension, where the same names stand for the extension's.
my ($calls_max) = slurp_file('docs/portable.md') =~ /^(SELECT pg_describe_object.*?);/ms;
$calls_max =~ s/'wiji\./'plain./g;
is(anna($calls_max), '', 'no view has min and max of uuids');
anna('CREATE VIEW newest AS SELECT max(id) AS id FROM event');
is(anna($calls_max), 'rule _RETURN on view newest', 'a view that has is named');
anna('DROP VIEW newest');
my $dump = PostgreSQL::Test::Utils::tempdir . '/app.sql';
$node->command_ok([ 'pg_dump', '-U', 'regress_anna', '-n', 'app', '-f', $dump, 'app' ],
	'a dump of the portable tables');
$node->safe_psql('postgres', 'CREATE DATABASE other OWNER regress_anna');
$as_anna = $node->connstr('other') . ' user=regress_anna';
$node->safe_psql('other', 'CREATE SCHEMA plain; CREATE EXTENSION wiji SCHEMA plain', connstr => $as_anna);
run_file('goes into the extension as it is', $as_anna, 'public', $dump);
$node->safe_psql('other', 'ALTER ROLE regress_anna IN DATABASE other SET search_path = app, plain',
	connstr => $as_anna);
is(contents(), $contents, 'with every ID, key and view');
check_queries('extension, after a dump');

$node->stop;
done_testing();
