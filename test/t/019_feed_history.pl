# The history of a feed: many sessions write in every way there is, under a clock that steps both
# ways;
# readers poll by id alone, in each isolation level, and note what they read.  Afterwards the notes
# alone say whether each reader has read each committed row once.
#
# Takes some seconds; WIJI_TEST_HISTORY makes it that many minutes, with more sessions and longer
# transactions.

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
my $writers = $minutes ? 16 : 6;
my $longest = $minutes ? 4 : 0.3;	# transaction, in seconds
my @levels = ('read committed', 'repeatable read', 'serializable', 'read committed');
my $seed = $ENV{WIJI_TEST_SEED} // int(rand(2**31));
note "WIJI_TEST_SEED=$seed";

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'\nmax_prepared_transactions = 20\nfsync = off\nmax_wal_size = 4GB\n"
	  . "max_pred_locks_per_transaction = 4096"); # what a serializable reader read is remembered for minutes
start_with_fake_clock($node);
my $folder = PostgreSQL::Test::Utils::tempdir;
append_to_file("$folder/rows", join '', map { "copied $_\n" } 1 .. 5);
chmod 0755, $folder;

$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE event_a (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE event_b (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE event_p (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY HASH (id);
	CREATE TABLE event_p0 PARTITION OF event_p FOR VALUES WITH (MODULUS 2, REMAINDER 0);
	CREATE TABLE event_p1 PARTITION OF event_p FOR VALUES WITH (MODULUS 2, REMAINDER 1);
	CREATE TABLE other (n integer);
	CREATE TABLE note (reader integer, n bigserial, id wiji);
	CREATE INDEX ON note (reader, id);

	CREATE VIEW event AS TABLE event_a UNION ALL TABLE event_b UNION ALL TABLE event_p;
	CREATE FUNCTION guard() RETURNS void LANGUAGE plpgsql AS $$
	DECLARE t text;
	BEGIN
		FOREACH t IN ARRAY '{event_a,event_b,event_p}'::text[] LOOP
			EXECUTE format('CREATE TRIGGER guard BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id(''id'')', t);
		END LOOP;
	END $$;
	SELECT guard();

	-- position and notes are of one transaction; between two questions of a snapshot there is time
	-- for others to commit
	CREATE PROCEDURE poll(me integer, pause float8) LANGUAGE plpgsql AS $$
	DECLARE
		begin_at CONSTANT wiji := wiji_lower('1970-01-01 00:00+00');
		at wiji;
	BEGIN
		FOR i IN 1..2 LOOP
			at := coalesce((SELECT max(id) FROM note WHERE reader = me), begin_at);
			PERFORM pg_sleep(random() * pause);
			INSERT INTO note (reader, id) SELECT me, id FROM event WHERE id > at AND id < wiji_horizon() ORDER BY id LIMIT 500;
		END LOOP;
	END $$});

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
		sub { return "SAVEPOINT s; INSERT INTO $table (what) VALUES ('kept'); RELEASE s;" },
		sub { return "SAVEPOINT s; INSERT INTO $table (what) VALUES ('undone'); ROLLBACK TO s;" },
		sub { return "SAVEPOINT s; INSERT INTO $table VALUES (wiji_make(0, 0, 0), 'foreign'); ROLLBACK TO s;" },
		sub { return "SELECT wiji_generate();" },
		sub { return "INSERT INTO other VALUES (1);" },
		sub { return "INSERT INTO $table (what) SELECT 'from ' || what FROM event_a LIMIT 5;" },
		sub { return "WITH w AS (INSERT INTO event_a (what) VALUES ('both')) INSERT INTO event_b (what) VALUES ('both');" },
		sub { return "DO \$\$BEGIN INSERT INTO $table (what) VALUES ('caught'); RAISE 'no'; EXCEPTION WHEN others THEN INSERT INTO $table (what) VALUES ('after'); END\$\$;" });
	my @parts = map { ($pause->(), $ways[ rand @ways ]->()) } 1 .. 1 + rand 3;
	my $level = (@levels)[ rand @levels ];
	my $die = rand();
	my $end = $die < 0.15 ? 'ROLLBACK;' : $die < 0.3 ? "PREPARE TRANSACTION 'w${me}_$n';" : $die < 0.35 ? 'SELECT 1/0; COMMIT;' : 'COMMIT;';
	return "@parts" =~ s/SAVEPOINT s;.*//r if rand() < 0.2;	# each statement by itself
	return "DO \$\$BEGIN FOR i IN 1..3 LOOP INSERT INTO $table (what) VALUES ('of a procedure'); COMMIT; END LOOP; END\$\$;" if rand() < 0.1;
	return "BEGIN ISOLATION LEVEL $level; @parts " . $pause->() . " $end";
}

# A process that feeds psql until it is told to stop, and begins anew when its session was killed.
my $stop = "$folder/stop";
sub child
{
	my ($number, $name, $script) = @_;
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
		system("psql -XAtq -f '$file' '" . $node->connstr('postgres') . "' >'$folder/$name.out' 2>>'$folder/$name.err'");
	}
	require POSIX;
	POSIX::_exit(0);
}

my @children;
foreach my $me (1 .. $writers)
{
	push @children, child($me, "writer$me", sub { my ($round) = @_; return join "\n", map { transaction($me, "${round}_$_") } 1 .. 20 });
}
foreach my $me (0 .. $#levels)
{
	my $pause = $me == 3 ? 0 : 0.02;
	push @children, child(100 + $me, "reader$me", sub { return "SET default_transaction_isolation = '$levels[$me]';\n" . "CALL poll($me, $pause);\n" x 20 });
}

# Meanwhile the clock steps, sessions are cancelled and killed, and prepared transactions end some
# time.
srand($seed);
my $end = time + $seconds;
my ($cancelled, $killed, $finished, $steps) = (0) x 4;
while (time < $end)
{
	sleep 0.05 + rand 0.2;
	my $dice = rand;
	my $victim = 'SELECT %s(pid) FROM pg_stat_activity WHERE backend_type = \'client backend\' AND pid <> pg_backend_pid() AND query !~ \'poll\' ORDER BY random() LIMIT 1';
	if ($dice < 0.4)
	{
		$steps++;
		set_clock((qw(+0 -0.003 +0.003 -0.1 +0.1 -0.3 +0.3))[ rand 7 ]);
	}
	elsif ($dice < 0.5)
	{
		$cancelled++;
		$node->safe_psql('postgres', sprintf $victim, 'pg_cancel_backend');
	}
	elsif ($dice < 0.55)
	{
		$killed++;
		$node->safe_psql('postgres', sprintf $victim, 'pg_terminate_backend');
	}
	else
	{
		$finished += finish(2);
	}
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
is($node->safe_psql('postgres', 'SELECT count(*) FROM wiji_horizon_holders()'), 0, 'nobody holds the horizon back any more');
foreach my $me (0 .. $#levels)
{
	my $before = -1;
	while ((my $now = $node->safe_psql('postgres', "SELECT count(*) FROM note WHERE reader = $me")) != $before)
	{
		$before = $now;
		$node->safe_psql('postgres', "CALL poll($me, 0)");
	}
}
my $rows = $node->safe_psql('postgres', 'SELECT count(*) FROM event');
cmp_ok($rows, '>', 100, "$rows rows of $writers sessions; $steps steps of the clock, $finished prepared transactions, $cancelled statements cancelled and $killed sessions killed");
foreach my $me (0 .. $#levels)
{
	my $what = "reader $me, $levels[$me]";
	my $log = -e "$folder/reader$me.err" ? slurp_file("$folder/reader$me.err") : '';
	is(join("\n", grep { /ERROR/ && !/could not serialize|too old for a horizon|canceling|terminating/ } split /\n/, $log), '', "$what: no error but those to retry");
	is($node->safe_psql('postgres', "SELECT string_agg(id || ' ' || what, ', ') FROM event WHERE NOT EXISTS (SELECT FROM note WHERE note.id = event.id AND reader = $me)"), '', "$what: no row is missing");
	is($node->safe_psql('postgres', "SELECT string_agg(id::text, ', ') FROM note WHERE reader = $me AND NOT EXISTS (SELECT FROM event WHERE event.id = note.id)"), '', "$what: none was read that is not committed");
	is($node->safe_psql('postgres', "SELECT count(*) FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM note WHERE reader = $me) s WHERE down"), 0, "$what: once, and in ascending order");
}
is($node->safe_psql('postgres', 'SELECT count(*) > 0 FROM note GROUP BY reader ORDER BY reader LIMIT 1'), 't', 'there are notes');
ok($finished > 0 && $steps > 0, 'under a clock that stepped, with prepared transactions');

$node->stop;
done_testing();
