# Public ids (docs/recipes.md): a key in a file outside of the database is found in no log, no
# statistics and no dump.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf(
	'postgresql.conf', q{
shared_preload_libraries = 'pg_stat_statements, auto_explain'
pg_stat_statements.track = all
log_statement = all
log_duration = on
log_parameter_max_length = -1
log_parameter_max_length_on_error = -1
log_min_messages = debug1
auto_explain.log_min_duration = 0
auto_explain.log_nested_statements = on
auto_explain.log_analyze = on
auto_explain.log_verbose = on
});
$node->start;

my $folder = PostgreSQL::Test::Utils::tempdir;
my $file = "$folder/id_key.csv";
my $recipe = slurp_file('sql/recipe_public_ids.sql');
my ($functions) = $recipe =~ /^(CREATE FUNCTION public_id\(.*?\n)CREATE TABLE orders/ms;
$node->safe_psql('postgres', qq{
	CREATE EXTENSION wiji; CREATE EXTENSION pgcrypto; CREATE EXTENSION file_fdw; CREATE EXTENSION pg_stat_statements;
	CREATE SCHEMA secret;
	CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
	CREATE FOREIGN TABLE secret.id_key (purpose text, made timestamptz, key bytea, first timestamptz, sequences integer)
		SERVER files OPTIONS (filename '$file', format 'csv');
	$functions
	CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer);
	INSERT INTO orders (n) SELECT generate_series(1, 100)});

# a key is made: a line more in the file; the newest makes public ids
sub new_key
{
	$node->safe_psql('postgres', qq{
		COPY (SELECT 'orders', clock_timestamp(), gen_random_bytes(16), timestamptz '2020-01-01 00:00+00', 64)
		TO PROGRAM 'umask 077; cat >>$file' (FORMAT csv)});
}

my $shown = q{SELECT public_id(id, 'orders') FROM orders WHERE n = 42};
new_key();
my $first = $node->safe_psql('postgres', $shown);
is($node->safe_psql('postgres', "SELECT n FROM orders WHERE id = open_id('$first', 'orders')"), 42,
	'a public id is opened with a key from a file');
new_key();
my $second = $node->safe_psql('postgres', $shown);
isnt($first, $second, 'a new key makes other public ids');
is($node->safe_psql('postgres', "SELECT count(*) FROM orders WHERE id = open_id('$_', 'orders')"), 1,
	'and both are opened') for $first, $second;
is((stat $file)[2] & 0777, 0600, 'nobody else may read the file');

# calls in every way, errors too
$node->psql('postgres', q{
	SELECT count(public_id(id, 'orders')) FROM orders;
	SELECT open_id(gen_random_uuid(), 'orders');
	SELECT public_id(wiji_make(1, 2, 3), 'orders');
	PREPARE find(uuid) AS SELECT n FROM orders WHERE id = open_id($1, 'orders');
	EXECUTE find('5fab6ee5-5fe3-4bf0-b67b-2d57d20e1a1c');
	SET plan_cache_mode = force_generic_plan;
	EXPLAIN (ANALYZE, VERBOSE, BUFFERS) SELECT public_id(id, 'orders') FROM orders;
	SELECT n FROM orders WHERE id = open_id($1, 'orders') \bind 5fab6ee5-5fe3-4bf0-b67b-2d57d20e1a1c \g
	ANALYZE}, on_error_stop => 0);

my @keys = slurp_file($file) =~ /\\x([0-9a-f]{32})/g;
is(scalar @keys, 2, 'there are two keys');

# text in which a key would stand in hexadecimal, or escaped as COPY does
my $log = slurp_file($node->logfile);
like($log, qr/Query Text: .*?FROM secret\.id_key k/s, 'the log has the statements within the functions');
my $statements = $node->safe_psql('postgres', 'SELECT string_agg(query, chr(10)) FROM pg_stat_statements');
like($statements, qr/encrypt\(wiji_binary\(id\), key/, 'the statistics have the statements within the functions');
my %text = (
	'the log' => $log,
	'pg_stat_statements' => $statements,
	'statistics of columns' => $node->safe_psql('postgres', 'SELECT string_agg(s::text, chr(10)) FROM pg_stats s'));
foreach my $dump ([ 'pg_dump' ], [ 'pg_dumpall' ], [ 'pg_dump', '--inserts', '--schema=secret' ])
{
	my ($out, $err) = run_command([ @$dump, '-h', $node->host, '-p', $node->port, '--file', "$folder/dump" ]);
	is($err, '', "@$dump");
	$text{"what @$dump writes"} = slurp_file("$folder/dump");
	like($text{"what @$dump writes"}, qr/FOREIGN TABLE secret\.id_key/, 'the foreign table is dumped');
}
foreach my $where (sort keys %text)
{
	my @found = grep { index(lc $text{$where}, $_) >= 0 } @keys;
	is(scalar @found, 0, "no key in $where");
}

done_testing();
