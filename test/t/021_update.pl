# ALTER EXTENSION … UPDATE, with all that an update meets.  In a copy of the tree, test/next makes the
# next release: each extension gets a next version with one more function in C.  Its libraries serve
# databases with the versions of this release, which then are updated, or dumped and restored.
# script/long/upgrade does the same across pg_upgrade.

use strict;
use warnings;

use File::Copy;
use lib 'test/t';
use NextRelease;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
plan skip_all => 'this server searches for extensions only where it is installed'
  unless finds_extensions_elsewhere($node);

# The next release
my $place = PostgreSQL::Test::Utils::tempdir;
my ($tree, $now, $next) = map { "$place/$_" } qw(tree now next);
my @releases = next_release($tree);
my %version = map { my ($name, @versions) = @$_; ($name => \@versions) } @releases;
my @names = map { $_->[0] } @releases;
cmp_ok(scalar @names, '>', 0, 'there are extensions');
foreach my $test (qw(030_lint 031_released))
{
	my ($results) = run_command([ 'sh', '-c', "cd '$tree' && perl test/t/$test.pl 2>&1" ]);
	like($results, qr/^1\.\.\d+$/m, "the next release needs no more than that: $test");
	unlike($results, qr/^(?:not ok|#).*/m, '... which passes');
}
make_install('.', $now);
make_install($tree, $next);

# All that a database holds of its extensions, with its definition: pg_upgrade's dump has it, and
# OIDs and transactions' numbers, which may differ.
sub catalog
{
	my ($database) = @_;
	my ($dump, $errors) = run_command([
			qw(pg_dump --binary-upgrade --schema-only -h), $node->host, '-p', $node->port, $database ]);

	die $errors unless $dump =~ /PostgreSQL database dump complete/;
	$dump =~ s/\\(un)?restrict .*\n//g;
	$dump =~ s/^SELECT pg_catalog\.binary_upgrade_set_.*\n//mg;
	$dump =~ s/^SET rel\w+ = '\d+', rel\w+ = '\d+'$//mg;
	return $dump;
}

# database STATEMENT…: a new one in which these were run
my $databases = 0;

sub database
{
	my $name = 'd' . $databases++;
	$node->safe_psql('postgres', "CREATE DATABASE $name");
	$node->safe_psql($name, $_) foreach @_;
	return $name;
}

sub versions
{
	return $node->safe_psql($_[0],
		"SELECT extname, extversion FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY 1");
}

# versions_of N: what versions() prints if all have this one, 0 the released and 1 the next
sub versions_of { my ($n) = @_; return join "\n", map { "$_|$version{$_}[$n]" } sort @names; }

# What in a database depends on an extension, besides columns of its type
my %depends = (
	wiji_feed => q{SELECT wiji_create_feed('note')},
	uuidtime => 'CREATE TABLE old_uuid (v uuid DEFAULT uuidtime_v7())',
	map { $_ => "CREATE TABLE old_$_ (id $_ PRIMARY KEY)" } qw(siq tid62 uid60));

# Ten more rows, and what a consumer reads
my $more = 'INSERT INTO note (n) SELECT generate_series(101, 110); SELECT count(*) FROM note';
$more .= q{ WHERE id < wiji_horizon('note')} if $version{wiji_feed};

# This release, with data
use_files($node, $now);
my @create = map { "CREATE EXTENSION $_" } @names;
my @update = map { "ALTER EXTENSION $_ UPDATE" } @names;
my @with_library = grep { -e libraries_in($now) . "/$_.so" } @names;
my $data = database(@create, q{
	CREATE TABLE note (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer);
	INSERT INTO note (n) SELECT generate_series(1, 100)},
	map { $depends{$_} // () } @names);
my $empty = database(@create);
my $rows = 'SELECT count(*), md5(string_agg(id || n::text, id::text)) FROM note';
my $contents = $node->safe_psql($data, $rows);
is(versions($data), versions_of(0), 'a database has the extensions of this release');
$node->command_ok([ 'pg_dump', '-h', $node->host, '-p', $node->port, '-f', "$place/dump", $data ], 'and a dump');

# CHANGELOG tells the first release from earlier commits by its functions.
my ($tells, $table) = slurp_file('CHANGELOG.md') =~ /^### Earlier commits.*?^```sql\n(.*?)^```(.*)/ms;
my $first = database(map { "CREATE EXTENSION $_" . ($_ eq 'wiji_feed' ? " VERSION '0.9'" : " VERSION '1.0'") } @names);
my %md5 = $table =~ /^\| `(\w+)` \| (\w{32}) \|$/mg;
is($node->safe_psql($first, $tells), join("\n", map { "$_|$md5{$_}" } sort keys %md5), 'CHANGELOG has the sums of the first release');

# New scripts before the library that they need: nothing happens.
my $half = "$place/half";
make_install($tree, $half);
copy(libraries_in($now) . "/$_.so", libraries_in($half)) or die $! foreach @with_library;
use_files($node, $half);
foreach my $name (@with_library)
{
	my (undef, undef, $error) = $node->psql($empty, "ALTER EXTENSION $name UPDATE");
	like($error, qr/could not find function "pgwiji_(\w+_)?next" in file/, "$name: no update without its library");
}
is(versions($empty), versions_of(0), 'all are what they were');

# The next libraries serve the released declarations.
use_files($node, $next);
my $resolved = q{
	SELECT count(pg_catalog.fmgr_c_validator(p.oid) IS NULL) FROM pg_proc p JOIN pg_language l ON l.oid = prolang
	WHERE lanname = 'c' AND p.oid >= 16384};
is(versions($data), versions_of(0), 'with new files a database has the old versions');
cmp_ok($node->safe_psql($data, $resolved), '>', 200, 'and the new libraries have all of their functions');
is($node->safe_psql($data, $rows), $contents, 'rows are the same');
is($node->safe_psql($data, $more), '110', 'a feed delivers them, and new ones');
$node->safe_psql($data, 'DELETE FROM note WHERE n > 100');

# A dump of this release becomes the next one.
my $restored = database();
$node->command_ok([ 'psql', '-q', '-X', '-v', 'ON_ERROR_STOP=1', '-h', $node->host, '-p', $node->port,
		'-d', $restored, '-f', "$place/dump" ], 'a dump of this release can be restored');
is(versions($restored), versions_of(1), 'its extensions have the next version');

# The update
$node->safe_psql($_, join ';', @update) foreach $data, $empty;
is(versions($data), versions_of(1), 'all can be updated');
my $fresh = database(@create);
is(versions($fresh), versions_of(1), 'CREATE EXTENSION creates the next version');
is(catalog($empty), catalog($fresh), 'what was updated equals what was created');
is(catalog($data), catalog($restored), 'with tables and a feed, too');
like(catalog($fresh), qr/CREATE FUNCTION public\.wiji_next\(/, 'which has what is new');
foreach my $database ($data, $restored)
{
	is($node->safe_psql($database, 'SELECT ' . join ', ', map { "${_}_next()" } @names),
		join('|', map { $version{$_}[1] } @names), 'and it works');
	is($node->safe_psql($database, $rows), $contents, 'rows are the same');
	is($node->safe_psql($database, $more), '110', 'so are feeds');
}

# Where no extension can be installed, its owner runs the scripts of one without C, once or again.
my @without_library = grep { !-e libraries_in($now) . "/$_.so" } @names;
cmp_ok(scalar @without_library, '>', 0, 'there are extensions without C');
foreach my $name (@without_library)
{
	my ($script) = map { s/\.control$//r } glob "$tree/*/$name.control";
	my $plain = database('CREATE SCHEMA tools');
	my @run = ('psql', '-q', '-X', '-1', '-v', 'ON_ERROR_STOP=1', '-h', $node->host, '-p', $node->port, '-d', $plain,
		'-c', 'SET search_path = tools', '-f', "$script--$version{$name}[0].sql",
		'-f', "$script--$version{$name}[0]--$version{$name}[1].sql");
	$node->command_ok(\@run, "$name: its scripts run without the extension") foreach 1 .. 2;
	is($node->safe_psql($plain, "SELECT tools.${name}_next()"), $version{$name}[1], '... and bring the next version');
}

# There is no way back.
foreach my $name (@names)
{
	my (undef, undef, $error) = $node->psql($empty, "ALTER EXTENSION $name UPDATE TO '$version{$name}[0]'");
	like($error, qr/has no update path from version/, "$name: no way back");
}

# From each version that was released to each later one
foreach my $name (@names)
{
	my $updates = $node->safe_psql('postgres',
		"SELECT source, target FROM pg_extension_update_paths('$name') WHERE path IS NOT NULL ORDER BY 1, 2");
	foreach my $update (split /\n/, $updates)
	{
		my ($source, $target) = split /\|/, $update;
		my $updated = database("CREATE EXTENSION $name VERSION '$source' CASCADE",
			"ALTER EXTENSION $name UPDATE TO '$target'");
		my $new = database("CREATE EXTENSION $name VERSION '$target' CASCADE");

		is(catalog($updated), catalog($new), "$name: an update from $source to $target equals $target");
	}
}

done_testing();
