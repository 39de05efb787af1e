# Each link in a page leads to a file that is there and, if it names a heading, to that heading.

use strict;
use warnings;

use File::Basename;
use PostgreSQL::Test::Utils;
use Test::More;

# A page without its code.
sub prose
{
	my ($text) = @_;
	utf8::decode($text);
	$text =~ s/^\s*```.*?^\s*```//gms;
	return $text;
}

# The names by which links call the headings of a page, as GitHub makes them.
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

# Links of a page that lead nowhere.
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
	return @broken;
}

is_deeply([ broken('docs/wiji.md',
	"# A `b`, c\n# A\n# A\n[1](#a-b-c) [2](#a-1) [3](#b) [4](../README.md) [5](none.md)\n[6](siq.md#none)\n") ],
	[ '#b', 'none.md', 'siq.md#none' ], 'links that lead nowhere are found');

foreach my $page (grep { !/^tmp_check/ } glob '*.md */*.md */*/*.md')
{
	is_deeply([ broken($page, slurp_file($page)) ], [], "$page: each link leads somewhere");
}

done_testing();
