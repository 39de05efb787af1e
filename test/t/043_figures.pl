# Each time, size and ratio in the README and on the page on performance is one of bench/results.md.
use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

my $results = slurp_file('bench/results.md');
my %known = map { $_ => 1 } $results =~ /(-?[\d.]+ (?:ns|µs|ms|bytes\/row))/g, $results =~ /\*\*(-?[\d.]+)\*\*/g;

# Values with a unit anywhere; ratios in cells of tables, and before "times" and "of".
sub figures
{
	my ($text) = @_;
	my @figures = $text =~ /(?<![\d.])(-?\d[\d.]* (?:ns|µs|ms|bytes\/row))/g;
	my $ratio = qr/\d+\.\d+|\d{2,}/;

	push @figures, $text =~ /\| ($ratio)×(?: \([^|]*\))?(?= \|)/g;
	push @figures, $text =~ /takes ($ratio) (?:times|of)\b/g;
	return @figures;
}

is_deeply([ figures('| 1.54× (1.5 to 1.6) | 26.7 ns | and it takes 3.31 times as long') ], [ '26.7 ns', '1.54', '3.31' ],
	'what counts as a figure');
foreach my $page ('README.md', 'docs/performance.md')
{
	my @figures = figures(slurp_file($page));
	cmp_ok(scalar @figures, '>', 5, "$page has figures");
	is_deeply([ grep { !$known{$_} } @figures ], [], "$page: each is among the results");
}

done_testing();
