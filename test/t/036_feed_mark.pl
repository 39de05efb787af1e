# A horizon that travels in a row: readers on a standby, on a cascaded one, after its promotion, and on
# a subscriber read each row once, while writers overlap.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 'logical');
$primary->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'\nfsync = off\nautovacuum = off");
$primary->start;
my $schema = q{
	CREATE EXTENSION wiji;
	CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE feed_mark (one boolean PRIMARY KEY DEFAULT true, horizon wiji NOT NULL)};
$primary->safe_psql('postgres', "$schema; INSERT INTO feed_mark (horizon) VALUES (wiji_horizon()); CREATE PUBLICATION feed FOR TABLE event, feed_mark");

$primary->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'copy', has_streaming => 1);
$standby->start;
$standby->backup('copy');
my $cascaded = PostgreSQL::Test::Cluster->new('cascaded');
$cascaded->init_from_backup($standby, 'copy', has_streaming => 1);
$cascaded->start;

my $subscriber = PostgreSQL::Test::Cluster->new('subscriber');
$subscriber->init;
$subscriber->start;
$subscriber->safe_psql('postgres', $schema);
my $streams = $primary->pg_version >= 16 ? 'parallel' : 'on';
$subscriber->safe_psql('postgres', "CREATE SUBSCRIPTION feed CONNECTION '" . $primary->connstr . " dbname=postgres' PUBLICATION feed WITH (streaming = $streams)");
$subscriber->wait_for_subscription_sync($primary, 'feed');

# Writers whose transactions overlap, and somebody who moves the mark.
my $stop = PostgreSQL::Test::Utils::tempdir . '/stop';
sub child
{
	my ($work) = @_;
	my $pid = fork // die $!;
	return $pid if $pid;
	while (!-e $stop)
	{
		system('psql', '-XAtq', '-d', $primary->connstr('postgres'), '-c', $work);
	}
	require POSIX;
	POSIX::_exit(0);
}
my $write = q{DO $$BEGIN
	FOR i IN 1..50 LOOP
		INSERT INTO event (what) SELECT 'row' FROM generate_series(1, 1 + (random() * 3)::integer);
		PERFORM pg_sleep(random() * 0.01);
		INSERT INTO event (what) VALUES ('late');
		IF random() < 0.2 THEN ROLLBACK; ELSE COMMIT; END IF;
	END LOOP;
END$$};
my $move = q{DO $$BEGIN
	FOR i IN 1..50 LOOP
		UPDATE feed_mark SET horizon = greatest(horizon, wiji_horizon());
		COMMIT;
		PERFORM pg_sleep(0.005);
	END LOOP;
END$$};
my @children = ((map { child($write) } 1 .. 5), child($move));

# Each reader keeps the last id that it has read.  By id alone it would miss rows.
my %reader = (standby => $standby, cascaded => $cascaded, subscriber => $subscriber);
my %position = map { $_ => '00000000000000040000000000' } keys %reader;
my %read = map { $_ => [] } keys %reader;
sub poll
{
	my ($name) = @_;
	my @rows = split /\n/, $reader{$name}->safe_psql('postgres',
		"SELECT id FROM event WHERE id > '$position{$name}' AND id < (SELECT horizon FROM feed_mark) ORDER BY id");
	return 0 unless @rows;
	push @{ $read{$name} }, @rows;
	$position{$name} = $rows[-1];
	return scalar @rows;
}
my $end = time + 6;
while (time < $end)
{
	poll($_) foreach keys %reader;
	sleep 0.05;
}
append_to_file($stop, '');
waitpid $_, 0 foreach @children;
$primary->safe_psql('postgres', 'UPDATE feed_mark SET horizon = greatest(horizon, wiji_horizon())');
my $rows = $primary->safe_psql('postgres', 'SELECT string_agg(id::text, \' \' ORDER BY id) FROM event');
$primary->wait_for_catchup($standby, 'replay');
$standby->wait_for_catchup($cascaded, 'replay', $primary->lsn('insert'));
$primary->wait_for_catchup('feed');
$cascaded->promote;
foreach my $name (sort keys %reader)
{
	poll($name);
	cmp_ok(scalar @{ $read{$name} }, '>', 100, "$name: rows were read");
	is(join(' ', @{ $read{$name} }), $rows, "$name: each once, in order, and none is missing" . ($name eq 'cascaded' ? ', after its promotion, too' : ''));
}

$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION feed');
$_->stop foreach $subscriber, $cascaded, $standby, $primary;
done_testing();
