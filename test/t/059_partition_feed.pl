# A table that is a change feed becomes the first partition of a new one, while clients write and a
# consumer reads: it stays a feed, and the consumer misses no row.

use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my @absent = grep { !-f } 'feed/wiji_feed.control', 'partition/wiji_partition.control', 'siblings/uuidtime/uuidtime.control';
plan skip_all => "without @absent" if @absent;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji_feed'") if $node->pg_version < 17;
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji_partition;
	CREATE EXTENSION uuidtime;
	CREATE EXTENSION wiji_feed CASCADE;
	CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuidtime_v7(), item text);
	INSERT INTO orders (item) SELECT 'old' FROM generate_series(1, 1000);
	SELECT wiji_create_feed('orders');
	CREATE TABLE seen (id uuid PRIMARY KEY, item text)});
my $horizon = $node->safe_psql('postgres', q{SELECT coalesce(to_regproc('wiji_horizon_uuid'), to_regproc('wiji_horizon'))});

# Reads once, and returns the error, if there is one.  A row that was seen is one.
sub consume
{
	return ($node->psql('postgres', qq{
		INSERT INTO seen SELECT id, item FROM orders
		WHERE id > coalesce((SELECT id FROM seen ORDER BY id DESC LIMIT 1), '00000000-0000-0000-0000-000000000000') AND id < $horizon('orders') ORDER BY id LIMIT 1000}))[2];
}

my $file = "$PostgreSQL::Test::Utils::tmp_check/write.sql";
append_to_file($file, "INSERT INTO orders (item) VALUES ('new');\n");
my $text = '';
my $clients = IPC::Run::start([ 'pgbench', '-n', '-R', 200, '-c', 3, '-T', 8, '-f', $file, $node->connstr('postgres') ], '>', \$text, '2>', \$text);

my $script = "$PostgreSQL::Test::Utils::tmp_check/orders.sql";
append_to_file($script, $node->safe_psql('postgres', q{SELECT wiji_partition_script('orders', '2200-01-01 00:00Z')}) . "\n");
my ($out, $err) = ('', '');
my $swap;
my $rounds = 0;
my @errors;
while ($clients->pumpable)
{
	push @errors, consume();
	$swap = IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('postgres'), '-f', $script ], '>', \$out, '2>', \$err) if ++$rounds == 3;
	$clients->pump_nb;
	$swap->pump_nb if $swap && $swap->pumpable;
}
ok($clients->finish, 'no client got an error') or diag $text;
ok($swap->finish, 'the statements run') or diag $err;
# a statement that waited for the tables has a snapshot from before
is(join("\n", grep { $_ && !/^psql:<stdin>:\d+: ERROR:  snapshot is too old for a horizon\n/ } @errors), '', 'nor did the consumer, but to retry');
note "$rounds rounds, $1 rows" if $text =~ /transactions actually processed: (\d+)/;
# the horizon is at most a moment behind
$node->poll_query_until('postgres', "SELECT $horizon('orders') > (SELECT id FROM orders ORDER BY id DESC LIMIT 1)") or die;
while (!consume())
{
	last if $node->safe_psql('postgres', 'SELECT (SELECT count(*) FROM seen) = (SELECT count(*) FROM orders) OR (SELECT id FROM seen ORDER BY id DESC LIMIT 1) = (SELECT id FROM orders ORDER BY id DESC LIMIT 1)') eq 't';
}
is($node->safe_psql('postgres', 'SELECT count(*) FROM (SELECT id FROM orders EXCEPT SELECT id FROM seen) s'), 0, 'it misses no row');
is($node->safe_psql('postgres', q{SELECT relkind, count(*) FROM orders JOIN pg_class ON pg_class.oid = 'orders'::regclass WHERE orders.tableoid = 'orders_first'::regclass GROUP BY 1}),
	'p|' . $node->safe_psql('postgres', 'SELECT count(*) FROM seen'), 'the table is partitioned');
is($node->safe_psql('postgres', q{SELECT wiji_feed_flaw('orders') IS NULL, (SELECT feed FROM wiji_feeds())}), 't|orders', 'and a feed');
is($node->safe_psql('postgres', q{SELECT wiji_drop_feed('orders'); SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal}), "\n0", 'whose triggers are gone with it');

# A feed by another column than the key of partitions needs an index that the new table can have.
$node->safe_psql('postgres', q{
	CREATE TABLE payments (at timestamptz PRIMARY KEY DEFAULT now(), feed uuid UNIQUE DEFAULT uuidtime_v7());
	INSERT INTO payments DEFAULT VALUES;
	SELECT wiji_create_feed('payments', 'feed')});
(undef, undef, my $refused) = $node->psql('postgres', q{\set VERBOSITY verbose
	SELECT wiji_partition_script('payments', '2200-01-01 00:00Z')});
like($refused, qr/^psql:<stdin>:2: ERROR:  55000: cannot make table "payments" a partition
DETAIL:  Trigger wiji_feed_update of extension wiji_feed needs an index of column feed, which would stay on the first partition.
HINT:  Use CREATE INDEX CONCURRENTLY ON public.payments \(feed\), then call wiji_partition_script\(\) again.
/, 'a feed that would lose its index');
my ($index) = $refused =~ /^HINT:  Use (CREATE .*?), then/m;
$node->safe_psql('postgres', $index // 'SELECT');
$node->safe_psql('postgres', join "\n", grep { !/^\\/ } split /\n/, $node->safe_psql('postgres', q{SELECT wiji_partition_script('payments', '2200-01-01 00:00Z')}));
is($node->safe_psql('postgres', q{
	SELECT wiji_create_partitions('payments', '2200-01-01 00:00Z', '2200-02-01 00:00Z', '1 month', 'UTC');
	INSERT INTO payments DEFAULT VALUES;
	INSERT INTO payments (at) VALUES ('2200-01-05');
	SELECT tableoid::regclass, count(*) FROM payments GROUP BY 1 ORDER BY 1;
	SELECT wiji_feed_flaw('payments') IS NULL}), "payments_22000101\npayments_first|2\npayments_22000101|1\nt", 'goes on with the index of the hint');
done_testing();
