# The files of this tree fit each other: versions, lists, headers, links.

use strict;
use warnings;

use File::Basename;
use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;

# META.json has what PGXN demands, and the same version as all other files.
my $meta = decode_json(slurp_file('META.json'));
my ($short) = $meta->{version} =~ /^(\d+\.\d+)\.\d+$/ or die "version $meta->{version}";
my %known = map { $_ => 1 } qw(name version abstract description generated_by maintainer license provides
  prereqs release_status resources tags no_index meta-spec);
is_deeply([ grep { !$meta->{$_} } qw(name version abstract maintainer license provides meta-spec) ], [],
	'META.json has the fields that PGXN demands');
is_deeply([ grep { !$known{$_} } keys %$meta ], [], 'and only fields that PGXN knows');
like("$meta->{license} $meta->{release_status}", qr/^postgresql (stable|testing|unstable)$/,
	'license and status by the names that PGXN has for them');

my %control = map { m!([^/]+)\.control$! => $_ } glob 'wiji.control siblings/*/*.control feed/*.control';
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
}

my %version = (
	'src/module.c' => qr/^ID_MODULE_MAGIC\(\.name = "wiji",\s*\.version = "(.*)"\);/m,
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
	my $right = $file =~ m!/(?:java|php)/! ? '0.9.0' : $file =~ m!^src/! ? $short : $meta->{version};
	is(($text =~ $version{$file})[0], $right, "$file: the version is the release's");
}

# No page says how to install by a name that is somebody else's.
my $install = qr/\b(?:(?:pip|pipx|gem|npm|yarn|pnpm)3? (?:install|add|i) |cargo add |go get )["']?(?:pg)?wiji\b(?! --path)/;
my @named = grep { slurp_file($_) =~ $install } split /\n/, `ls *.md */*.md */*/*.md`;
is_deeply(\@named, [], 'no page installs a client by a name that is not ours');

my ($library) = slurp_file('feed/module.c') =~ /^ID_MODULE_MAGIC\(\.name = "wiji_feed",\s*\.version = "(.*)"\);/m;
is("$library.0", $meta->{provides}{wiji_feed}{version}, "feed/module.c: the version is the extension's");

# Each test is run: it is in a list of the Makefile, or where prove finds it.
(my $makefile = slurp_file('Makefile')) =~ s/\\\n//g;

sub listed
{
	my ($name) = @_;
	return sort map { split ' ' } grep { !/\$/ } $makefile =~ /^$name[ \t]*\+?=[ \t]*(.*)$/mg;
}

sub stems
{
	my ($folder, $suffix) = @_;
	return sort map { m!/([^/]+)\Q$suffix\E$! } glob "$folder/*$suffix";
}

my @regress = listed('REGRESS(?:_\d+)?');
my @isolation = listed('ISOLATION(?:_\d+)?');
cmp_ok(scalar @regress, '>', 40, 'the Makefile has lists');
is_deeply([@regress], [ stems('sql', '.sql') ], 'each file of sql/ is in one of them, once');
is_deeply([@isolation], [ stems('test/isolation/specs', '.spec') ], 'so is each of test/isolation/specs/');
# NAME_1 is what a test that is skipped prints
is_deeply([@regress], [ grep { !/_1$/ } stems('expected', '.out') ], 'each of sql/ has an expected answer');
is_deeply([@isolation], [ stems('test/isolation/expected', '.out') ], 'so has each of test/isolation/specs/');

my @tap = grep { !/\.pm$/ } glob 'test/t/*';
is_deeply([ grep { !m!^test/t/\d{3}_\w+\.pl$! } @tap ], [], 'what is in test/t/ is run, in the order of its numbers');
my %files;
push @{ $files{ (m!^test/t/(\d+)!)[0] } }, $_ foreach @tap;
is_deeply([ map { @$_ } grep { @$_ > 1 } values %files ], [], 'their numbers are distinct');

# The head of each file of C names it, and no file includes a header of a floor above its own: the
# core, what all types and feeds need, the planner, the types.  In src/ the entry, wiji's generator and
# its description belong to the types.  Only feeds know feeds.
sub floor_of
{
	my ($file) = @_;
	return 0 if $file =~ m!^(src/core/|feed/core\.|siblings/\w+/core\.)!;
	return 1 if $file =~ m!^feed/!;
	return 2 if $file =~ m!^src/planner/!;
	return 3 if $file !~ m!^src/! || $file =~ m!^src/(module|generator|wiji_type)\.!;
	return 1;
}

my (@nameless, @upward);
my $includes = 0;
foreach my $file (glob 'wiji.c src/*.[ch] src/*/*.[ch] siblings/*/*.[ch] feed/*.[ch]')
{
	my $text = slurp_file($file);
	push @nameless, $file unless $text =~ m!\A/\*\n \* \Q$file\E\n!;
	foreach my $name ($text =~ /^#include "(.*)"/mg)
	{
		my ($header) = grep { -f } dirname($file) . "/$name", $name, "src/$name" or next;    # the server's
		$header =~ s!^\./!!;
		$includes++;
		push @upward, "$file: $name"
		  if floor_of($header) > floor_of($file)
		  || $header =~ m!^siblings/! && dirname($header) ne dirname($file) && $file ne 'src/module.c'
		  || $header =~ m!^feed/! && $file !~ m!^feed/!;
	}
}
cmp_ok($includes, '>', 100, 'includes were found');
is_deeply(\@nameless, [], 'the head of each file names it');
is_deeply(\@upward, [], 'no file includes a header of a floor above its own, of another related type, or of feeds');

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
is_deeply([ map { broken($_, slurp_file($_)) } grep { !/^tmp_check/ } glob '*.md */*.md */*/*.md' ],
	[], 'each link leads somewhere');

# Each client's program can be found, and the page on languages lists the clients.
my $pages = join '', map { slurp_file($_) } grep { !/^tmp_check/ } glob '*.md */*.md */*/*.md';
my @programs = map { m!^(.*)/! } grep { my @files = glob "$_*.*" } glob 'examples/*/*/ test/clients/*/*/';
cmp_ok(scalar @programs, '>', 30, 'there are programs');
is_deeply([ grep { $pages !~ m!\]\((\.\./)+\Q$_\E/! } @programs ], [], 'a page links to the folder of each');
my ($list) = slurp_file('docs/languages.md') =~ /\n\n(\| client .*?)\n\n/s;
my %clients = map { $_ => 1 } $list =~ m!\]\(\.\./((?:examples|test/clients)/\w+/[\w.-]+)/!g;
is((slurp_file('CHANGELOG.md') =~ /^  examples for (\d+) clients/m)[0], scalar keys %clients, 'CHANGELOG.md counts those of the list that have one');
my @names = map { lc =~ s/[^a-z0-9]//gr } $list =~ /^\| (?!client |-)(.*?) \|/mg;
is_deeply(\@names, [ sort @names ], 'the list of clients is in the order of the alphabet');

done_testing();
