# clients/: the libraries for other languages.  Each runs its own tests, answers random questions like
# test/fuzz/reference.py, reads what the extension writes, and writes what the extension reads.
#
# A language that this machine does not have is named and left out; script/test --all installs all.
# WIJI_TEST_QUESTIONS says how many questions there are, and WIJI_TEST_RACE has Go look for races.

use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use version;

my $folder = PostgreSQL::Test::Utils::tempdir;
my $tables = 'docs/conformance';

# What each needs, how it is built, and how its tests' program and the one that answers are called.
my @languages = (
	{ name => 'c', version => 'cc -dumpfullversion -dumpversion', least => 4.9,
		build => "make -s -C clients/c BUILD=$folder/c $folder/c/test/test_generator $folder/c/test/tell",
		test => "cd clients/c && $folder/c/test/test_generator", program => "$folder/c/test/tell" },
	{ name => 'javascript', version => 'node --version', least => 18,
		# before 19, an option adds what browsers and newer versions have
		program => q{node $(node -e 'parseInt(process.versions.node) < 19}
		  . q{ && console.log("--experimental-global-webcrypto")') clients/javascript/test.js} },
	{ name => 'python', version => 'python3 --version', least => 3.8, program => 'python3 clients/python/test.py' },
	{ name => 'go', version => 'go version', least => 1.19,
		build => "(cd clients/go && go test -c -o $folder/go_test)",
		test => 'cd clients/go && '
		  . ($ENV{WIJI_TEST_RACE} ? 'go vet && go test -v -race' : "$folder/go_test -test.v"),
		program => "$folder/go_test" },
	{ name => 'rust', version => 'cargo --version', least => 1.63,
		build => '(cd clients/rust && cargo build --quiet --offline --examples)',
		test => 'cd clients/rust && cargo test --quiet --offline -- --format=pretty',
		program => "$folder/cargo/debug/examples/tell" },
	{ name => 'java', version => 'javac -version', least => 11,
		build => "mkdir $folder/java && javac -Xlint:all -Werror -encoding UTF-8 --release 11"
		  . " -d $folder/java clients/java/src/*/java/wiji/*.java",
		test => "java -cp $folder/java wiji.WijiTest $tables", program => "java -cp $folder/java wiji.WijiTest" },
	{ name => 'php', version => 'php --version', least => 8.1, program => 'php clients/php/test.php' },
	{ name => 'ruby', version => 'ruby --version', least => 3.0, program => 'ruby -w clients/ruby/test.rb' },
);

# What their tools write goes into the throw-away folder.
$ENV{HOME} = $folder;
$ENV{CARGO_TARGET_DIR} = "$folder/cargo";
$ENV{PYTHONDONTWRITEBYTECODE} = 1;
delete @ENV{qw(GOCACHE GOFLAGS GOPATH)};

# The version of a language's tools, or why they cannot be used.
sub lacks
{
	my ($language) = @_;
	my ($found) = (`$language->{version} 2>&1` // '') =~ /(\d+(?:\.\d+)+)/;
	return 'this machine does not have it' if $? != 0 || !$found;
	return "this is $found, and it needs $language->{least}"
	  if version->parse("v$found") < version->parse("v$language->{least}.0");
	return;
}

# The output of a shell's command, with an input.
sub output_of
{
	my ($command, $input) = @_;
	my $output;
	IPC::Run::run([ 'sh', '-c', $command ], '<', \$input, '>', \$output) or return "it failed: $output";
	return $output;
}

# Lines of TAP, or what Go and Rust print, as tests of our own.
sub report
{
	my ($language, $output) = @_;
	my ($passed, $failed) = (0, 0);

	foreach (split /\n/, $output)
	{
		if (/^ok \d+ - (.*)/ || /^ *--- PASS: (\w+)/ || /^test (.*) \.\.\. ok$/)
		{
			pass("$language->{name}: $1");
			$passed++;
		}
		elsif (/^not ok \d+ - (.*)/ || /^ *--- FAIL: (\w+)/ || /^test (.*) \.\.\. FAILED$/)
		{
			fail("$language->{name}: $1");
			$failed++;
		}
	}
	cmp_ok($passed, '>', 12, "$language->{name}: all tests were run");
	ok($language->{harness}->finish, "$language->{name}: they ended well");
	diag($output) if $failed || !$passed || $language->{harness}->result;
	return;
}

# Whether the answers agree.
sub agree
{
	my ($language, $what, $questions, $expected) = @_;
	my @answers = split /\n/, output_of("$language->{program} answer", join('', map { "$_\n" } @$questions));
	my @wrong = grep { ($answers[$_] // '') ne $expected->[$_] } 0 .. $#$expected;

	ok(!@wrong && @answers == @$expected, "$language->{name}: $what, in " . @$expected . ' questions');
	diag("$questions->[$_]: $answers[$_], not $expected->[$_]") foreach splice @wrong, 0, 5;
	return;
}

foreach my $language (@languages)
{
	$language->{lacks} = lacks($language);
	if ($language->{lacks}) { note("$language->{name} is not tested: $language->{lacks}"); next; }
	$language->{test} //= $language->{program};
	my $start = join ' && ', $language->{build} // (), $language->{test};
	$language->{output} = '';
	$language->{harness} = IPC::Run::start([ 'sh', '-c', "($start) 2>&1" ], '<', \undef, '>', \$language->{output});
}
@languages = grep { !$_->{lacks} } @languages;
plan skip_all => 'this machine has none of the languages' unless @languages;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(extra => [ '--encoding=UTF8', '--no-locale' ]);
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE made (language text, n integer, text text, uuid text, hex text, bytes text);
	CREATE FUNCTION tell(id wiji) RETURNS text LANGUAGE SQL AS $$
		SELECT concat_ws(' ', wiji_hex(id), wiji_text(id), wiji_uuid(id), p.timestamp_us, p.sequence, p.random,
			wiji_hex(wiji_lower(p.date)), wiji_hex(wiji_upper(p.date)))
		FROM wiji_parse(id) p $$});

# what the extension generates, in each of its forms
my (@forms, @told);
foreach (split /\n/, $node->safe_psql('postgres', q{
	WITH ids AS MATERIALIZED (
		SELECT wiji_generate() AS id FROM generate_series(1, 200)
		UNION ALL SELECT wiji_generate('4253-01-01 00:00+00') FROM generate_series(1, 3)
		UNION ALL SELECT wiji_make(us, sequence, random)
		FROM unnest('{0,1,9007199254740993,72057594037927935}'::bigint[]) us,
			unnest('{0,127,128,65535}'::int[]) sequence, unnest('{0,4503599627370495}'::bigint[]) random)
	SELECT 'wiji_text', encode(convert_to(form, 'UTF8'), 'hex'), tell(id)
	FROM ids, unnest(ARRAY[wiji_text(id), wiji_uuid(id)::text, wiji_hex(id)]) form
	UNION ALL SELECT 'wiji_id', encode(wiji_binary(id), 'hex'), tell(id) FROM ids}))
{
	my ($word, $question, $answer) = split /\|/;
	push @forms, "$word $question";
	push @told, $answer;
}
is(scalar(@forms), 4 * (200 + 3 + 32), 'the extension generated IDs');

# the answers of a second implementation for random ones, right and wrong
my $count = $ENV{WIJI_TEST_QUESTIONS} || 2000;
my (@random, @answers);
foreach (split /\n/, output_of("python3 test/fuzz/reference.py --copy $count", ''))
{
	next unless /^(wiji_\w+)\t\\\\x(\w*)\t(.*)/;
	push @random, "$1 " . ($2 eq '' ? '.' : $2);
	push @answers, $3;
}
cmp_ok(scalar(@random), '>', $count, 'there are questions');

foreach my $language (@languages)
{
	$language->{harness}->pump while $language->{harness}->pumpable;
	report($language, $language->{output});
	agree($language, 'reads what the extension writes', \@forms, \@told);
	agree($language, 'agrees with the reference', \@random, \@answers);

	my $before = $node->safe_psql('postgres', 'SELECT clock_timestamp()');
	my $n = 0;
	my $made = join '', map { "$language->{name}\t" . $n++ . "\t" . tr{ }{\t}r . "\n" }
	  split /\n/, output_of("$language->{program} generate 500", '');
	append_to_file("$folder/$language->{name}.made", $made);
	$node->safe_psql('postgres', "\\copy made FROM '$folder/$language->{name}.made'");
	my $found = $node->safe_psql('postgres', qq{
		WITH ids AS (
			SELECT n, form, id
			FROM made, LATERAL (VALUES (1, text::wiji), (2, uuid::uuid::wiji), (3, hex::wiji),
				(4, decode(bytes, 'hex')::wiji)) forms (form, id)
			WHERE language = '$language->{name}'),
		read AS (SELECT *, lag(id) OVER (ORDER BY n, form) AS before FROM ids)
		SELECT count(DISTINCT id), count(*) FILTER (WHERE id > before),
			bool_and(id BETWEEN wiji_lower('$before'::timestamptz - interval '1 ms') AND wiji_upper(clock_timestamp())),
			(SELECT bool_and(text = wiji_text(text::wiji) AND uuid = wiji_uuid(uuid::wiji)::text
			        AND hex = wiji_hex(hex::wiji))
			 FROM made WHERE language = '$language->{name}')
		FROM read});
	is($found, '2000|1999|t|t', "$language->{name}: the extension reads what it writes");
}

$node->stop;
done_testing();
