# Shared memory of preloaded libraries, shared memory that a library with another layout has created,
# and shared memory that is full.

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

# Before 17 it exists only if a library is preloaded; otherwise feeds cannot be created.
my $version = $node->safe_psql('postgres', 'SHOW server_version_num');
if ($version < 170000)
{
	my (undef, undef, $err) = $node->psql('postgres', q(SELECT wiji_create_feed('event')));
	like($err, qr/ERROR:  wiji_feed must be loaded via "shared_preload_libraries"/, 'no feed without memory');
	is($node->safe_psql('postgres', 'INSERT INTO event VALUES (wiji_generate()) RETURNING 1'), '1',
		'the table has not changed');
}

# Each library has its own, and is preloaded alone or with the other, in any order.  A session that loads
# the other itself can do what that one needs no preloading for.
my @use = (
	[ wiji => q(SELECT uid60_generate() < uid60_generate(), siq_generate('user') < siq_generate('user')), "t|t" ],
	[ wiji_feed => q(SELECT wiji_create_feed('event'); INSERT INTO event VALUES (wiji_generate());
	                 SELECT count(*) > 0 FROM event WHERE id < wiji_horizon('event')), "\nt" ]);
foreach my $preloaded ('wiji', 'wiji_feed', 'wiji, wiji_feed', 'wiji_feed, wiji')
{
	$node->append_conf('postgresql.conf', "shared_preload_libraries = '$preloaded'");
	$node->stop;
	start();
	foreach my $order (\@use, [ reverse @use ])
	{
		my @works = grep { $version >= 170000 || $preloaded =~ /\b$_->[0]\b/ } @$order;
		is($node->safe_psql('postgres', join ';', map { $_->[1] } @works), join("\n", map { $_->[2] } @works),
			"preloaded: $preloaded; used: @{[ map { $_->[0] } @works ]}");
	}
}
$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
$node->stop;
start();
if ($version < 170000)
{
	done_testing();
	exit;
}
system_or_bail(qw(cc -shared -fPIC -isystem), $include, '-o', "$folder/other_layout.so",
	'test/hostile/other_layout.c');

my %generate = (
	'uid60' => 'uid60_generate()',
	'siq shards' => q(siq_generate('message')),
	'wiji feeds' => q(wiji_horizon('event')));
my @names = sort keys %generate;

$node->safe_psql('postgres',
	qq{CREATE FUNCTION other_layout(name text, size bigint) RETURNS boolean LANGUAGE c AS '$folder/other_layout'});

# its standard output and its errors
sub run_sql
{
	my ($sql) = @_;
	my (undef, $out, $err) = $node->psql('postgres', "\\set VERBOSITY verbose\n$sql", on_error_stop => 0);
	return "$out\n$err";
}

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
			if $version >= 190000;
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
