# A storm of transactions on feeds with keys of every clock: each consumer reads each committed row
# once, with any query.  The same storm on the same tables without their triggers loses rows.
#
# WIJI_TEST_STORM is the least number of rows of a storm.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $rows = $ENV{WIJI_TEST_STORM} || 8000;

my $node = feed_node('main');
start_with_fake_clock($node);

# The feed "late" has UUIDs that an application generated up to 4 s before.
$FEEDS{late} = { %{ $FEEDS{v7} }, default => 'DEFAULT made_before(4 * random())', lag => '5 s' };
my @names = (qw(wiji v7 identity late), $node->pg_version >= 18 ? 'core' : ());
$node->safe_psql('postgres', q{
	CREATE FUNCTION made_before(seconds float8) RETURNS uuid LANGUAGE sql VOLATILE
	RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
		PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000 - seconds * 1000)::bigint) FROM 3)
		FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;
	CREATE TABLE other (n integer);
	CREATE TABLE storm_is_over ()});
create_tables($node, @names);

#
# Consumers
#

# Ways to read the next rows of the table T, after "last", up to the horizon H; in PL/pgSQL.  What
# was read is noted in S.
my %ways = (
	statement => q{EXECUTE format($x$INSERT INTO S
		SELECT %L, id FROM T WHERE id > %L AND id < H ORDER BY id LIMIT 1000$x$, me, last)},
	# H is called for each row, while transactions end, and newer statements call it, too
	cursor => q{
		OPEN c FOR SELECT id FROM T WHERE id > last AND (id < H OR pg_sleep(0.002) IS NULL) ORDER BY id LIMIT 500;
		FOR n IN 1 .. 500 LOOP
			FETCH c INTO last;
			EXIT WHEN NOT FOUND;
			INSERT INTO S VALUES (me, last);
			PERFORM H FROM pg_sleep(0.001) WHERE n % 10 = 1;
		END LOOP;
		CLOSE c},
	repeatable => q{INSERT INTO S SELECT me, id FROM T WHERE id > last AND id < H ORDER BY id LIMIT 500},
	function => q{INSERT INTO S SELECT me, id FROM newer_T(last) id},
	# a bound that is older than the snapshot that reads
	variable => q{bound := H; PERFORM pg_sleep(0.005 * random());
		INSERT INTO S SELECT me, id FROM T WHERE id > last AND id < bound ORDER BY id LIMIT 1000},
	generic => q{INSERT INTO S SELECT me, id FROM T WHERE id > last AND id < (SELECT H) ORDER BY id LIMIT 1000},
	naive => q{INSERT INTO S SELECT me, id FROM T WHERE id > last AND id < NOW ORDER BY id LIMIT 1000});
my %settings = (
	repeatable => 'SET default_transaction_isolation = "repeatable read";',
	generic => 'SET plan_cache_mode = force_generic_plan;');

foreach my $name (@names)
{
	my ($type, $lower, $horizon) = @{ $FEEDS{$name} }{qw(type lower horizon)};
	my $least = $lower ? "$lower('2020-01-01')" : '0';
	my %words = (T => "event_$name", S => "seen_$name", H => "$horizon('event_$name')",
		NOW => $lower ? "$lower(clock_timestamp())" : "(SELECT last_value + 1 FROM event_${name}_id_seq)");

	$node->safe_psql('postgres', qq{
		CREATE TABLE seen_$name (way text, id $type, PRIMARY KEY (way, id));
		CREATE FUNCTION newer_event_$name(last $type) RETURNS SETOF $type LANGUAGE plpgsql STABLE AS \$\$
		DECLARE
			bound $type := $words{H};
		BEGIN
			PERFORM pg_sleep(0.005 * random());
			RETURN QUERY SELECT id FROM event_$name WHERE id > last AND id < bound ORDER BY id LIMIT 1000;
		END \$\$});
	foreach my $way (keys %ways)
	{
		my $body = $ways{$way} =~ s/(\b|(?<=_))(T|S|H|NOW)\b/$words{$2}/gr;
		$node->safe_psql('postgres', qq{
			CREATE PROCEDURE poll_${way}_$name() LANGUAGE plpgsql AS \$\$
			DECLARE
				me CONSTANT text := '$way';
				last $type := coalesce((SELECT id FROM seen_$name WHERE way = me ORDER BY id DESC LIMIT 1), $least);
				bound $type;
				c refcursor;
			BEGIN
				$body;
			END \$\$});
	}
}

# Polls of all feeds, some in each transaction, until the storm is over and nothing new comes.
$node->safe_psql('postgres', q{
	CREATE VIEW seen AS } . join(' UNION ALL ', map { "SELECT way FROM seen_$_" } @names) . q{;
	CREATE PROCEDURE consume(me text, feeds text[]) LANGUAGE plpgsql AS $$
	DECLARE
		feed text;
		count bigint;
		before bigint := -1;
	BEGIN
		LOOP
			IF EXISTS (SELECT FROM storm_is_over) THEN
				count := (SELECT count(*) FROM seen WHERE way = me);
				EXIT WHEN count = before;
				before := count;
			END IF;
			FOREACH feed IN ARRAY feeds || feeds LOOP
				EXECUTE format('CALL poll_%s_%s()', me, feed);
				PERFORM pg_sleep(0.01 * random());
			END LOOP;
			COMMIT;
		END LOOP;
	END $$});

#
# Writers
#

# Transactions that insert into T and U; how often each comes, against the others.
my $folder = PostgreSQL::Test::Utils::tempdir;
append_to_file("$folder/copied", join '', map { "copied $_\n" } 1 .. 10);
chmod 0755, $folder;
my @transactions = (
	[ 4, q{INSERT INTO T (what) VALUES ('single');} ],
	[ 2, q{INSERT INTO T (what) SELECT 'many' FROM generate_series(1, :few);} ],
	[ 2, qq{COPY T (what) FROM '$folder/copied';} ],
	[ 2, q{MERGE INTO T t USING generate_series(1, :few) n ON false
		WHEN NOT MATCHED THEN INSERT (what) VALUES ('merged');} ],
	[ 2, q{WITH w AS (INSERT INTO T (what) VALUES ('both') RETURNING what) INSERT INTO U (what) SELECT what FROM w;} ],
	[ 2, q{BEGIN; INSERT INTO T (what) VALUES ('first'); \sleep :soon us
		INSERT INTO U (what) VALUES ('second'); INSERT INTO T (what) VALUES ('third'); COMMIT;} ],
	# with an xid before the feed is entered, or a snapshot
	[ 2, q{BEGIN; SELECT pg_current_xact_id(); \sleep :soon us
		INSERT INTO T (what) VALUES ('early xid'); \sleep :soon us
		COMMIT;} ],
	[ 2, q{BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM other; \sleep :soon us
		INSERT INTO T (what) VALUES ('old snapshot'); \sleep :soon us
		COMMIT;} ],
	[ 2, q{BEGIN; SAVEPOINT a; INSERT INTO T (what) VALUES ('undone'); \sleep :soon us
		ROLLBACK TO a; SAVEPOINT b; INSERT INTO U (what) VALUES ('released'); RELEASE b; \sleep :soon us
		INSERT INTO T (what) VALUES ('after savepoints'); COMMIT;} ],
	[ 2, q{DO $$BEGIN
			INSERT INTO T (what) VALUES ('caught');
			RAISE division_by_zero;
		EXCEPTION WHEN division_by_zero THEN
			INSERT INTO U (what) VALUES ('after an error');
		END$$;} ],
	[ 2, q{BEGIN; INSERT INTO T (what) VALUES ('rolled back'); INSERT INTO U (what) VALUES ('rolled back'); \sleep :soon us
		ROLLBACK;} ],
	[ 1, q{BEGIN; INSERT INTO other VALUES (1); PREPARE TRANSACTION 'p:client_id'; COMMIT PREPARED 'p:client_id';} ],
	[ 1, q{BEGIN; INSERT INTO T (what) VALUES ('sleeper'); \sleep :long ms
		INSERT INTO T (what) VALUES ('woken'); INSERT INTO U (what) VALUES ('woken'); COMMIT;} ]);

# Clients that commit at least half of the rows of a storm, in these feeds.
my $count = 'SELECT ' . join ' + ', map { "(SELECT count(*) FROM event_$_)" } @names;

sub write_rows
{
	my ($meanwhile, @feeds) = @_;
	my $goal = $node->safe_psql('postgres', $count) + $rows / 2;
	my @scripts;

	foreach my $i (0 .. $#feeds)
	{
		my %tables = (T => "event_$feeds[$i]", U => 'event_' . $feeds[ ($i + 1) % @feeds ]);
		foreach my $transaction (@transactions)
		{
			my $file = sprintf '%s/%03d', $folder, scalar @scripts;
			my ($weight, $sql) = @$transaction;
			$sql =~ s/\b([TU])\b/$tables{$1}/g;
			$sql =~ s/; +(?=\S)/;\n/g;
			unlink $file;
			append_to_file($file, join "\n", '\set few random(1, 20)', '\set soon random_exponential(0, 60000, 5)',
				'\set long random(50, 400)', "$sql\n");
			push @scripts, '-f', "$file\@$weight";
		}
	}
	while ($node->safe_psql('postgres', $count) < $goal)
	{
		my $errors = '';
		my $run = IPC::Run::start([ 'pgbench', '-n', '-c', 10, '-j', 2, '-t', 20 + int($rows / 200),
			@scripts, $node->connstr('postgres') ], '<', \undef, '>', '/dev/null', '2>', \$errors);
		while ($run->pumpable)
		{
			$meanwhile->();
			$run->pump_nb;
			select undef, undef, undef, 0.05;
		}
		ok($run->finish, 'no transaction is rejected') or diag($errors), last;
	}
	return;
}

# How many rows the feed has, how many of them a way has not read, and how many it has read that do
# not exist.
sub verdict
{
	my ($way, $name) = @_;
	return split /\|/, $node->safe_psql('postgres', qq{
		SELECT count(t.id), count(*) FILTER (WHERE s.id IS NULL), count(*) FILTER (WHERE t.id IS NULL)
		FROM event_$name t FULL JOIN (SELECT id FROM seen_$name WHERE way = '$way') s USING (id)});
}

# Writers and these consumers, first with a clock that is right and then with one that steps.  Keys
# of uuidv7() could come too late then.
sub storm
{
	my (@consumers) = @_;
	my $feeds = "'{" . join(',', @names) . "}'";
	my %error;
	my %session = map {
		$_ => IPC::Run::start([ 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-c', $settings{$_} // 'SELECT', '-c',
			"CALL consume('$_', $feeds)", $node->connstr('postgres') ], '<', \undef, '>', '/dev/null', '2>', \$error{$_})
	} @consumers;

	write_rows(sub { }, @names);
	write_rows(sub { set_clock((qw(+0 -0.003 +0.003 -0.1 +0.1 -0.3 +0.3))[ rand 7 ]) }, grep { $_ ne 'core' } @names);
	set_clock('+0');
	sleep 6 if "@consumers" ne 'naive';	# the lag of the last rows
	$node->safe_psql('postgres', 'INSERT INTO storm_is_over DEFAULT VALUES');
	foreach my $way (@consumers)
	{
		$session{$way}->finish;
		is($error{$way}, '', "$way: no error");
	}
	return note $node->safe_psql('postgres', $count) . ' rows';
}

my @consumers = sort grep { $_ ne 'naive' } keys %ways;
storm(@consumers);
foreach my $name (@names)
{
	is($node->safe_psql('postgres', "SELECT count(*) FROM wiji_feed_blockers('event_$name')"), 0,
		"$name: nothing holds it back anymore");
	foreach my $way (@consumers)
	{
		my ($count, $missing, $phantoms) = verdict($way, $name);
		is("$missing missing, $phantoms extra", '0 missing, 0 extra', "$name: $way reads each of $count rows once");
	}
}
is(sqlstate($node, 'INSERT INTO event_late VALUES (made_before(4))'), '',
	'a UUID that is younger than the lag is accepted');
is(sqlstate($node, 'INSERT INTO event_late VALUES (made_before(6))'), '23514', 'an older one is rejected');

# The test detects lost rows.
$node->safe_psql('postgres', 'TRUNCATE storm_is_over, ' . join(', ', map { "event_$_, seen_$_" } @names) . ';'
	. join ';', map { "SELECT wiji_drop_feed('event_$_')" } @names);
storm('naive');
foreach my $name (@names)
{
	my ($count, $missing) = verdict('naive', $name);
	cmp_ok($missing, '>', 0, "$name: without its triggers, up to the key of now, $missing of $count rows are missing");
}
$node->stop;
done_testing();
