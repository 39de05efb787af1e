# The packages of the libraries in clients/, as CONTRIBUTING.md publishes them: each holds the
# license and what it needs, and nothing else.  A package whose tool this machine lacks is reported
# and skipped.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

# A package's registry; its library; a command that checks for its tool; shell commands that build it
# in a copy of the library's folder and list its files; these files.
my $setuptools = q{python3 -c "import setuptools as s; exit(int(s.__version__.split('.')[0]) < 77)"};
my $build = q{python3 -c "import setuptools.build_meta as b; b.build_%s('dist')"};
my $names = q{python3 -c "import glob, zipfile; print(*zipfile.ZipFile(*glob.glob('dist/*')).namelist(), sep='\n')"};
my @packages = (
	[ 'npm', 'javascript', 'npm --version',
		'npm --offline pack', 'tar -tzf *.tgz',
		qw(LICENSE package.json wiji.d.ts wiji.js) ],
	[ 'PyPI, the source', 'python', $setuptools,
		sprintf($build, 'sdist'), 'tar -tzf dist/*',
		qw(LICENSE pyproject.toml wiji.py) ],
	[ 'PyPI, the wheel', 'python', $setuptools,
		sprintf($build, 'wheel'), $names,
		qw(LICENSE wiji.py) ],
	[ 'crates.io', 'rust', 'cargo --version',
		'cargo package --quiet --offline --allow-dirty --no-verify', 'tar -tzf target/package/*.crate',
		qw(Cargo.toml LICENSE src/lib.rs) ],
	[ 'Packagist', 'php', 'composer --version',
		'composer --no-plugins archive --format=tar --dir="$HOME/made"', 'tar -tf "$HOME"/made/*.tar',
		qw(LICENSE Wiji.php composer.json) ],
	[ 'RubyGems', 'ruby', 'gem --version',
		'gem build wiji.gemspec', 'tar -xOf *.gem data.tar.gz | tar -tz',
		qw(LICENSE wiji.rb) ],
);

# What tools put in front of names, and what they write themselves.
my $folder = qr!^(?:package/|wiji-[\d.]+/|wiji-[\d.]+\.dist-info/licenses/)!;
my $own = qr!^$|/$
	|^(?:wiji\.egg-info|wiji-[\d.]+\.dist-info|META-INF)/
	|^(?:PKG-INFO|setup\.cfg|Cargo\.lock|Cargo\.toml\.orig|\.cargo_vcs_info\.json)$!x;

# They write nothing outside.
$ENV{HOME} = PostgreSQL::Test::Utils::tempdir;
$ENV{COMPOSER_ALLOW_SUPERUSER} = 1;
delete $ENV{CARGO_TARGET_DIR};

is(slurp_file($_), slurp_file('LICENSE'), "$_ is the project's")
  foreach map { "clients/$_/LICENSE" } qw(go java javascript php python ruby rust);

foreach (@packages)
{
	my ($name, $library, $tool, $make, $list, @files) = @$_;
	if (system("$tool >/dev/null 2>&1") != 0)
	{
		note("$name is not tested: this machine does not have its tool");
		next;
	}

	my $copy = PostgreSQL::Test::Utils::tempdir;
	system('cp', '-R', "clients/$library/.", $copy) == 0 or die "no copy of $library";
	my $said = `cd $copy && $make 2>&1`;
	my @found = grep { !/$own/ } map { s/$folder//r } split /\n/, `cd $copy && $list`;
	is_deeply([ sort @found ], \@files, "$name: the package has what it needs, and nothing else")
	  or diag("$said@found");
}

done_testing();
