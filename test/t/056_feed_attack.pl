# Feeds whose definitions change under open transactions, and feeds that were created to harm others.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use Feeds;
use PostgreSQL::Test::Cluster;
use Test::More;
use TestHelp;

my $node = feed_node('main');
start_with_fake_clock($node);
create_tables($node, qw(wiji v7));

# Triggers are disabled, or a subscription is created, while a transaction polls: its next statement
# does not get a horizon, although everything that it needs is cached.
my %changes = (
	'a disabled trigger' => [ 'ALTER TABLE event_wiji DISABLE TRIGGER wiji_feed_enter',
		'ALTER TABLE event_wiji ENABLE TRIGGER wiji_feed_enter' ],
	'a subscription' => [ "CREATE SUBSCRIPTION s CONNECTION '' PUBLICATION p WITH (connect = false, slot_name = NONE);
		INSERT INTO pg_subscription_rel SELECT oid, 'event_wiji'::regclass, 'r' FROM pg_subscription",
		'DROP SUBSCRIPTION s' ]);
foreach my $change (sort keys %changes)
{
	my $session = $node->background_psql('postgres', on_error_stop => 0);

	$session->query_safe("SET plan_cache_mode = force_generic_plan;
		PREPARE poll AS SELECT count(*) FROM event_wiji WHERE id < wiji_horizon('event_wiji');
		BEGIN; EXECUTE poll; EXECUTE poll");
	$node->safe_psql('postgres', $changes{$change}[0]);
	like(error_of($session, 'EXECUTE poll'), qr/ERROR:  42809: /,
		"after $change, an open transaction does not get a horizon");
	$session->quit;
	$node->safe_psql('postgres', $changes{$change}[1]);
}

# A session that generated IDs while the clock was an hour ahead continues with those of the clock in
# feeds that were not read in between, and whose horizons lag.
$node->safe_psql('postgres',
	"CREATE TABLE lagging (LIKE event_wiji INCLUDING ALL); SELECT wiji_create_feed('lagging', lag => '5 s')");
set_clock('+3600');
{
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	my @inserts = map { "INSERT INTO $_ (what) VALUES ('x')" } qw(event_wiji event_v7);

	$session->query_safe($_) foreach @inserts, "INSERT INTO lagging (what) VALUES ('x')";
	set_clock('+0');
	is(error_of($session, $_), '', "after the clock was ahead: $_") foreach @inserts, @inserts;
	$node->safe_psql('postgres', "SELECT wiji_horizon('lagging')");
	set_clock('-3');
	is(error_of($session, "INSERT INTO lagging (what) VALUES ('x')"), '',
		'after the clock was set back by less than the lag');
	$session->quit;
	set_clock('+0');
}

# A sequence that is being altered gets another file: like nextval(), a horizon waits.
$node->safe_psql('postgres', "CREATE TABLE numbered (n bigserial PRIMARY KEY); SELECT wiji_create_feed('numbered')");
{
	my $session = $node->background_psql('postgres');
	$session->query_safe('BEGIN; ALTER SEQUENCE numbered_n_seq RESTART WITH 100');
	is(sqlstate($node, "SET lock_timeout = 1; SELECT wiji_horizon_bigint('numbered')"), '55P03',
		'a horizon waits for ALTER SEQUENCE');
	$session->query_safe('COMMIT');
	$session->quit;
	is($node->safe_psql('postgres', "SELECT wiji_horizon_bigint('numbered')"), 100, 'and follows it');
}

# Generators that all sessions share do not follow a feed into the future: anyone may create one.
$node->safe_psql('postgres', q{
	CREATE ROLE anyone;
	CREATE SCHEMA anyone AUTHORIZATION anyone;
	SET ROLE anyone;
	SET search_path = anyone, public;
	SET siq.shard = 7;
	CREATE TABLE uid60 (id uid60 UNIQUE DEFAULT uid60_generate());
	CREATE TABLE siq (id siq UNIQUE DEFAULT siq_generate('event'));
	INSERT INTO uid60 VALUES (uid60_lower('2100-01-01'));
	INSERT INTO siq VALUES (siq_lower('2100-01-01'));
	DO $$
	DECLARE
		type text;
	BEGIN
		FOREACH type IN ARRAY '{uid60,siq}'::text[] LOOP
			EXECUTE format('CREATE TRIGGER wiji_feed_enter BEFORE INSERT ON %I FOR EACH STATEMENT
				EXECUTE FUNCTION wiji_feed_enter(''id'', ''0'');
				CREATE TRIGGER wiji_feed_guard AFTER INSERT OR UPDATE ON %1$I FOR EACH ROW
				EXECUTE FUNCTION wiji_feed_guard(''id'', ''0'')', type);
			BEGIN
				EXECUTE format('INSERT INTO %I DEFAULT VALUES', type);
			EXCEPTION WHEN check_violation THEN
				NULL;
			END;
		END LOOP;
	END $$});
is($node->safe_psql('postgres', q{
	SET siq.shard = 7;
	SELECT extract(year FROM uid60_timestamp(uid60_generate())) < 2100,
	       extract(year FROM siq_timestamp(siq_generate('event'))) < 2100}),
	't|t', 'a feed in the future does not advance the generators of other sessions');

# The number of feeds is limited.  Dropping one makes room, but not before the drop commits.
my $entries = 1024;
$node->safe_psql('postgres', qq{
	CREATE TABLE other (n integer);
	DO \$\$
	BEGIN
		FOR n IN 0 .. $entries LOOP
			EXECUTE format('CREATE TABLE feed_%s (n bigint GENERATED ALWAYS AS IDENTITY UNIQUE);
				CREATE TRIGGER wiji_feed_enter BEFORE INSERT ON feed_%1\$s FOR EACH STATEMENT
				EXECUTE FUNCTION wiji_feed_enter(''n'', ''0'');
				CREATE TRIGGER wiji_feed_guard AFTER INSERT OR UPDATE ON feed_%1\$s FOR EACH ROW
				EXECUTE FUNCTION wiji_feed_guard(''n'', ''0'')', n);
			COMMIT;
		END LOOP;
	END \$\$});
my ($slow, $reader, $dropping) = map { $node->background_psql('postgres', on_error_stop => 0) } 1 .. 3;
my $insert = "INSERT INTO event_wiji (what) VALUES ('late')";
$node->safe_psql('postgres', q{
	DO $$
	BEGIN
		FOR n IN 1 .. 1024 LOOP
			BEGIN
				EXECUTE format('INSERT INTO feed_%s DEFAULT VALUES', n);
			EXCEPTION WHEN program_limit_exceeded THEN
				RETURN;
			END;
			COMMIT;
		END LOOP;
	END $$});
$slow->query_safe("BEGIN; INSERT INTO event_wiji (what) VALUES ('slow')");
$node->safe_psql('postgres', "INSERT INTO event_wiji (what) VALUES ('quick')");
$reader->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM other');
$slow->query_safe('COMMIT');
$dropping->query_safe($insert);
$dropping->query_safe("BEGIN; SELECT wiji_drop_feed('event_wiji'); INSERT INTO feed_0 DEFAULT VALUES; ROLLBACK");
like(error_of($dropping, $insert), qr/ERROR:  54000: /, 'a feed without room is an error') foreach 1, 2;
$node->safe_psql('postgres', "SELECT wiji_drop_feed('feed_1')");
is($reader->query_safe(
		"SELECT string_agg(what, ' ') FROM event_wiji WHERE id < wiji_horizon('event_wiji') AND what <> 'x'"), '',
	'older snapshots do not miss a row after a drop that was rolled back');
$_->quit foreach $slow, $reader, $dropping;

$node->stop;
done_testing();
