# The examples of README and of every page in docs/ and siblings/ run as printed, and print what they show.
#
# A page's blocks of SQL run in their order, in one psql, as a superuser of the page's own, in an
# empty database.  A block without a language that follows one is what its end prints.  IDs and times
# in it are examples: any ID matches any other.  An error that is not shown is a failure.
#
# Each page runs twice: today in UTC, and years from now in a zone with an odd offset.
#
# Not run here are
# - blocks that another test reads from the page (test/block) and runs, by its heading and number;
# - blocks below <!-- not run: reason -->;
# - before PostgreSQL N, blocks below <!-- from PostgreSQL N on -->;
# - the blocks of a page from the first one on that creates an extension of this project whose room has been
#   removed.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use IPC::Run;
use NextRelease;
use Pages;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my @pages = pages();

# Removes what may differ from day to day, and the width of columns.
sub shape
{
	my @lines = split /\n/, shift;

	foreach (@lines)
	{
		s/^psql:<stdin>:\d+: //;
		s/\b[0-9A-HJKMNP-TV-Z]{26}\b/ID/g;
		s/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/UUID/g;
		s/\b0[0-9A-Za-z]{16}\b/TID/g;
		s/\bdid:siq:[a-z2-7]{29}\b/SIQ/g;
		s/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:\d\d)?)?/TIME/g;
		s/\b\d{4}-\d\d-\d\d\b/DATE/g;
		s/_\d{8}(_\d{6})?\b/_DATE/g;
		s/-{2,}/--/g;
		s/\s+/ /g;
		s/^ | $//g;
	}
	return grep { $_ ne '' } @lines;
}

# Run a page on a server.  A list of [name, undef or what is wrong] for its examples.
sub run_page
{
	my ($node, $page) = @_;
	my $name = $page =~ s/\W/_/gr;
	my $folder = $node->basedir;
	my ($script, $printed, @results) = ('', '');
	my $removed;
	my @examples = grep { !($removed ||= !is_here($_)) } grep { runs_here($_, $node->pg_version) } examples($page);
	note("$page: examples of a room that has been removed are skipped") if $removed;

	$node->safe_psql('postgres', qq(CREATE ROLE "$name" SUPERUSER LOGIN));
	$node->safe_psql('postgres', qq(CREATE DATABASE "$name" OWNER "$name"));

	# \! flushes what was printed before.
	$script .= ($_->{sql} =~ s{/var/lib/postgresql/}{$folder/}gr) . "\n\\! echo '<<<>>>'\n" foreach @examples;
	IPC::Run::run([ qw(psql -X -q -f - -d), $node->connstr($name) . " user=$name" ], '<', \$script, '>&', \$printed);

	my @parts = split /^<<<>>>\n/m, $printed, -1;
	foreach my $example (@examples)
	{
		my ($sql, $shown, $line) = @$example{qw(sql shown line)};
		my $ended = @parts < 2;
		my $part = shift @parts // '';
		my @found = shape($part);
		my @wanted = defined $shown ? shape($shown) : ();
		my @unwanted = grep { /^(error|fatal|panic): /i } @found;
		my $end = join "\n", @found >= @wanted ? @found[ @found - @wanted .. $#found ] : @found;

		@unwanted = () if grep { /^ERROR: / } @wanted;
		my $right = !$ended && !@unwanted && $end eq join("\n", @wanted);
		push @results, [ "$page, the example that ends in line $line",
			$right ? undef : "$sql\nprinted:\n$part" . (defined $shown ? "\nand not:\n$shown" : '') ];
	}
	return @results;
}

sub server
{
	my ($name) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	$node->init(extra => [ '--encoding=UTF8', '--no-locale' ]);
	$node->append_conf('postgresql.conf',
		"shared_preload_libraries = '" . join(', ', 'wiji', with_shared_memory()) . "'\nwal_level = logical\nmax_prepared_transactions = 10\n");
	return $node;
}

# Every mistake is found: a page for this test.
my $node = server('today');
$node->start;
my $planted = PostgreSQL::Test::Utils::tempdir . '/planted.md';
append_to_file($planted, <<'PLANTED');
```sql
SELECT 1 AS one;
```
```
 one
-----
   1
(1 row)
```
```sql
SELECT 1 AS one;
```
```
 one
-----
   2
(1 row)
```
```sql
SELECT 1 / 0;
```
<!-- from PostgreSQL 8 on -->
```sql
SELECT 1 \gset
\gibberish
```
<!-- not run: it has an error -->
```sql
SELECT 1 / 0;
```
```sql
\q
```
PLANTED
is(join(' ', map { defined $_->[1] ? 'wrong' : 'right' } run_page($node, $planted)), 'right wrong wrong wrong wrong',
	'mistakes in a page are found');

# Blocks that are run elsewhere, or not at all.
my @not_run;
foreach my $page (@pages)
{
	push @not_run, map { "$page, line $_->{line}: $_->{remark}" } grep { defined $_->{remark} } examples($page);
}
note($_) foreach @not_run;
is_deeply([ grep { !/: (run by \S+|not run: \S.*|from PostgreSQL \d+ on)$/ } @not_run ], [],
	'what is said above a block is understood');

foreach my $pass ('today', 'in another year and zone')
{
	if ($pass ne 'today')
	{
		$node->stop;
		$node = server('later');
		start_with_fake_clock($node, '+' . 2500 * 86400);
	}
	local $ENV{PGTZ} = $pass eq 'today' ? 'UTC' : 'Pacific/Chatham';
	foreach my $page (@pages)
	{
		ok(!defined $_->[1], "$pass: $_->[0]") or diag($_->[1]) foreach run_page($node, $page);
	}
}

done_testing();
