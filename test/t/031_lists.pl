# Every test file is run: it stands in a list of the Makefile, or where prove looks for it.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

(my $makefile = slurp_file('Makefile')) =~ s/\\\n//g;

# listed REGEXP: the words of the lists whose names match
sub listed
{
	my ($name) = @_;
	return sort map { split ' ' } grep { !/\$/ } $makefile =~ /^$name[ \t]*\+?=[ \t]*(.*)$/mg;
}

# stems FOLDER, SUFFIX: the names of the files there, without it
sub stems
{
	my ($folder, $suffix) = @_;
	return sort map { m!/([^/]+)\Q$suffix\E$! } glob "$folder/*$suffix";
}

my @regress = listed('REGRESS(?:_\d+)?');
my @isolation = listed('ISOLATION(?:_\d+)?');
cmp_ok(scalar @regress, '>', 40, 'the Makefile has lists');
is_deeply([@regress], [ stems('sql', '.sql') ], 'each file of sql/ is in one of them, once');
is_deeply([@isolation], [ stems('test/isolation/specs', '.spec') ], 'each file of test/isolation/specs/ is');
is_deeply([@regress], [ stems('expected', '.out') ], 'each of sql/ has one expected answer, and there are no others');
is_deeply([@isolation], [ stems('test/isolation/expected', '.out') ], 'so has each of test/isolation/specs/');

my @tap = grep { !/\.pm$/ } glob 'test/t/*';
is_deeply([ grep { !m!^test/t/\d{3}_\w+\.pl$! } @tap ], [], 'what is in test/t/ is run, in the order of its numbers');
my %files;
push @{ $files{ (m!^test/t/(\d+)!)[0] } }, $_ foreach @tap;
is_deeply([ map { @$_ } grep { @$_ > 1 } values %files ], [], 'no two have the same number');

done_testing();
