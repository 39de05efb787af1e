# Storms of transactions on feeds with keys of every kind: each consumer reads each committed row
# once, with any query.  The clock is right and then steps, indexes are built again, and more feeds
# are used than there are entries.  The same storm on tables without triggers loses rows.
#
# WIJI_TEST_STORM is the least number of rows of a storm.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use FakeClock;
use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $rows = $ENV{WIJI_TEST_STORM} || 8000;

my $node = feed_node('main');
start_with_fake_clock($node);

# The feed "late" has UUIDs that an application generated up to 4 s before.
$FEEDS{late} = { %{ $FEEDS{app} }, default => 'DEFAULT app_v7(4 * random())', lag => '5 s' };
my @names = feeds_of($node);
my @steady = grep { $_ !~ /^(late|app)$/ } @names;	# whose keys ascend in each session
$node->safe_psql('postgres', 'CREATE TABLE plain (n integer); CREATE TABLE over ()');
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
	my $least = $lower ? key_at($name, "'2020-01-01'") : '0';
	my %words = (T => "event_$name", S => "seen_$name", H => "$horizon('event_$name')",
		NOW => $lower ? key_at($name, 'clock_timestamp()') : "(SELECT last_value + 1 FROM event_${name}_id_seq)");

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
			IF EXISTS (SELECT FROM over) THEN
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

# Transactions that insert into T and U; how often each comes, against the others.  FEW is a number of
# rows, SOON a short sleep, LONG a longer one, ME the number of the client.
my $folder = PostgreSQL::Test::Utils::tempdir;
append_to_file("$folder/copied", join '', map { "copied $_\n" } 1 .. 10);
chmod 0755, $folder;
my @transactions = (
	[ 4, q{INSERT INTO T (what) VALUES ('single')} ],
	[ 2, q{INSERT INTO T (what) SELECT 'many' FROM generate_series(1, FEW)} ],
	[ 2, qq{COPY T (what) FROM '$folder/copied'} ],
	[ 2, q{MERGE INTO T t USING generate_series(1, FEW) n ON false
		WHEN NOT MATCHED THEN INSERT (what) VALUES ('merged')} ],
	[ 2, q{WITH w AS (INSERT INTO T (what) VALUES ('both') RETURNING what) INSERT INTO U (what) SELECT what FROM w} ],
	[ 2, q{BEGIN; INSERT INTO T (what) VALUES ('first'); SOON;
		INSERT INTO U (what) VALUES ('second'); INSERT INTO T (what) VALUES ('third'); COMMIT} ],
	# with an xid before the feed is entered, or a snapshot
	[ 2, q{BEGIN; SELECT pg_current_xact_id(); SOON; INSERT INTO T (what) VALUES ('early xid'); SOON; COMMIT} ],
	[ 2, q{BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM plain; SOON;
		INSERT INTO T (what) VALUES ('old snapshot'); SOON; COMMIT} ],
	[ 2, q{BEGIN; SAVEPOINT a; INSERT INTO T (what) VALUES ('undone'); SOON;
		ROLLBACK TO a; SAVEPOINT b; INSERT INTO U (what) VALUES ('released'); RELEASE b; SOON;
		INSERT INTO T (what) VALUES ('after savepoints'); COMMIT} ],
	[ 2, q{DO $$BEGIN
			INSERT INTO T (what) VALUES ('caught');
			RAISE division_by_zero;
		EXCEPTION WHEN division_by_zero THEN
			INSERT INTO U (what) VALUES ('after an error');
		END$$} ],
	[ 2, q{BEGIN; INSERT INTO T (what) VALUES ('rolled back'); INSERT INTO U (what) VALUES ('rolled back'); SOON;
		ROLLBACK} ],
	[ 1, q{BEGIN; INSERT INTO plain VALUES (1); PREPARE TRANSACTION 'p-ME'; COMMIT PREPARED 'p-ME'} ],
	[ 1, q{BEGIN; INSERT INTO T (what) VALUES ('sleeper'); LONG;
		INSERT INTO T (what) VALUES ('woken'); INSERT INTO U (what) VALUES ('woken'); COMMIT} ]);
my @weighted = map { ($_->[1]) x $_->[0] } @transactions;

sub script
{
	my ($client, @feeds) = @_;
	my $script = '';
	foreach (1 .. 20 + int($rows / 200))
	{
		my $i = int rand @feeds;
		my %words = (T => "event_$feeds[$i]", U => "event_$feeds[$i - 1]", ME => $client, FEW => 1 + int rand 20);
		my $sql = $weighted[ rand @weighted ];
		$sql =~ s/\b(T|U|ME|FEW)\b/$words{$1}/g;
		$sql =~ s/\bSOON\b/sprintf 'SELECT pg_sleep(%.4f)', 0.06 * rand() ** 4/ge;
		$sql =~ s/\bLONG\b/sprintf 'SELECT pg_sleep(%.2f)', 0.05 + 0.35 * rand/ge;
		$script .= "$sql;\n";
	}
	return $script;
}

sub start_psql
{
	my ($errors, @arguments) = @_;
	return IPC::Run::start([ qw(psql -XAtq -v VERBOSITY=sqlstate), @arguments, $node->connstr('postgres') ],
		'<', \undef, '>', '/dev/null', '2>', $errors);
}

# Clients that commit at least half of the rows of a storm, in these feeds.  Returns their errors.
my $count = 'SELECT ' . join ' + ', map { "(SELECT count(*) FROM event_$_)" } @names;
my $round = 0;

sub write_rows
{
	my ($meanwhile, @feeds) = @_;
	my $goal = $node->safe_psql('postgres', $count) + $rows / 2;
	my $all_errors = '';

	while ($node->safe_psql('postgres', $count) < $goal)
	{
		my @errors = ('') x 10;
		my @clients;
		$round++;
		foreach my $client (0 .. $#errors)
		{
			append_to_file("$folder/$round.$client", script($client, @feeds));
			push @clients, start_psql(\$errors[$client], '-f', "$folder/$round.$client");
		}
		while (grep { $_->pumpable } @clients)
		{
			$meanwhile->();
			$_->pump_nb foreach grep { $_->pumpable } @clients;
			select undef, undef, undef, 0.05;
		}
		$_->finish foreach @clients;
		$all_errors .= join '', @errors;
	}
	return $all_errors;
}

# The clock steps, and each index of a key is built again.
my $reindex;
my $reindex_errors = '';

sub step_and_reindex
{
	set_clock((qw(+0 -0.05 -0.15 +0.05))[ rand 4 ]) if rand() < 0.2;
	if (defined $reindex)
	{
		$reindex->pump_nb if $reindex->pumpable;
		return if $reindex->pumpable;
		$reindex->finish;
	}
	$reindex = start_psql(\$reindex_errors, map { ('-c', "REINDEX INDEX CONCURRENTLY event_${_}_pkey") } @steady);
	return;
}

sub stop_steps
{
	set_clock('+0');
	$reindex->finish;
	return is($reindex_errors, '', 'indexes are built again without an error');
}

#
# Storms
#

# How many rows the feed has, how many of them a way has not read, and how many it has read that do
# not exist.
sub verdict
{
	my ($way, $name) = @_;
	return split /\|/, $node->safe_psql('postgres', qq{
		SELECT count(t.id), count(*) FILTER (WHERE s.id IS NULL), count(*) FILTER (WHERE t.id IS NULL)
		FROM event_$name t FULL JOIN (SELECT id FROM seen_$name WHERE way = '$way') s USING (id)});
}

# Consumers, and what happens until they have read everything.
sub storm
{
	my ($happens, @consumers) = @_;
	my $feeds = "'{" . join(',', @names) . "}'";
	my %error;

	$node->safe_psql('postgres', 'TRUNCATE over');
	my %session = map { $_ => start_psql(\$error{$_}, '-v', 'ON_ERROR_STOP=1', '-c', $settings{$_} // 'SELECT',
		'-c', "CALL consume('$_', $feeds)") } @consumers;
	$happens->();
	sleep 6 if "@consumers" ne 'naive';	# the lag of the last rows
	$node->safe_psql('postgres', 'INSERT INTO over DEFAULT VALUES');
	foreach my $way (@consumers)
	{
		$session{$way}->finish;
		is($error{$way}, '', "$way: no error");
	}
	return note $node->safe_psql('postgres', $count) . ' rows';
}

sub nothing_is_lost
{
	my (@consumers) = @_;
	foreach my $name (@names)
	{
		is($node->safe_psql('postgres', "SELECT count(*) FROM wiji_feed_blockers('event_$name')"), 0,
			"$name: nothing holds it back anymore");
		foreach my $way (@consumers)
		{
			my ($count, $missing, $extra) = verdict($way, $name);
			is("$missing missing, $extra extra", '0 missing, 0 extra', "$name: $way reads each of $count rows once");
		}
	}
	return;
}

# A clock that steps back between the wait for it and the generation of a key: the key comes too late.
sub only_late_keys
{
	my ($errors) = @_;
	note((() = $errors =~ /ERROR:  23514/g) . ' transactions were too late');
	$errors =~ s/^psql:\S+ ERROR:  (?:23514|25P02)\n//gm;
	return is($errors, '', 'no transaction is rejected for another reason');
}

seed_random();
my @consumers = sort grep { $_ ne 'naive' } keys %ways;
storm(sub {
		is(write_rows(sub { }, @names), '', 'with a right clock, no transaction is rejected');
		only_late_keys(write_rows(\&step_and_reindex, @steady));
		stop_steps();
	}, @consumers);
nothing_is_lost(@consumers);
is(sqlstate($node, 'INSERT INTO event_late VALUES (app_v7(4))'), '', 'a UUID that is younger than the lag is accepted');
is(sqlstate($node, 'INSERT INTO event_late VALUES (app_v7(6))'), '23514', 'an older one is rejected');

# More feeds are used than there are entries.  A bound that was determined before an entry was taken does
# not hold afterwards if the clock steps back, so a bound must not be older than the snapshot that reads.
$node->safe_psql('postgres', q{
	CREATE TABLE taker (feed regclass);
	CREATE SEQUENCE rounds;
	DO $$
	BEGIN
		FOR n IN 1 .. 1030 LOOP
			EXECUTE format('CREATE TABLE taker_%s (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)', n);
			EXECUTE format('SELECT wiji_create_feed(%L)', 'taker_' || n);
			INSERT INTO taker VALUES ('taker_' || n);
			COMMIT;
		END LOOP;
	END $$;
	CREATE PROCEDURE take() LANGUAGE plpgsql AS $$
	BEGIN
		WHILE NOT EXISTS (SELECT FROM over) LOOP
			PERFORM wiji_horizon_bigint(feed) FROM taker;
			PERFORM nextval('rounds');
			COMMIT;
		END LOOP;
	END $$});
@consumers = grep { $_ ne 'variable' } @consumers;
my $errors;
my $taker;
storm(sub {
		$taker = start_psql(\$errors, '-c', 'CALL take()');
		only_late_keys(write_rows(\&step_and_reindex, @steady));
		stop_steps();
	}, @consumers);
$taker->finish;
is($errors, '', 'entries are taken without an error');
note 'each entry was taken about ' . $node->safe_psql('postgres', 'SELECT last_value FROM rounds') . ' times';
nothing_is_lost(@consumers);

# The test detects lost rows.
$node->safe_psql('postgres', 'TRUNCATE ' . join(', ', map { "event_$_, seen_$_" } @names) . ';'
	. join ';', map { "SELECT wiji_drop_feed('event_$_')" } @names);
storm(sub { write_rows(sub { }, @names) foreach 1, 2 }, 'naive');
foreach my $name (@names)
{
	my ($count, $missing) = verdict('naive', $name);
	cmp_ok($missing, '>', 0, "$name: without its triggers, up to the key of now, $missing of $count rows are missing");
}
$node->stop;
done_testing();
