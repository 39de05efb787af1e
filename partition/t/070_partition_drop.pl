# Partitions that are dropped under load, from a table that clients write before and after the one that
# refers to it; and while autovacuum is at work, for which a drop does not wait unless it prevents wraparound.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');

$node->init;
$node->append_conf('postgresql.conf', q{
autovacuum_naptime = 1s
log_autovacuum_min_duration = 0
});
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION wiji_partition');

# Two clients write a row and then one that refers to it, or the other way round, in one transaction.
$node->safe_psql('postgres', q{
	CREATE TABLE event (at timestamptz PRIMARY KEY) PARTITION BY RANGE (at);
	SELECT wiji_create_partitions('event', '2025-01-01 00:00Z', '2027-01-01 00:00Z', '1 month', 'UTC');
	INSERT INTO event VALUES ('2026-12-01 00:00Z');
	CREATE TABLE note (event timestamptz REFERENCES event);
	CREATE INDEX ON note (event)});
my $folder = PostgreSQL::Test::Utils::tempdir;
append_to_file("$folder/event_first.sql", q{
BEGIN;
INSERT INTO event VALUES (timestamptz '2026-12-01 00:00Z' + random() * interval '30 days') ON CONFLICT DO NOTHING;
INSERT INTO note VALUES ('2026-12-01 00:00Z');
COMMIT;
});
append_to_file("$folder/note_first.sql", q{
BEGIN;
INSERT INTO note VALUES ('2026-12-01 00:00Z');
INSERT INTO event VALUES (timestamptz '2026-12-01 00:00Z' + random() * interval '30 days') ON CONFLICT DO NOTHING;
COMMIT;
});
my ($output, $errors) = ('', '');
my $load = IPC::Run::start(
	[ 'pgbench', '-n', '-c', '4', '-T', '10', '-f', "$folder/event_first.sql", '-f', "$folder/note_first.sql", $node->connstr('postgres') ],
	'>', \$output, '2>', \$errors);
my $calls = 0;
my $left = 12;
while ($left > 0 && $calls++ < 30)
{
	$node->psql('postgres', q{SELECT wiji_drop_partitions('event', '2026-01-01 00:00Z')});
	$left = $node->safe_psql('postgres', q{SELECT count(*) FROM wiji_partitions('event') WHERE upper <= '2026-01-01 00:00Z'});
}
is($left, 0, "the partitions of a year are dropped under load, in $calls calls");
$load->kill_kill if $left > 0;
ok($load->finish, 'and clients see no errors') or diag $errors;
$node->safe_psql('postgres', 'DROP TABLE note, event');

# A vacuum of the oldest partition that takes minutes, with these options of the table.
sub vacuumed
{
	my ($options) = @_;

	$node->safe_psql('postgres', qq{
		DROP TABLE IF EXISTS event;
		CREATE TABLE event (at timestamptz NOT NULL, pad text) PARTITION BY RANGE (at);
		SELECT wiji_create_partitions('event', '2026-01-01 00:00Z', '2026-04-01 00:00Z', '1 month', 'UTC');
		ALTER TABLE event_20260101 SET ($options, autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1);
		INSERT INTO event SELECT timestamptz '2026-01-02 00:00Z', repeat('x', 1000) FROM generate_series(1, 5000);
		DELETE FROM event});
	return;
}

sub await_vacuum
{
	return $node->poll_query_until('postgres', q{
		SELECT EXISTS (SELECT FROM pg_stat_progress_vacuum WHERE relid = 'event_20260101'::regclass)});
}

sub drop_old
{
	my ($result, $answer, $errors) = $node->psql('postgres',
		q{SELECT wiji_drop_partitions('event', '2026-03-01 00:00Z')});
	return ($answer, $errors);
}

vacuumed('autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0');
ok(await_vacuum(), 'the oldest partition is being vacuumed');
my ($dropped, $warnings) = drop_old();
is($dropped, "public.event_20260101\npublic.event_20260201", 'it is dropped');
is($warnings, '', 'without a warning');
like(slurp_file($node->logfile), qr/canceling autovacuum task/, 'its autovacuum was canceled');

# Old enough, because 500,000 transactions seem to have followed.
vacuumed('autovacuum_freeze_max_age = 100000, autovacuum_vacuum_threshold = 2000000000, autovacuum_vacuum_insert_threshold = -1');
$node->stop;
append_to_file($node->data_dir . '/pg_xact/0000', "\0" x (262144 - -s $node->data_dir . '/pg_xact/0000'));
command_ok([ 'pg_resetwal', '-x', 500000, $node->data_dir ], 'transaction IDs are used up');
$node->start;
ok(await_vacuum(), 'the oldest partition is being vacuumed to prevent wraparound');
($dropped, $warnings) = drop_old();
is($dropped, 'public.event_20260201', 'the other one is dropped');
like($warnings, qr/WARNING:  could not drop partition "public.event_20260101"\n.*does not cancel an autovacuum to prevent wraparound/s,
	'a warning says why this one is not');

done_testing();
