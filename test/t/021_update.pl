# ALTER EXTENSION … UPDATE: an extension that was updated to a version equals one that CREATE EXTENSION
# creates.
#
# In a separate folder each extension gets a next version, with one more function, and scripts there
# and back.  Then every update that the server offers is run, including those of real releases.

use strict;
use warnings;

use File::Copy;
use File::Path qw(make_path);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;

# Where this server searches for extensions: from PostgreSQL 18 on in a list of folders; before, on
# Debian, below another root as well.
sub setting
{
	return $node->safe_psql('postgres', "SELECT current_setting('$_[0]', true)");
}
my ($share) = run_command([ 'pg_config', '--sharedir' ]);
my ($lib) = run_command([ 'pg_config', '--pkglibdir' ]);
my ($path) = split /:/, setting('extension_control_path');
my $root = setting('extension_destdir');
my ($there) = grep { -e "$_/extension/wiji.control" } grep { $_ } $path, "$root$share", $share;

my $place = PostgreSQL::Test::Utils::tempdir;
my $folder = $path ? "$place/extension" : "$place$share/extension";
make_path($folder);
if ($path)
{
	$node->append_conf('postgresql.conf', "extension_control_path = '$place:\$system'");
}
elsif ($node->safe_psql('postgres', "SELECT count(*) FROM pg_settings WHERE name = 'extension_destdir'"))
{
	$node->append_conf('postgresql.conf', "extension_destdir = '$place'");
	make_path("$place$lib");
	foreach my $name (qw(wiji.so wiji_feed.so))
	{
		copy(-e "$root$lib/$name" ? "$root$lib/$name" : "$lib/$name", "$place$lib") or die $!;
	}
}
else
{
	plan skip_all => 'this server searches for extensions only where it is installed';
}

# all extensions of these libraries, as they are, and a next version of each
my %version;
foreach my $control (glob "$there/extension/*.control")
{
	my $text = slurp_file($control);
	next unless $text =~ m!^module_pathname = '\$libdir/wiji(?:_feed)?'!m;
	my ($name) = $control =~ m!([^/]+)\.control$!;
	($version{$name}) = $text =~ /^default_version = '(.*)'/m;
	copy($_, $folder) or die $! foreach $control, glob "$there/extension/$name--*.sql";

	my ($now, $next) = ($version{$name}, "$version{$name}.next");
	my $new = "CREATE FUNCTION ${name}_next() RETURNS text LANGUAGE SQL IMMUTABLE RETURN '$next';\n"
	  . "COMMENT ON FUNCTION ${name}_next() IS 'what the next version has more';\n";
	append_to_file("$folder/$name--$next.sql", slurp_file("$folder/$name--$now.sql") . $new);
	append_to_file("$folder/$name--$now--$next.sql", $new);
	append_to_file("$folder/$name--$next--$now.sql", "DROP FUNCTION ${name}_next();\n");
}
cmp_ok(scalar keys %version, '>', 1, 'extensions were found');
$node->restart;

# All that a database holds of its extensions, with its definition: pg_upgrade's dump has it, and
# OIDs, which may differ.
sub catalog
{
	my ($database) = @_;
	my ($dump, $errors) = run_command([
			qw(pg_dump --binary-upgrade --schema-only -h), $node->host, '-p', $node->port, $database ]);

	die $errors unless $dump =~ /PostgreSQL database dump complete/;
	$dump =~ s/\\(un)?restrict .*\n//g;
	$dump =~ s/^SELECT pg_catalog\.binary_upgrade_set_.*\n//mg;
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

foreach my $name (sort keys %version)
{
	my $updates = $node->safe_psql('postgres',
		"SELECT source, target FROM pg_extension_update_paths('$name') WHERE path IS NOT NULL ORDER BY 1, 2");
	cmp_ok(scalar split(/\n/, $updates), '>=', 2, "$name: updates exist");

	foreach my $update (split /\n/, $updates)
	{
		my ($source, $target) = split /\|/, $update;
		my $updated = database("CREATE EXTENSION $name VERSION '$source' CASCADE", "ALTER EXTENSION $name UPDATE TO '$target'");
		my $new = database("CREATE EXTENSION $name VERSION '$target' CASCADE");

		is(catalog($updated), catalog($new), "$name: an update from $source to $target equals $target");
	}

	# in one database that uses it, there and back
	my ($now, $next) = ($version{$name}, "$version{$name}.next");
	my $used = database("CREATE EXTENSION $name CASCADE");
	my $type = $node->safe_psql($used, "SELECT coalesce(to_regtype('$name')::text, 'uuid')");
	$node->safe_psql($used, "CREATE TABLE t (id $type PRIMARY KEY); CREATE VIEW v AS SELECT min(id::text) FROM t");
	my $before = catalog($used);

	$node->safe_psql($used, "ALTER EXTENSION $name UPDATE TO '$next'");
	is($node->safe_psql($used, "SELECT ${name}_next()"), $next, "$name: the next version has what is new");
	isnt(catalog($used), $before, "$name: and its catalog differs");
	$node->safe_psql($used, "ALTER EXTENSION $name UPDATE TO '$now'");
	is(catalog($used), $before, "$name: back, the catalog is what it was");
	like($before, qr/CREATE FUNCTION \w+\.${name}_/, "$name: which has its functions");
}

done_testing();
