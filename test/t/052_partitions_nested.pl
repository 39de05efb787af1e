# Anyone with a schema can nest partitions by the thousand, each the default partition of the one
# above.  What looks at all tables has neither a stack that is deep enough to go down there call by
# call, nor time to go down again from each of them.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $levels = 8000;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "autovacuum = off\nfsync = off\nmax_locks_per_transaction = 256");
$node->start;

# A smaller stack than that of most systems, so that fewer tables will do.
my ($pid) = split /\n/, slurp_file($node->data_dir . '/postmaster.pid');
system_or_bail('prlimit', '--pid', $pid, '--stack=800000:800000');

$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE level_0 (id wiji) PARTITION BY RANGE (id);
	CREATE TABLE other (id wiji) PARTITION BY RANGE (id);
	SELECT FROM wiji_create_partitions('other', '2026-11-01', '2026-12-01', '1 month')});
$node->safe_psql('postgres', qq{
	DO \$\$BEGIN
		FOR level IN 1 .. $levels LOOP
			EXECUTE format('CREATE TABLE level_%s PARTITION OF level_%s DEFAULT PARTITION BY RANGE (id)',
				level, level - 1);
			IF level % 100 = 0 THEN
				COMMIT;
			END IF;
		END LOOP;
	END\$\$});

my $limit = "SET statement_timeout = '20s'";
is( $node->safe_psql('postgres', "$limit; SELECT count(*), sum(default_rows) FROM wiji_partition_monitor()"),
	$levels + 2 . '|0', 'all of them are seen');
is($node->safe_psql('postgres', "$limit; SELECT rows FROM wiji_partitions('level_0')"), 0,
	'as partitions of the first');
is($node->safe_psql('postgres', "$limit; SELECT default_rows FROM wiji_partition_report('level_0', '1 month', '0')"),
	0, 'and in its report');

# With rows in two of the last, all that are above them have these.
my $last = $levels;
my $low = $last - 3;
$node->safe_psql('postgres', qq{
	ALTER TABLE level_@{[ $low - 1 ]} DETACH PARTITION level_$low;
	CREATE TABLE rows_1 PARTITION OF level_$last DEFAULT;
	CREATE TABLE rows_2 PARTITION OF level_$low
		FOR VALUES FROM (wiji_lower('2026-11-01')) TO (wiji_lower('2026-12-01'));
	INSERT INTO level_$low SELECT wiji_lower(at)
	FROM generate_series('2026-11-29'::timestamptz, '2026-12-03'::timestamptz, '1 day') at;
	SELECT FROM pg_stat_force_next_flush()});
is( $node->safe_psql('postgres', qq{
	SELECT string_agg(concat_ws(' ', parent, default_rows), ', ' ORDER BY parent) FROM wiji_partition_monitor()
	WHERE parent IN ('level_$low', 'level_@{[ $low + 1 ]}', 'level_$last')}),
	"level_$low 3, level_@{[ $low + 1 ]} 3, level_$last 3", 'rows of all below are counted, once');
is($node->safe_psql('postgres', "SELECT string_agg(rows::text, ', ') FROM wiji_partitions('level_$low')"),
	'2, 3', 'and of each partition');

unlike(slurp_file($node->logfile), qr/terminated by signal|PANIC|TRAP/, 'nothing crashed');
$node->stop('immediate');
done_testing();
