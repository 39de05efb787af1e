# Random IDs and texts, right and wrong: a server gives the answers of the reference in Python,
# test/fuzz/reference.py.  WIJI_TEST_QUESTIONS is their number for each kind.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $count = $ENV{WIJI_TEST_QUESTIONS} || 2000;
my $questions = PostgreSQL::Test::Utils::tempdir . '/questions';

plan skip_all => 'python3 is not installed' if system('/usr/bin/python3 -c ""') != 0;
system("/usr/bin/python3 test/fuzz/reference.py --copy $count >$questions") == 0 or die;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(extra => ['--encoding=UTF8', '--no-locale']);
$node->start;
$node->psql('postgres', join('', map { slurp_file($_) } 'test/fuzz/answer.sql', glob '*/*/fuzz/answer.sql'),
	on_error_die => 1);
$node->safe_psql('postgres', "\\copy asked FROM '$questions'");

my $result = $node->safe_psql('postgres', q{
	SET search_path = public;
	CREATE TABLE answered AS SELECT *, answer(word, question) FROM asked;
	SELECT word, count(*), count(*) FILTER (WHERE expected = '-'),
	       count(*) FILTER (WHERE answer IS DISTINCT FROM expected)
	FROM answered GROUP BY word ORDER BY word});

for my $line (split /\n/, $result)
{
	my ($word, $asked, $refused, $different) = split /\|/, $line;

	cmp_ok($different, '==', 0, "$word: server and reference agree about $asked, $refused of them rejected");
	diag($node->safe_psql('postgres', "SELECT question, answer, expected FROM answered
		WHERE word = '$word' AND answer IS DISTINCT FROM expected LIMIT 5")) if $different;
}
my $kinds = $node->safe_psql('postgres', q{SELECT count(*) FROM pg_proc WHERE proname ~ '^answer_'});
is(scalar(split /\n/, $result), $kinds, 'all kinds were tried');

done_testing();
