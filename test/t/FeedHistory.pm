# What the histories of feeds have in common: sessions that write in every way there is and readers
# that note what they read, while the clock steps both ways, sessions are cancelled and killed, and
# prepared transactions end some time.  The notes alone tell whether each reader has read each
# committed row once.
#
# A history takes some seconds; WIJI_TEST_HISTORY makes it that many minutes, with more sessions and
# longer transactions.
package FeedHistory;

use strict;
use warnings;

use Exporter 'import';
use FakeClock;
use POSIX ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);

our @EXPORT = qw(@LEVELS $TABLES $WRITERS check_feed check_naive check_notes errors_of history_folder history_node read_rest storm transaction writing_ways);

our @LEVELS = ('read committed', 'repeatable read', 'serializable');
our $WRITERS = $ENV{WIJI_TEST_HISTORY} ? 16 : 6;
my $seconds = $ENV{WIJI_TEST_HISTORY} ? 60 * $ENV{WIJI_TEST_HISTORY} : 8;
my $longest = $ENV{WIJI_TEST_HISTORY} ? 4 : 0.3;	# transaction, in seconds
my $seed = $ENV{WIJI_TEST_SEED} // int(rand(2**31));
my $folder;

# What all histories need beside their feeds.  Readers keep their notes and their positions as one.
our $TABLES = q{
	CREATE TABLE other (n integer);
	CREATE TABLE feed (name text PRIMARY KEY, type regtype, least text, horizon text);
	CREATE TABLE note (reader text, feed text, n bigserial, id text);
	CREATE INDEX ON note (reader, feed, n);
	CREATE FUNCTION place(me text, f feed) RETURNS text LANGUAGE sql
	RETURN coalesce((SELECT id FROM note WHERE (reader, feed) = (me, f.name) ORDER BY n DESC LIMIT 1), f.least);};

sub history_folder { return $folder; }

# A server for a history, not started.
sub history_node
{
	my ($name, %init) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	note "WIJI_TEST_SEED=$seed";
	srand $seed;
	$node->init(%init);
	$node->append_conf('postgresql.conf', "max_prepared_transactions = 20\nfsync = off\nmax_wal_size = 4GB\ndeadlock_timeout = 100ms\nlog_statement = none\n"
		  . "max_pred_locks_per_transaction = 4096"); # what a serializable reader read is remembered for minutes
	$folder = PostgreSQL::Test::Utils::tempdir;
	append_to_file("$folder/rows", join '', map { "copied $_\n" } 1 .. 5);
	chmod 0755, $folder;
	return $node;
}

sub pause
{
	my $time = rand() < 0.7 ? rand(0.002) : rand() < 0.95 ? rand(0.05) : rand($longest);
	return "SELECT pg_sleep($time);";
}

# The ways to write to one of the tables (id, what), whose ids are their defaults.
sub writing_ways
{
	my @tables = @_;
	my $t = sub { return $tables[ rand @tables ] };

	return (
		sub { my $t = $t->(); return "INSERT INTO $t (what) VALUES ('single');" },
		sub { my $t = $t->(); return "INSERT INTO $t (what) SELECT 'many' FROM generate_series(1, 1 + (random() * 20)::integer);" },
		sub { my $t = $t->(); return "COPY $t (what) FROM '$folder/rows';" },
		sub { my $t = $t->(); return "MERGE INTO $t t USING (VALUES ('merged')) v (what) ON false WHEN NOT MATCHED THEN INSERT (what) VALUES (v.what);" },
		sub { my $t = $t->(); return "INSERT INTO $t (what) VALUES ('upsert') ON CONFLICT DO NOTHING;" },
		sub { my $t = $t->(); return "SAVEPOINT s; INSERT INTO $t (what) VALUES ('kept'); RELEASE s;" },
		sub { my $t = $t->(); return "SAVEPOINT s; INSERT INTO $t (what) VALUES ('undone'); ROLLBACK TO s;" },
		sub { my $t = $t->(); return "SAVEPOINT s; DO \$\$BEGIN EXECUTE format('INSERT INTO $t VALUES (%L)', (SELECT least FROM feed WHERE name = '$t')); END\$\$; ROLLBACK TO s;" },
		sub { return 'SELECT wiji_generate();' },
		sub { return 'INSERT INTO other VALUES (1);' },
		sub { my $t = $t->(); return "INSERT INTO $t (what) SELECT 'from ' || what FROM $tables[0] LIMIT 5;" },
		sub { my ($t, $u) = ($t->(), $t->()); return "WITH w AS (INSERT INTO $t (what) VALUES ('both')) INSERT INTO $u (what) VALUES ('both');" },
		sub { my $t = $t->(); return "DO \$\$BEGIN INSERT INTO $t (what) VALUES ('caught'); RAISE 'no'; EXCEPTION WHEN others THEN INSERT INTO $t (what) VALUES ('after'); END\$\$;" });
}

# One transaction, of a writer that may do anything in these ways.
sub transaction
{
	my ($name, @ways) = @_;
	my @parts = map { (pause(), $ways[ rand @ways ]->()) } 1 .. 1 + rand 3;
	my $die = rand();
	my $end = $die < 0.15 ? 'ROLLBACK;' : $die < 0.3 ? "PREPARE TRANSACTION '$name';" : $die < 0.35 ? 'SELECT 1/0; COMMIT;' : 'COMMIT;';

	return "@parts" =~ s/SAVEPOINT s;.*//r if rand() < 0.2;	# each statement by itself
	return "DO \$\$BEGIN FOR i IN 1..3 LOOP EXECUTE \$x\$$parts[1]\$x\$; COMMIT; END LOOP; END\$\$;" if $parts[1] =~ /^INSERT/ && rand() < 0.1;
	return "BEGIN ISOLATION LEVEL $LEVELS[ rand @LEVELS ]; @parts " . pause() . " $end";
}

# A process that feeds psql with the script of each round, and begins anew when its session was killed.
# What psql prints is kept.
sub begin_session
{
	my ($connstr, $number, $name, $script) = @_;
	my $pid = fork // die $!;
	return $pid if $pid;

	srand($seed + $number);
	for (my $round = 0; !-e "$folder/stop"; $round++)
	{
		open(my $out, '>', "$folder/$name.sql") or die $!;
		print $out $script->($round);
		close $out;
		system("psql -XAtq -f '$folder/$name.sql' '$connstr' >>'$folder/$name.out' 2>>'$folder/$name.err'") == 0 or sleep 0.05;
	}
	POSIX::_exit(0);
}

# Some prepared transactions end.
sub finish
{
	my ($node, $n) = @_;
	my @gids = split /\n/, $node->safe_psql('postgres', "SELECT gid FROM pg_prepared_xacts ORDER BY random() LIMIT $n");

	$node->psql('postgres', (rand() < 0.7 ? 'COMMIT' : 'ROLLBACK') . " PREPARED '$_'") foreach @gids;
	return scalar @gids;
}

# One event, which it is counted as.
sub disturb
{
	my ($node) = @_;
	my $dice = rand;
	my $victim = "SELECT %s(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1";

	if ($dice < 0.4) { set_clock((qw(+0 -0.003 +0.003 -0.1 +0.1 -0.3 +0.3))[ rand 7 ]); return steps => 1; }
	if ($dice < 0.5) { $node->safe_psql('postgres', sprintf $victim, 'pg_cancel_backend'); return cancelled => 1; }
	if ($dice < 0.55) { $node->safe_psql('postgres', sprintf $victim, 'pg_terminate_backend'); return killed => 1; }
	return finished => finish($node, 2);
}

# Sessions, by their names, run their scripts for as long as a history takes.  A script is a function
# of the round.  In the middle of it a failover, if any, tells which server is the primary from then on.
sub storm
{
	my ($node, $sessions, %more) = @_;
	my $number = 0;
	my @children = map { begin_session($more{connstr} // $node->connstr('postgres'), $number++, $_, $sessions->{$_}) } sort keys %$sessions;
	my ($begin, %count) = (time);

	while (time < $begin + $seconds)
	{
		sleep 0.05 + rand 0.2;
		my ($what, $n) = disturb($node);
		$count{$what} += $n;
		$node = (delete $more{failover})->() if $more{failover} && time > $begin + $seconds / 2;
	}
	append_to_file("$folder/stop", '');
	waitpid $_, 0 foreach @children;
	finish($node, 1000);
	set_clock('+1');
	ok($count{finished} && $count{steps}, 'a storm: ' . join ', ', map { "$count{$_} $_" } sort keys %count);
	return;
}

# The errors that a session has met, except those that it has to retry.
sub errors_of
{
	my ($name) = @_;
	my $log = -e "$folder/$name.err" ? slurp_file("$folder/$name.err") : '';
	return join "\n", grep { /ERROR/ && !/could not serialize|too old for a horizon|canceling|terminating/ } split /\n/, $log;
}

# A reader goes on until it finds nothing more.
sub read_rest
{
	my ($node, $reader) = @_;
	my ($before, $now) = (-1, 0);

	for (; $before != $now; $now = $node->safe_psql('postgres', "SELECT count(*) FROM note WHERE reader = '$reader'"))
	{
		$before = $now;
		$node->safe_psql('postgres', "CALL poll('$reader', 0)");
	}
	return;
}

# A reader's notes of a feed, as a table expression.
sub notes
{
	my ($node, $reader, $feed) = @_;
	my $type = $node->safe_psql('postgres', "SELECT type FROM feed WHERE name = '$feed'");
	return "(SELECT n, id::$type AS id FROM note WHERE (reader, feed) = ('$reader', '$feed')) notes";
}

# The verdict on the notes of a feed: that they are some, and in order.
sub check_notes
{
	my ($node, $reader, $feed) = @_;
	my $notes = notes(@_);

	cmp_ok($node->safe_psql('postgres', "SELECT count(*) FROM $notes"), '>', 0, "$feed, reader $reader: there are notes");
	is($node->safe_psql('postgres', "SELECT count(*) FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM $notes) s WHERE down"), 0, "$feed, reader $reader: once, and in ascending order");
	return;
}

# The same for a feed of new rows, each of which has to be there.
sub check_feed
{
	my ($node, $reader, $feed) = @_;
	my $notes = notes(@_);

	check_notes(@_);
	is($node->safe_psql('postgres', "SELECT string_agg(id || ' ' || what, ', ') FROM $feed WHERE id NOT IN (SELECT id FROM $notes)"), '', "$feed, reader $reader: no row is missing");
	is($node->safe_psql('postgres', "SELECT string_agg(id::text, ', ') FROM $notes WHERE id NOT IN (SELECT id FROM $feed)"), '', "$feed, reader $reader: none was read that is not committed");
	return;
}

# The test would notice: a reader that goes by the last id alone misses rows.
sub check_naive
{
	my ($node, @feeds) = @_;
	my $missing = 0;

	$missing += $node->safe_psql('postgres', "SELECT count(*) FROM $_ WHERE id NOT IN (SELECT id FROM @{[ notes($node, 'naive', $_) ]})") foreach @feeds;
	my $rows = $node->safe_psql('postgres', 'SELECT ' . join ' + ', map { "(SELECT count(*) FROM $_)" } @feeds);
	return cmp_ok($missing, '>', 0, "who reads by the last id alone misses $missing of $rows rows");
}

1;
