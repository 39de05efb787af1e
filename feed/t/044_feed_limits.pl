# More feeds, and more commits, than shared memory has room for.  It has an entry for each session and
# 1,024 more; an entry that no session claims is given to another feed, which was not used for longer.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use FakeClock;
use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $feeds = 1400;
my $folder = PostgreSQL::Test::Utils::tempdir;
my $node = feed_node('main');
my %position;

$node->append_conf('postgresql.conf', 'max_connections = 150');
start_with_fake_clock($node);
$FEEDS{late} = { %{ $FEEDS{v7} }, lag => '1 h' };
create_tables($node, qw(wiji v7 identity late));

sub insert { my ($name) = @_; return "INSERT INTO event_$name (what) VALUES ('x')"; }

sub in { my ($database, $query) = @_; return sqlstate($node, "\\c $database\n$query"); }

#
# A role with more feeds than there are entries.
#

$node->safe_psql('postgres', qq{
	CREATE DATABASE other;
	CREATE ROLE anyone;
	CREATE SCHEMA anyone AUTHORIZATION anyone;
	CREATE TABLE plain (n integer)});
$node->safe_psql('other', q{CREATE EXTENSION wiji_feed; CREATE EXTENSION wiji;
	CREATE TABLE event_wiji (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	SELECT wiji_create_feed('event_wiji')});
$node->safe_psql('postgres', insert($_)) foreach qw(wiji v7 identity late);
is(poll($node, \%position, $_), 'x', "$_: a row is read") foreach qw(wiji v7 identity);
$node->safe_psql('postgres', qq{
	SET SESSION AUTHORIZATION anyone;
	SET search_path = anyone, public;
	DO \$\$BEGIN
		FOR n IN 1 .. $feeds LOOP
			EXECUTE format('CREATE TABLE feed_%s (id bigint GENERATED ALWAYS AS IDENTITY UNIQUE)', n);
			PERFORM wiji_create_feed('feed_' || n, 'id');
			COMMIT;
		END LOOP;
	END\$\$});
my $use_all = qq{
	DO \$\$BEGIN
		FOR n IN 1 .. $feeds LOOP
			EXECUTE format('INSERT INTO anyone.feed_%s VALUES (DEFAULT)', n);
			COMMIT;
		END LOOP;
	END\$\$};
# Each session claims the entry that it used last, and a new one keeps the claim of the session whose
# place it has: until it uses another feed.
append_to_file("$folder/claim", "SELECT wiji_horizon_bigint('anyone.feed_1');\n");
sub unclaim
{
	run_log([ qw(pgbench -n -C -t 3 -c 100 -f), "$folder/claim", $node->connstr('postgres') ],
		'>', '/dev/null', '2>', '/dev/null') or BAIL_OUT('pgbench failed');
	return;
}

my $old_key = "INSERT INTO event_late VALUES (v7_lower(clock_timestamp() - interval '30 min'), 'x')";
is(in('postgres', $old_key), '', 'late: a key that the lag allows is accepted');
my $consumer = $node->background_psql('postgres', on_error_stop => 0);
$consumer->query_safe("SELECT wiji_horizon('event_late')");
$node->safe_psql('postgres', $use_all);
is(in('other', insert('wiji')), '', 'others can insert in another database');
is(in('postgres', insert($_)), '', "$_: and in the same one") foreach qw(wiji v7 identity);
is(poll($node, \%position, $_), 'x', "$_: no row is lost") foreach qw(wiji v7 identity);
is(in('postgres', $old_key), '', 'late: an entry is not given while a session claims it');
$consumer->query_safe("SELECT wiji_horizon('event_v7')");
unclaim();
is(in('postgres', qq{
	DO \$\$BEGIN
		FOR n IN 1 .. $feeds LOOP
			PERFORM wiji_horizon_bigint(('anyone.feed_' || n)::regclass);
			IF n % 100 = 0 THEN
				$old_key;
			END IF;
		END LOOP;
	END\$\$}), '', 'late: nor while others were not used for longer');

# They start again, above their greatest keys, when their entries were given.
unclaim();
$node->safe_psql('postgres', $use_all);
is(in('postgres', $old_key), '23514', 'late: otherwise a key below the greatest one is rejected');
$node->safe_psql('postgres',
	"DELETE FROM event_identity WHERE id = 1; SELECT setval('event_identity_id_seq', 1, false)");
is(in('postgres', insert('identity')), '23514', 'identity: nor is a smaller number');
$node->safe_psql('postgres', insert('wiji'));
unclaim();
$node->safe_psql('postgres', $use_all);
set_clock('-3600');
is(in('postgres', insert('wiji')), '55000',
	'wiji: with the clock of an hour before, none is generated below the greatest one');
set_clock('+1');
is(in('postgres', insert('wiji')), '', 'wiji: with a right clock it is');
is(poll($node, \%position, 'wiji'), 'x x', 'wiji: and read');
$consumer->quit;

# A drop that was rolled back, and an entry that was taken, while a snapshot is older than a commit.
{
	my ($slow, $reader, $dropping) = map { $node->background_psql('postgres') } 1 .. 3;

	$slow->query_safe("BEGIN; INSERT INTO event_wiji (what) VALUES ('slow')");
	$node->safe_psql('postgres', "INSERT INTO event_wiji (what) VALUES ('quick')");
	$reader->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM plain');
	$slow->query_safe('COMMIT');
	$dropping->query_safe("BEGIN; SELECT wiji_drop_feed('event_wiji'); ROLLBACK");
	$slow->query_safe("SELECT wiji_horizon_bigint('anyone.feed_1')");
	unclaim();
	$node->safe_psql('postgres', $use_all);
	$dropping->query_safe("INSERT INTO event_wiji (what) VALUES ('late')");
	is($reader->query_safe("SELECT string_agg(what, ' ') FROM event_wiji
			WHERE id < wiji_horizon('event_wiji') AND what <> 'x'"), '', 'the older snapshot does not miss a row');
	$_->quit foreach $slow, $reader, $dropping;
	is(poll($node, \%position, 'wiji'), 'slow quick late', 'a new one sees them');
}

#
# Transactions that hold more feeds than shared memory has room for.
#

append_to_file("$folder/hold", "\\set first 8 * :client_id + 1\nBEGIN;\n"
	. join('', map { "INSERT INTO anyone.feed_:first VALUES (DEFAULT);\n\\set first :first + 1\n" } 1 .. 8)
	. "SELECT pg_advisory_xact_lock_shared(1);\nCOMMIT;\n");
my $gate = $node->background_psql('postgres');
$gate->query_safe('SELECT pg_advisory_lock(1)');
my $errors = '';
my $holders = IPC::Run::start([ qw(pgbench -n -M simple -t 1 -c 130), '-f', "$folder/hold", $node->connstr('postgres') ],
	'<', \undef, '>', '/dev/null', '2>', \$errors);
ok($node->poll_query_until('postgres',
	"SELECT count(*) = 130 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"), '1040 feeds are held');
is($node->safe_psql('postgres', "SELECT count(*) FROM generate_series(1, 1040) n, wiji_feed_blockers(('anyone.feed_' || n)::regclass)"),
	1040, 'by one transaction each');
is(in('postgres', "$use_all; INSERT INTO plain VALUES (1)"), '', 'others insert into these, and more');
is(in('other', insert('wiji')), '', 'also in another database');
$node->safe_psql('postgres', insert('v7'));
is(poll($node, \%position, 'v7'), 'x', 'and poll');
is($node->safe_psql('postgres', 'SELECT count(*) FROM generate_series(1, 1040) n,
		LATERAL (SELECT wiji_horizon_bigint((\'anyone.feed_\' || n)::regclass) h) h,
		LATERAL (SELECT floor::bigint FROM wiji_feed_blockers((\'anyone.feed_\' || n)::regclass)) b WHERE h > floor'),
	0, 'no horizon is above the least key of a transaction that inserts');
$gate->query_safe('SELECT pg_advisory_unlock(1)');
ok($holders->finish, 'their transactions end') or diag($errors);
$gate->quit;

#
# A snapshot that is older than the commits that are remembered.
#

{
	my $count = "SELECT count(*) FROM event_wiji WHERE id < wiji_horizon('event_wiji')";
	my ($late, $early) = map { $node->background_psql('postgres', on_error_stop => 0) } 1, 2;

	$_->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM plain') foreach $late, $early;
	my $answer = $early->query_safe($count);
	$node->safe_psql('postgres', insert('wiji') . qq{;
		DO \$\$BEGIN
			FOR n IN 1 .. 2048 LOOP
				FOR k IN 1 .. 8 LOOP
					EXECUTE format('INSERT INTO anyone.feed_%s VALUES (DEFAULT)', k);
				END LOOP;
				COMMIT;
			END LOOP;
		END\$\$});
	is($early->query_safe($count), $answer, 'a session that had a horizon for the snapshot keeps it');
	like(error_of($late, $count), qr/ERROR:  40001: /, 'one that calls for the first time needs a newer snapshot');
	$late->query('ROLLBACK');
	$late->{stderr} = '';
	is($late->query_safe("BEGIN ISOLATION LEVEL REPEATABLE READ; $count"), $answer + 1,
		'the next transaction gets a horizon');
	$_->quit foreach $early, $late;
}

$node->stop;
done_testing();
