# The packages of the libraries in clients/, as CONTRIBUTING.md publishes them: each is built by its
# ecosystem's tool, and holds the license and what it needs, and nothing else.  In an empty project that
# has installed it, the blocks of its README run in order and print what their comments say; so they do
# where the README's own commands have installed it.
#
# What this machine lacks a tool for is reported and left out.  A block below <!-- needs DRIVER --> is run
# where the driver is, and with WIJI_TEST_REGISTRIES, which lets tools and drivers be downloaded.  Blocks
# between ~~~ are parts of a program with an ORM, and are not run.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $registries = $ENV{WIJI_TEST_REGISTRIES};
my $home = PostgreSQL::Test::Utils::tempdir;

# A package: its registry; its library; a command that checks for its tool; shell commands that build it
# in a copy of the library's folder, list its files, and install it, $1, in a project; these files.
my $setuptools = q{python3 -c "import setuptools as s; exit(int(s.__version__.split('.')[0]) < 77)"};
my $build = $registries ? 'python3 -m build --%s && python3 -m twine check --strict dist/*'
  : q{python3 -c "import setuptools.build_meta as b; b.build_%s('dist')"};
my $names = q{python3 -c "import glob, zipfile; print(*zipfile.ZipFile(*glob.glob('%s')).namelist(), sep='\n')"};
my $mvn = 'mvn --batch-mode --quiet';
my $module = 'wiji.example/go@v0.9.0';
my @packages = (
	[ 'npm', 'javascript', 'npm --version',
		'npm pack' . ($registries ? ' && npx --yes publint --strict *.tgz && npx --yes @arethetypeswrong/cli *.tgz' : ''),
		'tar -tzf *.tgz', 'npm install "$1"/*.tgz',
		qw(CHANGELOG.md LICENSE README.md drizzle.cjs drizzle.d.cts drizzle.d.ts drizzle.js package.json
		  pg.cjs pg.d.cts pg.d.ts pg.js wiji.cjs wiji.d.cts wiji.d.ts wiji.js) ],
	[ 'PyPI, the source', 'python', $setuptools,
		sprintf($build, 'sdist'), 'tar -tzf dist/*', 'python3 -m pip install "$1"/dist/*',
		qw(CHANGELOG.md LICENSE MANIFEST.in README.md pyproject.toml tests/__init__.py tests/tell.py tests/test_modules.py
		  tests/test_wiji.py wiji/__init__.py wiji/asyncpg.py wiji/django.py wiji/psycopg.py wiji/py.typed
		  wiji/sqlalchemy.py) ],
	[ 'PyPI, the wheel', 'python', $setuptools,
		sprintf($build, 'wheel'), sprintf($names, 'dist/*'), 'python3 -m pip install "$1"/dist/*',
		qw(LICENSE wiji/__init__.py wiji/asyncpg.py wiji/django.py wiji/psycopg.py wiji/py.typed wiji/sqlalchemy.py) ],
	[ 'crates.io', 'rust', 'cargo --version',
		'cargo package --allow-dirty >log 2>&1 && ! grep warning log || { cat log; false; }', 'tar -tzf target/package/*.crate',
		'tar -xzf "$1"/target/package/*.crate && cargo add --quiet wiji --path wiji-*'
		  . ($registries ? ' --features postgres-types-0_2' : ''),
		qw(CHANGELOG.md Cargo.toml LICENSE README.md examples/tell.rs src/diesel_2.rs src/lib.rs src/postgres_types_0_2.rs
		  src/serde.rs src/sqlx_0_9.rs src/uuid_1.rs tests/tests.rs) ],
	# what the proxy keeps of the two modules, from which the project gets them
	[ 'the proxy of Go', 'go', 'go version',
		q{proxy=$PWD/proxy/wiji.example; for m in go go/wijipgx; do v=$proxy/$m/@v && mkdir -p $v && (cd ./${m#go} && }
		  . q{printf 'v0.9.0\n' >$v/list && printf '{"Version":"v0.9.0"}' >$v/v0.9.0.info && cp go.mod $v/v0.9.0.mod && }
		  . q{python3 -c "import zipfile, sys; z = zipfile.ZipFile(sys.argv[1], 'w'); }
		  . q{[z.write(f, sys.argv[2] + f) for f in sys.argv[3:]]" $v/v0.9.0.zip wiji.example/$m@v0.9.0/ }
		  . q{$(find . -type f ! -path './proxy/*' ! -path './wijipgx/*' | sed 's!^[.]/!!')) || exit; done},
		join('; ', map { sprintf $names, "proxy/*/$_/\@v/*.zip" } 'go', 'go/wijipgx'),
		'GONOSUMDB=wiji.example GOPROXY="file://$1/proxy,$(go env GOPROXY)" go get '
		  . join(' ', $module, $registries ? 'wiji.example/go/wijipgx@v0.9.0' : ()),
		qw(LICENSE README.md example_test.go go.mod internal/tell/main.go),
		(map { "wiji.example/go/wijipgx\@v0.9.0/$_" } qw(go.mod wijipgx.go wijipgx_test.go)), qw(wiji.go wiji_test.go) ],
	[ 'Maven', 'java', $registries ? "$mvn --version" : 'false',
		"$mvn -DskipTests install && $mvn -DskipTests -f hibernate/pom.xml package",
		join('; ', map { sprintf $names, "$_/wiji-*.jar" } 'target', 'hibernate/target'),
		'mkdir lib && cp "$1"/target/wiji-*.jar "$1"/hibernate/target/wiji-*.jar lib',
		(map { "example/wiji/$_.class" } 'Wiji$Factory', 'Wiji', 'hibernate/GeneratedWiji$Generator',
			'hibernate/GeneratedWiji', 'hibernate/WijiType$Contributor', 'hibernate/WijiType') ],
	[ 'Packagist', 'php', 'composer --version',
		'composer --no-plugins validate --strict --no-check-version && composer --no-plugins archive --format=tar --dir="$HOME/composer"',
		'tar -tf "$HOME"/composer/*.tar',
		'mkdir package && tar -xf "$HOME"/composer/*.tar -C package && '
		  . 'composer config repositories.wiji path package && composer require wiji/wiji:0.9.0',
		qw(LICENSE README.md composer.json src/Doctrine/WijiGenerator.php src/Doctrine/WijiType.php
		  src/Eloquent/AsWiji.php src/Eloquent/HasWiji.php src/Wiji.php) ],
	[ 'RubyGems', 'ruby', 'gem --version',
		'gem build wiji.gemspec', 'tar -xOf *.gem data.tar.gz | tar -tz', 'gem install --user-install --local "$1"/*.gem',
		qw(LICENSE README.md Rakefile lib/wiji.rb lib/wiji/active_record.rb test/test_active_record.rb
		  test/test_wiji.rb) ],
);

# A language's project: a command that begins it; its program, and a command that runs it, $1; whether all
# blocks of the README are one program; commands that check for a driver, $1, and that install it; one
# that checks for what the README's commands need beyond the language; and one that copies the
# library's file instead.
my %project = (
	javascript => { begin => 'npm init --yes', program => 'main.mjs', run => 'node main.mjs', one => 1,
		has => 'node -e "import(process.argv[1])" "$1"', driver => 'npm install "$1"', check => 'npm --version',
		copy => 'mkdir -p node_modules/wiji && cd "$WIJI/clients/javascript" && '
		  . 'cp package.json *.js "$OLDPWD/node_modules/wiji"' },
	python => { begin => 'if python3 -c "import ensurepip"; then python3 -m venv --system-site-packages .venv; fi', program => 'main.py', run => 'python3 main.py', one => 1,
		has => 'python3 -c "import ${1%%[*}"', driver => 'python3 -m pip install "$1"', check => $registries ? 'true' : "python3 -c 'import ensurepip' && $setuptools",
		copy => 'cp -R "$WIJI/clients/python/wiji" .' },
	go => { begin => 'go mod init example/app', program => 'main.go', 
		run => 'go vet -mod=mod . && go run -mod=mod .', has => 'false', driver => 'true', check => 'true' },
	# the drivers of both projects are compiled once
	rust => { begin => 'cargo init --quiet --name app', program => 'src/main.rs',
		run => 'CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR="$HOME/cargo" cargo run --quiet',
		has => 'false', driver => 'cargo add --quiet "$1"', check => 'true' },
	java => { begin => 'true', run => q(javac -cp "lib/*:." -d . "$1" && java -cp "lib/*:." "${1%.java}"),
		has => 'mkdir -p lib && case $1 in org.postgresql:*) cp /usr/share/java/postgresql.jar lib ;; *) false ;; esac',
		driver => q(IFS=:; set -- $1; printf '<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId>)
		  . q(<artifactId>a</artifactId><version>1</version><dependencies><dependency><groupId>%s</groupId>)
		  . q(<artifactId>%s</artifactId><version>%s</version></dependency></dependencies></project>' "$@" )
		  . qq(>pom.xml && unset IFS && $mvn dependency:copy-dependencies -DoutputDirectory=lib),
		check => $registries ? "$mvn --version" : 'false',
		installed => 'mkdir -p lib && cp "$HOME"/.m2/repository/example/wiji/*/0.9.0/*.jar lib',
		copy => 'mkdir -p example/wiji && cp "$WIJI/clients/java/src/main/java/example/wiji/Wiji.java" example/wiji' },
	php => { begin => q(printf '{"repositories": [{"packagist.org": false}]}' >composer.json), program => 'main.php',
		run => 'php main.php', one => 1, has => 'php -m | grep -qx "${1#ext-}"', driver => 'false',
		check => 'composer --version', copy => 'mkdir vendor && cp "$WIJI/clients/php/src/Wiji.php" vendor/autoload.php' },
	ruby => { begin => 'true', program => 'main.rb', run => 'ruby -w main.rb', one => 1,
		has => 'ruby -e "require ARGV[0]" "$1"', driver => 'gem install --user-install "$1"', check => 'gem --version',
		copy => 'cp "$WIJI/clients/ruby/lib/wiji.rb" .' },
);

# What tools put in front of names, and what they write themselves.
my $folder = qr!^(?:package/|(?:pg)?wiji-[\d.]+/|pgwiji-[\d.]+\.dist-info/licenses/|\Q$module\E/)!;
my $own = qr!^$|/$
	|^(?:pgwiji\.egg-info|pgwiji-[\d.]+\.dist-info|META-INF)/
	|^(?:PKG-INFO|setup\.cfg|Cargo\.lock|Cargo\.toml\.orig|\.cargo_vcs_info\.json)$!x;

# Tools write nothing outside, and download nothing if they must not.
$ENV{HOME} = $home;
$ENV{COMPOSER_ALLOW_SUPERUSER} = 1;
$ENV{GOFLAGS} = '-modcacherw';
$ENV{MAVEN_OPTS} = "-Duser.home=$home";
$ENV{PYTHONDONTWRITEBYTECODE} = 1;
delete @ENV{qw(CARGO_TARGET_DIR GOCACHE GOPATH PYTHONPATH)};
@ENV{qw(npm_config_audit npm_config_fund npm_config_update_notifier)} = ('false') x 3;
if ($registries)
{
	# with a compiler's own tools in an environment of its own
	system('python3 -m venv $HOME/tools && $HOME/tools/bin/pip install -q build twine "setuptools>=77" >&2') == 0
	  and $ENV{PATH} = "$home/tools/bin:$ENV{PATH}";
}
else
{
	@ENV{qw(npm_config_offline CARGO_NET_OFFLINE GOPROXY PIP_NO_INDEX PIP_NO_BUILD_ISOLATION)} = qw(true true off 1 0);
}

copy_of_clients("$home/tree");
$ENV{WIJI} = "$home/tree";

# One shell command in a folder, and what it printed; dies if it fails.
sub shell
{
	my ($where, $command, @arguments) = @_;
	my ($output, $errors) = ('', '');
	IPC::Run::run([ 'sh', '-c', $command, 'sh', @arguments ], '<', \undef, '>', \$output, '2>', \$errors,
		init => sub { chdir $where or die $! })
	  or die "$command:\n$output$errors\n";
	return $output;
}

sub succeeds { return eval { shell('.', @_); 1 }; }

# The blocks of a README: [language, text, the driver that it needs].
sub blocks
{
	my ($text) = @_;
	my @blocks;
	push @blocks, [ $2, $3, $1 ] while $text =~ /^(?:<!-- needs (\S+) -->\n)?```(\w+)\n(.*?)^```$/gms;
	return @blocks;
}

# What the comments of lines that print say, and what was printed; IDs and times in them are examples.
my $prints = qr/print\(|console\.log|fmt\.Print|println\!|System\.out\.print|echo |puts /;
sub said { return map { shape($_) } $_[0] =~ m!^\s*(?:$prints).*\s(?://|\#) (.*)$!mg; }

sub shape
{
	my ($line) = @_;
	return $line =~ s/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/ID/gr =~ s/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/UUID/gr
	  =~ s/\b\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z| ?\+[\d:]+)?(?: \d{6}$)?/TIME/gr;
}

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "listen_addresses = '127.0.0.1'");    # JDBC needs it
$node->start;
$node->safe_psql('template1', 'CREATE EXTENSION wiji');
@ENV{qw(PGHOST PGPORT PGUSER)} = ($node->host, $node->port, (getpwuid $<)[0]);
my $databases = 0;

# Runs the blocks of a library's README in a new project, which the install command has installed it in;
# without one, those that install it are run as well.
sub readme
{
	my ($library, $what, $install, @arguments) = @_;
	my $project = $project{$library};
	my $where = PostgreSQL::Test::Utils::tempdir;
	my ($program, @runs) = ('');

	$ENV{PGDATABASE} = 'readme' . ++$databases;
	$ENV{JDBC_URL} = "jdbc:postgresql://127.0.0.1:$ENV{PGPORT}/$ENV{PGDATABASE}?user=$ENV{PGUSER}";
	$ENV{DATABASE_URL} = "host=$ENV{PGHOST} port=$ENV{PGPORT} user=$ENV{PGUSER} dbname=$ENV{PGDATABASE}";
	$node->safe_psql('postgres', "CREATE DATABASE $ENV{PGDATABASE}");
	local $ENV{PATH} = "$where/.venv/bin:$ENV{PATH}";
	my $done = eval {
		shell($where, $project->{begin});
		shell($where, $install, @arguments) if $install;
		foreach (blocks(slurp_file("clients/$library/README.md")))
		{
			my ($language, $text, $driver) = @$_;
			if ($language eq 'sh')
			{
				next if $install || $driver && !$registries;
				shell($where, $text);
				shell($where, $project->{installed}) if $project->{installed};
				next;
			}
			next if $language eq 'xml';    # of the project's own file
			if ($driver)
			{
				my $has = eval { shell($where, $project->{has}, $driver); 1 };
				if (!$has && !$registries) { note("$library, with $driver, is not tested: only --all downloads it"); next; }
				shell($where, $project->{driver}, $driver) unless $has;
			}
			$program = $project->{one} ? "$program$text" : $text;
			@runs = () if $project->{one};
			push @runs, $program;
		}
		foreach my $run (@runs)
		{
			my $file = $project->{program} // ($run =~ /public class (\w+)/)[0] . '.java';
			unlink "$where/$file";
			append_to_file("$where/$file", $run);
			is_deeply([ map { shape($_) } split /\n/, shell($where, $project->{run}, $file) ], [ said($run) ],
				"$library: what the README prints, $what");
		}
		1;
	};
	ok($done && @runs, "$library: the README's blocks run, $what") or diag($@);
	return;
}

is(slurp_file($_), slurp_file('LICENSE'), "$_ is the project's")
  foreach map { "clients/$_/LICENSE" } qw(go java javascript php python ruby rust);

foreach (@packages)
{
	my ($name, $library, $tool, $make, $list, $install, @files) = @$_;
	if (!succeeds($tool)) { note("$name is not tested: this machine lacks its tool, or what it downloads"); next; }

	my $copy = PostgreSQL::Test::Utils::tempdir;
	system('cp', '-R', "$home/tree/clients/$library/.", $copy) == 0 or die "no copy of $library";
	my $made = eval { shell($copy, $make); 1 } or diag($@);
	my @found = grep { !/$own/ } map { s/$folder//r } split /\n/, $made ? shell($copy, $list) : '';
	is_deeply([ sort @found ], \@files, "$name: the package has what it needs, and nothing else") or diag("@found");
	readme($library, "from the package for $name", $install, $copy) if $made && $install && $project{$library};
}

my %language = (java => 'javac', javascript => 'node', python => 'python3', rust => 'cargo');
foreach my $library (sort keys %project)
{
	if (!succeeds("command -v " . ($language{$library} // $library)))
	{
		note("$library is not tested: this machine does not have it");
		next;
	}
	my $can = succeeds($project{$library}{check});
	note("$library, as the README installs it, is not tested: this machine lacks its tool, or what it downloads") unless $can;
	readme($library, $can ? 'which installs it' : 'with the file copied', $can ? undef : $project{$library}{copy});
}

# C's README, with a folder in place of /usr/local, and its program with libpq where that can be compiled.
my $libpq = succeeds(q{printf '#include <libpq-fe.h>\nint main(void) { return PQlibVersion() == 0; }' }
	  . q{| cc -x c - -I"$(pg_config --includedir)" -lpq -o "$HOME/libpq"});
note("c, with libpq, is not tested: this machine lacks it") unless $libpq;
$node->safe_psql('postgres', 'CREATE DATABASE readme_c');
local $ENV{PGDATABASE} = $libpq ? 'readme_c' : '';
my $printed = `BUILD=$home/c clients/c/test/readme.sh $home/c/installed 2>&1`;
is($?, 0, "c: the README's blocks run") or diag($printed);
is(scalar(() = $printed =~ /^ok /mg), $libpq ? 5 : 4, 'c: all of them');

$node->stop;
done_testing();
