# wiji_horizon() where it is hardest: transactions that are prepared, servers that crash, restart
# and are promoted, sessions that are killed, snapshots that are old or imported, clocks that are
# set back.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(allows_streaming => 1);
$node->append_conf('postgresql.conf', "max_prepared_transactions = 5\nrestart_after_crash = on\nautovacuum = off\nwal_level = logical");
my $settings = "shared_preload_libraries = 'wiji'";

my $horizon = 'SELECT wiji_horizon()';
my $newer = 'SELECT string_agg(what, \' \' ORDER BY id) FROM event WHERE id > coalesce((SELECT id FROM reader), wiji_lower(\'epoch\')) AND id < wiji_horizon()';

sub session { return $node->background_psql('postgres', on_error_stop => 0); }

sub psql_error
{
	my ($server, $query, $database) = @_;
	my ($rc, $out, $error) = $server->psql($database // 'postgres', "\\set VERBOSITY verbose\n$query");
	return $error;
}

# "behind" if the clock holds rows back
sub clock_holder { return $node->safe_psql('postgres', "SELECT 'behind' FROM wiji_horizon_holders() WHERE pid IS NULL AND gid IS NULL AND since IS NULL AND wiji_timestamp(floor) > clock_timestamp()"); }
sub read_all { return $node->safe_psql('postgres', $newer); }
sub holders { return $node->safe_psql('postgres', 'SELECT count(pid), string_agg(gid, \' \' ORDER BY gid), count(floor) FROM wiji_horizon_holders()'); }

# Without shared memory there is an error that says what to do.  The rest needs it.
start_with_fake_clock($node);
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE reader (id wiji);
	CREATE TABLE other (n integer);
	CREATE DATABASE elsewhere});
$node->safe_psql('elsewhere', 'CREATE EXTENSION wiji; CREATE TABLE event (id wiji DEFAULT wiji_generate())');
my $version = $node->safe_psql('postgres', 'SHOW server_version_num');
SKIP:
{
	skip 'sessions share memory without being asked to', 4 if $version >= 170000;
	foreach my $query ($horizon, 'SELECT * FROM wiji_horizon_holders()')
	{
		like(psql_error($node, $query), qr/ERROR:  55000: .*HINT:  Add "shared_preload_libraries = 'wiji'" to postgresql\.conf/s, "without shared memory: $query");
	}
	like(psql_error($node, q{
			CREATE TABLE guarded (id wiji DEFAULT wiji_generate());
			CREATE TRIGGER t BEFORE INSERT ON guarded FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id');
			INSERT INTO guarded DEFAULT VALUES}),
		qr/ERROR:  55000/, 'nor can a trigger tell whose an id is');
	is($node->safe_psql('postgres', 'SELECT count(wiji_generate()) FROM generate_series(1, 1000)'), 1000, 'ids are made all the same');
}
$node->append_conf('postgresql.conf', $settings);
$node->stop;
start_with_fake_clock($node);

# A prepared transaction holds back the ids that it may have made, in its database, whatever its
# session does now.
{
	my $session = session();
	$session->query_safe("BEGIN; INSERT INTO event (what) VALUES ('prepared'); PREPARE TRANSACTION 'one'");
	$session->query_safe("INSERT INTO event (what) VALUES ('later')");
	is(read_all(), '', 'a prepared transaction holds the horizon back');
	is(holders(), '0|one|1', 'and is named');
	is($node->safe_psql('elsewhere', 'INSERT INTO event DEFAULT VALUES; SELECT count(*) FROM wiji_horizon_holders()'), 0, 'not in another database');
	is($node->safe_psql('elsewhere', 'SELECT count(*) FROM event WHERE id < wiji_horizon()'), 1, 'which reads what it has');
	$session->quit;
	is(read_all(), '', 'also when its session has ended');

	my $old = session();
	$old->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other');
	$node->safe_psql('postgres', "COMMIT PREPARED 'one'");
	is($old->query_safe($newer), '', 'for a snapshot that has not seen its end it is running');
	is(read_all(), 'prepared later', 'for others it is not');
	# the next one takes its place in memory
	foreach my $n (1 .. 6)
	{
		$node->safe_psql('postgres', "BEGIN; INSERT INTO event (what) VALUES ('two'); PREPARE TRANSACTION 'two'; ROLLBACK PREPARED 'two'");
	}
	is($old->query_safe($newer), '', 'even when others were prepared since');
	is($old->query_safe("COMMIT; $newer"), 'prepared later', 'and then it is read');
	$old->quit;

	$node->safe_psql('postgres', "BEGIN; INSERT INTO other VALUES (1); PREPARE TRANSACTION 'no id'");
	is(read_all(), 'prepared later', 'one that made no id holds nothing back');
	is(holders(), '0||0', 'and is not named');
	$node->safe_psql('postgres', "COMMIT PREPARED 'no id'; BEGIN; SELECT wiji_generate(); SAVEPOINT s; INSERT INTO event (what) VALUES ('sub'); RELEASE s; PREPARE TRANSACTION 'sub'");
	is(holders(), '0|sub|1', 'one that made them in a subtransaction does');
	$node->safe_psql('postgres', "ROLLBACK PREPARED 'sub'; INSERT INTO event (what) VALUES ('end')");
	is(read_all(), 'prepared later end', 'until it is rolled back');

	# all places taken
	$node->safe_psql('postgres', join '; ', map { "BEGIN; INSERT INTO event (what) VALUES ('p$_'); PREPARE TRANSACTION 'p$_'" } 1 .. 5);
	like(psql_error($node, "BEGIN; INSERT INTO event (what) VALUES ('p6'); PREPARE TRANSACTION 'p6'"), qr/maximum number of prepared transactions/, 'one too many is refused by the server');
	is(holders(), '0|p1 p2 p3 p4 p5|5', 'and the others stay');
	$node->safe_psql('postgres', join '; ', map { "COMMIT PREPARED 'p$_'" } reverse 1 .. 5);
	is(read_all(), 'prepared later end p1 p2 p3 p4 p5', 'until all have ended');
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# Sessions that end in every way let the horizon go on.
{
	my @victims = map { my $s = session(); $s->query_safe("BEGIN; INSERT INTO event (what) VALUES ('victim')"); $s } 1 .. 2;
	my ($terminated, $crashed) = map { $_->query_safe('SELECT pg_backend_pid()') } @victims;
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('kept')");
	is(holders(), '2||2', 'two hold it back');
	is($node->safe_psql('elsewhere', 'SELECT count(*) FROM wiji_horizon_holders()'), 0, 'not in another database');
	is(read_all(), '', 'and what came later waits');
	$node->safe_psql('postgres', "SELECT pg_terminate_backend($terminated, 60000)");
	is(holders(), '1||1', 'one that is terminated does not any more');
	my $old = session();
	$old->query_safe("BEGIN; INSERT INTO event (what) VALUES ('cancelled'); SAVEPOINT s");
	my $canceller = $old->query_safe('SELECT pg_backend_pid()');
	$old->query_until(qr/sleeping/, "\\echo sleeping\nSELECT wiji_generate(), pg_sleep(600);\n");
	$node->poll_query_until('postgres', "SELECT wait_event = 'PgSleep' FROM pg_stat_activity WHERE pid = $canceller") or die;
	$node->safe_psql('postgres', "SELECT pg_cancel_backend($canceller)");
	$node->poll_query_until('postgres', "SELECT state = 'idle in transaction (aborted)' FROM pg_stat_activity WHERE pid = $canceller") or die;
	is(holders(), '2||2', 'a statement that was cancelled is a part of a transaction that has not ended');
	$old->query('ROLLBACK TO s; COMMIT');	# which finds the error of before
	$old->{stderr} = '';
	is(holders(), '1||1', 'until that is over');
	$old->quit;
	kill 'KILL', $crashed;
	$_->{run}->finish foreach @victims;
	$node->poll_query_until('postgres', 'SELECT true') or die;
	is(read_all(), 'kept cancelled', 'after a crash nothing is left of the others');
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# Snapshots: an imported one, and one that is too old.
{
	my $exporter = session();
	my $writer = session();
	$writer->query_safe("BEGIN; INSERT INTO event (what) VALUES ('unseen')");
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('seen')");
	my $snapshot = $exporter->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT pg_export_snapshot()');
	my $importer = session();
	$importer->query_safe("BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '$snapshot'");
	$writer->query_safe('COMMIT');
	is($importer->query_safe($newer), '', 'an imported snapshot has the horizon of the one it is a copy of');
	is(read_all(), 'unseen seen', 'and others have theirs');

	# one commit more than are remembered
	$writer->query_safe(q{
		SET synchronous_commit = off;
		DO $$BEGIN FOR i IN 1..16400 LOOP INSERT INTO event (what) VALUES (NULL); COMMIT; END LOOP; END$$});
	foreach my $session ($exporter, $importer)
	{
		like(error_of($session, $newer), qr/ERROR:  40001: the snapshot is too old for a horizon.*HINT:  Retry in a new/s, 'of a snapshot that is too old the horizon is an error');
		$session->query_safe('ROLLBACK');
		is($session->query_safe($newer), 'unseen seen', 'and a new one has it');
		$session->quit;
	}
	# one that never made an id, and has run all the time, makes no snapshot old
	my $idle = session();
	$idle->query_safe('BEGIN; INSERT INTO other VALUES (1)');
	$writer->query_safe('DO $$BEGIN FOR i IN 1..16400 LOOP INSERT INTO event (what) VALUES (NULL); COMMIT; END LOOP; END$$');
	is(read_all(), 'unseen seen', 'however long another transaction has been running');
	$_->quit foreach $idle, $writer;
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# A clock that is set back: ids stay above every horizon that was told, and horizons go on.
{
	my $session = session();
	set_clock('+0');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('before')");
	is(read_all(), 'before', 'before the clock is set back');
	$node->safe_psql('postgres', 'TRUNCATE reader; INSERT INTO reader SELECT wiji_horizon()');
	set_clock('-3600');
	is($node->safe_psql('postgres', 'SELECT clock_timestamp() < (SELECT wiji_timestamp(id) - interval \'50 minutes\' FROM reader)'), 't', 'the clock is an hour behind');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('new session')");
	$session->query_safe("INSERT INTO event (what) VALUES ('old session')");
	is($node->safe_psql('postgres', 'SELECT count(*) FROM event, reader WHERE event.id > reader.id'), 2, 'ids are above the horizon of before');
	is($node->safe_psql('postgres', 'SELECT count(*) FROM event, reader WHERE event.id > reader.id AND event.id < wiji_horizon()'), 2, 'and are read at once');
	$node->safe_psql('postgres', "INSERT INTO event (what) SELECT 'many' FROM generate_series(1, 100)");
	is($node->safe_psql('postgres', "SELECT count(*) FROM event, reader WHERE event.id > reader.id AND what = 'many' AND event.id < wiji_horizon()"), 100, 'many of a transaction, too');
	is($node->safe_psql('postgres', "SELECT count(DISTINCT wiji_horizon()) FROM generate_series(1, 1000)"), 1, 'one statement has one horizon');
	is(clock_holder(), 'behind', 'the clock itself is named as what holds rows back');
	cmp_ok($node->safe_psql('postgres', 'SELECT clock_regressions FROM wiji_activity()'), '>', 0, 'and a session that began meanwhile has counted it');

	# All ids of the low-water mark's microsecond are used up: the mark moves on, and nobody waits.
	my $factory = 'SELECT count(wiji_factory_generate(f)) FROM (SELECT wiji_factory() AS f OFFSET 0) s, generate_series(1, 70000)';
	is($node->safe_psql('postgres', "SET wiji.max_clock_wait = 0; INSERT INTO event (what) SELECT 'load' FROM generate_series(1, 150000); $factory; $factory"), "70000\n70000", 'loads of any size go on');
	$session->query_safe('SET wiji.max_clock_wait = 0');
	$session->query_safe("INSERT INTO event (what) SELECT 'load' FROM generate_series(1, 70000)") foreach 1 .. 2;
	is($node->safe_psql('postgres', "SELECT wiji_horizon() IS NOT NULL; SELECT count(*) FILTER (WHERE id < wiji_horizon()), count(*) FROM event WHERE what = 'load'"), "t\n290000|290000", 'and are read');

	# Asking alone does not move horizons on, neither behind them nor where the clock stands still.
	my $asks = "DO \$\$BEGIN FOR i IN 1..1000 LOOP PERFORM wiji_horizon(); END LOOP; END\$\$";
	is($node->safe_psql('postgres', "SELECT wiji_horizon() AS first \\gset\n$asks;\nSELECT wiji_horizon() = :'first'"), 't', 'horizons keep to the clock when they are ahead of it');
	$session->quit;
	$node->safe_psql('postgres', 'TRUNCATE event, reader');
}

# A transaction that was prepared before the server's start may have made any id.
foreach my $stop ('fast', 'immediate')
{
	$node->safe_psql('postgres', "BEGIN; INSERT INTO event (what) VALUES ('unknown'); PREPARE TRANSACTION 'unknown'");
	$node->safe_psql('elsewhere', "BEGIN; INSERT INTO event DEFAULT VALUES; PREPARE TRANSACTION 'elsewhere'");
	$node->stop($stop);
	start_with_fake_clock($node);
	my ($early, $late) = (session(), session());
	$early->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other');
	like(psql_error($node, $horizon), qr/ERROR:  55000: the ids of prepared transaction "unknown" are not known.*HINT:  Use COMMIT PREPARED or ROLLBACK PREPARED/s,
		"$stop restart: with a prepared transaction from before there is an error");
	is(holders(), '0|unknown|0', "$stop restart: it is named, without a floor");
	$late->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('new'); COMMIT PREPARED 'unknown'");
	foreach my $session ($early, $late)
	{
		like(error_of($session, $newer), qr/ERROR:  40001: the snapshot is too old.*prepared before the server was started/s, "$stop restart: a snapshot that has not seen its end has no horizon");
		$session->quit;
	}
	is(read_all(), 'unknown new', "$stop restart: all is well once it has ended");
	like(psql_error($node, $horizon, 'elsewhere'), qr/ERROR:  55000: the ids of prepared transaction "elsewhere"/, "$stop restart: the other database has its own");
	$node->safe_psql('elsewhere', "ROLLBACK PREPARED 'elsewhere'; SELECT wiji_horizon()");
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# The first question since the start comes from a snapshot that is older than the end of such a one.
{
	$node->safe_psql('postgres', "BEGIN; INSERT INTO event (what) VALUES ('unknown'); PREPARE TRANSACTION 'unknown'");
	$node->stop('fast');
	start_with_fake_clock($node);
	my $session = session();
	$session->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other');
	$node->safe_psql('postgres', "COMMIT PREPARED 'unknown'");
	like(error_of($session, $newer), qr/ERROR:  40001/, 'nor has one in which nobody had asked before');
	$session->query_safe('ROLLBACK');
	is($session->query_safe($newer), 'unknown', 'and a new one has it');
	$session->quit;
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# Nothing that was read before a start is above what is made after it, though the clock was set back
# meanwhile.
foreach my $preloaded ($version >= 170000 ? (1, 0) : 1)
{
	foreach my $way ('fast', 'immediate')
	{
		my $name = ($preloaded ? 'preloaded, ' : 'not preloaded, ') . $way;
		$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('before'); INSERT INTO reader SELECT max(id) FROM event WHERE id < wiji_horizon()");
		$node->adjust_conf('postgresql.conf', 'shared_preload_libraries', $preloaded ? "'wiji'" : "''");
		$node->stop($way);
		start_with_fake_clock($node, '-3600');
		is($node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('after'); SELECT wiji_timestamp(max(id)) > clock_timestamp() + interval '50 minutes' FROM event"), 't', "$name: ids go on where they were");
		is(read_all(), 'after', "$name: and the reader goes on");
		$node->stop;
		start_with_fake_clock($node);
		$node->safe_psql('postgres', 'TRUNCATE event, reader');
	}
}
$node->adjust_conf('postgresql.conf', 'shared_preload_libraries', "'wiji'");
$node->stop;
start_with_fake_clock($node);

# A transaction that had its xid before the first id since the start, and made none, is nothing to a
# statement that saw it running.
{
	my ($other, $reader) = (session(), session());
	$other->query_safe('BEGIN; INSERT INTO other VALUES (1); SELECT pg_advisory_lock(1)');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('new')");
	$reader->query_until(qr/waiting/, "\\echo waiting\nSELECT count(*) FROM event WHERE (SELECT pg_advisory_lock(1)) IS NOT NULL AND id < wiji_horizon();\n\\echo :SQLSTATE\n");
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'advisory'") or die;
	$other->query_safe('COMMIT; SELECT pg_advisory_unlock(1)');
	is($reader->query_until(qr/\d{5}\n/, ''), "1\n00000\n", 'the horizon of a statement that outlasts it');
	$_->quit foreach $other, $reader;
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# A standby cannot tell.  It can after its promotion, unless a transaction was prepared before.
{
	$node->backup('copy');
	my $standby = PostgreSQL::Test::Cluster->new('standby');
	$standby->init_from_backup($node, 'copy', has_streaming => 1);
	$standby->append_conf('postgresql.conf', 'hot_standby = on');
	$standby->start;
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('old'); BEGIN; INSERT INTO event (what) VALUES ('unknown'); PREPARE TRANSACTION 'unknown'");
	$node->wait_for_catchup($standby, 'replay');
	foreach my $query ($horizon, 'SELECT * FROM wiji_horizon_holders()')
	{
		like(psql_error($standby, $query), qr/ERROR:  55000: a standby cannot tell a horizon.*HINT:  Ask the primary/s, "a standby: $query");
	}
	# this transaction's snapshot outlives the promotion
	my $session = $standby->background_psql('postgres', on_error_stop => 0);
	$session->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(wiji_generate()) FROM event');
	$standby->promote;
	like(error_of($session, $newer), qr/ERROR:  40001: .*while the server was a standby/s, 'a snapshot of the standby has no horizon on the primary');
	$session->query_safe('ROLLBACK');
	# 16.4 takes no new snapshot before a transaction has ended since, not even at the promotion
	$standby->safe_psql('postgres', 'SELECT pg_current_xact_id()');
	like(error_of($session, $newer), qr/ERROR:  55000: the ids of prepared transaction "unknown"/, 'what was prepared on the old primary is not known on the new one');
	$session->query_safe("COMMIT PREPARED 'unknown'; INSERT INTO event (what) VALUES ('new')");
	is($session->query_safe($newer), 'old unknown new', 'and all is well once it has ended');
	$session->quit;
	$standby->stop;

	# one whose clock is an hour behind: that of this server did not go on while the primary's did
	$node->safe_psql('postgres', "ROLLBACK PREPARED 'unknown'");
	my $behind = PostgreSQL::Test::Cluster->new('behind');
	$behind->init_from_backup($node, 'copy', has_streaming => 1);
	start_with_fake_clock($behind);
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('before'); INSERT INTO reader SELECT max(id) FROM event WHERE id < wiji_horizon()");
	$node->wait_for_catchup($behind, 'replay');
	set_clock('-3600');
	$behind->promote;
	$behind->safe_psql('postgres', "INSERT INTO event (what) VALUES ('after')");
	is($behind->safe_psql('postgres', $newer), 'after', 'a new primary whose clock is behind goes on after what was replayed');
	$behind->stop;
	set_clock('+0');
}

$node->stop;

# What follows is on a server of its own, as a start does not forget where its ids were.
$node = PostgreSQL::Test::Cluster->new('ahead');
$node->init;
$node->append_conf('postgresql.conf', $settings);
start_with_fake_clock($node);
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE reader (id wiji)});

# A session that read a clock which was ahead makes late ids.  It takes nobody along.
{
	my $session = session();
	set_clock('+3600');
	$session->query_safe("INSERT INTO event (what) VALUES ('ahead')");
	set_clock('+0');
	$session->query_safe("INSERT INTO event (what) VALUES ('late')");
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('in time')");
	is(read_all(), 'in time', 'rows with ids that are ahead of the clock are late');
	is(clock_holder(), 'behind', 'and the clock is named');
	is($node->safe_psql('postgres', "SELECT id < wiji_upper(clock_timestamp()) FROM event WHERE what = 'in time'"), 't', 'other sessions keep to the clock');
	$session->query_safe('SET wiji.max_clock_wait = 0');
	like(error_of($session, 'SELECT count(wiji_generate()) FROM generate_series(1, 65536)'), qr/ERROR:  55000: system clock is behind.*or reconnect/s, 'when the session has used up its ids, it is told what to do');
	$session->quit;
	$session = session();
	$session->query_safe("INSERT INTO event (what) VALUES ('reconnected')");
	is(read_all(), 'in time reconnected', 'which helps');
	set_clock('+3601');
	is(read_all(), 'in time reconnected ahead late', 'the late ones are read when the clock has passed them');
	is(clock_holder(), '', 'and it holds nothing back any more');
	set_clock('+0');
	$session->quit;
	$node->safe_psql('postgres', 'TRUNCATE event');

	# where the clock stands still, asking does not move it either
	set_clock('2040-01-01 00:00:01');
	is($node->safe_psql('postgres', "DO \$\$BEGIN FOR i IN 1..1000 LOOP PERFORM wiji_horizon(); END LOOP; END\$\$; SELECT wiji_timestamp(wiji_horizon()) = clock_timestamp()"), 't', 'horizons stand still with the clock');
	is(clock_holder(), '', 'which does not hold anything back');
}

# Beyond the last moment that an id can have there is no id, and no horizon is below others.
{
	set_clock('4253-05-31 22:20:37.9279355');
	is($node->safe_psql('postgres', 'SELECT wiji_timestamp(wiji_horizon())'), '4253-05-31 22:20:37.927935+00', 'the last horizon');
	set_clock('+0');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('last')");
	is($node->safe_psql('postgres', 'SELECT wiji_timestamp(wiji_horizon())'), '4253-05-31 22:20:37.927935+00', 'is that of the last microsecond');
	like(psql_error($node, "INSERT INTO event (what) VALUES ('beyond')"), qr/ERROR:  22008: timestamp out of range for type wiji/, 'no id comes after it');
}

$node->stop;
done_testing();
