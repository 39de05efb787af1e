# docs/partitions.md, Publications: without publish_via_partition_root a new partition stops the
# subscriber; with it, partitions may come and go.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(allows_streaming => 'logical');
$node->append_conf('postgresql.conf', "TimeZone = 'UTC'\nwal_retrieve_retry_interval = '100ms'");
$node->start;
$node->safe_psql('postgres', 'CREATE DATABASE subscriber');
$node->safe_psql($_, q{CREATE EXTENSION wiji}) foreach 'postgres', 'subscriber';

# A subscriber in the same server needs a slot that is there before.
sub subscribe
{
	my ($table, $with) = @_;
	$node->safe_psql('postgres', qq{
		CREATE TABLE $table (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer) PARTITION BY RANGE (id);
		SELECT wiji_create_partitions('$table', '2026-11-01', '2026-12-01', '1 month');
		CREATE PUBLICATION $table FOR TABLE $table $with;
		SELECT pg_create_logical_replication_slot('$table', 'pgoutput')});
	$node->safe_psql('subscriber', "CREATE TABLE $_ (id wiji PRIMARY KEY, n integer)")
	  foreach $table, "${table}_20261101";
	$node->safe_psql('subscriber', "CREATE SUBSCRIPTION $table CONNECTION '" . $node->connstr . " dbname=postgres'
		PUBLICATION $table WITH (create_slot = false, slot_name = '$table', copy_data = false)");
	$node->safe_psql('postgres', "INSERT INTO $table VALUES (wiji_lower('2026-11-05'), 1)");
	return;
}

# a month more, with a row
sub next_month
{
	my ($table) = @_;
	$node->safe_psql('postgres', "SELECT wiji_create_partitions('$table', '2026-12-01', '2027-01-01', '1 month');
		INSERT INTO $table VALUES (wiji_lower('2026-12-05'), 2)");
	return;
}

subscribe('each', '');
ok($node->poll_query_until('subscriber', 'SELECT count(*) = 1 FROM each_20261101'),
	'partitions are published under their own names');
my $offset = -s $node->logfile;
next_month('each');
ok($node->wait_for_log(qr/logical replication target relation "public.each_20261201" does not exist/, $offset),
	'a new one stops the subscriber');
$node->safe_psql('subscriber', 'CREATE TABLE each_20261201 (id wiji PRIMARY KEY, n integer)');
$node->safe_psql('postgres', q{INSERT INTO each VALUES (wiji_lower('2026-11-06'), 3)});
ok($node->poll_query_until('subscriber', 'SELECT count(*) = 2 FROM each_20261101'), 'with a table it goes on');
is($node->safe_psql('subscriber', 'SELECT count(*) FROM each_20261201'), 0, 'and leaves out the rows of that');
$node->safe_psql('subscriber', 'ALTER SUBSCRIPTION each REFRESH PUBLICATION');
ok($node->poll_query_until('subscriber', 'SELECT count(*) = 1 FROM each_20261201'), 'until the refresh copies them');
$node->safe_psql('subscriber', 'ALTER SUBSCRIPTION each DISABLE');

subscribe('root', 'WITH (publish_via_partition_root = true)');
next_month('root');
ok($node->poll_query_until('subscriber', 'SELECT count(*) = 2 FROM root'),
	'with the root, rows of a new partition arrive');
$node->safe_psql('postgres',
	q{SELECT wiji_drop_partitions('root', '2026-12-01'); INSERT INTO root VALUES (wiji_lower('2026-12-06'), 3)});
ok($node->poll_query_until('subscriber', q{SELECT count(*) = 1 FROM root WHERE n = 3}),
	'rows still arrive after a partition is dropped');
is($node->safe_psql('subscriber', 'SELECT count(*) FROM root'), 3, 'whose rows stay at the subscriber');

foreach my $table ('each', 'root')
{
	$node->safe_psql('subscriber', qq{
		ALTER SUBSCRIPTION $table DISABLE;
		ALTER SUBSCRIPTION $table SET (slot_name = NONE);
		DROP SUBSCRIPTION $table});
}
$node->stop;
done_testing();
