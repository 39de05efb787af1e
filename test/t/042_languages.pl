# clients/: the libraries for other languages.  Each runs its own tests by its ecosystem's command, answers
# random questions like test/fuzz/reference.py, reads what the extension writes, writes what the
# extension reads, and generates where its one file has been copied alone.
#
# A language that this machine does not have is named and left out; script/test --all installs all.
# WIJI_TEST_QUESTIONS says how many questions there are, WIJI_TEST_RACE has Go look for races, and
# WIJI_TEST_REGISTRIES lets the tools download.  Without it the tests of Java and PHP are not run.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;
use version;

my $all = $ENV{WIJI_TEST_REGISTRIES};
my $folder = PostgreSQL::Test::Utils::tempdir;
my $clients = "$folder/tree/clients";
copy_of_clients("$folder/tree");

# What each needs; shell commands that build it, run its tests, and answer or generate; its one file, and
# a command that generates with a copy of it, $1, in an empty folder.
my @languages = (
	{ name => 'c', version => 'cc -dumpfullversion -dumpversion', least => 4.9,
		build => "make -s -C clients/c BUILD=$folder/c $folder/c/test/test_generator $folder/c/test/tell",
		test => "cd clients/c && $folder/c/test/test_generator", program => "$folder/c/test/tell" },
	{ name => 'javascript', version => 'node --version', least => 20,
		test => "cd $clients/javascript && node --test --test-reporter=tap",
		program => "node $clients/javascript/tests/tell.js",
		file => 'javascript/wiji.js',
		alone => q{cp "$1" wiji.mjs && node --input-type=module -e 'import wiji from "./wiji.mjs"; console.log(wiji())'} },
	{ name => 'python', version => 'python3 --version', least => 3.11,
		test => "cd $clients/python && python3 -m unittest -v",
		program => "PYTHONPATH=$clients/python python3 $clients/python/tests/tell.py",
		file => 'python/wiji/__init__.py',
		alone => q{cp "$1" wiji.py && python3 -c 'import wiji; print(wiji.wiji())'} },
	{ name => 'go', version => 'go version', least => 1.19,
		build => "(cd $clients/go && go vet ./... && go build -o $folder/go_tell ./internal/tell)",
		test => "cd $clients/go && go test -v" . ($ENV{WIJI_TEST_RACE} ? ' -race' : '')
		  . ($all ? ' && cd wijipgx && go vet -mod=mod && go test -mod=mod -v' : ''),
		program => "$folder/go_tell",
		file => 'go/wiji.go',
		alone => q{go mod init alone 2>/dev/null && mkdir wiji && cp "$1" wiji && printf '%s\n' 'package main' }
		  . q{'import "alone/wiji"' 'func main() { id, err := wiji.New(); println(id.String(), err) }' >main.go }
		  . q{&& go run . 2>&1 | sed 's/ (0x0,0x0)$//'} },
	{ name => 'rust', version => 'cargo --version', least => 1.63,
		build => "(cd $clients/rust && cargo build --quiet --examples)",
		test => join(' && ', "cd $clients/rust", map { "cargo test --quiet $_ -- --format=pretty" }
		  $all ? ('', '--all-features') : ('')),
		program => "$folder/cargo/debug/examples/tell",
		file => 'rust/src/lib.rs',
		# in the newest edition, too, if this compiler knows it
		alone => q{cp "$1" wiji.rs && printf '%s\n' '#[allow(dead_code)] mod wiji;' }
		  . q{'fn main() { println!("{}", wiji::Wiji::generate().unwrap()); }' >main.rs }
		  . q{&& rustc -D warnings --edition 2021 main.rs && if rustc --edition 2024 --print cfg >cfg 2>&1; then }
		  . q{rustc -D warnings --edition 2024 main.rs; fi && ./main} },
	{ name => 'java', version => 'javac -version', least => 17,
		build => "mkdir $folder/java && javac -Xlint:all -Werror -encoding UTF-8 --release 17 -d $folder/java"
		  . " clients/java/src/main/java/example/wiji/*.java clients/java/src/test/java/example/wiji/Tell.java",
		test => $all && "cd $clients/java && mvn='mvn --batch-mode --no-transfer-progress"
		  . " -Dmaven.repo.local=$folder/m2 -Duser.home=$folder' && \$mvn install && \$mvn -f hibernate/pom.xml test",
		program => "java -cp $folder/java example.wiji.Tell",
		file => 'java/src/main/java/example/wiji/Wiji.java',
		alone => q(mkdir -p example/wiji && cp "$1" example/wiji && printf 'class Main { public static void main(String[] a) {)
		  . q( System.out.println(example.wiji.Wiji.generate()); } }' >Main.java && javac Main.java && java Main) },
	{ name => 'php', version => 'php --version', least => 8.2,
		test => $all && "cd $clients/php && phpunit --testdox",
		program => "php $clients/php/tests/tell.php",
		file => 'php/src/Wiji.php',
		alone => q{cp "$1" . && php -r 'require "Wiji.php"; echo Wiji\Wiji::wiji(), "\n";'} },
	{ name => 'ruby', version => 'ruby --version', least => 3.1,
		test => "cd $clients/ruby && rake test TESTOPTS=--verbose",
		program => "ruby -w $clients/ruby/test/tell.rb",
		file => 'ruby/lib/wiji.rb',
		alone => q{cp "$1" . && ruby -w -r./wiji -e 'puts Wiji.wiji'} },
);

# What their tools write goes into the throw-away folder.
$ENV{HOME} = $folder;
$ENV{CARGO_TARGET_DIR} = "$folder/cargo";
$ENV{CARGO_NET_OFFLINE} = 'true' unless $all;
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

# What tools print for a test: TAP, Go, Rust, Python, PHPUnit, minitest
my $passed = qr/(?|^\ *ok\ \d+\ -\ (.*)|^\ *---\ PASS:\ (\w+)|^test\ (.*)\ \.\.\.\ ok$
	|^(\w+)\ \([\w.]+\)\ \.\.\.\ ok$|^\ \xe2\x9c\x94\ (.*)|^(\w+\#\w+)\ =\ .*\ \.$)/x;
my $failed = qr/(?|^\ *not\ ok\ \d+\ -\ (.*)|^\ *---\ FAIL:\ (\w+)|^test\ (.*)\ \.\.\.\ FAILED$
	|^(\w+)\ \([\w.]+\)\ \.\.\.\ (?:FAIL|ERROR)$|^\ \xe2\x9c\x98\ (.*)|^(\w+\#\w+)\ =\ .*\ [FE]$)/x;
my $skipped = qr/(?|^\ *ok\ \d+\ -\ (.*?)\ \#\ SKIP\ (.*)|^(\w+)\ \([\w.]+\)\ \.\.\.\ skipped\ '(.*)'$
	|^\ \xe2\x86\xa9\ (.*)|^(\w+\#\w+)\ =\ .*\ S$)/x;

# The lines that a language's tests print, as tests of our own.
sub report
{
	my ($language, $output) = @_;
	my $n = 0;

	note("$language->{name}, its own tests, is not tested: only --all runs them") unless $language->{test};
	foreach (split /\n/, $output)
	{
		if (/$skipped/) { note("$language->{name}, $1, is not tested: " . ($2 // 'it lacks something')); }
		elsif (/Tests run: ([1-9]\d*), Failures: 0, Errors: 0, .* in (\S+)/)
		{
			pass("$language->{name}: $1 tests of $2");
			$n += $1;
		}
		elsif (/$passed/)
		{
			pass("$language->{name}: $1");
			$n++;
		}
		elsif (/$failed/) { fail("$language->{name}: $1"); }
	}
	cmp_ok($n, '>', 12, "$language->{name}: all tests were run") if $language->{test};
	ok($language->{harness}->finish, "$language->{name}: they ended well");
	diag($output) if $language->{harness}->result || $language->{test} && !$n;
	return;
}

# The file alone, in an empty folder
sub alone
{
	my ($language) = @_;
	return unless $language->{file};
	mkdir "$folder/alone.$language->{name}" or die $!;
	my $said = '';
	IPC::Run::run([ 'sh', '-c', $language->{alone}, 'sh', "$clients/$language->{file}" ], '<', \undef, '>&', \$said,
		init => sub { chdir "$folder/alone.$language->{name}" or die $! });
	like($said, qr/^[0-7][0-9A-HJKMNP-TV-Z]{25}\n$/, "$language->{name}: the file generates where it is alone");
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
	my $start = join ' && ', $language->{build} // (), $language->{test} || (), 'true';
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

# 16 bytes that are an ID are none where text is meant: a text of that length is not an ID
my @raw = map { "wiji_text 616161616161616161${_}616161616161" } map { sprintf '%02x', $_ } 0x10 .. 0x1F;

foreach my $language (@languages)
{
	$language->{harness}->pump while $language->{harness}->pumpable;
	report($language, $language->{output});
	alone($language);
	agree($language, 'reads no bytes as text', \@raw, [ map { '-' } @raw ]);
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
