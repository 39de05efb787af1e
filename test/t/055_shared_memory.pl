# The shared memory of the libraries that have some: who has it, memory that a library with another layout has
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
	CREATE EXTENSION wiji; CREATE TABLE event (id bigserial PRIMARY KEY)});

# its standard output and its errors
sub run_sql
{
	my ($sql) = @_;
	my (undef, $out, $err) = $node->psql('postgres', "\\set VERBOSITY verbose\n$sql", on_error_stop => 0);
	return "$out\n$err";
}

my $has_named_memory = $node->safe_psql('postgres', 'SHOW server_version_num') >= 170000;

# The extensions that have some: the name of the memory, and a query that uses it.
my %is_there = map { m!([^/]+)\.control$! => 1 } glob '*/*.control */*/*.control';
my %memory = (
	uid60 => [ 'uid60', 'SELECT uid60_generate()' ],
	siq => [ 'siq shards', q(SELECT siq_generate('message')) ],
	wiji_feed => [ 'wiji feeds', q(SELECT wiji_horizon_bigint('event')) ]);
my @libraries = grep { $is_there{$_} } sort keys %memory;
plan skip_all => 'no extension has shared memory' unless @libraries;
$node->safe_psql('postgres', "CREATE EXTENSION $_ CASCADE") foreach @libraries;
my %name = map { $_ => $memory{$_}[0] } @libraries;
my %use = map { $_ => "SELECT length(x::text) > 0 FROM ($memory{$_}[1]) AS s (x)" } @libraries;
my $create_feed = $is_there{wiji_feed} ? q(SELECT wiji_create_feed('event')) : 'SELECT 1';

# Before 17 there is memory only if the library is preloaded; otherwise feeds cannot be created.
if (!$has_named_memory && $is_there{wiji_feed})
{
	is(run_sql($create_feed) =~ s/\nCONTEXT.*//sr, q{
psql:<stdin>:2: ERROR:  55000: wiji_feed must be loaded via "shared_preload_libraries"
DETAIL:  On PostgreSQL 15 and 16, shared memory can be reserved only at server start.
HINT:  Add "wiji_feed" to "shared_preload_libraries" and restart the server.}, 'no feed without memory');
	is(run_sql('INSERT INTO event DEFAULT VALUES RETURNING 1'), "1\n", 'the table has not changed');
}

# Libraries that are preloaded have their memory, alone and beside each other, in either order.
foreach my $preload ((map { [$_] } @libraries), [@libraries], [ reverse 'wiji', @libraries ])
{
	$node->append_conf('postgresql.conf', "shared_preload_libraries = '" . join(',', @$preload) . "'");
	$node->stop;
	start();
	my @used = grep { $use{$_} } @$preload;
	run_sql($create_feed);
	is(run_sql(join ';', @use{@used}), "t\n" x @used, "@$preload: has memory when preloaded");
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
foreach my $library (@libraries)
{
	$node->stop;
	start();
	append_to_file($full, '');
	like(run_sql($use{$library}), qr/ERROR:  53\d00: could not .*shared memory/, "$library: no room");
	like(run_sql("$use{$library};\n\\! rm $full\n$use{$library}"), qr/^t$/m,
		"$library: the session continues when there is room");
	unlink $full;
	is(run_sql("BEGIN; SAVEPOINT s; $use{$library}; ROLLBACK TO s; $use{$library}; COMMIT"),
		"t\nt\n", "$library: an aborted subtransaction takes nothing back");
}

# Sizes are whole units of 8 kB; only from 19 on the server reports the size of the largest.
my %size = ('uid60' => 8192, 'siq shards' => 8192, 'wiji feeds' => 0);
foreach my $library (@libraries)
{
	my $name = $name{$library};

	$node->stop;
	start();
	if (!$size{$name})
	{
		$size{$name} = $node->safe_psql('postgres',
			"$use{$library}; SELECT size FROM pg_get_dsm_registry_allocations() WHERE name = '$name'")
			if $node->safe_psql('postgres', 'SHOW server_version_num') >= 190000;
		next if !$size{$name};
		$size{$name} = (split /\n/, $size{$name})[-1];
		$node->stop;
		start();
	}
	is($node->safe_psql('postgres', "SELECT other_layout('$name', $size{$name})"), 'f',
		"$name: created by another library");
	my $message = qq{ERROR:  55000: shared memory segment "$name" was created by a different version of the library
DETAIL:  The segment has layout version 4711, but this session requires layout version};
	like(run_sql($use{$library}), qr/\Q$message\E \d+\.\nHINT:  Restart the server\./, "$name: another layout is an error") foreach 1, 2;
}
done_testing();
