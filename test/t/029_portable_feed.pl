# portable/feed.sql, on a server without any extension: what it refuses, and the history of a feed
# whose readers ask for the horizon and read in the next statement.  FeedHistory.pm has the storm
# and the verdict.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use FeedHistory;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

delete $ENV{TEMP_CONFIG};	# says where the extension is
my $node = history_node('main', allows_streaming => 1, extra => [ '--encoding=UTF8', '--no-locale' ]);
start_with_fake_clock($node);

$node->safe_psql('postgres', q{
	CREATE ROLE regress_reader LOGIN;
	CREATE SCHEMA plain;
	GRANT USAGE ON SCHEMA plain TO PUBLIC;
	ALTER DEFAULT PRIVILEGES GRANT ALL ON SEQUENCES TO regress_reader});
my @files = map { ('-f', "portable/$_.sql") } qw(wiji feed feed);
command_ok(
	[ qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('postgres'), '-c', 'SET search_path = plain', @files ],
	'the files are run, and run again');
$node->safe_psql('postgres', "
	ALTER DATABASE postgres SET search_path = public, plain;
	SET search_path = public, plain;
	$TABLES" . q{
	CREATE TABLE event_a (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE event_b (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE event_p (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY HASH (id);
	CREATE TABLE event_p0 PARTITION OF event_p FOR VALUES WITH (MODULUS 2, REMAINDER 0);
	CREATE TABLE event_p1 PARTITION OF event_p FOR VALUES WITH (MODULUS 2, REMAINDER 1);
	INSERT INTO feed SELECT unnest('{event_a,event_b,event_p}'::text[]), 'wiji', wiji_lower('1970-01-01 00:00+00');
	GRANT SELECT ON ALL TABLES IN SCHEMA public TO regress_reader;
	GRANT INSERT ON note TO regress_reader;
	GRANT USAGE ON note_n_seq TO regress_reader;
	DO $$
	DECLARE t text;
	BEGIN
		FOREACH t IN ARRAY '{event_a,event_b,event_p}'::text[] LOOP
			EXECUTE format($x$
				CREATE TRIGGER feed_begin BEFORE INSERT ON %1$s
					FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_begin();
				CREATE TRIGGER feed BEFORE INSERT ON %1$s
					FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id')$x$, t);
		END LOOP;
	END $$;
	-- the next statement reads; another one, which reads by the last id alone, shows that the test
	-- would notice
	CREATE PROCEDURE poll(me text, pause float8) LANGUAGE plpgsql AS $$
	DECLARE
		f feed;
		at wiji;
		horizon wiji;
	BEGIN
		FOR f IN TABLE feed LOOP
			at := place(me, f);
			horizon := CASE me WHEN 'naive' THEN wiji_upper('4253-01-01 00:00+00') ELSE wiji_horizon() END;
			PERFORM pg_sleep(random() * pause);
			EXECUTE format('
				INSERT INTO note (reader, feed, id)
				SELECT $1, $2, id FROM %I WHERE id > $3 AND id < $4 ORDER BY id LIMIT 500', f.name)
			USING me, f.name, at, horizon;
		END LOOP;
	END $$});

# What it refuses.
foreach my $case (
	[ 'an id from elsewhere', 'INSERT INTO event_a VALUES (wiji_make(1, 1, 1))',
		qr/was not made by this session/ ],
	[ 'none', 'INSERT INTO event_a VALUES (NULL)', qr/was not made by this session/ ],
	[ 'an id of another time', q{INSERT INTO event_a VALUES (wiji_generate(now() + interval '1 hour'))},
		qr/was not made by this session/ ],
	[ 'a partition that is named', 'INSERT INTO event_p0 DEFAULT VALUES',
		qr/no feed was begun for table/ ],
	[ 'what a savepoint has taken back', q{
		BEGIN;
		SAVEPOINT s;
		INSERT INTO event_a DEFAULT VALUES;
		ROLLBACK TO s;
		INSERT INTO event_p0 DEFAULT VALUES}, qr/no feed was begun/ ],
	[ 'a horizon for an old snapshot', 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT wiji_horizon()',
		qr/cannot be asked for in isolation level repeatable read/ ],
	[ 'a low-water mark that another sets back', q{SET ROLE regress_reader; SELECT setval('plain.wiji_low_water', 1)},
		qr/permission denied/ ])
{
	my ($name, $sql, $message) = @$case;
	my ($status, $out, $err) = $node->psql('postgres', $sql);
	like($err, $message, $name);
}
is( $node->safe_psql('postgres', 'SELECT wiji_horizon() <= wiji_generate()',
		extra_params => [ '-U', 'regress_reader' ]),
	't', 'anyone may ask');
is( $node->safe_psql('postgres', q{
		BEGIN;
		INSERT INTO event_a DEFAULT VALUES;
		SELECT wiji_horizon() <= (SELECT max(id) FROM event_a);
		SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'}),
	"t\n1", "one's own rows hold it back");

# The file may be run again while a statement writes to a feed.
my $holder = $node->background_psql('postgres');
$holder->query_safe('BEGIN; SELECT pg_advisory_xact_lock(5)');
my ($written, $error) = ('', '');
my $write = IPC::Run::start(
	[ qw(psql -X -q -At -d), $node->connstr('postgres'), '-c', q{
		WITH new AS (
			INSERT INTO event_p SELECT FROM generate_series(1, 2) g WHERE g = 1 OR pg_advisory_xact_lock(5) IS NOT NULL
			RETURNING id)
		SELECT count(*) FROM new} ], '>', \$written, '2>', \$error);
$node->poll_query_until('postgres', q{SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted})
  or die 'nothing waits';
command_ok(
	[ qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('postgres'), '-c', 'SET search_path = plain', @files ],
	'the files are run while a statement writes');
$holder->query_safe('COMMIT');
$holder->quit;
$write->finish;
is("$written$error", "2\n", 'and it goes on');

# A transaction that does not see the trigger is to be tried again.
my $old = $node->background_psql('postgres', on_error_stop => 0);
$old->query_safe('CREATE TABLE late (id wiji DEFAULT wiji_generate());
	BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
$node->safe_psql('postgres',
	'CREATE TRIGGER feed_begin BEFORE INSERT ON late FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_begin()');
$old->query('INSERT INTO late DEFAULT VALUES');
like($old->{stderr}, qr/trigger "feed_begin" is newer than this transaction's snapshot/, 'a trigger made meanwhile');
$old->quit;

# A column of any name, in any place, beside json that jsonb does not take.
$node->safe_psql('postgres', q{
	CREATE TABLE odd (gone integer, "k""e'y" wiji DEFAULT wiji_generate(), body json)
	PARTITION BY RANGE ("k""e'y");
	CREATE TABLE odd_1 (body json, "k""e'y" wiji DEFAULT wiji_generate());
	ALTER TABLE odd DROP gone;
	ALTER TABLE odd ATTACH PARTITION odd_1 DEFAULT;
	CREATE TRIGGER feed_begin BEFORE INSERT ON odd
	FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_begin();
	CREATE TRIGGER feed BEFORE INSERT ON odd
	FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('k"e''y')});
is(($node->psql('postgres', q{INSERT INTO odd (body) VALUES ('"\u0000"'), ('1e200000')}))[2], '',
	'any column, beside any json');
like(($node->psql('postgres', q{INSERT INTO odd VALUES (wiji_generate(now() + interval '1 day'))}))[2],
	qr/was not made by this session in this transaction/, '... is looked at');

# Another schema has a low-water mark of its own, which a transaction that has begun in this one
# must not miss.
command_ok(
	[
		qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('postgres'),
		'-c' => 'CREATE SCHEMA second; SET search_path = second', @files
	],
	'the files are run in a second schema');
$node->safe_psql('postgres', q{
	SET search_path = second;
	CREATE TABLE news (id wiji PRIMARY KEY DEFAULT wiji_generate()) PARTITION BY HASH (id);
	CREATE TABLE news_0 PARTITION OF news FOR VALUES WITH (MODULUS 1, REMAINDER 0);
	CREATE TRIGGER feed_begin BEFORE INSERT ON news FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_begin();
	CREATE TRIGGER feed BEFORE INSERT ON news FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id')});
set_clock('+3600');
my $told = $node->safe_psql('postgres', 'SELECT second.wiji_horizon()');
set_clock('+0');
is( $node->safe_psql('postgres', "
		BEGIN;
		INSERT INTO event_a DEFAULT VALUES;
		INSERT INTO second.news DEFAULT VALUES;
		SELECT id > '$told' FROM second.news;
		ROLLBACK"),
	't', 'a transaction that has begun in one schema makes no id below the horizon of another');
# A standby has that mark and no locks, so it tells nothing, also where its clock is behind.
$node->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'copy', has_streaming => 1);
$standby->start;
like(($standby->psql('postgres', 'SELECT second.wiji_horizon()'))[2],
	qr/cannot be asked for during recovery\nHINT:  Ask on the primary, and read there/, 'a standby');
$standby->stop;
like(
	($node->psql('postgres', 'BEGIN; INSERT INTO event_a DEFAULT VALUES; INSERT INTO second.news_0 DEFAULT VALUES'))[2],
	qr/no feed was begun/, 'nor does it escape the triggers of another');

# A copy of a schema is another one as soon as the file has been run in it.
my $copy = $node->basedir . '/second.sql';
command_ok([ qw(pg_dump -n second -f), $copy, $node->connstr('postgres') ], 'a schema is dumped');
command_ok(
	[
		qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('postgres'),
		'-c' => 'ALTER SCHEMA second RENAME TO first', '-f' => $copy,
		'-c' => 'SET search_path = second', '-f' => 'portable/feed.sql'
	],
	'and restored beside, and the file is run there');
set_clock('+7200');
$told = $node->safe_psql('postgres', 'SELECT second.wiji_horizon()');
set_clock('+0');
is( $node->safe_psql('postgres', "
		BEGIN;
		INSERT INTO first.news DEFAULT VALUES;
		INSERT INTO second.news DEFAULT VALUES;
		SELECT id > '$told' FROM second.news;
		ROLLBACK"),
	't', 'a transaction that has begun in one makes no id below the horizon of its copy');

my @feeds = qw(event_a event_b event_p);
my @readers = qw(one two slow naive);
my %readers = readers('SET SESSION AUTHORIZATION regress_reader; CALL poll(%s);', @readers);
storm($node, { writers(writing_ways(@feeds)), %readers });

read_rest($node, $_) foreach @readers;
check_naive($node, @feeds);
foreach my $me (grep { $_ ne 'naive' } @readers)
{
	is(errors_of($me), '', "reader $me: no error");
	check_feed($node, $me, $_) foreach @feeds;
}
is($node->safe_psql('postgres', "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"), 0,
	'no lock is left behind');

$node->stop;
done_testing();
