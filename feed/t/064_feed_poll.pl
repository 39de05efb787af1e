# Consumers under torture: each handles every committed row once, the rows of each split value in order.
#
# Six writers roll back, use savepoints and leave the split value null.  Three consumers poll by
# wiji_poll(): one of a single worker, one of four workers that are named, and one of four that are
# not; two sessions for each worker.  Meanwhile sessions are killed, statements time out, the feeds are
# altered and get partitions, and the number of workers changes.  A fourth consumer does without the
# horizon, and loses rows.
#
# WIJI_TEST_SECONDS is how long it takes.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;
use Time::HiRes qw(time usleep);

my $seconds = $ENV{WIJI_TEST_SECONDS} || ($ENV{WIJI_TEST_ALL} ? 60 : 20);

my $node = feed_node('main');
$node->append_conf('postgresql.conf', "deadlock_timeout = 100ms\nrestart_after_crash = off");
$node->start;
$node->safe_psql('postgres', slurp_file('test/types/v7.sql') . q{
	CREATE EXTENSION wiji_feed;
	CREATE TABLE over ();
	CREATE TABLE plain (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer text, "Task's" text);
	CREATE TABLE parted (id uuid PRIMARY KEY DEFAULT v7(), customer text, "Task's" text) PARTITION BY RANGE (id);
	CREATE TABLE parted_0 PARTITION OF parted FOR VALUES FROM (MINVALUE) TO (v7_lower('2100-01-01'));
	SELECT wiji_create_feed('plain'), wiji_create_feed('parted')});
my @feeds = qw(plain parted);

# What a consumer handles goes into a table, in the same transaction, as does the failure of a row.
my %workers = (one => 1, four => 4, any => 4);
my %sharing = (one => 'note text', four => 'sharing text', any => 'sharing text');
foreach my $feed (@feeds)
{
	foreach my $consumer (keys %workers)
	{
		$node->safe_psql('postgres', qq{
			CREATE TABLE "${feed} $consumer" (worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text, split name);
			ALTER TABLE "${feed} $consumer" ADD $sharing{$consumer};
			INSERT INTO "${feed} $consumer" SELECT n, $workers{$consumer}, '$feed', NULL, 'customer' FROM generate_series(0, $workers{$consumer} - 1) n;
			CREATE TABLE "${feed} $consumer handled" (n bigserial, at timestamptz DEFAULT clock_timestamp(), id text, customer text)});
	}
	$node->safe_psql('postgres', qq{CREATE TABLE "${feed} naive" (id text)});
}

#
# Sessions, which begin again when they are killed
#

my $killed = 0;
my @options = qw(-v VERBOSITY=sqlstate);

# A writer's transactions
my $written = 0;
sub writer
{
	my $script = '';
	foreach (1 .. 20)
	{
		my $feed = pick(@feeds);
		my $customer = pick('NULL', map { "'customer $_'" } 1 .. 9);
		my $n = ++$written;
		my $rows = 1 + int rand 4;
		my $insert = qq{INSERT INTO $feed (customer, "Task's") SELECT $customer, $n FROM generate_series(1, $rows)};
		my $sleep = sprintf 'SELECT pg_sleep(%.4f)', 0.03 * rand() ** 3;
		$script .= pick("$insert;", "$insert;",
			"BEGIN; $insert; $sleep; $insert; COMMIT;",
			"BEGIN; $insert; $sleep; ROLLBACK;",
			"BEGIN; SAVEPOINT a; $insert; $sleep; ROLLBACK TO a; $insert; COMMIT;",
			"BEGIN; INSERT INTO plain (customer) VALUES ($customer); INSERT INTO parted (customer) VALUES ($customer); $sleep; COMMIT;")
		  . "$sleep;\n";
	}
	return $script;
}

# A worker's rounds; some fail after their rows, some roll back to a savepoint and poll again, some time out.
sub consumer
{
	my ($feed, $consumer, $worker) = @_;
	my $table = "$feed $consumer";
	my $poll = sub {
		my ($max) = @_;
		return qq{INSERT INTO "$table handled" (id, customer) SELECT id, customer FROM wiji_poll(NULL::$feed, '"$table"', $worker, $max);};
	};
	my $script = '';
	foreach (1 .. 20)
	{
		my $max = pick(1, 7, 100, 1000);
		my $sleep = sprintf 'SELECT pg_sleep(%.4f);', 0.05 * rand() ** 2;
		$script .= pick((map { 'BEGIN; ' . $poll->($max) . 'COMMIT;' } 1 .. 4),
			'BEGIN; ' . $poll->($max) . $sleep . 'ROLLBACK;',
			'BEGIN; SAVEPOINT a; ' . $poll->($max) . 'ROLLBACK TO a; ' . $poll->($max) . 'COMMIT;',
			'BEGIN; SAVEPOINT a; ' . $poll->($max) . 'RELEASE a; ' . $poll->($max) . 'COMMIT;',
			'BEGIN ISOLATION LEVEL REPEATABLE READ; ' . $poll->($max) . 'COMMIT;',
			"BEGIN; SET LOCAL statement_timeout = '" . (1 + int rand 9) . "ms'; " . $poll->($max) . 'COMMIT;')
		  . "$sleep\n";
	}
	return $script;
}

# What is lost without a horizon
sub naive_poll
{
	my ($feed) = @_;
	my ($type, $least) = $feed eq 'plain' ? ('bigint', 0) : ('uuid', q{'00000000-0000-0000-0000-000000000000'});
	return qq{INSERT INTO "$feed naive" SELECT id FROM $feed WHERE id > coalesce((SELECT id FROM "$feed naive" n
		ORDER BY n.id::$type DESC LIMIT 1)::$type, $least);\n};
}
sub naive { return join '', map { naive_poll(pick(@feeds)) . "SELECT pg_sleep(0.005);\n" } 1 .. 20; }

# DDL on the feeds, and other numbers of workers.  A statement may time out, and the next one runs all the same.
my $step = 0;
sub disturb
{
	my $n = ++$step;
	my $feed = pick(@feeds);
	my $far = 2100 + $n;
	my $consumer = pick('four', 'any');
	my $number = pick(2 .. 5);
	return "SET lock_timeout = '300ms'; " . pick(
		"ALTER TABLE $feed ADD extra$n integer; ALTER TABLE $feed DROP IF EXISTS extra$n;",
		qq{BEGIN; ALTER TABLE $feed RENAME "Task's" TO task; ALTER TABLE $feed RENAME task TO "Task's"; COMMIT;},
		"CREATE TABLE parted_$n PARTITION OF parted FOR VALUES FROM (v7_lower('$far-01-01')) TO (v7_lower('" . ($far + 1) . "-01-01'));",
		"CREATE INDEX index$n ON plain (customer); DROP INDEX IF EXISTS index$n;",
		"VACUUM $feed;", "ANALYZE $feed;", 'REINDEX INDEX CONCURRENTLY plain_pkey;',
		qq{SELECT wiji_create_feed('$feed');},
		(qq{UPDATE "$feed $consumer" SET workers = - abs(workers); SELECT pg_sleep(0.5);
		WITH old AS (DELETE FROM "$feed $consumer" RETURNING *)
		INSERT INTO "$feed $consumer" SELECT n, $number, feed, position, split
		FROM (SELECT DISTINCT feed, position, split FROM old) o, generate_series(0, $number - 1) n;}) x 2)
	  . "\nSELECT pg_sleep(0.1);\n";
}

# One row at least: it commits after a later one was read.
my $late = $node->background_psql('postgres', on_error_stop => 1);
$late->query_safe(q{BEGIN; INSERT INTO plain (customer) VALUES ('late')});
$node->safe_psql('postgres', q{INSERT INTO plain (customer) VALUES ('customer 1');} . naive_poll('plain'));
$late->query_safe('COMMIT');
$late->quit;

seed_random();
my @writers = map { start_script($node, \&writer, @options) } 1 .. 6;
my @consumers = map {
	my $feed = $_;
	my %sessions = (one => [ 0, 0 ], four => [ 0, 0 .. 4 ], any => [ 'NULL', 'NULL' ]);
	map { my $consumer = $_; map { my $worker = $_; start_script($node, sub { consumer($feed, $consumer, $worker) }, @options) } @{ $sessions{$consumer} } }
	  sort keys %sessions
} @feeds;
my @others = map { start_script($node, $_, @options) } \&disturb, \&naive;

my $end = time + $seconds;
while (time < $end)
{
	usleep(50_000);
	tend_scripts(0, @writers, @consumers, @others);
	next if rand() > 0.3;
	$killed += $node->safe_psql('postgres', q{
		SELECT count(pg_terminate_backend(pid)) FROM (
			SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
			ORDER BY random() LIMIT 1) victim});
}
usleep(20_000) while tend_scripts(1, @writers, @consumers, @others);
my $errors = errors_of(@writers, @consumers, @others);
note "$killed sessions were killed, $step changes";
note join ', ', map { my $code = $_; (() = $errors =~ /ERROR:  $code/g) . " times $code" } sort keys %{ { map { $_ => 1 } $errors =~ /ERROR:  (\w{5})/g } };

# 25P02 follows another; 22023 is a worker that is gone; the others are killed, time out, or retry.
is(join(' ', sort keys %{ { map { $_ => 1 } grep { !/^(22023|25P02|40001|40P01|55P03|55000|57014|42804|42P01|23505|57P01|2BP01)$/ } $errors =~ /(?:ERROR|FATAL):  (\w{5})/g } }),
	'', 'no other error was raised');

#
# Whoever has stopped goes on with the last number, and reads the rest
#

foreach my $feed (@feeds)
{
	my $type = $feed eq 'plain' ? 'bigint' : 'uuid';
	my $count = $node->safe_psql('postgres', "SELECT count(*) FROM $feed");
	foreach my $consumer (sort keys %workers)
	{
		my $table = "$feed $consumer";
		$node->safe_psql('postgres', qq{
			DO \$\$
			DECLARE
				w integer;
				before bigint;
			BEGIN
				PERFORM pg_sleep(0.01);
				LOOP
					before := (SELECT count(*) FROM "$table handled");
					FOR w IN SELECT worker FROM "$table" WHERE workers > 0 OR (SELECT count(DISTINCT coalesce(position, '')) FROM "$table") > 1 ORDER BY worker LOOP
						FOR round IN 1 .. 50 LOOP
							BEGIN
								INSERT INTO "$table handled" (id, customer) SELECT id, customer FROM wiji_poll(NULL::$feed, '"$table"', w);
							EXCEPTION WHEN object_not_in_prerequisite_state THEN
								EXIT;	-- all of them have stopped
							END;
							EXIT WHEN NOT FOUND;
						END LOOP;
					END LOOP;
					IF (SELECT min(workers) < 0 FROM "$table") THEN
						UPDATE "$table" SET workers = - workers;
					ELSE
						EXIT WHEN before = (SELECT count(*) FROM "$table handled");
					END IF;
					COMMIT;
				END LOOP;
			END \$\$});
		is($node->safe_psql('postgres', qq{
			SELECT count(*) FILTER (WHERE h.id IS NULL), count(h.id) - count(DISTINCT h.id), count(*) FILTER (WHERE f.id IS NULL)
			FROM $feed f FULL JOIN "$table handled" h ON h.id::$type = f.id}), '0|0|0',
			"$feed: consumer $consumer handled each of $count rows once");
		is($node->safe_psql('postgres', qq{
			SELECT count(*) FROM (
				SELECT id::$type, lag(id::$type) OVER (PARTITION BY customer ORDER BY n) AS before FROM "$table handled") h
			WHERE id <= before}), 0, "$feed: consumer $consumer had those of each customer in order");
		is($node->safe_psql('postgres', qq{SELECT sum(pending) FROM wiji_pending('"$table"')}), 0, "$feed: consumer $consumer has nothing left");
	}
}
cmp_ok($node->safe_psql('postgres', join ' + ', 'SELECT 0', map { qq{(SELECT count(*) FROM $_ WHERE NOT EXISTS (SELECT FROM "$_ naive" n WHERE n.id = $_.id::text))} } @feeds),
	'>', 0, 'the test detects lost rows: without the horizon some are missing');
$node->stop;
done_testing();
