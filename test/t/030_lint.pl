# The files of this tree fit each other: versions, lists, headers, links.

use strict;
use warnings;

use lib 'test/t';

use File::Basename;
use JSON::PP;
use Pages;
use PostgreSQL::Test::Utils;
use Test::More;

# META.json has what PGXN demands, and the same version as all other files.
my $meta = decode_json(slurp_file('META.json'));
like($meta->{version}, qr/^\d+\.\d+\.\d+$/, 'its version has three numbers');
my %known = map { $_ => 1 } qw(name version abstract description generated_by maintainer license provides
  prereqs release_status resources tags no_index meta-spec);
is_deeply([ grep { !$meta->{$_} } qw(name version abstract maintainer license provides meta-spec) ], [],
	'META.json has the fields that PGXN demands');
is_deeply([ grep { !$known{$_} } keys %$meta ], [], 'and only fields that PGXN knows');
like("$meta->{license} $meta->{release_status}", qr/^postgresql (stable|testing|unstable)$/,
	'license and status by the names that PGXN has for them');

my %control = map { m!([^/]+)\.control$! => $_ } glob '*.control */*.control */*/*.control';
is_deeply([ sort keys %{ $meta->{provides} } ], [ sort keys %control ], 'it provides every extension');
foreach my $name (sort keys %control)
{
	my $provided = $meta->{provides}{$name} or next;
	my ($version) = slurp_file($control{$name}) =~ /^default_version = '(.*)'/m;
	is($provided->{version}, "$version.0", "$name: the version is the control file's");
	# it creates the extension, or updates it
	like($provided->{file}, qr/^\Q@{[ $control{$name} =~ s!\.control$!!r ]}\E--([\d.]+--)?\Q$version\E\.sql$/,
		"$name: the script leads to it");
	ok($provided->{abstract} && -f $provided->{file} && -f $provided->{docfile}, "$name: its files exist");

	# the library has the same name and version
	my $module = $name eq 'wiji' ? 'src/module.c' : dirname($control{$name}) . '/module.c';
	my ($library) = slurp_file($control{$name}) =~ /^module_pathname = '\$libdir\/(.*)'/m or next;
	is_deeply([ slurp_file($module) =~ /^ID_MODULE_MAGIC\(\.name = "(.*)",\s*\.version = "(.*)"\);/m ], [ $name, $version ],
		"$module has the name and the version of the extension");
	is($library, $name, "$name: the library has its name");
}

my %version = (
	'debian/changelog' => qr/\Awiji \((.*)-\d+\) unstable;/,
	'CHANGELOG.md' => qr/^## ([\d.]+) \(\d{4}-\d\d-\d\d\)$/m,
	'clients/c/Makefile' => qr/^VERSION = (.*)$/m,
	# Go takes its from the tag
	'clients/javascript/package.json' => qr/^\t"version": "(.*)",$/m,
	'clients/python/pyproject.toml' => qr/^version = "(.*)"$/m,
	'clients/rust/Cargo.toml' => qr/^version = "(.*)"$/m,
	'clients/java/pom.xml' => qr!^\t<version>(.*)</version>$!m,
	'clients/java/hibernate/pom.xml' => qr!^\t<version>(.*)</version>$!m,
	'clients/php/composer.json' => qr/^\t"version": "(.*)",$/m,
	'clients/ruby/lib/wiji.rb' => qr/^  VERSION = '(.*)'$/m);
foreach my $file (sort keys %version)
{
	my $text = slurp_file($file);
	# a package without a real address is not released
	my $right = $file =~ m!/(?:java|php)/! ? '0.9.0' : $meta->{version};
	is(($text =~ $version{$file})[0], $right, "$file: the version is the release's");
}

# The changelog in a client's package begins with its version.
foreach my $file (glob 'clients/*/CHANGELOG.md')
{
	my $right = $file =~ m!/(?:go|java|php)/! ? '0.9.0' : $meta->{version};
	is((slurp_file($file) =~ $version{'CHANGELOG.md'})[0], $right, "$file: the version is the package's");
}

# No page says how to install by a name that is somebody else's.
my $install = qr/\b(?:(?:pip|pipx|gem|npm|yarn|pnpm)3? (?:install|add|i) |cargo add |go get )["']?(?:pg)?wiji\b(?! --path)/;
my @named = grep { slurp_file($_) =~ $install } split /\n/, `ls *.md .github/*.md */*.md */*/*.md`;
is_deeply(\@named, [], 'no page installs a client by a name that is not ours');

# Each test is run: it is in a list of its room's Makefile, or where prove finds it.
sub stems
{
	my ($folder, $suffix) = @_;
	return sort map { m!/([^/]+)\Q$suffix\E$! } glob "$folder/*$suffix";
}

my @rooms = map { dirname($_) } grep { slurp_file($_) =~ /^room =/m } glob 'Makefile */Makefile */*/Makefile';
my ($tests, @tap) = (0);
foreach my $room (@rooms)
{
	(my $makefile = slurp_file("$room/Makefile")) =~ s/\\\n//g;
	my $listed = sub {
		my ($name) = @_;
		return [ sort map { split ' ' } grep { !/\$/ } $makefile =~ /^${name}(?:_\d+)?[ \t]*\+?=[ \t]*(.*)$/mg ];
	};
	my $isolation = $room eq '.' ? 'test/isolation' : "$room/isolation";

	is_deeply($listed->('REGRESS'), [ stems("$room/sql", '.sql') ], "$room: each file of sql/ is in a list, once");
	is_deeply($listed->('ISOLATION'), [ stems("$isolation/specs", '.spec') ], "$room: so is each of $isolation/specs/");
	# NAME_1 is what a test that is skipped prints
	is_deeply([ grep { !/_1$/ } stems("$room/expected", '.out') ], $listed->('REGRESS'), "$room: each of sql/ has an expected answer");
	is_deeply([ stems("$isolation/expected", '.out') ], $listed->('ISOLATION'), "$room: so has each of $isolation/specs/");
	$tests += @{ $listed->('REGRESS') };
	push @tap, grep { !/\.pm$/ } $room eq '.' ? glob 'test/t/*' : glob "$room/t/*";
}
cmp_ok($tests, '>', 40, 'the Makefiles have lists');
is_deeply([ grep { !m!/t/\d{3}_\w+\.pl$! } @tap ], [], 'what is in t/ is run, in the order of its numbers');
my %files;
push @{ $files{ (m!/t/(\d+)!)[0] } }, $_ foreach @tap;
is_deeply([ map { @$_ } grep { @$_ > 1 } values %files ], [], 'their numbers are distinct');

# The type's Makefile builds the rooms that are there.
is_deeply([ sort(slurp_file('Makefile') =~ /^ROOMS \+= (.*)$/mg) ],
	[ sort grep { $_ ne '.' } map { dirname($_) } values %control ], 'the Makefile has each room that is an extension');

# The head of each file of C names it, and no file includes a header of a floor above its own: the core,
# what all rooms need, the planner, the types.  In src/ the entry, wiji's generator, GiST and its
# description belong to the type.  What is in a room is for that room alone.
sub floor_of
{
	my ($file) = @_;
	return 0 if $file =~ m!^src/core/|/core\.[ch]$!;
	return 2 if $file =~ m!^src/planner/!;
	return 3 if $file !~ m!^src/! || $file =~ m!^src/(module|generator|gist|explain|wiji_type)\.!;
	return 1;
}

sub room_of
{
	my ($file) = @_;
	my ($room) = $file =~ m!^(siblings/\w+|feed)/!;
	return $room // '.';
}

my (@nameless, @upward);
my $includes = 0;
my @sources = glob 'wiji.c src/*.[ch] src/*/*.[ch] siblings/*/*.[ch] feed/*.[ch]';
foreach my $file (@sources)
{
	my $text = slurp_file($file);
	push @nameless, $file unless $text =~ m!\A/\*\n \* \Q$file\E\n!;
	foreach my $name ($text =~ /^#include "(.*)"/mg)
	{
		my ($header) = grep { -f } dirname($file) . "/$name", $name, "src/$name" or next;    # the server's
		$header =~ s!^\./!!;
		$includes++;
		push @upward, "$file: $name"
		  if room_of($header) ne '.' && room_of($header) ne room_of($file)
		  || room_of($header) eq '.' && floor_of($header) > (room_of($file) eq '.' ? floor_of($file) : 2);
	}
}
cmp_ok($includes, '>', 100, 'includes were found');
is_deeply(\@nameless, [], 'the head of each file names it');
is_deeply(\@upward, [], 'no file includes a header of a floor above its own, or of another room');

# What is in a room is named in that room: its extension and the functions of its script.  These files
# outside may name them; a test here skips what is not there, so that a room can be removed.
my %outside = (
	'tasks of a new user' => [ qr/^test\/(tasks|t\/068_tasks\.pl)$/ ],
	'pages, packages and measurements' => [ qr/\.md$|^docs\/|^bench\// ],
	'the build, packages and commands' => [ qr/^(Makefile|META\.json|debian\/.*|script\/.*|clients\/.*)$/ ],
	'a second implementation of all formats' => [ qr/^test\/fuzz\/(answer\.c|answer\.sql|reference\.py)$/ ],
	'comparisons with columns of times, faults and load' => [ qr/^test\/(time|hostile)\/\w+\.(py|sql)$/ ],
	'what earlier versions of the file created' => [ qr/^(portable\/wiji|sql\/portable)\.sql$|^expected\/portable\.out$/ ],
	'defaults that call functions of another room; without it the test prints less' => [ qr/^feed\/(sql|expected)\/feed_uuidtime(_1)?\.(sql|out)$/ ],
	'servers that have every extension' => [ qr/^test\/t\/((002|003|010|011|013|020|021|022|041|054|055|059)_\w+\.pl|Pages\.pm)$/ ],
	'recipes of pages, wherever they are' => [ qr/^test\/t\/(030|069)_\w+\.pl$/ ],
	'calls of every function' => [ qr/^siblings\/sql\/(hostile_\w+|rights)\.sql$|^siblings\/expected\/(hostile_\w+|rights)\.out$/ ]);

sub names_of
{
	my ($control) = @_;
	my ($stem, $name) = $control =~ m!(.*?([^/]+))\.control$!;
	my %names = map { $_ => 1 } $name, map { slurp_file($_) =~ /^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) ([a-z]\w+)/mg } glob "$stem--*.sql";
	return sort keys %names;
}

# but for what the build and other tests leave, such as the server's log of tests that run now
my $left = join ' -o ', (map { "-path ./$_" } qw(.git clients)), map { "-name $_" } qw(tmp_check log results output_iso);
my @all = grep { !m!\.(o|so|bc|d|pyc|svg|jar|class)$|(^|/)regression\.(out|diffs)$! && -f && -T } map { s!^\./!!r } split /\n/, `find . '(' $left ')' -prune -o -type f -print`;
foreach my $name (sort grep { dirname($control{$_}) ne '.' } keys %control)
{
	my $room = dirname($control{$name});
	my $names = join '|', names_of($control{$name});
	my @named = grep { !m!^\Q$room\E/! && slurp_file($_) =~ /(?<![\w.])(?:$names)(?!\w)/ } @all;
	cmp_ok(length $names, '>', 50, "$name: the script has functions");
	is(join(' ', grep { my $file = $_; !grep { $file =~ $_ } map { @$_ } values %outside } @named), '',
		"$name: outside of $room, only the files above name it");
}

# Each link in a page leads to an existing file and, if it names a heading, to that heading.
sub prose
{
	my ($text) = @_;
	utf8::decode($text);
	$text =~ s/^\s*```.*?^\s*```//gms;
	return $text;
}

# The anchors of a page's headings, as GitHub builds them.
sub anchors
{
	my ($text) = @_;
	my (%anchors, %seen);

	foreach my $heading (prose($text) =~ /^#+ (.*)$/mg)
	{
		my $name = lc $heading =~ s/[^\w\- ]//gr =~ tr/ /-/r;
		my $before = $seen{$name}++;
		$anchors{ $before ? "$name-$before" : $name } = 1;
	}
	# those of headings that a page had before
	$anchors{$_} = 1 foreach prose($text) =~ /<a id="([\w-]+)">/g;
	return \%anchors;
}

# Broken links of a page.
sub broken
{
	my ($page, $text) = @_;
	my @broken;

	(my $links = prose($text)) =~ s/`[^`]*`//g;
	foreach my $link ($links =~ /\]\(\s*([^)\s]+)\s*\)/g)
	{
		next if $link =~ /^https?:/;
		my ($file, $heading) = $link =~ /^([^#]*)(?:#(.*))?$/;
		my $path = $file eq '' ? $page : dirname($page) . "/$file";

		if (!-e $path) { push @broken, $link; }
		elsif (defined $heading)
		{
			my $target = $file eq '' ? $text : slurp_file($path);
			push @broken, $link unless anchors($target)->{$heading};
		}
	}
	return map { "$page: $_" } @broken;
}

is_deeply([ broken('docs/wiji.md',
	"# A `b`, c\n# A\n# A\n[1](#a-b-c) [2](#a-1) [3](#b) [4](../README.md) [5](none.md)\n[6](guide.md#none)\n") ],
	[ map { "docs/wiji.md: $_" } '#b', 'none.md', 'guide.md#none' ], 'broken links are found');
is_deeply([ map { broken($_, slurp_file($_)) } grep { !/^tmp_check/ } glob '*.md .github/*.md */*.md */*/*.md' ],
	[], 'each link leads somewhere');

# Recipes.  Blocks of pages that change a table which they did not create are marked, so that 069_changes runs them
# under failure.  What is wrong with a block:
sub faults
{
	my ($example) = @_;
	my $sql = join "\n", statements($example->{sql});
	my %marked = map { lc $_ => 1 } @{ $example->{changes} // [] };
	my @faults = map { "changes $_, but <!-- changes: $_ --> is missing" } grep { !$marked{$_} } changed($example->{sql});

	# a setting of the session reaches other clients through a pooler
	push @faults, "$1 is not SET LOCAL" if $sql =~ /\bSET\s+(?:SESSION\s+)?((?:lock|statement)_timeout|session_replication_role)\b/i;
	# it takes the place of what the role has
	push @faults, 'the setting of a role is not IN DATABASE' if $sql =~ /\bALTER\s+(?:ROLE|USER)\s+\S+\s+SET\b/i;
	# names in it are otherwise those of whoever calls it
	foreach my $function (grep { /^CREATE\b.*\bFUNCTION\b/is } statements($example->{sql}))
	{
		my ($name) = $function =~ /\bFUNCTION\s+([\w.]+)/i;
		push @faults, "$name() does not SET search_path = pg_catalog, pg_temp"
		  if $function =~ /\bRETURNS\s+trigger\b|\bSECURITY\s+DEFINER\b/i && $function !~ /\bSET search_path = pg_catalog, pg_temp\b/;
	}
	# it drops only what it has created, or says so
	foreach my $dropped (map { split /\s*,\s*/ } $sql =~ /\bDROP\s+(?:TABLE|VIEW|SCHEMA|SEQUENCE|FUNCTION|INDEX|ROLE|DATABASE)\s+(?:IF EXISTS\s+)?([\w.]+(?:,\s*[\w.]+)*)/gi)
	{
		push @faults, "drops $dropped" unless $marked{ lc $dropped } || $sql =~ /\bCREATE\s[^;]*?\b\Q$dropped\E\b/i;
	}
	push @faults, 'drops by CASCADE' if $sql =~ /\bDROP\b[^;]*\bCASCADE\b/i;
	return @faults;
}

is_deeply([ map { [ faults({ sql => $_ }) ] } 'CREATE TABLE t (n integer); ALTER TABLE t ADD m integer; DROP TABLE t;',
		'ALTER TABLE s.t ADD m integer', 'CREATE INDEX ON t (n)', 'UPDATE t x SET n = 1; DELETE FROM ONLY u; SELECT FROM v FOR UPDATE',
		q(DO $$ BEGIN DROP TABLE t; END $$), 'SET lock_timeout = 0', 'ALTER ROLE me SET search_path = a',
		q(CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE t SET n = 1; END $$), q(SELECT wiji_create_feed('t')) ],
	[ [], ['changes s.t, but <!-- changes: s.t --> is missing'], ['changes t, but <!-- changes: t --> is missing'],
		[ 'changes t, but <!-- changes: t --> is missing', 'changes u, but <!-- changes: u --> is missing' ],
		[ 'changes t, but <!-- changes: t --> is missing', 'drops t' ], ['lock_timeout is not SET LOCAL'], ['the setting of a role is not IN DATABASE'],
		['f() does not SET search_path = pg_catalog, pg_temp'], ['changes t, but <!-- changes: t --> is missing'] ], 'faults of recipes are found');
is(join('', map { my $example = $_; map { "$example->{page}, the block that ends in line $example->{line}: $_\n" } faults($example) }
		map { examples($_) } all_pages()), '', 'no recipe has one');

# Examples work in a schema of their own, and fail if it exists: tables of theirs have names that others have, too.
my @destroying = grep { slurp_file($_) =~ /\bDROP\s+(?:TABLE|VIEW|FUNCTION|TYPE)\b|\bDROP\s+SCHEMA\s+IF\s+EXISTS\b|\bTRUNCATE\b/i }
  grep { -T } split /\n/, `find clients/examples \\( -name node_modules -o -name migrations \\) -prune -o -type f -print`;
is(join(' ', @destroying), '', 'no example drops tables of whoever runs it');

# With pipefail, a command fails if its reader ends early, as grep -q does: grep reads all with >/dev/null.
my @early = map { my $file = $_; map { "$file: $_" } grep { /(?<!\|)\| (?:run )?grep -\w*q/ } split /\n/, slurp_file($file) }
  grep { -f && slurp_file($_) =~ /\A#.*(?:bash|shellcheck)/ } glob 'script/* script/*/* clients/check clients/drivers/*';
is(join("\n", @early), '', 'no script pipes into grep -q');

# Each client's program can be found, and the page on languages lists the clients.
my $pages = join '', map { slurp_file($_) } grep { !/^tmp_check/ } glob '*.md .github/*.md */*.md */*/*.md';
my @programs = map { m!^(.*)/! } grep { my @files = glob "$_*.*" } glob 'clients/examples/*/*/ clients/drivers/*/*/';
cmp_ok(scalar @programs, '>', 30, 'there are programs');
is_deeply([ grep { my $folder = s!^clients/!!r; $pages !~ m!\]\((\.\./)+(clients/)?\Q$folder\E/! } @programs ], [], 'a page links to the folder of each');
my ($list) = slurp_file('docs/languages.md') =~ /\n\n(\| client .*?)\n\n/s;
my %clients = map { $_ => 1 } $list =~ m!\]\(\.\./(clients/(?:examples|drivers)/\w+/[\w.-]+)/!g;
is((slurp_file('CHANGELOG.md') =~ /^  examples for (\d+) clients/m)[0], scalar keys %clients, 'CHANGELOG.md counts those of the list that have one');
my @names = map { lc =~ s/[^a-z0-9]//gr } $list =~ /^\| (?!client |-)(.*?) \|/mg;
is_deeply(\@names, [ sort @names ], 'the list of clients is in the order of the alphabet');

done_testing();
