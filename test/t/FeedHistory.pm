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

our @EXPORT = qw(@LEVELS $CHANGES $READERS $TABLES $WRITERS changing_ways check_copies check_feed
  check_naive check_notes errors_of history_folder history_node read_rest readers storm writers
  writing_ways);

our @LEVELS = ('read committed', 'repeatable read', 'serializable');
our $WRITERS = $ENV{WIJI_TEST_HISTORY} ? 16 : 6;
my $seconds = $ENV{WIJI_TEST_HISTORY} ? 60 * $ENV{WIJI_TEST_HISTORY} : 8;
my $longest = $ENV{WIJI_TEST_HISTORY} ? 4 : 0.3;	# transaction, in seconds
my $seed = $ENV{WIJI_TEST_SEED} // int(rand(2**31));
my $folder;

# What all histories need beside their feeds.  A reader's notes are its position, too.
our $TABLES = q{
	CREATE TABLE other (n integer);
	CREATE TABLE feed (name text PRIMARY KEY, type regtype, least text, horizon text);
	CREATE TABLE note (reader text, feed text, n bigserial, id text);
	CREATE INDEX ON note (reader, feed, n);
	CREATE FUNCTION place(me text, f feed) RETURNS text LANGUAGE sql
	RETURN coalesce((SELECT id FROM note WHERE (reader, feed) = (me, f.name) ORDER BY n DESC LIMIT 1), f.least);};

# Readers of new rows.  Between two questions of a snapshot there is time for others to commit.
our $READERS = q{
	CREATE PROCEDURE poll(me text, pause float8) LANGUAGE plpgsql AS $$
	DECLARE
		f feed;
		at text;
	BEGIN
		FOR f IN SELECT * FROM feed WHERE name ~ '^event' UNION ALL SELECT * FROM feed WHERE name ~ '^event' LOOP
			at := place(me, f);
			PERFORM pg_sleep(random() * pause);
			EXECUTE format('
				INSERT INTO note (reader, feed, id)
				SELECT %L, %L, id FROM %I WHERE id > %L %s ORDER BY id LIMIT 500',
				me, f.name, f.name, at, CASE WHEN me <> 'naive' THEN 'AND id < ' || f.horizon END);
		END LOOP;
	END $$;};

# Feeds of changes, as docs/feeds.md makes them, and readers that keep a copy.  Keys of account come
# again; rows of branch move between partitions.
our $CHANGES = q{
	CREATE TABLE account (
		n integer PRIMARY KEY, balance integer NOT NULL, seen_at timestamptz, changed wiji NOT NULL UNIQUE);
	CREATE TABLE branch (
		n serial, balance integer NOT NULL, half integer NOT NULL DEFAULT 0, changed uuid, PRIMARY KEY (n, half))
	PARTITION BY LIST (half);
	CREATE TABLE branch_0 PARTITION OF branch FOR VALUES IN (0);
	CREATE TABLE branch_1 PARTITION OF branch FOR VALUES IN (1);
	CREATE INDEX ON branch (changed);
	CREATE FUNCTION bury() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		EXECUTE format('
			INSERT INTO %I (n) VALUES ($1) ON CONFLICT (n) DO UPDATE SET n = excluded.n', TG_ARGV[0])
		USING OLD.n;
		RETURN NULL;
	END $$;
	CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON account
		FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed', 'seen_at');
	CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON branch
		FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed');
	INSERT INTO feed VALUES
		('account', 'wiji', wiji_lower('epoch')::text, 'wiji_horizon()'),
		('branch', 'uuid', uuidtime_v7_lower('epoch')::text, 'uuidtime_v7_horizon()');
	DO $$
	DECLARE f feed;
	BEGIN
		FOR f IN SELECT * FROM feed WHERE name IN ('account', 'branch') LOOP
			EXECUTE format($x$
				CREATE TABLE %1$s_deleted (n integer PRIMARY KEY, changed %2$s NOT NULL UNIQUE);
				CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON %1$s_deleted
					FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed');
				CREATE TRIGGER bury AFTER DELETE ON %1$s
					FOR EACH ROW EXECUTE FUNCTION bury('%1$s_deleted');
				CREATE TRIGGER bury_key AFTER UPDATE ON %1$s
					FOR EACH ROW WHEN (OLD.n <> NEW.n) EXECUTE FUNCTION bury('%1$s_deleted');
				CREATE VIEW %1$s_change AS
					SELECT n, balance, changed FROM %1$s
					UNION ALL
					SELECT n, NULL, changed FROM %1$s_deleted d WHERE NOT EXISTS (SELECT FROM %1$s t WHERE t.n = d.n)
				$x$, f.name, f.type);
		END LOOP;
	END $$;

	CREATE TABLE copy (reader text, feed text, n integer, balance integer, PRIMARY KEY (reader, feed, n));
	CREATE PROCEDURE poll_changes(me text, pause float8) LANGUAGE plpgsql AS $$
	DECLARE
		f feed;
		r record;
		at text;
	BEGIN
		FOR f IN SELECT * FROM feed WHERE name !~ '^event' UNION ALL SELECT * FROM feed WHERE name !~ '^event' LOOP
			at := place(me, f);
			PERFORM pg_sleep(random() * pause);
			FOR r IN EXECUTE format('
				SELECT n, balance, changed::text AS id FROM %s_change s
				WHERE changed > %L %s ORDER BY s.changed LIMIT 500',
				f.name, at, CASE WHEN me <> 'naive' THEN 'AND changed < ' || f.horizon END)
			LOOP
				INSERT INTO note (reader, feed, id) VALUES (me, f.name, r.id);
				DELETE FROM copy WHERE (reader, feed, n) = (me, f.name, r.n);
				IF r.balance IS NOT NULL THEN
					INSERT INTO copy VALUES (me, f.name, r.n, r.balance);
				END IF;
			END LOOP;
		END LOOP;
	END $$;};

sub history_folder { return $folder; }

# A server for a history, not started.
sub history_node
{
	my ($name, %init) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	note "WIJI_TEST_SEED=$seed";
	srand $seed;
	$node->init(%init);
	$node->append_conf('postgresql.conf', q{
		max_connections = 100
		max_prepared_transactions = 100
		fsync = off
		max_wal_size = 4GB
		deadlock_timeout = 100ms
		log_statement = none
		max_pred_locks_per_transaction = 4096	# what a serializable reader read is remembered for minutes
	});
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

# Functions that give SQL, in which T and U are any of the tables, and N and M any keys.
sub ways
{
	my ($tables, @sql) = @_;
	return map {
		my $sql = $_;
		sub {
			my %any = ((map { $_ => $tables->[ rand @$tables ] } qw(T U)), (map { $_ => int rand 30 } qw(N M)));
			return $sql =~ s/\b([TUNM])\b/$any{$1}/gr;
		}
	} @sql;
}

# The ways to write to one of the tables (id, what), whose ids are their defaults.
sub writing_ways
{
	my @tables = @_;

	return ways(
		\@tables,
		q{INSERT INTO T (what) VALUES ('single');},
		q{INSERT INTO T (what) SELECT 'many' FROM generate_series(1, 1 + (random() * 20)::integer);},
		qq{COPY T (what) FROM '$folder/rows';},
		q{MERGE INTO T t USING (VALUES ('merged')) v (what) ON false
			WHEN NOT MATCHED THEN INSERT (what) VALUES (v.what);},
		q{INSERT INTO T (what) VALUES ('upsert') ON CONFLICT DO NOTHING;},
		q{SAVEPOINT s; INSERT INTO T (what) VALUES ('kept'); RELEASE s;},
		q{SAVEPOINT s; INSERT INTO T (what) VALUES ('undone'); ROLLBACK TO s;},
		q{SAVEPOINT s;
			DO $$BEGIN
				EXECUTE format('INSERT INTO T VALUES (%L)', (SELECT least FROM feed WHERE name = 'T'));
			END$$;
			ROLLBACK TO s;},
		q{SELECT wiji_generate();},
		q{INSERT INTO other VALUES (1);},
		qq{INSERT INTO T (what) SELECT 'from ' || what FROM $tables[0] LIMIT 5;},
		q{WITH w AS (INSERT INTO T (what) VALUES ('both')) INSERT INTO U (what) VALUES ('both');},
		q{DO $$BEGIN
			INSERT INTO T (what) VALUES ('caught');
			RAISE 'no';
		EXCEPTION WHEN others THEN
			INSERT INTO T (what) VALUES ('after');
		END$$;});
}

# The ways to change the tables of $CHANGES.
sub changing_ways
{
	my $try = sub { return "DO \$\$BEGIN $_[0]; EXCEPTION WHEN unique_violation THEN NULL; END\$\$;" };

	append_to_file("$folder/balances", join '', map { "$_\n" } 1 .. 5);
	return ways(
		[],
		$try->('INSERT INTO account VALUES (N, 1)'),
		'INSERT INTO account VALUES (N, 1) ON CONFLICT (n) DO UPDATE SET balance = account.balance + 1;',
		'UPDATE account SET balance = balance + 1, changed = NULL WHERE n = N;',
		'UPDATE account SET balance = balance + 1 WHERE n % 7 = N % 7;',
		'UPDATE account SET seen_at = now() WHERE n = N;',
		$try->('UPDATE account SET n = N WHERE n = M'),
		'DELETE FROM account WHERE n = N;',
		$try->('DELETE FROM account WHERE n = N; INSERT INTO account VALUES (N, 0)'),
		q{MERGE INTO account a USING generate_series(N, N + 1) n ON a.n = n.n
			WHEN MATCHED AND a.balance % 2 = 0 THEN DELETE
			WHEN MATCHED THEN UPDATE SET balance = balance + 1;},
		'SAVEPOINT s; UPDATE account SET balance = -1 WHERE n = N; ROLLBACK TO s;',
		'SAVEPOINT s; UPDATE account SET balance = balance + 1 WHERE n = N; RELEASE s;',
		# (If there is no such row, nothing is stamped, and ids for other tables have to count.)
		'SET LOCAL wiji.feed = off; UPDATE account SET balance = balance + 1 WHERE n = N; SET LOCAL wiji.feed = on;',
		"COPY branch (balance) FROM '$folder/balances';",
		'UPDATE branch SET half = 1 - half WHERE n IN (SELECT n FROM branch ORDER BY random() LIMIT 3);',
		'UPDATE branch SET balance = balance + 1 WHERE n IN (SELECT n FROM branch ORDER BY random() LIMIT 3);',
		'DELETE FROM branch WHERE n IN (SELECT n FROM branch ORDER BY random() LIMIT 2);',
		'INSERT INTO other VALUES (1);');
}

# One transaction, of a writer that may do anything in these ways.
sub transaction
{
	my ($name, @ways) = @_;
	my @parts = map { (pause(), $ways[ rand @ways ]->()) } 1 .. 1 + rand 3;
	my $die = rand();
	my $end =
		$die < 0.15 ? 'ROLLBACK;'
	  : $die < 0.3 ? "PREPARE TRANSACTION '$name';"
	  : $die < 0.35 ? 'SELECT 1/0; COMMIT;'
	  :               'COMMIT;';

	return "@parts" =~ s/SAVEPOINT s;.*//sr if rand() < 0.2;	# each statement by itself
	return "DO \$\$BEGIN FOR i IN 1..3 LOOP EXECUTE \$x\$$parts[1]\$x\$; COMMIT; END LOOP; END\$\$;"
	  if $parts[1] =~ /^INSERT/ && rand() < 0.1;
	return "BEGIN ISOLATION LEVEL $LEVELS[ rand @LEVELS ]; @parts " . pause() . " $end";
}

# Sessions for storm(): a script for each, of the round.
sub writers
{
	my @ways = @_;
	my $script = sub {
		my ($me, $round) = @_;
		return "SET lock_timeout = '1s';\n" . join "\n", map { transaction("${me}_${round}_$_", @ways) } 1 .. 20;
	};
	return map { my $me = "writer$_"; $me => sub { return $script->($me, @_) } } 1 .. $WRITERS;
}

# Names that are isolation levels are read in them, and take their time.
sub readers
{
	my ($call, @names) = @_;
	my $script = sub {
		my ($me) = @_;
		my ($level, $pause) = (grep { $_ eq $me } @LEVELS) ? ($me, 0.02) : ('read committed', $me eq 'slow' ? 0.05 : 0);
		return "SET default_transaction_isolation = '$level';\n" . sprintf("$call\n", "'$me', $pause") x 20;
	};
	return map { my $me = $_; $me => sub { return $script->($me) } } @names;
}

# A process that feeds psql with the script of each round, and begins anew when its session was
# killed. What psql prints is kept.
sub begin_session
{
	my ($connstr, $number, $name, $script) = @_;
	my $pid = fork // die $!;
	return $pid if $pid;

	srand($seed + $number);
	my $parent = getppid;
	for (my $round = 0; !-e "$folder/stop" && getppid == $parent; $round++)
	{
		open(my $out, '>', "$folder/$name.sql") or die $!;
		print $out $script->($round);
		close $out;
		my $psql = "psql -XAtq -f '$folder/$name.sql' '$connstr'";
		system("$psql >>'$folder/$name.out' 2>>'$folder/$name.err'") == 0 or sleep 0.05;
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
	my $signal = sub {
		$node->safe_psql('postgres', qq{
			SELECT $_[0](pid) FROM pg_stat_activity
			WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
			ORDER BY random() LIMIT 1});
	};

	if ($dice < 0.4) { set_clock((qw(+0 -0.003 +0.003 -0.1 +0.1 -0.3 +0.3))[ rand 7 ]); return steps => 1; }
	if ($dice < 0.5) { $signal->('pg_cancel_backend'); return cancelled => 1; }
	if ($dice < 0.55) { $signal->('pg_terminate_backend'); return killed => 1; }
	return finished => finish($node, 2);
}

# Sessions, by their names, run their scripts for as long as a history takes.  A session is a
# function of the round, or a list of the server it talks to and that function.  What is done
# meanwhile, if anything, is a function of the part that is over; it returns the server that is
# disturbed from then on.
sub storm
{
	my ($node, $sessions, $meanwhile) = @_;
	my ($begin, $number, %count) = (time, 0);
	my @children;

	foreach my $name (sort keys %$sessions)
	{
		my $session = $sessions->{$name};
		my ($connstr, $script) = ref $session eq 'ARRAY' ? @$session : ($node->connstr('postgres'), $session);
		push @children, begin_session($connstr, $number++, $name, $script);
	}
	# On a busy machine there may be few events in that time.  The clock has stepped by then, and a
	# prepared transaction has ended.
	while (time < $begin + $seconds
		|| (!($count{finished} && $count{steps}) && time < $begin + $PostgreSQL::Test::Utils::timeout_default))
	{
		sleep 0.05 + rand 0.2;
		my ($what, $n) = disturb($node);
		$count{$what} += $n;
		$node = $meanwhile->((time - $begin) / $seconds) if $meanwhile;
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
	my $retried = qr/could not serialize|too old for a horizon|canceling|terminating/;
	return join "\n", grep { /ERROR/ && !/$retried/ } split /\n/, $log;
}

# A reader goes on until it finds nothing more.
sub read_rest
{
	my ($node, $reader, $poll) = @_;
	my ($before, $now) = (-1, 0);

	for (; $before != $now; $now = $node->safe_psql('postgres', "SELECT count(*) FROM note WHERE reader = '$reader'"))
	{
		$before = $now;
		$node->safe_psql('postgres', "CALL @{[ $poll // 'poll' ]}('$reader', 0)");
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

	cmp_ok($node->safe_psql('postgres', "SELECT count(*) FROM $notes"), '>', 0,
		"$feed, reader $reader: there are notes");
	is( $node->safe_psql('postgres',
			"SELECT count(*) FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM $notes) s WHERE down"),
		0, "$feed, reader $reader: once, and in ascending order");
	return;
}

# The same for a feed of new rows, each of which has to be there.
sub check_feed
{
	my ($node, $reader, $feed) = @_;
	my $notes = notes(@_);

	check_notes(@_);
	is( $node->safe_psql('postgres',
			"SELECT string_agg(id || ' ' || what, ', ') FROM $feed WHERE id NOT IN (SELECT id FROM $notes)"),
		'', "$feed, reader $reader: no row is missing");
	is( $node->safe_psql('postgres',
			"SELECT string_agg(id::text, ', ') FROM $notes WHERE id NOT IN (SELECT id FROM $feed)"),
		'', "$feed, reader $reader: none was read that is not committed");
	return;
}

# The same for the copies of feeds of changes.  Who reads by the last change alone has wrong ones.
sub check_copies
{
	my ($node, $reader) = @_;
	my $wrong = 0;

	foreach my $feed (qw(account branch))
	{
		my $table = "SELECT n, balance FROM $feed";
		my $copy = "SELECT n, balance FROM copy WHERE (reader, feed) = ('$reader', '$feed')";
		$wrong += $node->safe_psql('postgres',
			"SELECT count(*) FROM (($table EXCEPT $copy) UNION ALL ($copy EXCEPT $table)) s");
		check_notes($node, $reader, $feed) if $reader ne 'naive';
	}
	return cmp_ok($wrong, '>', 0, "who reads by the last change alone has $wrong wrong rows") if $reader eq 'naive';
	return is($wrong, 0, "reader $reader: the copies are what the tables are");
}

# The test would notice: a reader that goes by the last id alone misses rows.
sub check_naive
{
	my ($node, @feeds) = @_;
	my $missing = 0;

	foreach my $feed (@feeds)
	{
		my $notes = notes($node, 'naive', $feed);
		$missing += $node->safe_psql('postgres', "SELECT count(*) FROM $feed WHERE id NOT IN (SELECT id FROM $notes)");
	}
	my $rows = $node->safe_psql('postgres', 'SELECT ' . join ' + ', map { "(SELECT count(*) FROM $_)" } @feeds);
	return cmp_ok($missing, '>', 0, "who reads by the last id alone misses $missing of $rows rows");
}

1;
