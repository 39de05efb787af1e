# Trouble that all sessions of a server had with the clock: wiji_activity().

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'");
start_with_fake_clock($node, '2040-01-01 00:00:10');
$node->safe_psql('postgres', 'CREATE EXTENSION wiji; CREATE EXTENSION siq');

my $counted = q(SELECT clock_regressions, largest_regression, sequence_waits, clock_errors FROM wiji_activity());
is($node->safe_psql('postgres', $counted), '0|00:00:00|0|0', 'nothing has happened yet');

# Two sessions, each with an id made before the clock steps back by two seconds, and then by one
# more.
my @sessions = map { $node->background_psql('postgres', on_error_stop => 0) } 1 .. 2;
foreach my $second (10, 8, 7)
{
	set_clock(sprintf '2040-01-01 00:00:%02d', $second);
	$_->query_safe('SELECT wiji_generate()') foreach @sessions;
}
is($node->safe_psql('postgres', $counted), '4|00:00:02|0|0', 'both sessions count, a step of a second, too');

$sessions[0]->query_safe('SET wiji.max_clock_wait = 0');
$sessions[0]->query('SELECT count(wiji_generate()) FROM generate_series(1, 65536)');
is($node->safe_psql('postgres', $counted), '4|00:00:02|1|1', 'one waited, in vain');

$sessions[1]->query_safe(q(SELECT siq_generate('message')));
set_clock('2040-01-01 00:00:01');
$sessions[1]->query_safe(q(SELECT siq_generate('message')));
is($node->safe_psql('postgres', $counted), '5|00:00:06|1|1', 'the generators of siq count, too');

$_->quit foreach @sessions;
$node->restart;
is($node->safe_psql('postgres', $counted), '0|00:00:00|0|0', 'it counts from the start of the server');

# Before PostgreSQL 17 it takes preloading to share memory.
$node->adjust_conf('postgresql.conf', 'shared_preload_libraries', "''");
$node->restart;
my ($code, $found, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\n$counted");
if ($node->safe_psql('postgres', 'SHOW server_version_num') >= 170000)
{
	is($found, '0|00:00:00|0|0', 'without preloading');
}
else
{
	like($error, qr/55000: +the activity needs memory that all sessions share.*Add wiji to shared_preload_libraries/s,
		'without preloading');
}

done_testing();
