# Two servers change their roles.  What the old primary counted stays as it was, as a standby counts
# nothing: there the functions show what the new one found by its last ANALYZE.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(allows_streaming => 1);
$node->append_conf('postgresql.conf', "autovacuum = off\nwal_log_hints = on");
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate()) PARTITION BY RANGE (id);
	CREATE TABLE event_rest PARTITION OF event DEFAULT;
	ANALYZE event_rest});
$node->backup('copy');
my $other = PostgreSQL::Test::Cluster->new('other');
$other->init_from_backup($node, 'copy', has_streaming => 1);
$other->append_conf('postgresql.conf', 'hot_standby = on');
$other->start;

$node->stop;
$other->promote;
$node->enable_streaming($other);
$node->set_standby_mode;
$node->append_conf('postgresql.conf', 'hot_standby = on');
$node->start;

my $rows = q{
	SELECT m.default_rows, p.rows, r.default_rows FROM wiji_partition_monitor() m, wiji_partitions('event') p,
		wiji_partition_report('event', '1 month', '0', timezone => 'UTC') r};
is($node->safe_psql('postgres', $rows), '0|0|0', 'no rows');
$other->safe_psql('postgres', 'INSERT INTO event SELECT FROM generate_series(1, 100)');
$other->safe_psql('postgres', 'ANALYZE event_rest');
$other->wait_for_catchup($node, 'replay');
is($node->safe_psql('postgres', $rows), '100|100|100', 'the old primary shows what the new one has counted');
my (undef, undef, $error) = $node->psql('postgres', q{CALL wiji_maintain_partitions('event', '1 month', '0')});
like($error, qr/cannot execute wiji_maintain_partitions\(\) in a read-only transaction/, 'it makes no partition');

$node->stop;
$other->stop;
done_testing();
