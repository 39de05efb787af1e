# Change feeds on standbys: they read up to the horizon that the primary has stored.  The feed goes on
# above it after a restart, a promotion and a re-creation, whatever the clock is, and though rows that
# consumers have read were deleted.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use FakeClock;
use Feeds;
use PostgreSQL::Test::Cluster;
use Test::More;
use TestHelp;

my $primary = feed_node('primary', allows_streaming => 1);
my @names = qw(identity v7 wiji);
my @times = qw(v7 wiji);
my %position;

$primary->append_conf('postgresql.conf', "hot_standby_feedback = on\nmax_prepared_transactions = 2");
start_with_fake_clock($primary);
create_tables($primary, @names);

# The owner of the extension, who need not be a superuser, calls the function, and lends nobody its rights.
$primary->safe_psql('postgres', 'CREATE ROLE extension_owner; CREATE ROLE loop; CREATE DATABASE theirs OWNER extension_owner');
# room in pg_depend before the rows of the extension
$primary->safe_psql('theirs', join ';', map { "CREATE TABLE room_$_ (n serial)" } 1 .. 50);
# Default privileges do not open the table and the function to others.
$primary->safe_psql('theirs', 'ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO loop, PUBLIC; ALTER DEFAULT PRIVILEGES GRANT ALL ON FUNCTIONS TO loop');
$primary->safe_psql('theirs', 'SET ROLE extension_owner; CREATE EXTENSION wiji_feed');
is($primary->safe_psql('theirs', q{
		SELECT has_table_privilege('loop', 'wiji_feed_horizon', 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER'),
			has_function_privilege('loop', 'wiji_store_horizons(regclass[])', 'EXECUTE'), has_function_privilege('loop', 'wiji_feeds()', 'EXECUTE')}),
	'f|f|t', 'default privileges do not count for the stored horizons');
is($primary->safe_psql('theirs', q{
		SET ROLE extension_owner;
		GRANT EXECUTE ON FUNCTION wiji_store_horizons TO loop;
		CREATE TABLE job (id bigserial PRIMARY KEY);
		SELECT wiji_create_feed('job') IS NULL;
		INSERT INTO job DEFAULT VALUES;
		SET ROLE loop;
		SELECT wiji_store_horizons()}), "f\n1", 'the owner of the extension grants the function');
$primary->safe_psql('theirs', q{
	SET ROLE extension_owner;
	CREATE SCHEMA mine;
	CREATE FUNCTION mine.evil(regclass) RETURNS oid LANGUAGE plpgsql IMMUTABLE AS $$
	BEGIN
		RAISE EXCEPTION 'run as %', current_user;
	END $$;
	CREATE TABLE mine.wiji_feed_horizon (feed regclass PRIMARY KEY, "column" smallint, type varchar(12), horizon bigint, stored_at timestamptz);
	CREATE INDEX ON mine.wiji_feed_horizon (mine.evil(feed))});
$primary->safe_psql('postgres', q{CREATE ROLE "o'neil"; CREATE DATABASE oneil OWNER "o'neil"});
is($primary->safe_psql('oneil', q{SET ROLE "o'neil"; CREATE EXTENSION wiji_feed;
		SELECT has_function_privilege('wiji_store_horizons(regclass[])', 'EXECUTE WITH GRANT OPTION')}), 't', 'the owner may have any name');
is(sqlstate($primary, "\\c theirs\nSET ROLE extension_owner; $_"), '42501', $_)
  foreach 'TABLE wiji_feed_horizon', 'DELETE FROM wiji_feed_horizon', 'ALTER EXTENSION wiji_feed DROP TABLE wiji_feed_horizon',
  'ALTER TABLE wiji_feed_horizon OWNER TO extension_owner';
$primary->safe_psql('theirs', join ';', map { "DROP TABLE room_$_" } 1 .. 50);
$primary->safe_psql('theirs', 'VACUUM pg_depend');
$primary->safe_psql('theirs', 'SET ROLE extension_owner; ALTER EXTENSION wiji_feed ADD TABLE mine.wiji_feed_horizon');
is($primary->safe_psql('theirs', 'SELECT wiji_store_horizons(); SELECT count(*) FROM mine.wiji_feed_horizon'), "1\n0",
	'a table of theirs that has its name is not written');

# A dump has the function's rights, and no stored horizon.
my $dump = PostgreSQL::Test::Utils::tempdir . '/dump.sql';
$primary->command_ok([ 'pg_dump', '-f', $dump, $primary->connstr('theirs') ], 'a dump');
unlike(PostgreSQL::Test::Utils::slurp_file($dump), qr/COPY public\.wiji_feed_horizon/, '... has no stored horizon');

# A standby needs no shared memory, so it need not preload the library.
$primary->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'copy', has_streaming => 1);
$standby->append_conf('postgresql.conf', "shared_preload_libraries = ''\nwiji_feed.max_clock_wait = 0");
start_with_fake_clock($standby);

sub insert { my ($what, @feeds) = @_; return join ';', map { "INSERT INTO event_$_ (what) VALUES ('$what')" } @feeds; }
sub horizon { my ($name) = @_; return "$FEEDS{$name}{horizon}('event_$name')"; }

# The standby has everything that the primary has.
sub catch_up
{
	my $lsn = $primary->safe_psql('postgres', 'SELECT pg_current_wal_insert_lsn()');
	return $standby->poll_query_until('postgres', "SELECT pg_last_wal_replay_lsn() >= '$lsn'");
}

# Returns how many horizons were stored, of these feeds or of all.
sub store
{
	my ($feeds) = @_;
	my $stored = $primary->safe_psql('postgres', 'SELECT wiji_store_horizons(' . (defined $feeds ? "'{$feeds}'" : '') . ')');
	catch_up();
	return $stored;
}

# Waits until the clock has passed the keys of all rows.
sub store_all
{
	$primary->poll_query_until('postgres', "SELECT coalesce(bool_and(id < " . horizon($_) . "), true) FROM event_$_") foreach @names;
	return store();
}

sub error_on_standby
{
	my ($query) = @_;
	my ($rc, $out, $error) = $standby->psql('postgres', "\\set VERBOSITY verbose\n$query");
	return $error;
}

#
# Reading
#

catch_up();
like(error_on_standby('SELECT ' . horizon($_)), qr/ERROR:  55000: horizon of feed "event_$_" is not stored
DETAIL:  A standby returns the horizon that the primary has stored\.
HINT:  Call wiji_store_horizons\(\) on the primary at regular intervals\./, "$_: nothing is stored") foreach @names;
is($standby->safe_psql('postgres', 'SELECT count(*), count(behind), count(blockers), count(flaw) FROM wiji_feeds()'),
	'3|0|0|0', 'nor is there anything to report');

my $slow = $primary->background_psql('postgres');
$slow->query_safe('BEGIN; ' . insert('slow', @names));
$primary->safe_psql('postgres', insert('quick', @names));
is(store(), 3, 'horizons are stored');
is($standby->safe_psql('postgres', "SELECT what FROM event_$_"), 'quick', "$_: the standby has the quick row") foreach @names;
is(poll($standby, \%position, $_), '', "$_: and does not read it while the slow transaction runs") foreach @names;
$slow->query_safe('COMMIT');
$slow->quit;
is(poll($standby, \%position, $_), '', "$_: nor before the next horizon is stored") foreach @names;
store_all();
is(poll($standby, \%position, $_), 'slow quick', "$_: then it reads both") foreach @names;

# All calls with a snapshot return the same, those with a later one a later horizon.  The two differ only
# in a transaction that runs for the first.
$primary->safe_psql('postgres', 'CREATE TABLE plain (n integer)');
my ($older, $storing) = map { $primary->background_psql('postgres') } 1, 2;
$_->query_safe('BEGIN; INSERT INTO plain VALUES (1)') foreach $older, $storing;
$primary->safe_psql('postgres', insert('next', 'identity'));
catch_up();
my $reader = $standby->background_psql('postgres');
$reader->query_safe("BEGIN; DECLARE c CURSOR FOR SELECT wiji_horizon_bigint('event_identity') FROM generate_series(1, 2)");
$storing->query_safe('SELECT wiji_store_horizons(); COMMIT');
catch_up();
is($reader->query_safe("SELECT wiji_horizon_bigint('event_identity') FROM generate_series(1, 2); FETCH ALL c; COMMIT"),
	"4\n4\n3\n3", 'a cursor has the horizon of its snapshot');
$_->quit foreach $older, $storing;
$reader->quit;
is(poll($standby, \%position, 'identity'), 'next', 'and the row is read');

# wiji_feeds() says how long ago a horizon was stored, and what is wrong.
is($standby->safe_psql('postgres', q{SELECT feed, "column", lag, changes, behind >= '0' AND behind < '10 min', blockers, flaw
		FROM wiji_feeds() ORDER BY feed::text}),
	join("\n", map { "event_$_|id|00:00:00|f|t||" } @names), 'the list of feeds on the standby');
set_clock(600);
is($standby->safe_psql('postgres', "SELECT bool_and(behind BETWEEN '10 min' AND '20 min') FROM wiji_feeds()"), 't',
	'it shows that nobody stores horizons any more');
set_clock(0);
is(sqlstate($standby, 'SELECT wiji_store_horizons()'), '25006', 'a standby stores nothing');
is(sqlstate($standby, "SELECT wiji_feed_blockers('event_identity')"), '55000', 'and does not know blockers');
$primary->safe_psql('postgres', 'ALTER TABLE event_identity DISABLE TRIGGER USER');
catch_up();
is(sqlstate($standby, 'SELECT ' . horizon('identity')), '42809', 'a feed with a flaw has no horizon there');
$primary->safe_psql('postgres', 'ALTER TABLE event_identity ENABLE TRIGGER USER');

# Rights, and the type of the key, are checked as on the primary.
$primary->safe_psql('postgres', q{
	CREATE ROLE viewer;
	CREATE ROLE stranger;
	CREATE VIEW event_view AS SELECT * FROM event_identity WHERE id < (SELECT wiji_horizon_bigint('event_identity'));
	GRANT SELECT ON event_view TO viewer});
store();
is($standby->safe_psql('postgres', 'SET ROLE viewer; SELECT count(*) FROM event_view'), 3, 'a view lends its rights');
is(sqlstate($standby, "SET ROLE stranger; SELECT " . horizon('identity')), '42501', 'no other role gets the horizon');
is(sqlstate($standby, "SELECT wiji_horizon('event_identity')"), '42804', 'nor does anybody as another type');
is(sqlstate($standby, "SELECT wiji_horizon('wiji_feed_horizon')"), '42809', 'a table that is no feed');

#
# A partition is attached while a statement is planned: its plan lacks the partition, and its snapshot
# sees the horizon.  A function in its condition, of which the planner estimates how many rows it
# selects, waits for a lock.
#

$primary->safe_psql('postgres', q{
	CREATE TABLE parted (id bigint GENERATED BY DEFAULT AS IDENTITY, part integer) PARTITION BY LIST (part);
	CREATE INDEX ON parted (id);
	CREATE TABLE parted_1 PARTITION OF parted FOR VALUES IN (1);
	CREATE TABLE parted_2 (LIKE parted);
	SELECT wiji_create_feed('parted', 'id');
	INSERT INTO parted (part) VALUES (1);
	CREATE FUNCTION stop() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
	BEGIN
		PERFORM pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1);
		RETURN 0;
	END $$});
store();
my $stop = $standby->background_psql('postgres');
foreach my $session ('a new session', 'one that has read the feed')
{
	my $part = $session =~ /new/ ? 2 : 3;
	$reader = $standby->background_psql('postgres', on_error_stop => 0);
	$reader->query_safe("SELECT * FROM parted WHERE id > stop() AND id < wiji_horizon_bigint('parted')") if $part == 3;
	$stop->query_safe('SELECT pg_advisory_lock(1)');
	$reader->query_until(qr/waits/, "\\echo waits\n\\set VERBOSITY sqlstate\n"
		  . "SELECT count(*) FROM parted WHERE id > stop() AND id < wiji_horizon_bigint('parted');\n");
	$standby->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
	$primary->safe_psql('postgres', "CREATE TABLE IF NOT EXISTS parted_3 (LIKE parted);
		ALTER TABLE parted ATTACH PARTITION parted_$part FOR VALUES IN ($part);
		INSERT INTO parted (part) VALUES ($part)");
	store();
	$stop->query_safe('SELECT pg_advisory_unlock(1)');
	like(error_of($reader, 'SELECT'), qr/40001/, "$session is told to retry");
	is($reader->query("SELECT count(*) FROM parted WHERE id > stop() AND id < wiji_horizon_bigint('parted')"), $part,
		'... and then reads the row of the partition');
	$reader->quit;
}
$stop->quit;

#
# Nobody stops it who has a feed of their own.
#

$primary->safe_psql('postgres', q{
	GRANT CREATE ON SCHEMA public TO stranger;
	SET ROLE stranger;
	CREATE TABLE locked (id bigserial PRIMARY KEY);
	CREATE TABLE altered (id bigserial PRIMARY KEY);
	CREATE TABLE dropped (id bigserial PRIMARY KEY);
	CREATE TABLE unused (id bigserial PRIMARY KEY);
	SELECT wiji_create_feed('locked'), wiji_create_feed('altered'), wiji_create_feed('dropped'), wiji_create_feed('unused');
	INSERT INTO locked DEFAULT VALUES;
	INSERT INTO altered DEFAULT VALUES;
	INSERT INTO dropped DEFAULT VALUES});
is(store(), 8, 'all feeds, though nobody has used one of them');
my @strangers = map { $primary->background_psql('postgres') } 1 .. 3;
$_->query_safe('SET ROLE stranger; BEGIN') foreach @strangers;
$strangers[0]->query_safe('LOCK TABLE locked');
$strangers[1]->query_safe('ALTER SEQUENCE altered_id_seq INCREMENT 2');
$strangers[2]->query_safe("SELECT wiji_drop_feed('dropped')");
$primary->safe_psql('postgres', insert('others', @names));
my ($rc, $out, $warning) = $primary->psql('postgres', 'SELECT wiji_store_horizons()');
is($out, 5, 'a feed is left out that a session has locked, whose sequence it alters, and that it drops');
like($warning, qr/WARNING:  horizons of 3 feeds were not stored\nDETAIL:  Locked or changed by other sessions: 3\. /, '... with a warning');
$_->quit foreach @strangers;
store_all();
is(poll($standby, \%position, $_), 'others', "$_: other feeds are read") foreach @names;

# Two sessions store: one leaves out what the other has stored, and waits for nothing.
my $other = $primary->background_psql('postgres');
$primary->safe_psql('postgres', "SELECT wiji_drop_feed('locked'), wiji_create_feed('locked'); INSERT INTO locked DEFAULT VALUES");
$other->query_safe("BEGIN; SELECT wiji_store_horizons('{locked,event_wiji}')");
($rc, $out, $warning) = $primary->psql('postgres', "SELECT wiji_store_horizons('{locked,event_wiji,event_identity}')");
is($out, 1, 'a second session leaves out what the first one stores');
like($warning, qr/Locked or changed by other sessions: 2\./, '... and says so');

# A feed that is created again waits for a horizon that is being stored.
my $again = $primary->background_psql('postgres');
$again->query_until(qr/waits/, "\\echo waits\nSELECT wiji_create_feed('event_wiji');\n");
ok($primary->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_locks WHERE NOT granted AND relation = 'event_wiji'::regclass"),
	'a feed that is created again waits for it');
$other->query_safe('COMMIT');
$again->query_safe('SELECT');
$_->quit foreach $other, $again;

#
# A feed that is created again, with a greater lag
#

$primary->safe_psql('postgres', insert('before', @times));
store_all();
is(poll($standby, \%position, $_), 'before', "$_: a row is read on the standby") foreach @times;
$primary->safe_psql('postgres', "DELETE FROM event_$_; SELECT wiji_create_feed('event_$_', lag => '1 h')") foreach @times;
is(sqlstate($primary, "INSERT INTO event_$_ VALUES (" . key_at($_, "clock_timestamp() - interval '30 min'") . ", 'lost')"), '23514',
	"$_: with a greater lag, a key that the standby has passed is rejected") foreach @times;
$primary->safe_psql('postgres', "SELECT wiji_create_feed('event_$_')") foreach @times;

#
# A restart with the clock, or the sequence, set back, after rows were deleted that the standby has read
#

sub restart_behind
{
	my ($horizon, $restart, $right) = @_;
	$primary->safe_psql('postgres', join ';', q{SELECT setval('event_identity_id_seq', max(id) - 1) FROM event_identity}, map { "DELETE FROM event_$_" } @names);
	$primary->stop;
	start_with_fake_clock($primary, $restart);
	is(sqlstate($primary, 'SET wiji_feed.max_clock_wait = 0; ' . insert('lost', $_)), $_ eq 'identity' ? '23514' : '55000',
		"$_: after a restart with the clock set back, no key below $horizon is inserted") foreach @names;
	set_clock($right);
	return;
}

sub go_on
{
	my ($what) = @_;
	$primary->safe_psql('postgres', q{SELECT setval('event_identity_id_seq', horizon) FROM wiji_feed_horizon
		WHERE feed = 'event_identity'::regclass; } . insert($what, @names));
	store_all();
	is(poll($standby, \%position, $_), $what, "$_: new rows are read") foreach @names;
	return;
}

$primary->safe_psql('postgres', insert('read', @names));
store_all();
is(poll($standby, \%position, $_), 'read', "$_: a row is read on the standby") foreach @names;
restart_behind('the stored horizon', -3600, 0);
go_on('restarted');

# A start knows horizons before they are committed, too: here the clock is above the one that is.
set_clock(40);
$primary->safe_psql('postgres', insert('prepared', @names));
$primary->poll_query_until('postgres', "SELECT bool_and(id < " . horizon($_) . ") FROM event_$_") foreach @names;
$primary->safe_psql('postgres', q{BEGIN; SELECT wiji_store_horizons(); PREPARE TRANSACTION 'stored'});
restart_behind('a horizon whose transaction is prepared', 20, 40);
$primary->safe_psql('postgres', q{COMMIT PREPARED 'stored'});
go_on('after');

#
# A feed that nobody has used since the server started has no entry, and does not get one: others could
# use all entries up, and a start could take long.  Its horizon is what the clock was at the call before,
# because a session that enters the feed meanwhile knows that.  Here the clock is set back then.
#

$primary->safe_psql('postgres', q{
	CREATE TABLE quiet (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE quiet_number (id bigserial PRIMARY KEY, what text);
	SELECT wiji_create_feed('quiet'), wiji_create_feed('quiet_number');
	INSERT INTO quiet (what) VALUES ('last');
	INSERT INTO quiet_number (what) VALUES ('last')});
$primary->stop;
start_with_fake_clock($primary, 40);
my %quiet = (quiet => 'wiji_horizon', quiet_number => 'wiji_horizon_bigint');
my $read = sub { my ($table) = @_;
	return $standby->safe_psql('postgres', "SELECT what FROM $table WHERE id < $quiet{$table}('$table') ORDER BY id"); };
store('quiet,quiet_number');
is($read->($_), '', "$_: at first, nothing is read") foreach sort keys %quiet;
store('quiet,quiet_number');
is($read->($_), 'last', "$_: with the next call, the last row is") foreach sort keys %quiet;
set_clock(3600);
my $ahead = $primary->background_psql('postgres');
$ahead->query_safe("SELECT nextval('quiet_number_id_seq') FROM generate_series(1, 9); BEGIN; SELECT wiji_store_horizons('{quiet,quiet_number}')");
set_clock(1800);
is(sqlstate($primary, "SET wiji_feed.max_clock_wait = 0; INSERT INTO quiet (what) VALUES ('late')"), '55000',
	'quiet: a start knows what is being stored');
is(sqlstate($primary, "SELECT setval('quiet_number_id_seq', 5); INSERT INTO quiet_number (what) VALUES ('late')"), '23514',
	'quiet_number: it knows numbers, too');
$ahead->query_safe('COMMIT');
catch_up();
is($standby->safe_psql('postgres', "SELECT wiji_horizon('quiet') < wiji_lower(clock_timestamp() - interval '20 min')"), 't',
	'quiet: the horizon is what the clock was at the call before');
cmp_ok($standby->safe_psql('postgres', "SELECT wiji_horizon_bigint('quiet_number')"), '<=', 6, 'quiet_number: so is that of numbers');
$ahead->quit;
set_clock(0);
$primary->safe_psql('postgres', 'DROP TABLE quiet, quiet_number');

#
# The clock is an hour ahead while horizons are stored: inserts fail, after a restart, too, until the
# feed is dropped and created.
#

set_clock(3600);
$primary->safe_psql('postgres', insert('ahead', @times));
store_all();
is(poll($standby, \%position, $_), 'ahead', "$_: a row of the clock that is ahead is read") foreach @times;
$primary->safe_psql('postgres', "DELETE FROM event_$_") foreach @times;
set_clock(0);
is(sqlstate($primary, insert('behind', $_)), '55000', "$_: inserts fail when the clock is right again") foreach @times;
$primary->stop;
start_with_fake_clock($primary, 0);
is(sqlstate($primary, insert('behind', $_)), '55000', "$_: after a restart, too") foreach @times;
is(sqlstate($primary, "SELECT wiji_create_feed('event_$_');" . insert('behind', $_)), '55000', "$_: and when the feed is created again")
  foreach @times;
is($primary->safe_psql('postgres', 'SELECT count(*) FROM (SELECT wiji_drop_feed(feed), wiji_create_feed(feed, "column", lag, changes)
		FROM wiji_feeds() WHERE feed::text ~ $$event_(v7|wiji)$$) f'), 2, 'all feeds are dropped and created');
is(sqlstate($primary, insert('on time', $_)), '', "$_: and then they go on") foreach @times;
# consumers lower their positions, as the page says
delete @position{@times};
store_all();
is(poll($standby, \%position, $_), 'on time', "$_: the standby reads the row") foreach @times;

#
# A standby is promoted whose clock is 3 seconds behind, after the newest rows were deleted.
#

$primary->safe_psql('postgres', insert('newest', @names));
store_all();
is(poll($standby, \%position, $_), 'newest', "$_: the newest row is read on the standby") foreach @names;
$primary->safe_psql('postgres', join ';', "SELECT setval('event_identity_id_seq', 1)", map { "DELETE FROM event_$_" } @names);
catch_up();
my $back = $primary->safe_psql('postgres', q{SET timezone = 'UTC';
	SELECT to_char(max(stored_at) - interval '3 s', 'YYYY-MM-DD HH24:MI:SS.US') FROM wiji_feed_horizon});
$primary->stop;
if ($standby->pg_version < 17)
{
	$standby->stop;
	$standby->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji_feed'");
	start_with_fake_clock($standby, 0);
}
# the startup process measures how long it waits
set_clock(0);
$standby->promote;
set_clock($back);
is(sqlstate($standby, insert('lost', $_)), $_ eq 'identity' ? '23514' : '55000',
	"$_: after the promotion, no key below the stored horizon is inserted") foreach @names;
set_clock(60);
$standby->safe_psql('postgres', q{SELECT setval('event_identity_id_seq', horizon) FROM wiji_feed_horizon
	WHERE feed = 'event_identity'::regclass; } . insert('promoted', @names));
set_clock(70);
is(poll($standby, \%position, $_), 'promoted', "$_: its consumer reads new rows, and misses none") foreach @names;
is($standby->safe_psql('postgres', 'SELECT wiji_store_horizons()') >= 3, 1, 'and it stores horizons');
$standby->stop;

done_testing();
