# The figures of the README, and of the text of bench/results.md, are those of its table.
use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

# bench/results.md as {operation}{contender} = [value, ratio]; the baseline has the ratio 1
my ($text, $results) = slurp_file('bench/results.md') =~ /\A(.*)^## All results$(.*)\z/ms or die;
my %results;
foreach my $line (grep { /^\| .*: / } split /\n/, $results)
{
	my ($operation, $baseline, $value, $others) = $line =~ /^\| (.*?) \| (.*?): (.*?) \| (.*?) *\|$/ or die $line;
	$results{$operation}{$baseline} = [ $value, 1 ];
	$results{$operation}{$1} = [ $2, $3 ] while $others =~ /(?:^| · )(.*?) (-?[\d.]+ \S+): \*\*(-?[\d.]+)\*\*/g;
}
cmp_ok(scalar keys %results, '>', 25, 'there are results');

# README: each cell of a measured row is that of the operation and the contender.
my %operation = (
	'generating' => 'generate',
	'generating, new random bits for each ID' => 'generate with new random bits for each ID',
	'bulk INSERT' => 'bulk INSERT … SELECT, with primary key',
	'COPY' => 'COPY, with primary key',
	'single-row INSERT, 8 clients' => 'single-row INSERT, 8 clients',
	'first ID of a connection' => 'first ID of a connection',
	'rows of the last hour' => 'rows of the last hour',
	'size of the table' => 'size of the table',
	'size of the indexes' => 'size of its indexes',
	'WAL, a checkpoint each 200,000 rows' => qr/^WAL of a row.* a checkpoint each 200000 rows$/);
my $readme = slurp_file('README.md');
my ($table) = $readme =~ /^(\| \| wiji \|.*?)\n\n/ms;
my ($head, undef, @rows) = map { [ map { s/`//gr } split / \| |^\| | \|$/, $_ =~ s/\|(?= \|)/| /gr ] } split /\n/, $table;
my %measured;
foreach my $row (@rows)
{
	my (undef, $label, @cells) = @$row;
	my $operation = $operation{ $label // '' } or next;
	($operation) = grep { $_ =~ $operation } keys %results if ref $operation;
	my $result = $results{$operation} // {};
	$measured{$label} = 1;
	foreach my $i (0 .. $#cells)
	{
		my $contender = $i == 0 && $operation =~ /new random/ ? 'unpredictable' : $head->[ $i + 2 ];
		my $expected = $result->{$contender} ? ($i == 0 ? $result->{$contender}[0] : "$result->{$contender}[1]×") : '';
		is($cells[$i] =~ s/^\s+|\s+$//gr, $expected, "README, $label: $contender");
	}
}
is_deeply([ sort keys %measured ], [ sort keys %operation ], 'the README has all of these rows');

# Figures in sentences: values with a unit, and ratios.
my %known = map { ($_->[0] => 1, "$_->[1]×" => 1) } map { values %$_ } values %results;
my $figure = qr/(?<![\d.])\d[\d.]* (?:ns|µs|us|ms|bytes\/row)|(?<![\d.])\d[\d.]*×/;
is_deeply([ 'takes 1.54×, 26.7 ns' =~ /$figure/g ], [ '1.54×', '26.7 ns' ], 'what counts as a figure');
my %prose = ('README.md' => $readme, 'bench/results.md' => $text);
foreach my $page (sort keys %prose)
{
	my @figures = $prose{$page} =~ /$figure/g;
	cmp_ok(scalar @figures, '>', 10, "$page has figures");
	is_deeply([ grep { !$known{$_} } @figures ], [], "$page: each is among the results");
}
# (What an insert costs in the SQL-only edition was measured for its page alone.)
foreach my $page (grep { !/portable/ } glob('docs/*.md'))
{
	unlike(slurp_file($page), qr/\d×|\d times (as|faster|slower|more|less)|\d ?% (faster|slower|smaller|larger|less|more)/,
		"$page does not compare speed or size");
}

my ($when) = $results =~ /on (\d{4}-\d\d-\d\d),/;
my ($version) = $results =~ /\(PostgreSQL\) ([\d.]+)/;
like($readme, qr/PostgreSQL $version on two cores, $when/, 'the README names version and date');
like($text, qr/PostgreSQL $version.*on $when/s, 'so does the text above the results');

done_testing();
