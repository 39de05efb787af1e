# Calls that make and drop partitions, and are cut short: by lock_timeout, by a cancel, or by
# somebody who detached a partition by hand.  They leave a whole table behind, and the next call
# finishes the work.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;
use Time::HiRes qw(usleep);

seed_random();

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "autovacuum = off\ndeadlock_timeout = '100ms'");
my $early = PostgreSQL::Test::Utils::tempdir;
system_or_bail('cc', '-shared', '-fPIC', '-o', "$early/cancel.so", 'test/hostile/early_cancel.c');
{
	local %ENV = (%ENV, LD_PRELOAD => "$early/cancel.so", EARLY_CANCEL => $early);
	$node->start;
}
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE ROLE regress_app LOGIN;
	GRANT CREATE ON SCHEMA public TO regress_app;
	CREATE TABLE job ();
	GRANT SELECT ON job TO regress_app;
	GRANT SET ON PARAMETER deadlock_timeout TO regress_app});

# The owner's session detaches concurrently, a superuser's does not.
my @as_owner = (extra_params => [ '-U', 'regress_app' ]);
my $owner = $node->background_psql('postgres', on_error_stop => 0, @as_owner);
my $superuser = $node->background_psql('postgres', on_error_stop => 0);
my $loader = $node->background_psql('postgres', on_error_stop => 0, @as_owner);
my $second = $node->background_psql('postgres', on_error_stop => 0, @as_owner);
$_->set_query_timer_restart foreach $owner, $superuser, $loader, $second;	# they live long
my %pid = map { $_ => $_->query_safe('SELECT pg_backend_pid()') } $owner, $superuser, $loader, $second;
$_->query_safe("SET client_min_messages = error; SET TimeZone = 'Asia/Kolkata'; \\set VERBOSITY verbose")
  foreach $owner, $superuser, $loader, $second;

# The answer of a query, or the SQLSTATE it fails with.
sub answer
{
	my ($session, $query) = @_;
	my ($answer, $error) = answer_and_error($session, $query);
	return $error =~ /ERROR:  (\w{5}):/ ? $1 : $answer;
}

# Send it, and go on.  It may have ended by the time we read, so what was read is kept.
sub send_off
{
	my ($session, $query) = @_;
	$session->{stdout} = $session->query_until(qr/sent/, "\\echo sent\n$query;\n\\echo ended :SQLSTATE\n");
	return;
}

# Send it, and wait until it waits for a lock.
sub send_and_wait
{
	my ($session, $query) = @_;
	send_off($session, $query);
	$node->poll_query_until('postgres',
		"SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = $pid{$session}") or die 'it does not wait';
	return;
}

sub code_at_end
{
	my ($session) = @_;
	$session->query_until(qr/ended \w+\n/, '') =~ /ended (\w+)/;
	my $code = $1;
	$session->{stderr} = '';
	return $code;
}

# A table with the months of a year ago to half a year ago, a row in each, and no others.
sub fresh_table
{
	$loader->query_safe(q{
		DROP TABLE IF EXISTS event;
		CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id);
		SELECT FROM date_trunc('month', now() AT TIME ZONE 'UTC') month,
			wiji_create_partitions('event', (month - interval '12 months') AT TIME ZONE 'UTC',
				(month - interval '6 months') AT TIME ZONE 'UTC', '1 month', 'UTC');
		INSERT INTO event (id) SELECT wiji_generate(now() - n * interval '1 month') FROM generate_series(7, 11) n});
	return;
}

# How many are old, how many are missing, how many are being detached, and how many tables are no
# partition.
my $arguments = "'event', '1 month', '2 months', '9 months', 'UTC'";
my $call = "CALL wiji_maintain_partitions($arguments)";
my $state = qq{SELECT cardinality(to_drop), cardinality(to_create),
	(SELECT count(*) FROM pg_inherits WHERE inhdetachpending),
	(SELECT count(*) FROM pg_class WHERE relname ~ '^event_\\d+\$' AND NOT relispartition)
	FROM wiji_partition_report($arguments)};
my $finished = '0|0|0|0';

# The session is the one it was, whatever cut it short.
sub is_unharmed
{
	my ($session, $name) = @_;
	is( $session->query_safe(q{
		SELECT session_user = current_user, pg_backend_pid(),
		       current_setting('TimeZone'), current_setting('search_path')}),
		"t|$pid{$session}|Asia/Kolkata|\"\$user\", public", "$name: the session is as before");
	return;
}

foreach my $job ([ owner => $owner ], [ superuser => $superuser ])
{
	my ($name, $session) = @$job;

	# The first lock cannot be had.
	fresh_table();
	my ($old, $missing) = split /\|/, $session->query_safe($state);
	cmp_ok($old * $missing, '>', 0, "$name: there is something to do");
	$session->query_safe("SET lock_timeout = '100ms'");
	$loader->query_safe('BEGIN; ANALYZE event');
	is(answer($session, $call), '55P03', 'lock_timeout, where one who analyzes is in the way');
	is($session->query_safe($state), "$old|$missing|0|0", 'nothing was done');
	is(answer($loader, 'INSERT INTO event (id) SELECT wiji_generate(now() - interval $$8 months$$); COMMIT'), '',
		'who is in the way goes on');
	is_unharmed($session, $name);

	# A lock on the way: all partitions before it were made.
	$loader->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ');
	my $rows = $loader->query_safe('SELECT count(*) FROM event');
	is(answer($session, $call), '55P03', 'lock_timeout, where one who reads is in the way');
	my $pending = $name eq 'owner' ? 1 : 0;
	is($session->query_safe($state), "$old|0|$pending|0",
		$pending ? 'all was made, and one is pending' : 'all was made, and none dropped');
	is(answer($session, $call), '55P03', 'and again') foreach 1, 2;
	is($loader->query_safe('SELECT count(*) FROM event'), $rows, 'who reads sees all rows that were there');
	is($session->query_safe($state), "$old|0|$pending|0", 'still');
	is_unharmed($session, $name);
	$loader->query_safe('COMMIT');
	is(answer($session, $call), '', 'the next call');
	is($session->query_safe($state), $finished, 'finishes the work');
	is(answer($session, $call), '', 'one more call finds nothing to do');

	# A lock on one partition: the others are dropped, without waiting any longer.
	fresh_table();
	my $first = $session->query_safe("SELECT to_drop[1] FROM wiji_partition_report($arguments)");
	$loader->query_safe("BEGIN; SELECT count(*) FROM $first");
	is(answer($session, $call), '55P03', 'lock_timeout, where one who reads a partition is in the way');
	is($session->query_safe($state), "1|0|$pending|0", 'all was made, and the others dropped');
	is_unharmed($session, $name);
	$loader->query_safe('COMMIT');
	is(answer($session, $call), '', 'the next call');
	is($session->query_safe($state), $finished, 'finishes the work');

	# Somebody has changed the partition's row in a catalog.  The server waits for him under all its
	# locks, and then has an internal error.
	fresh_table();
	$session->query_safe('RESET lock_timeout');
	$loader->query_safe("BEGIN; GRANT SELECT ON $first TO PUBLIC");
	send_off($session, $call);
	$node->poll_query_until('postgres',
		"SELECT wait_event_type IN ('Lock', 'Timeout') FROM pg_stat_activity WHERE pid = $pid{$session}")
	  or die 'it does not wait';
	is( answer($second, "SET lock_timeout = '10s'; INSERT INTO event DEFAULT VALUES; RESET lock_timeout"),
		'', "$name: while it waits for one who has granted rights, others write");
	is(answer($loader, 'COMMIT'), '', 'and he commits');
	is(code_at_end($session), '00000', 'then the call');
	is($session->query_safe($state), $finished, 'finishes the work');
	is_unharmed($session, $name);

	# Cancelled while it waits.
	fresh_table();
	$loader->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM event');
	send_and_wait($session, $call);
	$node->safe_psql('postgres', "SELECT pg_cancel_backend($pid{$session})");
	is(code_at_end($session), '57014', "$name: cancelled while it waits");
	is($session->query_safe($state), "$old|0|$pending|0", 'what it had done is done');
	is_unharmed($session, $name);
	is($loader->query_safe('SELECT count(*) FROM event; COMMIT'), 5, 'who reads sees all rows');
	is(answer($session, $call), '', 'the next call');
	is($session->query_safe($state), $finished, 'finishes the work');

	# Cancelled at any moment, while it makes and drops by the hundred.
	fresh_table();
	my $days = "'event', '1 day', '200 days', '2 months', 'UTC'";
	my %ends;
	foreach my $round (1 .. 8)
	{
		send_off($session, "CALL wiji_maintain_partitions($days)");
		usleep rand 300_000;
		$node->safe_psql('postgres', "SELECT pg_cancel_backend($pid{$session})");
		$ends{ code_at_end($session) }++;
		is( $session->query_safe(q{
			SELECT (SELECT count(*) FROM pg_class WHERE relname ~ '^event_\d+$' AND NOT relispartition),
			       (SELECT count(*)
			        FROM (SELECT lower <> lag(upper) OVER (ORDER BY lower) AS gap
			              FROM wiji_partitions('event') WHERE lower > now()) g
			        WHERE gap)}),
			'0|0', 'no table that is no partition, and no gap');
	}
	note join ' ', map { "$_: $ends{$_}" } sort keys %ends;
	is_unharmed($session, $name);
	is(answer($session, "CALL wiji_maintain_partitions($days)"), '', 'the next call');
	is($session->query_safe("SELECT to_create, to_drop FROM wiji_partition_report($days)"), '{}|{}',
		'finishes the work');
}

# Detached by hand, and cut short.  What it leaves pending is the first partition.
sub leave_pending
{
	my $partition = $superuser->query_safe("SELECT to_drop[1] FROM wiji_partition_report($arguments)");
	$superuser->query_safe('BEGIN; SELECT count(*) FROM ONLY event');
	send_and_wait($owner, "ALTER TABLE event DETACH PARTITION $partition CONCURRENTLY");
	$superuser->query_safe("SELECT pg_cancel_backend($pid{$owner})");
	is(code_at_end($owner), '57014', 'a DETACH that is left pending');
	$superuser->query_safe('COMMIT');
	return;
}

# The next call completes it.  A call whose snapshot is older is in nobody's way.  One that is a
# part of a transaction waits for no snapshot, as it may hold locks by then.
foreach my $next (
	"SELECT count(*) FROM wiji_drop_partitions('event', now() - interval '9 months')",
	$call, "CALL wiji_maintain_partitions($arguments, true)")
{
	fresh_table();
	$loader->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM job');
	leave_pending();
	my $month = "date_trunc('month', now() AT TIME ZONE 'UTC' - interval '12 months') AT TIME ZONE 'UTC'";
	is(answer($superuser,
		"SELECT wiji_create_partitions('event', $month, $month + interval '1 day', '1 month', 'UTC')"), '42P17',
		'is in the way of a new partition');

	if ($next =~ /^CALL/)
	{
		send_and_wait($superuser, $next);
		is(answer($loader, 'SELECT count(*) FROM event'), 5, 'one whose snapshot is older still sees its rows');
	}
	else
	{
		like(answer($superuser, $next), qr/^\d$/, $next);
	}
	is(answer($loader, 'INSERT INTO event (id) SELECT wiji_generate(now() - interval $$8 months$$)'), '', 'writes');
	is(answer($loader, 'ANALYZE event'), '', 'analyzes');
	is(answer($loader, 'COMMIT'), '', 'and commits');
	is(code_at_end($superuser), '00000', $next) if $next =~ /^CALL/;
	my ($old, undef, $pending, $tables) = split /\|/, $superuser->query_safe($state);
	is("$old|$pending|$tables", $next =~ /true/ ? '0|0|3' : '0|0|0', 'completes it, and does the rest');
	$superuser->query_safe(q{
		SELECT format('DROP TABLE %s', oid::regclass) FROM pg_class
		WHERE relname ~ '^event_\d+$' AND NOT relispartition \gexec});
}

# Who began to read after the detachment is in nobody's way.
foreach my $statement ("SELECT count(*) FROM wiji_drop_partitions('event', now() - interval '9 months', true)",
	"BEGIN; CALL wiji_maintain_partitions($arguments, true); COMMIT")
{
	fresh_table();
	leave_pending();
	$loader->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM job');
	like(answer($superuser, "SET lock_timeout = '2s'; $statement; RESET lock_timeout"), qr/^\d?$/,
		"$statement beside a later snapshot");
	$loader->query_safe('COMMIT');
	is($superuser->query_safe("SELECT count(*) FROM pg_inherits WHERE inhdetachpending"), 0, 'has completed it');
	$superuser->query_safe(q{
		SELECT format('DROP TABLE %s', oid::regclass) FROM pg_class
		WHERE relname ~ '^event_\d+$' AND NOT relispartition \gexec});
}

# Nor does it matter that the table has got another column or constraint since, which the server has
# not given to what is pending, and then does not complete.
foreach my $change ('COLUMN later integer', q{CHECK (what <> '')})
{
	fresh_table();
	leave_pending();
	$superuser->query_safe("ALTER TABLE event ADD $change");
	is(answer($owner, $call), '', "a call after ADD $change");
	is($superuser->query_safe($state), $finished, 'drops what was pending, and the rest');
}

# A driver may send the call by the extended protocol.  Readers go on then, too, after one of its
# statements was cut off.
{
	my $script = $node->basedir . '/call.sql';
	append_to_file($script, "$call;\n");
	fresh_table();
	my ($first, $next) = split /\|/,
		$superuser->query_safe("SELECT to_drop[1], to_drop[2] FROM wiji_partition_report($arguments)");
	my $waits = "SELECT count(*) > 0 FROM pg_locks
		WHERE NOT granted AND relation = '%s'::regclass AND mode = 'AccessExclusiveLock'";
	$superuser->query_safe('BEGIN; SELECT count(*) FROM event');
	my ($out, $err) = ('', '');
	my $driver = IPC::Run::start([ qw(pgbench -n -M extended -t 1 -f), $script,
			'-U', 'regress_app', '-h', $node->host, '-p', $node->port, 'postgres' ], '>', \$out, '2>', \$err);
	ok($node->poll_query_until('postgres', sprintf($waits, $first)), 'a call waits for who reads the first partition');
	$loader->query_safe('BEGIN; SELECT count(*) FROM event');
	$superuser->query_safe('COMMIT');
	ok($node->poll_query_until('postgres', sprintf($waits, $next)), 'and for who reads the next one');
	is(answer($superuser, "SET lock_timeout = '1s'; SELECT count(*) > 0 FROM event; RESET lock_timeout"), 't',
		'others read the table meanwhile');
	$loader->query_safe('COMMIT');
	ok($driver->finish, 'the call ends') or diag($err);
	is($superuser->query_safe($state), $finished, 'and has finished its work');
}

# An event trigger may set lock_timeout, also while the call has shortened it to an instant.
fresh_table();
leave_pending();
$superuser->query_safe(q{
	CREATE FUNCTION be_patient() RETURNS event_trigger LANGUAGE plpgsql AS
	$$BEGIN PERFORM set_config('lock_timeout', '1min', true); END$$;
	CREATE EVENT TRIGGER patient ON ddl_command_start EXECUTE FUNCTION be_patient()});
is(answer($owner, $call), '', 'a call, and an event trigger that sets lock_timeout');
is($owner->query_safe('SHOW lock_timeout'), '0', 'the session has the lock_timeout that it had');
$superuser->query_safe('DROP EVENT TRIGGER patient; DROP FUNCTION be_patient()');

# Several calls at once, of one table and of two, and one who reads, writes and analyzes.  All wait
# for him, and nobody for each other.
$loader->query_safe('CREATE TABLE other (id wiji) PARTITION BY RANGE (id)');
foreach my $isolation ('READ COMMITTED', 'REPEATABLE READ')
{
	fresh_table();
	$_->query_safe("SET default_transaction_isolation = '$isolation'") foreach $owner, $superuser, $second;
	$loader->query_safe(q{
		DROP TABLE other;
		CREATE TABLE other (id wiji) PARTITION BY RANGE (id);
		SELECT FROM wiji_create_partitions(
			'other', now() - interval '13 months', now() - interval '12 months', '1 month', 'UTC')});
	$loader->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM job');
	leave_pending();
	$superuser->query_safe('BEGIN; SELECT count(*) FROM ONLY other');
	my $partition = $superuser->query_safe("SELECT partition FROM wiji_partitions('other') LIMIT 1");
	send_and_wait($owner, "ALTER TABLE other DETACH PARTITION $partition CONCURRENTLY");
	$superuser->query_safe("SELECT pg_cancel_backend($pid{$owner})");
	is(code_at_end($owner), '57014', 'another one that is left pending');
	$superuser->query_safe('COMMIT');

	$loader->query_safe('SELECT count(*) FROM event');
	send_and_wait($owner, $call);
	send_and_wait($superuser, $call);
	send_and_wait($second, $call =~ s/event/other/r);
	usleep 300_000;		# three times deadlock_timeout
	is(answer($loader, 'ANALYZE event'), '', "$isolation: who is waited for analyzes");
	usleep 300_000;
	is(answer($loader, 'COMMIT'), '', 'and commits');
	is(join(' ', map { code_at_end($_) } $owner, $superuser, $second), '00000 00000 00000', 'three calls at once');
	is($superuser->query_safe($state), $finished, 'finish the work');
}
$loader->query_safe('DROP TABLE other');
$_->query_safe('RESET default_transaction_isolation') foreach $owner, $superuser, $second;

# Loaders that write and analyze, again and again, and calls that drop.
{
	my $script = $node->basedir . '/loader.sql';
	append_to_file($script, "BEGIN;\nINSERT INTO event (id) VALUES (wiji_generate());\nANALYZE event;\nCOMMIT;\n");
	fresh_table();
	$owner->query_safe($call);
	my ($out, $err) = ('', '');
	my @connection = ('-U', 'regress_app', '-h', $node->host, '-p', $node->port, 'postgres');
	my $loaders = IPC::Run::start([ qw(pgbench -n --verbose-errors -c 2 -T 300 -f), $script, @connection ],
		'>', \$out, '2>', \$err);
	foreach (1 .. 10)
	{
		$superuser->query_safe(q{
			SELECT FROM wiji_create_partitions(
				'event', now() - interval '12 months', now() - interval '11 months', '7 days', 'UTC')});
		is(answer($owner, $call), '', 'a call beside loaders');
		is($superuser->query_safe($state), $finished, 'finishes its work');
	}
	$loaders->signal('TERM');
	$loaders->finish;
	unlike($err, qr/ERROR|aborted/, 'no loader has met an error');
}

# Readers who come all the time: at every moment somebody has a snapshot, and while the call waits
# for the parent, somebody is about to look for deadlocks.
{
	my $script = $node->basedir . '/reader.sql';
	append_to_file($script, "\\set ms random(100, 400)\nBEGIN;\nSELECT count(*) FROM event;\n"
			. "SELECT pg_sleep(:ms / 1000.0);\nCOMMIT;\n");
	fresh_table();
	$owner->query_safe($call);
	my ($out, $err) = ('', '');
	my @connection = ('-U', 'regress_app', '-h', $node->host, '-p', $node->port, 'postgres');
	my $readers = IPC::Run::start([ qw(pgbench -n -c 12 -T 300 -f), $script, @connection ], '>', \$out, '2>', \$err);
	ok($node->poll_query_until('postgres', "SELECT count(*) > 10 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"),
		'many read');
	foreach my $session ($owner, $superuser)
	{
		$superuser->query_safe(q{
			SELECT FROM wiji_create_partitions(
				'event', now() - interval '12 months', now() - interval '11 months', '7 days', 'UTC')});
		is(answer($session, "SET lock_timeout = '15s'; $call; RESET lock_timeout"), '',
			($session == $owner ? 'the owner' : 'a superuser') . q{'s call beside readers who come all the time});
		is($superuser->query_safe($state), $finished, 'finishes its work');
	}
	$readers->signal('TERM');
	$readers->finish;
}

# Two locks that are never free at the same moment: each of them is, within lock_timeout, again and
# again.
fresh_table();
$loader->query_safe('CREATE TABLE note (event_id wiji REFERENCES event)');
$owner->query_safe("SET lock_timeout = '2s'");
my @in_use = ([ $second => 'event' ], [ $loader => 'note' ]);
$_->[0]->query_safe("BEGIN; SELECT count(*) FROM ONLY $_->[1]") foreach @in_use;
send_and_wait($owner, $call);
foreach my $turn (1 .. 5)
{
	my ($session, $table) = @{ $in_use[0] };
	my ($next) = $in_use[1][1];
	usleep 600_000;
	$session->query_safe('COMMIT');
	$superuser->query_safe(qq{
		DO \$\$BEGIN
			WHILE (SELECT state = 'active' FROM pg_stat_activity WHERE pid = $pid{$owner}) AND NOT EXISTS (
				SELECT FROM pg_locks WHERE pid = $pid{$owner} AND NOT granted AND relation = '$next'::regclass) LOOP
				PERFORM pg_sleep(0.001), pg_stat_clear_snapshot();
			END LOOP;
		END\$\$});
	$session->query_safe("BEGIN; SELECT count(*) FROM ONLY $table");
	@in_use = reverse @in_use;
}
$_->query_safe('COMMIT') foreach $loader, $second;
is(code_at_end($owner), '55P03', 'two locks that are never free at the same moment');
$owner->query_safe('RESET lock_timeout');
is(answer($owner, $call), '', 'a call when they are');
is($superuser->query_safe($state), $finished, 'finishes its work');
$loader->query_safe('DROP TABLE note');

# One who has waited, behind somebody else, for almost his deadlock_timeout when the call gets the
# lock: the call completes a detachment, and would wait for him.  Either he has a snapshot that is
# as old as somebody who has written all the time, whatever his deadlock_timeout is; or he has
# locked what goes with the partition and is no table.
fresh_table();
$owner->query_safe($call);
foreach my $wait ([ snapshot => 300 ], [ comment => 100 ])
{
	my ($cause, $timeout) = @$wait;
	$loader->query_safe("SET deadlock_timeout = '${timeout}ms'");
	foreach my $ms (map { $timeout - 20 + 2 * $_ } 0 .. 9)
	{
		$superuser->query_safe(q{
			SELECT FROM wiji_create_partitions(
				'event', now() - interval '12 months', now() - interval '11 months', '1 month', 'UTC')});
		my $first = $superuser->query_safe("SELECT to_drop[1] FROM wiji_partition_report($arguments)");
		$loader->query_safe("CREATE STATISTICS of_first ON id, what FROM $first");
		$second->query_safe('BEGIN; SELECT pg_current_xact_id()') if $cause eq 'snapshot';
		leave_pending();
		$superuser->query_safe('BEGIN; LOCK TABLE event IN SHARE UPDATE EXCLUSIVE MODE');
		send_and_wait($owner, $call);
		$loader->query_safe($cause eq 'snapshot'
			? 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM job'
			: "BEGIN; COMMENT ON STATISTICS of_first IS 'a comment'");
		send_off($loader, 'ANALYZE event');
		$superuser->query_safe(qq{
			DO \$\$BEGIN
				WHILE NOT EXISTS (
					SELECT FROM pg_locks
					WHERE pid = $pid{$loader} AND waitstart < clock_timestamp() - interval '$ms ms') LOOP
					PERFORM pg_sleep(0.001);
				END LOOP;
			END\$\$;
			COMMIT});
		is(code_at_end($loader), '00000', "$cause: ANALYZE behind somebody else for $ms ms, and a call");
		$loader->query_safe('COMMIT');
		$second->query_safe('COMMIT') if $cause eq 'snapshot';
		is(code_at_end($owner), '00000', 'both get through');
	}
}
$loader->query_safe('RESET deadlock_timeout');
is($superuser->query_safe($state), $finished, 'with all done');

# Calls for a table that is made and dropped all the time: it is there, or it is not.
{
	my $script = $node->basedir . '/fleeting.sql';
	append_to_file($script, q{
		CREATE TABLE fleeting (id wiji) PARTITION BY RANGE (id);
		DROP TABLE fleeting;
		});
	my ($out, $err) = ('', '');
	my @connection = ('-U', 'regress_app', '-h', $node->host, '-p', $node->port, 'postgres');
	my $maker = IPC::Run::start([ qw(pgbench -n -T 300 -f), $script, @connection ], '>', \$out, '2>', \$err);
	is( answer($owner, q{
		DO $$
		BEGIN
			FOR i IN 1 .. 20000 LOOP
				BEGIN
					PERFORM wiji_drop_partitions(to_regclass('fleeting'), now());
				EXCEPTION WHEN wrong_object_type OR object_not_in_prerequisite_state THEN
				END;
				COMMIT;
			END LOOP;
		END$$}), '', 'no other error than that there is no such table');
	$maker->signal('TERM');
	$maker->finish;
}

# Two jobs at once, many times: each ends without an error, with nothing left to do.
foreach (1 .. 10)
{
	$loader->query_safe(q{
		DROP TABLE event;
		CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id);
		SELECT FROM wiji_create_partitions(
			'event', now() - interval '12 months', now() - interval '11 months', '1 day', 'UTC')});
	send_off($_, $call) foreach $owner, $superuser;
	is(join(' ', code_at_end($owner), code_at_end($superuser)), '00000 00000', 'two at once');
	is($superuser->query_safe($state), $finished, 'finish the work');
}

# A cancel that comes when the server's DETACH has waited for long enough is not lost.  A process
# that is stopped meanwhile finds both when it goes on.
my $instant = qq{SELECT count(*) > 0 FROM pg_locks waits, pg_locks has
	WHERE waits.pid = $pid{$owner} AND has.pid = waits.pid AND waits.locktype = 'virtualxid' AND NOT waits.granted
	AND has.relation IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'event'::regclass)};
foreach my $how ('a cancel', 'statement_timeout')
{
	my $stopped = 0;
	for (my $try = 0; $try < 100 && !$stopped; $try++)
	{
		fresh_table();
		$loader->query_safe('BEGIN; SELECT count(*) FROM event');
		$owner->query_safe(sprintf "SET statement_timeout = '%s'", $how =~ /cancel/ ? 0 : '2s');
		send_off($owner, $call);
		$superuser->query_safe(qq{
			DO \$\$BEGIN
				WHILE NOT ($instant) AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhdetachpending)
					AND clock_timestamp() < now() + interval '2 s'	-- the call may have ended
				LOOP
				END LOOP;
			END\$\$});
		kill 'STOP', $pid{$owner};
		my ($status, $answer) = $node->psql('postgres', $instant, timeout => 10, timed_out => \my $late);
		$stopped = $answer eq 't';
		usleep 2_500_000 if $stopped && $how !~ /cancel/;
		kill 'INT', $pid{$owner} if $how =~ /cancel/;
		kill 'CONT', $pid{$owner};
		$loader->query_safe('COMMIT');
		my $code = code_at_end($owner);
		is($code, '57014', "$how in an instant") if $stopped;
	}
	ok($stopped, 'the process was stopped in an instant');
	$owner->query_safe('RESET statement_timeout');
	is(answer($owner, $call), '', 'the next call');
	is($owner->query_safe($state), $finished, 'finishes the work');
}

# Nor is one that comes when the first instant of a process has just begun.
{
	my $session = $node->background_psql('postgres', on_error_stop => 0, @as_owner);
	my $file = "$early/" . $session->query_safe('SELECT pg_backend_pid()');
	fresh_table();
	append_to_file($file, '');
	is(answer($session, $call), '57014', 'a cancel when an instant begins');
	ok(!-e $file, 'it came then');
	is(answer($session, $call), '', 'the next call');
	is($session->query_safe($state), $finished, 'finishes the work');
	$session->quit;
}

# Others read and write while the owner's call detaches, even if they must have their locks at once.
fresh_table();
$loader->query_safe('BEGIN; SELECT count(*) FROM event');
send_and_wait($owner, $call);
is( $superuser->query_safe(q{
	SELECT count(*) FROM pg_locks WHERE relation = 'event'::regclass AND mode = 'AccessExclusiveLock'}),
	0, 'a detach that is concurrent');
$superuser->query_safe("SET lock_timeout = '1ms'");
is( answer($superuser, q{
	INSERT INTO event (id) SELECT wiji_generate(now() - n * interval '1 month') FROM generate_series(-1, 8) n;
	SELECT count(*) FROM event WHERE id > wiji_lower(now() - interval '1 year')}),
	15, 'keeps nobody out');
is(answer($loader, 'INSERT INTO event (id) SELECT wiji_generate(now() - interval $$8 months$$); COMMIT'), '',
	'the transaction that it waits for may use the table');
is(code_at_end($owner), '00000', 'the call ends after that transaction');
is($superuser->query_safe($state), $finished, 'with all done');

# What the owner cannot drop, as it is another's by now, is not detached, either.
fresh_table();
$superuser->query_safe(q{
	INSERT INTO event (id) SELECT wiji_generate(now() - interval '12 months');
	CREATE SCHEMA theirs;
	GRANT USAGE ON SCHEMA theirs TO PUBLIC;
	SELECT format('ALTER TABLE %s SET SCHEMA theirs; ALTER TABLE theirs.%1$I OWNER TO CURRENT_USER', partition)
	FROM wiji_partitions('event') ORDER BY lower LIMIT 1 \gexec});
is(answer($owner, $call), '42501', 'a partition that belongs to somebody else');
is($superuser->query_safe($state), '1|0|0|0', 'stays a partition');
is($owner->query_safe('SELECT count(*) FROM event WHERE id < now() - interval $$11 months$$'), 1, 'with its rows');

# Two schemas that change their names while a trigger on DDL holds up a statement of a call: it
# finds the tables that it was made for, and not those that have their names by then.
$superuser->query_safe('CREATE TABLE late (); GRANT SELECT ON late TO regress_app');
foreach my $tag ('ALTER TABLE', 'COMMENT', 'DROP TABLE')
{
	$superuser->query_safe(q{
		CREATE SCHEMA blue AUTHORIZATION regress_app;
		CREATE SCHEMA green AUTHORIZATION regress_app});
	$owner->query_safe(q{
		CREATE TABLE blue.event (id wiji) PARTITION BY RANGE (id);
		CREATE TABLE blue.event_old PARTITION OF blue.event
			FOR VALUES FROM (MINVALUE) TO (wiji_lower('2000-01-01 00:00+00'));
		CREATE TABLE green.event (id wiji) PARTITION BY RANGE (id);
		CREATE TABLE green.event_old PARTITION OF green.event
			FOR VALUES FROM (MINVALUE) TO (wiji_lower('2000-01-01 00:00+00'));
		CREATE TABLE green.event_20000101 PARTITION OF green.event
			FOR VALUES FROM (wiji_lower('2000-01-01 00:00+00')) TO (MAXVALUE);
		COMMENT ON TABLE blue.event IS 'blue';
		INSERT INTO green.event VALUES (wiji_lower('1999-12-31'))});
	$owner->query_safe(q{
			SELECT FROM wiji_create_partitions('blue.event', '2000-01-01 00:00+00', '2099-01-01', '100 years', 'UTC')})
		if $tag ne 'COMMENT';
	$superuser->query_safe(qq{
		CREATE FUNCTION be_slow() RETURNS event_trigger LANGUAGE plpgsql AS \$\$
		BEGIN
			PERFORM FROM public.job;	-- it has begun
			FOR n IN 1..1000 LOOP
				EXIT WHEN EXISTS (SELECT FROM pg_namespace WHERE nspname = 'aside')
					OR EXISTS (SELECT FROM pg_locks WHERE pid = $pid{$superuser} AND NOT granted);
				PERFORM pg_sleep(0.01);
			END LOOP;
			PERFORM FROM public.late;	-- a new lock: now the server notices new names
		END\$\$;
		CREATE EVENT TRIGGER slow ON ddl_command_start WHEN TAG IN ('$tag') EXECUTE FUNCTION be_slow()});
	send_off($owner, q{CALL wiji_maintain_partitions('blue.event', '100 years', '0', '10 years', 'UTC')});
	$superuser->query_safe(qq{
		DO \$\$BEGIN
			FOR n IN 1..1000 LOOP
				EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE pid = $pid{$owner} AND relation = 'job'::regclass);
				PERFORM pg_sleep(0.01);
			END LOOP;
		END\$\$;
		BEGIN;
		SET LOCAL lock_timeout = 0;
		ALTER SCHEMA blue RENAME TO aside;
		ALTER SCHEMA green RENAME TO blue;
		ALTER SCHEMA aside RENAME TO green;
		COMMIT});
	is(code_at_end($owner), '00000', "$tag: a call beside schemas that are renamed");
	is( $superuser->query_safe(q{
			SELECT count(*), obj_description('blue.event_20000101'::regclass, 'pg_class') FROM blue.event}),
		'1|', 'leaves the other table alone');
	is( $superuser->query_safe(q{
			SELECT string_agg(partition::text || coalesce(obj_description(partition, 'pg_class'), ''), ' ')
			FROM wiji_partitions('green.event')}),
		'green.event_20000101blue', 'and does its work');
	$superuser->query_safe(q{
		DROP EVENT TRIGGER slow;
		DROP FUNCTION be_slow;
		SET client_min_messages = warning;
		DROP SCHEMA blue, green CASCADE});
}

# (pgbench leaves without a word.)
unlike(slurp_file($node->logfile) =~ s/FATAL:  connection to client lost//gr,
	qr/deadlock detected|terminated by signal|PANIC|FATAL|XX000/, 'no deadlock, no crash');
$_->quit foreach $owner, $superuser, $loader, $second;
$node->stop;
done_testing();
