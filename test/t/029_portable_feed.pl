# portable/feed.sql, on a server without any extension: many sessions write in every way there is,
# under a clock that steps both ways; readers ask for the horizon, read in the next statement, and
# note what they read.  Afterwards the notes alone say whether each has read each committed row once.
#
# Takes some seconds; WIJI_TEST_HISTORY makes it that many minutes.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);

my $minutes = $ENV{WIJI_TEST_HISTORY};
my $seconds = $minutes ? 60 * $minutes : 8;
my $writers = $minutes ? 12 : 6;
my $longest = $minutes ? 4 : 0.3;	# transaction, in seconds
my @levels = ('read committed', 'repeatable read', 'serializable');
my $seed = $ENV{WIJI_TEST_SEED} // int(rand(2**31));
note "WIJI_TEST_SEED=$seed";

delete $ENV{TEMP_CONFIG};	# says where the extension is
my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(extra => [ '--encoding=UTF8', '--no-locale' ]);
$node->append_conf('postgresql.conf', "max_prepared_transactions = 20\nfsync = off\nmax_wal_size = 4GB\nmax_pred_locks_per_transaction = 4096");
start_with_fake_clock($node);
my $folder = PostgreSQL::Test::Utils::tempdir;
append_to_file("$folder/rows", join '', map { "copied $_\n" } 1 .. 5);
chmod 0755, $folder;

$node->safe_psql('postgres', 'CREATE ROLE regress_reader LOGIN; CREATE SCHEMA plain; GRANT USAGE ON SCHEMA plain TO PUBLIC');
command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('postgres'), '-c', 'SET search_path = plain', '-f', 'portable/wiji.sql', '-f', 'portable/feed.sql', '-f', 'portable/feed.sql' ],
	'the files are run, and run again');
$node->safe_psql('postgres', q{
	ALTER DATABASE postgres SET search_path = public, plain;
	SET search_path = public, plain;
	CREATE TABLE event_a (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE event_b (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE event_p (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY HASH (id);
	CREATE TABLE event_p0 PARTITION OF event_p FOR VALUES WITH (MODULUS 2, REMAINDER 0);
	CREATE TABLE event_p1 PARTITION OF event_p FOR VALUES WITH (MODULUS 2, REMAINDER 1);
	CREATE TABLE other (n integer);
	CREATE TABLE note (reader text, n bigserial, id wiji);
	CREATE INDEX ON note (reader, id);
	CREATE VIEW event AS TABLE event_a UNION ALL TABLE event_b UNION ALL TABLE event_p;
	GRANT SELECT ON ALL TABLES IN SCHEMA public TO regress_reader; GRANT INSERT ON note TO regress_reader; GRANT USAGE ON note_n_seq TO regress_reader;
	DO $$
	DECLARE t text;
	BEGIN
		FOREACH t IN ARRAY '{event_a,event_b,event_p}'::text[] LOOP
			EXECUTE format('CREATE TRIGGER feed_begin BEFORE INSERT ON %s FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_begin()', t);
			EXECUTE format('CREATE TRIGGER feed BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id(''id'')', t);
		END LOOP;
	END $$;
	-- the next statement reads; another one, which reads by the last id alone, shows that the test
	-- would notice
	CREATE PROCEDURE poll(me text, pause float8) LANGUAGE plpgsql AS $$
	DECLARE
		at wiji := coalesce((SELECT max(id) FROM note WHERE reader = me), wiji_lower('1970-01-01 00:00+00'));
		horizon wiji := CASE me WHEN 'naive' THEN wiji_upper('4253-01-01 00:00+00') ELSE wiji_horizon() END;
	BEGIN
		PERFORM pg_sleep(random() * pause);
		INSERT INTO note (reader, id) SELECT me, id FROM event WHERE id > at AND id < horizon ORDER BY id LIMIT 500;
	END $$});

# What it refuses.
sub refuses
{
	my ($sql, $message, $name) = @_;
	my ($status, $out, $err) = $node->psql('postgres', $sql);
	like($err, $message, $name);
}
refuses('INSERT INTO event_a VALUES (wiji_make(1, 1, 1))', qr/was not made by this session/, 'an id from elsewhere');
refuses('INSERT INTO event_a VALUES (NULL)', qr/was not made by this session/, 'none');
refuses("INSERT INTO event_a VALUES (wiji_generate(now() + interval '1 hour'))", qr/was not made by this session/, 'an id of another time');
refuses('INSERT INTO event_p0 DEFAULT VALUES', qr/is no feed, or is written to by another name/, 'a partition that is named');
refuses('BEGIN; SAVEPOINT s; INSERT INTO event_a DEFAULT VALUES; ROLLBACK TO s; INSERT INTO event_p0 DEFAULT VALUES', qr/is no feed/, 'what a savepoint has taken back');
refuses('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT wiji_horizon()', qr/cannot be asked for in isolation level repeatable read/, 'a horizon for an old snapshot');
refuses('SET ROLE regress_reader; SELECT setval($$plain.wiji_fence$$, 1)', qr/permission denied/, 'a fence that another sets back');
is($node->safe_psql('postgres', 'SELECT wiji_horizon() <= wiji_generate()', extra_params => [ '-U', 'regress_reader' ]), 't', 'anyone may ask');
is($node->safe_psql('postgres', 'BEGIN; INSERT INTO event_a DEFAULT VALUES; SELECT wiji_horizon() <= (SELECT max(id) FROM event_a); SELECT count(*) FROM pg_locks WHERE locktype = $$advisory$$'), "t\n1", "one's own rows hold it back");

# One transaction, of a writer that may do anything.
sub transaction
{
	my ($me, $n) = @_;
	my $table = (qw(event_a event_b event_p))[ rand 3 ];
	my $pause = sub { my $t = rand() < 0.7 ? rand(0.002) : rand() < 0.95 ? rand(0.05) : rand($longest); return "SELECT pg_sleep($t);" };
	my @ways = (
		sub { return "INSERT INTO $table (what) VALUES ('single');" },
		sub { return "INSERT INTO $table (what) SELECT 'many' FROM generate_series(1, 1 + (random() * 20)::integer);" },
		sub { return "COPY $table (what) FROM '$folder/rows';" },
		sub { return "MERGE INTO $table t USING (VALUES ('merged')) v (what) ON false WHEN NOT MATCHED THEN INSERT (what) VALUES (v.what);" },
		sub { return "INSERT INTO $table (what) VALUES ('upsert') ON CONFLICT DO NOTHING;" },
		sub { return "SAVEPOINT s; INSERT INTO $table (what) VALUES ('kept'); RELEASE s;" },
		sub { return "SAVEPOINT s; INSERT INTO $table (what) VALUES ('undone'); ROLLBACK TO s;" },
		sub { return "SAVEPOINT s; INSERT INTO $table VALUES (wiji_make(0, 0, 0), 'foreign'); ROLLBACK TO s;" },
		sub { return "SELECT wiji_generate();" },
		sub { return "INSERT INTO other VALUES (1);" },
		sub { return "WITH w AS (INSERT INTO event_a (what) VALUES ('both')) INSERT INTO event_b (what) VALUES ('both');" },
		sub { return "DO \$\$BEGIN INSERT INTO $table (what) VALUES ('caught'); RAISE 'no'; EXCEPTION WHEN others THEN INSERT INTO $table (what) VALUES ('after'); END\$\$;" });
	my @parts = map { ($pause->(), $ways[ rand @ways ]->()) } 1 .. 1 + rand 3;
	my $level = (@levels)[ rand @levels ];
	my $die = rand();
	my $end = $die < 0.15 ? 'ROLLBACK;' : $die < 0.3 ? "PREPARE TRANSACTION 'w${me}_$n';" : $die < 0.35 ? 'SELECT 1/0; COMMIT;' : 'COMMIT;';
	return "@parts" =~ s/SAVEPOINT s;.*//r if rand() < 0.2;	# each statement by itself
	return "BEGIN ISOLATION LEVEL $level; @parts " . $pause->() . " $end";
}

# A process that feeds psql until it is told to stop, and begins anew when its session was killed.
my $stop = "$folder/stop";
sub child
{
	my ($number, $name, $user, $script) = @_;
	my $pid = fork // die $!;
	return $pid if $pid;
	srand($seed + $number);
	my $round = 0;
	while (!-e $stop)
	{
		my $file = "$folder/$name.sql";
		open(my $out, '>', $file) or die $!;
		print $out $script->($round++);
		close $out;
		system("psql -XAtq -f '$file' '" . $node->connstr('postgres') . "$user' >'$folder/$name.out' 2>>'$folder/$name.err'");
	}
	require POSIX;
	POSIX::_exit(0);
}
my @readers = qw(one two slow naive);
my @children = map { my $me = $_; child($me, "writer$me", '', sub { my ($round) = @_; return join "\n", map { transaction($me, "${round}_$_") } 1 .. 20 }) } 1 .. $writers;
foreach my $n (0 .. $#readers)
{
	my ($me, $pause) = ($readers[$n], $readers[$n] eq 'slow' ? 0.05 : 0);
	push @children, child(100 + $n, "reader$me", ' user=regress_reader', sub { return "CALL poll('$me', $pause);\n" x 20 });
}

srand($seed);
my $end = time + $seconds;
my ($cancelled, $killed, $finished, $steps) = (0) x 4;
while (time < $end)
{
	sleep 0.05 + rand 0.2;
	my $dice = rand;
	my $victim = 'SELECT %s(pid) FROM pg_stat_activity WHERE backend_type = \'client backend\' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1';
	if ($dice < 0.4) { $steps++; set_clock((qw(+0 -0.003 +0.003 -0.1 +0.1 -0.3 +0.3))[ rand 7 ]); }
	elsif ($dice < 0.5) { $cancelled++; $node->safe_psql('postgres', sprintf $victim, 'pg_cancel_backend'); }
	elsif ($dice < 0.55) { $killed++; $node->safe_psql('postgres', sprintf $victim, 'pg_terminate_backend'); }
	else { $finished += finish(2); }
}
append_to_file($stop, '');
waitpid $_, 0 foreach @children;
finish(1000);
set_clock('+1');

sub finish
{
	my ($n) = @_;
	my @gids = split /\n/, $node->safe_psql('postgres', "SELECT gid FROM pg_prepared_xacts ORDER BY random() LIMIT $n");
	foreach my $gid (@gids)
	{
		my $how = rand() < 0.7 ? 'COMMIT' : 'ROLLBACK';
		$node->psql('postgres', "$how PREPARED '$gid'");
	}
	return scalar @gids;
}

# Read the rest, then give the verdict.
foreach my $me (@readers)
{
	my $before = -1;
	while ((my $now = $node->safe_psql('postgres', "SELECT count(*) FROM note WHERE reader = '$me'")) != $before)
	{
		$before = $now;
		$node->safe_psql('postgres', "CALL poll('$me', 0)");
	}
}
my $rows = $node->safe_psql('postgres', 'SELECT count(*) FROM event');
cmp_ok($rows, '>', 100, "$rows rows of $writers sessions; $steps steps of the clock, $finished prepared transactions, $cancelled statements cancelled and $killed sessions killed");
foreach my $me (@readers)
{
	my $missing = $node->safe_psql('postgres', "SELECT count(*) FROM event WHERE NOT EXISTS (SELECT FROM note WHERE note.id = event.id AND reader = '$me')");
	if ($me eq 'naive') { cmp_ok($missing, '>', 0, "who reads by the last id alone misses $missing rows"); next; }
	my $log = -e "$folder/reader$me.err" ? slurp_file("$folder/reader$me.err") : '';
	is(join("\n", grep { /ERROR/ && !/canceling|terminating/ } split /\n/, $log), '', "reader $me: no error");
	is($missing, 0, "reader $me: no row is missing");
	is($node->safe_psql('postgres', "SELECT count(*) FROM note WHERE reader = '$me' AND NOT EXISTS (SELECT FROM event WHERE event.id = note.id)"), 0, "reader $me: none was read that is not committed");
	is($node->safe_psql('postgres', "SELECT count(*) FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM note WHERE reader = '$me') s WHERE down"), 0, "reader $me: once, and in ascending order");
}
ok($finished > 0 && $steps > 0, 'under a clock that stepped, with prepared transactions');
is($node->safe_psql('postgres', "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"), 0, 'no lock is left behind');

$node->stop;
done_testing();
