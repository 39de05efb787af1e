# The examples of a page run as they are printed, and print what they show.
#
# These are the pages whose examples need nothing but an empty database.  Others have tests of
# their own, which read them from the page (test/block).
#
# A page's blocks of SQL run in their order, in one session, in a database of the page's own, which
# is empty.  A block without a language that follows one is what its end prints.  Ids and times in
# it are examples: any id stands for any other.  Nothing may be an error that is not shown.

use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# A page as a list of [SQL, what it shows or undef, line].
sub examples
{
	my ($page) = @_;
	my (@examples, $language, $text, $line, $answers);

	foreach (split /\n/, slurp_file($page))
	{
		$line++;
		if (defined $language)
		{
			if (!/^\s*```\s*$/) { $text .= "$_\n"; next; }
			if ($language eq 'sql') { push @examples, [ $text, undef, $line ]; }
			elsif ($language eq '' && $answers) { $examples[-1][1] = $text; }
			$answers = $language eq 'sql';
			undef $language;
		}
		elsif (/^\s*```(.*?)\s*$/) { ($language, $text) = ($1, ''); }
		elsif (/\S/) { $answers = 0; }
	}
	return @examples;
}

# What may differ from day to day, and how wide columns are.
sub shape
{
	my @lines = split /\n/, shift;

	foreach (@lines)
	{
		s/\b[0-9A-HJKMNP-TV-Z]{26}\b/ID/g;
		s/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/UUID/g;
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

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(extra => [ '--encoding=UTF8', '--no-locale' ]);
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'\nwal_level = logical\nmax_prepared_transactions = 10\n");
$node->start;

foreach my $page (qw(README.md docs/production.md docs/siblings.md))
{
	my @examples = examples($page) or next;
	my ($script, $printed, $n) = ('', '', 0);
	my ($database) = $page =~ /(\w+)\.md/;

	$node->safe_psql('postgres', qq(CREATE DATABASE "$database"));
	$script .= "$_->[0]\n\\echo <<<>>>\n" foreach @examples;
	IPC::Run::run([ 'psql', '-X', '-q', '-d', $node->connstr($database) ], '<', \$script, '>&', \$printed);

	my @parts = split /^<<<>>>\n/m, $printed, -1;
	foreach my $example (@examples)
	{
		my ($sql, $shown, $line) = @$example;
		my $part = $parts[ $n++ ] // 'psql ended';
		my @found = shape($part);
		my @wanted = defined $shown ? shape($shown) : ();
		my @unwanted = grep { /^(psql:)?.*(ERROR|FATAL|PANIC): / } @found;
		my $end = @found >= @wanted ? [ @found[ @found - @wanted .. $#found ] ] : \@found;

		@unwanted = () if grep { /ERROR: / } @wanted;
		ok(!@unwanted && join("\n", @$end) eq join("\n", @wanted), "$page, the example that ends in line $line")
		  or diag("$sql\nprinted:\n$part" . (defined $shown ? "\nand not:\n$shown" : ''));
	}
}

done_testing();
