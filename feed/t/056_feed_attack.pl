# Feeds whose definitions change under open transactions, and roles that try to gain by feeds of
# others after a restart, when feeds start again.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use Feeds;
use PostgreSQL::Test::Cluster;
use Test::More;
use TestHelp;

my $node = feed_node('main');
$node->start;
create_tables($node, qw(wiji identity));
$node->safe_psql('postgres', q{
	CREATE TABLE part (id wiji NOT NULL UNIQUE) PARTITION BY RANGE (id);
	CREATE TABLE part_1 PARTITION OF part DEFAULT;
	SELECT wiji_create_feed('part', 'id')});

# A subscription of a role that has no right on the table does not concern it.
$node->safe_psql('postgres', q{
	CREATE ROLE subscriber;
	CREATE SUBSCRIPTION theirs CONNECTION '' PUBLICATION p WITH (connect = false, slot_name = NONE);
	SET allow_system_table_mods = on;
	UPDATE pg_subscription SET subowner = 'subscriber'::regrole;
	INSERT INTO pg_subscription_rel SELECT oid, 'event_identity'::regclass, 'r' FROM pg_subscription});
is(sqlstate($node, "SELECT wiji_horizon_bigint('event_identity')"), '', 'a subscription of a stranger does not count');

# The definition is changed while a transaction polls: its next statement does not get a horizon,
# although everything that it needs is cached.
my %changes = (
	'a disabled trigger' => [ 'wiji_horizon', 'event_wiji', 'ALTER TABLE event_wiji DISABLE TRIGGER wiji_feed_enter',
		'ALTER TABLE event_wiji ENABLE TRIGGER wiji_feed_enter' ],
	'a disabled trigger of a partition' => [ 'wiji_horizon', 'part',
		'ALTER TABLE part_1 DISABLE TRIGGER wiji_feed_guard',
		'ALTER TABLE part_1 ENABLE TRIGGER wiji_feed_guard' ],
	'a sequence that caches numbers' => [ 'wiji_horizon_bigint', 'event_identity',
		'ALTER SEQUENCE event_identity_id_seq CACHE 20', 'ALTER SEQUENCE event_identity_id_seq CACHE 1' ],
	'an INSERT right for the owner of a subscription' => [ 'wiji_horizon_bigint', 'event_identity',
		'GRANT INSERT ON event_identity TO subscriber', 'REVOKE INSERT ON event_identity FROM subscriber' ],
	'a subscription' => [ 'wiji_horizon', 'event_wiji',
		"CREATE SUBSCRIPTION s CONNECTION '' PUBLICATION p WITH (connect = false, slot_name = NONE);
		INSERT INTO pg_subscription_rel SELECT oid, 'event_wiji'::regclass, 'r' FROM pg_subscription WHERE subname = 's'",
		'DROP SUBSCRIPTION s' ]);
foreach my $change (sort keys %changes)
{
	my ($horizon, $table, $do, $undo) = @{ $changes{$change} };
	my $session = $node->background_psql('postgres', on_error_stop => 0);

	$session->query_safe("SET plan_cache_mode = force_generic_plan;
		PREPARE poll AS SELECT count(*) FROM $table WHERE id < $horizon('$table');
		BEGIN; EXECUTE poll; EXECUTE poll");
	$node->safe_psql('postgres', $do);
	like(error_of($session, 'EXECUTE poll'), qr/ERROR:  42809: /,
		"after $change, an open transaction does not get a horizon");
	$session->quit;
	$node->safe_psql('postgres', $undo);
	is(sqlstate($node, "SELECT $horizon('$table')"), '', 'when that is undone, others do');
}

# A sequence that is being altered gets another file: like nextval(), a horizon waits.
{
	my $session = $node->background_psql('postgres');
	$session->query_safe('BEGIN; ALTER SEQUENCE event_identity_id_seq RESTART WITH 100');
	is(sqlstate($node, "SET lock_timeout = 1; SELECT wiji_horizon_bigint('event_identity')"), '55P03',
		'a horizon waits for ALTER SEQUENCE');
	$session->query_safe('COMMIT');
	$session->quit;
	is($node->safe_psql('postgres', "SELECT wiji_horizon_bigint('event_identity')"), 100, 'and follows it');
}

#
# The start of a feed runs nobody's code, and needs nobody's rights: a role that may read a table whose
# index and view call functions without their schema has functions of the same names.
#

$node->safe_psql('postgres', q{
	CREATE ROLE mallory LOGIN;
	CREATE ROLE writer LOGIN;
	CREATE ROLE owner LOGIN;
	CREATE FUNCTION live(state text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT state <> lower('DEAD') $$;
	CREATE TABLE report (
		id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, state text DEFAULT 'new', CHECK (live(state)));
	CREATE UNIQUE INDEX ON report (id) WHERE live(state);
	CREATE INDEX ON report (lower(state)) WHERE live(state);
	CREATE VIEW report_view AS SELECT * FROM report WHERE live(state);
	ALTER TABLE report ENABLE ROW LEVEL SECURITY;
	CREATE POLICY live ON report USING (live(state));
	SELECT wiji_create_feed('report');
	INSERT INTO report DEFAULT VALUES;
	GRANT SELECT ON report, report_view TO mallory;
	CREATE SCHEMA mal AUTHORIZATION mallory;
	SET ROLE mallory;
	CREATE FUNCTION mal.lower(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
	BEGIN
		RAISE EXCEPTION 'called as %', current_user;
	END $$;
	RESET ROLE;
	CREATE SCHEMA priv;
	GRANT USAGE, CREATE ON SCHEMA priv TO owner;
	GRANT USAGE ON SCHEMA priv TO writer;
	SET ROLE owner;
	CREATE TABLE priv.job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
	SELECT wiji_create_feed('priv.job');
	GRANT SELECT, INSERT ON priv.job TO writer;
	RESET ROLE;
	REVOKE USAGE, CREATE ON SCHEMA priv FROM owner});
my $mallory = 'SET SESSION AUTHORIZATION mallory; SET search_path = mal, pg_catalog, public;';
foreach my $call ("wiji_horizon_bigint('report')", "wiji_feed_flaw('report')", 'count(*) FROM wiji_feeds()',
	"count(*) FROM wiji_feed_blockers('report')")
{
	$node->restart;
	is(sqlstate($node, "$mallory SELECT $call"), '',
		"after a restart, functions of the caller do not run in $call");
}
is(sqlstate($node, "$mallory SELECT $_('report_view')"), $_ eq 'wiji_feed_flaw' ? '' : '42809', "nor in $_ of a view")
  foreach qw(wiji_feed_flaw wiji_horizon_bigint wiji_feed_blockers);
$node->restart;
is(sqlstate($node, 'SET SESSION AUTHORIZATION writer; INSERT INTO priv.job DEFAULT VALUES'), '',
	'after a restart, inserts do not need rights of the owner');
is(sqlstate($node, "SET SESSION AUTHORIZATION writer; SELECT wiji_horizon_bigint('priv.job')"), '', 'nor do horizons');
is(sqlstate($node, "$mallory SELECT wiji_horizon_bigint(oid) FROM pg_class WHERE relname = 'job'"), '42501',
	'but those of the caller');

$node->stop;
done_testing();
