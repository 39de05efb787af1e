# The shared memory of both libraries: who has it, memory that a library with another layout has
# created, and memory that is full.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $folder = PostgreSQL::Test::Utils::tempdir;
my ($include) = run_command([ $ENV{PG_CONFIG} // 'pg_config', '--includedir-server' ]);
my $full = "$folder/full";

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', 'dynamic_shared_memory_type = sysv');
system_or_bail('cc', '-shared', '-fPIC', '-o', "$folder/full_shm.so", 'test/hostile/full_shm.c');
sub start
{
	local %ENV = (%ENV, LD_PRELOAD => "$folder/full_shm.so", FULL_SHM => $full);
	$node->start;
	return;
}
start();
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji; CREATE EXTENSION siq; CREATE EXTENSION uid60; CREATE EXTENSION wiji_feed;
	CREATE TABLE event (id wiji PRIMARY KEY)});

# its standard output and its errors
sub run_sql
{
	my ($sql) = @_;
	my (undef, $out, $err) = $node->psql('postgres', "\\set VERBOSITY verbose\n$sql", on_error_stop => 0);
	return "$out\n$err";
}

# Both libraries in a session, in either order; a setting can come before its library.
foreach my $order ([ 'wiji', 'wiji_feed' ], [ 'wiji_feed', 'wiji' ])
{
	is(run_sql("SET wiji_feed.max_clock_wait = 7; LOAD '$order->[0]'; LOAD '$order->[1]';
			SELECT wiji_timestamp(wiji_generate()) IS NOT NULL, wiji_feed_flaw('event') IS NOT NULL,
			       current_setting('wiji_feed.max_clock_wait'), current_setting('wiji.max_clock_wait')"),
		"t|t|7ms|5s\n", "@$order: a session loads both");
}

my $has_named_memory = $node->safe_psql('postgres', 'SHOW server_version_num') >= 170000;

# Before 17 there is memory only if the library is preloaded; otherwise feeds cannot be created.
if (!$has_named_memory)
{
	is(run_sql(q(SELECT wiji_create_feed('event'))) =~ s/\nCONTEXT.*//sr, q{
psql:<stdin>:2: ERROR:  55000: wiji_feed must be loaded via "shared_preload_libraries"
DETAIL:  On PostgreSQL 15 and 16, shared memory can be reserved only at server start.
HINT:  Add "wiji_feed" to "shared_preload_libraries" and restart the server.}, 'no feed without memory');
	is(run_sql('INSERT INTO event VALUES (wiji_generate()) RETURNING 1'), "1\n", 'the table has not changed');
}

# Libraries that are preloaded have their memory, in either order, beside each other.
my %generate = (
	'uid60' => 'uid60_generate()',
	'siq shards' => q(siq_generate('message')),
	'wiji feeds' => q(wiji_horizon('event')));
my @names = sort keys %generate;
foreach my $libraries ('wiji_feed', 'wiji,wiji_feed', 'wiji_feed,wiji')
{
	$node->append_conf('postgresql.conf', "shared_preload_libraries = '$libraries'");
	$node->stop;
	start();
	my @used = $libraries =~ /\bwiji\b/ ? @names : 'wiji feeds';
	my $use = join ';', q(SELECT 'created' FROM wiji_create_feed('event')),
	  map { "SELECT length(($generate{$_})::text) > 0" } @used;
	is(run_sql($use), join("\n", 'created', ('t') x @used) . "\n", "$libraries: has memory when preloaded");
}
if (!$has_named_memory)
{
	done_testing();
	exit;
}
$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
system_or_bail(qw(cc -shared -fPIC -isystem), $include, '-o', "$folder/other_layout.so",
	'test/hostile/other_layout.c');
$node->safe_psql('postgres',
	"CREATE FUNCTION other_layout(name text, size bigint) RETURNS boolean LANGUAGE c AS '$folder/other_layout'");

# Without room the error is the server's, and the same session continues when there is room.
foreach my $name (@names)
{
	$node->stop;
	start();
	append_to_file($full, '');
	like(run_sql("SELECT $generate{$name}"), qr/ERROR:  53\d00: could not .*shared memory/, "$name: no room");
	like(run_sql("SELECT $generate{$name};\n\\! rm $full\nSELECT length(($generate{$name})::text) > 0"), qr/^t$/m,
		"$name: the session continues when there is room");
	unlink $full;
	my $select = "SELECT length(($generate{$name})::text) > 0";
	is(run_sql("BEGIN; SAVEPOINT s; $select; ROLLBACK TO s; $select; COMMIT"),
		"t\nt\n", "$name: an aborted subtransaction takes nothing back");
}

# Sizes are whole units of 8 kB; only from 19 on the server reports the size of the largest.
my %size = ('uid60' => 8192, 'siq shards' => 8192, 'wiji feeds' => 0);
foreach my $name (@names)
{
	$node->stop;
	start();
	if (!$size{$name})
	{
		$size{$name} = $node->safe_psql('postgres',
			"SELECT $generate{$name}; SELECT size FROM pg_get_dsm_registry_allocations() WHERE name = '$name'")
			if $node->safe_psql('postgres', 'SHOW server_version_num') >= 190000;
		next if !$size{$name};
		$size{$name} = (split /\n/, $size{$name})[-1];
		$node->stop;
		start();
	}
	is($node->safe_psql('postgres', "SELECT other_layout('$name', $size{$name})"), 'f',
		"$name: created by another library");
	my $message = qq{ERROR:  55000: shared memory segment "$name" was created by a different version of wiji
DETAIL:  The segment has layout version 4711, but this session requires layout version 1.
HINT:  Restart the server.};
	like(run_sql("SELECT $generate{$name}"), qr/\Q$message\E/, "$name: another layout is an error") foreach 1, 2;
}
done_testing();
