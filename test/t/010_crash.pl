# kill -9 under eight writing clients, and a restart with the clock set back: committed IDs are kept
# and distinct, and the indexes are sound.  script/test --all does it three times.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "shared_preload_libraries = '" . libraries() . "'\nautovacuum = off\nmax_wal_size = 4GB");

my @columns = id_columns();
my @types = map { $_->[0] } @columns;
my $types = join ', ', @types;
start_with_fake_clock($node);
$node->safe_psql('postgres', join('', map { "CREATE EXTENSION $_;" } id_extensions(), 'amcheck') . q{
	CREATE TABLE ids (client integer, n bigint GENERATED ALWAYS AS IDENTITY,
	} . join(', ', map { "$_->[0] $_->[1] UNIQUE DEFAULT $_->[2]" } @columns) . q{);
	ALTER TABLE ids DROP CONSTRAINT ids_wiji_key, ADD PRIMARY KEY (wiji);
	CREATE INDEX ids_wiji_hash_i ON ids USING hash (wiji);
	CREATE INDEX ids_wiji_gist_i ON ids USING gist (wiji);
	CREATE INDEX ids_wiji_brin_i ON ids USING brin (wiji);
	CREATE TABLE bulk (id wiji PRIMARY KEY, n integer)});

# Eight clients each record the rows whose commit the server has confirmed: psql prints the
# rows of an INSERT … RETURNING when the server has answered that it is done.
sub eight_clients
{
	my ($round) = @_;
	my $script = PostgreSQL::Test::Utils::tempdir . "/insert_$round.sql";
	my @clients;
	foreach my $client (1 .. 8)
	{
		my %c = (out => "$script.$client.out");
		append_to_file("$script.$client",
			"INSERT INTO ids (client) SELECT $client FROM generate_series(1, 3) RETURNING $types;\n" x 20000);
		$c{run} = IPC::Run::start([ 'psql', '-XAtq', '-f', "$script.$client", $node->connstr('postgres') ],
			'<', \undef, '>', $c{out}, '2>', "$c{out}.err");
		push @clients, \%c;
	}
	my $before = $node->safe_psql('postgres', 'SELECT count(*) FROM ids');
	$node->poll_query_until('postgres',
		'SELECT count(DISTINCT client) = 8 AND count(*) > ' . ($before + 3000) . ' FROM ids') or die;
	crash($node);
	$_->{run}->finish foreach @clients;
	return map { grep { tr/|// == $#types } split /\n/, slurp_file($_->{out}) } @clients;
}

sub sound
{
	my ($name) = @_;
	is( $node->safe_psql('postgres', q{
			SELECT count(bt_index_check(c.oid, true)) FROM pg_class c JOIN pg_am a ON a.oid = relam
			WHERE amname = 'btree' AND relnamespace = 'public'::regnamespace}),
		@types + 1, "$name: amcheck finds each btree sound");
	is($node->safe_psql('postgres', "SELECT * FROM verify_heapam('ids') UNION ALL SELECT * FROM verify_heapam('bulk')"),
		'', "$name: and the tables");
	# indexes that amcheck cannot check have to find the rows: with each of these as the only one
	my %search = (
		hash => [ 'wiji = ANY (array(SELECT wiji FROM ids ORDER BY n DESC LIMIT 1000))', '1000' ],
		gist => [ "wiji >= wiji_lower('epoch')", 'count(*)' ],
		brin => [ "wiji >= wiji_lower('epoch')", 'count(*)' ]);
	foreach my $method (sort keys %search)
	{
		my $others = join '; ', map { "DROP INDEX ids_wiji_${_}_i" } grep { $_ ne $method } keys %search;
		is( $node->safe_psql('postgres', qq{
				BEGIN;
				ALTER TABLE ids DROP CONSTRAINT ids_pkey;
				$others;
				CREATE TEMP TABLE expected (n) ON COMMIT DROP AS SELECT $search{$method}[1] FROM ids LIMIT 1;
				SET LOCAL enable_seqscan = off;
				SELECT (TABLE expected) - count(*) FROM ids WHERE $search{$method}[0];
				ROLLBACK}), 0, "$name: the $method index finds its rows");
	}
}

my @committed;
my $clock = 0;
foreach my $round (1 .. ($ENV{WIJI_TEST_ALL} ? 3 : 1))
{
	push @committed, eight_clients($round);
	# each time an hour further back
	$clock -= 3600;
	start_with_fake_clock($node, $clock);
	cmp_ok($node->safe_psql('postgres', "SELECT extract(epoch FROM now())::bigint") - time, '<', $clock + 60,
		"restart $round: the clock is " . -$clock / 3600 . ' hours behind');
	my $file = $node->basedir . "/committed_$round";
	append_to_file($file, join '', map { "$_\n" } @committed);
	is( $node->safe_psql('postgres', qq{
			CREATE TEMP TABLE committed (} . join(', ', map { "$_->[0] $_->[1]" } @columns) . qq{);
			COPY committed FROM '$file' DELIMITER '|';
			SELECT count(*) > 3000 * $round * 0.9, count(*) FILTER (WHERE ids.wiji IS NULL)
			FROM committed LEFT JOIN ids USING ($types)}),
		't|0', "restart $round: all " . @committed . ' IDs that were confirmed exist, of all types');
}
is($node->safe_psql('postgres',
	'SELECT ' . join(' AND ', map { "count(*) = count(DISTINCT $_)" } @types) . ' FROM (SELECT * FROM ids OFFSET 0) s'),
	't', 'all IDs are distinct');
my $random = join '|', 'ids_pkey', map { "ids_$_->[0]_key" } grep { $_->[3] } @columns;
unlike(slurp_file($node->logfile), qr/duplicate key value violates unique constraint "(?:$random)"/,
	'no ID with enough random bits was rejected');
sound('after crashes');

# A bulk load that is interrupted leaves nothing, and can be repeated.  It never commits, so its
# speed does not matter.
{
	my $load = $node->background_psql('postgres', on_error_stop => 0);
	$load->query_until(qr/start/,
		"\\echo start\nBEGIN;\nINSERT INTO bulk SELECT wiji_generate(), n FROM generate_series(1, 5000000) n;\n");
	$node->poll_query_until('postgres', "SELECT pg_relation_size('bulk') > 10000000") or die;
	crash($node);
	$load->{run}->finish;
	start_with_fake_clock($node, $clock - 3600);
	is($node->safe_psql('postgres', 'SELECT count(*) FROM bulk'), 0, 'a torn bulk load leaves no row');
	sound('after an interrupted load');
	is($node->safe_psql('postgres', q{
			INSERT INTO bulk SELECT wiji_generate(), n FROM generate_series(1, 100000) n;
			SELECT count(*), count(DISTINCT id) FROM bulk}), '100000|100000', 'the load after a torn one is complete');
	is($node->safe_psql('postgres',
		'SELECT bool_and(up) FROM (SELECT id > lag(id) OVER (ORDER BY n) AS up FROM bulk) s'), 't', 'in order');
	sound('after the next load');
}

$node->stop;
done_testing();
