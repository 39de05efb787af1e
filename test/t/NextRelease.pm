# This release and the next one (test/next), built and installed in folders, and a server that uses the
# files of one of them.
package NextRelease;

use strict;
use warnings;

use Exporter 'import';
use File::Path qw(make_path);
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(finds_extensions_elsewhere libraries_in make_install next_release use_files with_shared_memory);

my ($share) = run_command([ 'pg_config', '--sharedir' ]);
my ($lib) = run_command([ 'pg_config', '--pkglibdir' ]);

# The folder of the libraries that are installed below a root.
sub libraries_in { return "$_[0]$lib"; }

# Whether a setting says where extensions are: from PostgreSQL 18 on a list of folders; before, on
# Debian, another root.
sub finds_extensions_elsewhere
{
	my ($node) = @_;
	return $node->safe_psql('postgres',
		"SELECT count(*) FROM pg_settings WHERE name IN ('extension_control_path', 'extension_destdir')");
}

# The libraries with shared memory: those that request some.
sub with_shared_memory
{
	return sort map { m!(?:^|/)([^/]+)\.control$! } glob join ' ', map { s!/[^/]*$!/*.control!r }
	  grep { slurp_file($_) =~ /id_request_shared_memory/ } glob '*/*.c */*/*.c';
}

# use_files NODE, ROOT, LIBRARIES: restarts the server with the files that are installed below this
# root.  It preloads these libraries; before 17, extensions with shared memory need that.
sub use_files
{
	my ($node, $root, $preload) = @_;
	$preload //= $node->pg_version < 17 ? join(', ', with_shared_memory()) : '';
	my $found = $node->pg_version >= 18 ? "extension_control_path = '$root$share:\$system'"
	  : "extension_destdir = '$root'";
	$node->append_conf('postgresql.conf',
		"$found\ndynamic_library_path = '$root$lib:\$libdir'\nshared_preload_libraries = '$preload'");
	$node->restart;
	return;
}

# A copy of the tree in this folder that is the next release.  Returns the extensions, and their two
# versions.
sub next_release
{
	my ($folder) = @_;
	make_path($folder);
	system_or_bail('sh', '-c', "tar --exclude=./tmp_check --exclude=./.git -cf - . | tar -C '$folder' -xf -");
	{
		# this release is tagged
		local %ENV = %ENV;
		delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};
		system_or_bail('make', '-s', '-C', $folder, 'released');
	}
	my ($made) = run_command([ 'perl', 'test/next', $folder ]);
	return map { [split] } sort split /\n/, $made;
}

# make_install TREE, ROOT, ARGUMENTS: what is built there already is not built again.
sub make_install
{
	my ($tree, $root, @arguments) = @_;
	local %ENV = %ENV;
	delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};
	system_or_bail('make', '-s', '-C', $tree, 'with_llvm=no', @arguments, "DESTDIR=$root", 'install');
	return;
}

1;
