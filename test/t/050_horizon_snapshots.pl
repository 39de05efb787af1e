# wiji_horizon() and snapshots: imported ones, old ones, those of long statements and of
# postgres_fdw.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use Horizon;
use PostgreSQL::Test::Cluster;
use Test::More;
use TestHelp;

my $node = horizon_server('main');

# An imported snapshot, and one that is too old.
{
	my $exporter = session($node);
	my $writer = session($node);
	$writer->query_safe("BEGIN; INSERT INTO event (what) VALUES ('unseen')");
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('seen')");
	my $snapshot = $exporter->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT pg_export_snapshot()');
	my $importer = session($node);
	$importer->query_safe("BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '$snapshot'");
	$writer->query_safe('COMMIT');
	is($importer->query_safe($newer), '', 'an imported snapshot has the horizon of the one it is a copy of');
	is(read_all($node), 'unseen seen', 'other snapshots have a horizon of their own');

	# one commit more than are remembered
	$writer->query_safe(q{
		SET synchronous_commit = off;
		DO $$BEGIN FOR i IN 1..16400 LOOP INSERT INTO event (what) VALUES (NULL); COMMIT; END LOOP; END$$});
	foreach my $session ($exporter, $importer)
	{
		like(error_of($session, $newer),
			qr/ERROR:  40001: the snapshot is too old for a horizon.*HINT:  Retry in a new/s,
			'the horizon of a snapshot that is too old is an error');
		$session->query_safe('ROLLBACK');
		is($session->query_safe($newer), 'unseen seen', 'a new snapshot has a horizon');
		$session->quit;
	}
	# one that never made an id, and has run all the time, makes no snapshot old
	my $idle = session($node);
	$idle->query_safe('BEGIN; INSERT INTO other VALUES (1)');
	$writer->query_safe(
		'DO $$BEGIN FOR i IN 1..16400 LOOP INSERT INTO event (what) VALUES (NULL); COMMIT; END LOOP; END$$');
	is(read_all($node), 'unseen seen', 'a transaction that runs for long and makes no id makes no snapshot too old');
	$_->quit foreach $idle, $writer;
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# A transaction that had its xid before the first id since the start, and made none, is nothing to a
# statement that saw it running.
{
	my ($other, $reader) = (session($node), session($node));
	$other->query_safe('BEGIN; INSERT INTO other VALUES (1); SELECT pg_advisory_lock(1)');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('new')");
	$reader->query_until(qr/waiting/, q{
		\echo waiting
		SELECT count(*) FROM event WHERE (SELECT pg_advisory_lock(1)) IS NOT NULL AND id < wiji_horizon();
		\echo :SQLSTATE
	});
	$node->poll_query_until('postgres',
		"SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'advisory'") or die;
	$other->query_safe('COMMIT; SELECT pg_advisory_unlock(1)');
	is($reader->query_until(qr/\d{5}\n/, ''), "1\n00000\n",
		'a statement that outlasts a transaction without ids has a horizon');
	$_->quit foreach $other, $reader;
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# postgres_fdw reads with the snapshot of the rows' server, and a view there asks there.
SKIP:
{
	skip 'postgres_fdw is not installed', 3
	  unless $node->safe_psql('postgres', "SELECT count(*) FROM pg_available_extensions WHERE name = 'postgres_fdw'");
	my ($host, $port) = ($node->host, $node->port);
	$node->safe_psql('postgres', 'CREATE VIEW event_ready AS SELECT * FROM event WHERE id < wiji_horizon()');
	$node->safe_psql('elsewhere', "
		CREATE EXTENSION postgres_fdw;
		CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$host', port '$port', dbname 'postgres');
		CREATE USER MAPPING FOR CURRENT_USER SERVER other;
		CREATE FOREIGN TABLE event_ready (id wiji, what text) SERVER other");
	my ($slow, $reader) = (session($node), $node->background_psql('elsewhere'));
	my $ready = "SELECT string_agg(what, ' ' ORDER BY id) FROM event_ready";

	$slow->query_safe("BEGIN; INSERT INTO event (what) VALUES ('slow')");
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('fast')");
	is($reader->query_safe("BEGIN; $ready"), '', 'a view that another server reads waits for a transaction here');
	$slow->query_safe('COMMIT');
	is($reader->query_safe($ready), '', 'and so does the next statement there, whose snapshot is the same');
	is($reader->query_safe("COMMIT; $ready"), 'slow fast', 'the next transaction misses nothing');
	$_->quit foreach $slow, $reader;
}

$node->stop;
done_testing();
