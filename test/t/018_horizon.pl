# wiji_horizon() and transactions that are prepared or end in unusual ways.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use Horizon;
use PostgreSQL::Test::Cluster;
use Test::More;

# Without shared memory there is an error that says what to do.  The rest needs it.
my $node = horizon_server('main', "shared_preload_libraries = ''");
SKIP:
{
	skip 'sessions share memory without being asked to', 4 if $node->pg_version >= 17;
	foreach my $query ($horizon, 'SELECT * FROM wiji_horizon_holders()')
	{
		like(psql_error($node, $query),
			qr/ERROR:  55000: .*HINT:  Add "wiji" to "shared_preload_libraries" and restart/s,
			"without shared memory: $query");
	}
	like(psql_error($node, q{
			CREATE TABLE guarded (id wiji DEFAULT wiji_generate());
			CREATE TRIGGER t BEFORE INSERT ON guarded FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id');
			INSERT INTO guarded DEFAULT VALUES}),
		qr/ERROR:  55000/, 'without shared memory: a trigger cannot tell whose an id is');
	is($node->safe_psql('postgres', 'SELECT count(wiji_generate()) FROM generate_series(1, 1000)'), 1000,
		'without shared memory: ids are made all the same');
}
$node->adjust_conf('postgresql.conf', 'shared_preload_libraries', "'wiji'");
$node->stop;
start_with_fake_clock($node);

# A prepared transaction holds back the ids that it may have made, in its database, whatever its
# session does now.
{
	my $session = session($node);
	$session->query_safe("BEGIN; INSERT INTO event (what) VALUES ('prepared'); PREPARE TRANSACTION 'one'");
	$session->query_safe("INSERT INTO event (what) VALUES ('later')");
	is(read_all($node), '', 'a prepared transaction holds the horizon back');
	is(holders($node), '0|one|1', 'a prepared transaction is named as a holder');
	is($node->safe_psql('elsewhere', 'INSERT INTO event DEFAULT VALUES; SELECT count(*) FROM wiji_horizon_holders()'),
		0, 'another database has no holder of this one');
	is($node->safe_psql('elsewhere', 'SELECT count(*) FROM event WHERE id < wiji_horizon()'), 1,
		'another database reads what it has');
	$session->quit;
	is(read_all($node), '', 'a prepared transaction holds the horizon back when its session has ended');

	my $old = session($node);
	$old->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other');
	$node->safe_psql('postgres', "COMMIT PREPARED 'one'");
	is($old->query_safe($newer), '', 'a prepared transaction runs for a snapshot that has not seen its end');
	is(read_all($node), 'prepared later',
		'a prepared transaction that has ended holds nothing back for other snapshots');
	# the next one takes its place in memory
	foreach my $n (1 .. 6)
	{
		$node->safe_psql('postgres',
			"BEGIN; INSERT INTO event (what) VALUES ('two'); PREPARE TRANSACTION 'two'; ROLLBACK PREPARED 'two'");
	}
	is($old->query_safe($newer), '', 'one that has ended runs for an old snapshot, though others were prepared since');
	is($old->query_safe("COMMIT; $newer"), 'prepared later', 'the next snapshot sees its rows');
	$old->quit;

	$node->safe_psql('postgres', "BEGIN; INSERT INTO other VALUES (1); PREPARE TRANSACTION 'no id'");
	is(read_all($node), 'prepared later', 'a prepared transaction that made no id holds nothing back');
	is(holders($node), '0||0', 'a prepared transaction that made no id is no holder');
	$node->safe_psql('postgres', q{
		COMMIT PREPARED 'no id';
		BEGIN;
		SELECT wiji_generate();
		SAVEPOINT s;
		INSERT INTO event (what) VALUES ('sub');
		RELEASE s;
		PREPARE TRANSACTION 'sub'});
	is(holders($node), '0|sub|1', 'a prepared transaction that made ids in a subtransaction is named');
	$node->safe_psql('postgres', "ROLLBACK PREPARED 'sub'; INSERT INTO event (what) VALUES ('end')");
	is(read_all($node), 'prepared later end', 'a prepared transaction that was rolled back holds nothing back');

	# all places taken
	$node->safe_psql('postgres', join '; ',
		map { "BEGIN; INSERT INTO event (what) VALUES ('p$_'); PREPARE TRANSACTION 'p$_'" } 1 .. 5);
	like(psql_error($node, "BEGIN; INSERT INTO event (what) VALUES ('p6'); PREPARE TRANSACTION 'p6'"),
		qr/maximum number of prepared transactions/, 'the server refuses one prepared transaction too many');
	is(holders($node), '0|p1 p2 p3 p4 p5|5', 'the prepared transactions before it stay holders');
	$node->safe_psql('postgres', join '; ', map { "COMMIT PREPARED 'p$_'" } reverse 1 .. 5);
	is(read_all($node), 'prepared later end p1 p2 p3 p4 p5', 'all are read when all prepared transactions have ended');
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# Sessions that end in every way let the horizon go on.
{
	my @victims = map { session($node) } 1 .. 2;
	$_->query_safe("BEGIN; INSERT INTO event (what) VALUES ('victim')") foreach @victims;
	my ($terminated, $crashed) = map { $_->query_safe('SELECT pg_backend_pid()') } @victims;
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('kept')");
	is(holders($node), '2||2', 'two running sessions are holders');
	is($node->safe_psql('elsewhere', 'SELECT count(*) FROM wiji_horizon_holders()'), 0,
		'running sessions are no holders in another database');
	is(read_all($node), '', 'what came after running transactions waits');
	$node->safe_psql('postgres', "SELECT pg_terminate_backend($terminated, 60000)");
	is(holders($node), '1||1', 'a session that is terminated is no holder any more');
	my $old = session($node);
	$old->query_safe("BEGIN; INSERT INTO event (what) VALUES ('cancelled'); SAVEPOINT s");
	my $canceller = $old->query_safe('SELECT pg_backend_pid()');
	$old->query_until(qr/sleeping/, "\\echo sleeping\nSELECT wiji_generate(), pg_sleep(600);\n");
	$node->poll_query_until('postgres',
		"SELECT wait_event = 'PgSleep' FROM pg_stat_activity WHERE pid = $canceller") or die;
	$node->safe_psql('postgres', "SELECT pg_cancel_backend($canceller)");
	$node->poll_query_until('postgres',
		"SELECT state = 'idle in transaction (aborted)' FROM pg_stat_activity WHERE pid = $canceller") or die;
	is(holders($node), '2||2', 'a cancelled statement leaves its transaction a holder');
	$old->query('ROLLBACK TO s; COMMIT');	# which finds the error of before
	$old->{stderr} = '';
	is(holders($node), '1||1', 'a transaction that went on after a cancelled statement and committed is no holder');
	$old->quit;
	kill 'KILL', $crashed;
	$_->{run}->finish foreach @victims;
	$node->poll_query_until('postgres', 'SELECT true') or die;
	is(read_all($node), 'kept cancelled', 'after a crash nothing is left of the running transactions');
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# The server's own error says why none can be prepared.
$node->append_conf('postgresql.conf', 'max_prepared_transactions = 0');
$node->restart;
like(
	($node->psql('postgres', "BEGIN; INSERT INTO event (what) VALUES ('none'); PREPARE TRANSACTION 'none'"))[2],
	qr/prepared transactions are disabled/, 'where no transactions may be prepared, the error says so');

$node->stop;
done_testing();
