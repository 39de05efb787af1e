# Many sessions of one server generate distinct uid60s, and so do servers with different numbers.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# Eight sessions generate a million IDs.  n counts along in each, to check the order.
sub make_ids
{
	my ($node) = @_;
	my $file = PostgreSQL::Test::Utils::tempdir . '/' . $node->name . '.sql';

	append_to_file($file,
		"\\set n :n + 1\n"
		  . "INSERT INTO ids SELECT :client_id, :n * 5000 + i, uid60_generate() FROM generate_series(0, 4999) i;\n");
	$node->safe_psql('postgres',
		'CREATE EXTENSION uid60; CREATE UNLOGGED TABLE ids (client integer, n bigint, id uid60)');
	$node->command_ok(
		[
			'pgbench', '-n', '-c', '8', '-j', '2', '-t', '25', '-D', 'n=0', '-f', $file,
			'-h', $node->host, '-p', $node->port, 'postgres'
		],
		'eight pgbench clients insert at once');
	is( $node->safe_psql('postgres',
			'SELECT count(*) FROM (SELECT id <= lag(id) OVER (PARTITION BY client ORDER BY n) AS down FROM ids) s
			WHERE down'),
		0, 'their IDs ascend in each session');
	cmp_ok(
		$node->safe_psql('postgres',
			'SELECT count(*) FROM (SELECT FROM ids GROUP BY uid60_timestamp(id) HAVING count(DISTINCT client) > 1) s'),
		'>', 0, 'several of them share milliseconds');
	return;
}

my $count = 'SELECT count(*), count(DISTINCT id), count(DISTINCT (uid60_timestamp(id), uid60_sequence(id))) FROM ids';

# Before PostgreSQL 17 the library has to be preloaded.
my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 1);
$primary->append_conf('postgresql.conf', "shared_preload_libraries = 'uid60'") if $primary->pg_version < 17;
$primary->start;
make_ids($primary);
is($primary->safe_psql('postgres', $count), '1000000|1000000|1000000',
	'a million IDs are distinct, even without their random bits');
is( $primary->safe_psql('postgres', q{
		SELECT count(*)
		FROM (SELECT uid60_timestamp(id) AS ms, uid60_sequence(id) AS sequence,
		             uid60_timestamp(lag(id) OVER w) AS last_ms, uid60_sequence(lag(id) OVER w) AS last
		      FROM ids WINDOW w AS (ORDER BY id)) s
		WHERE sequence <> CASE WHEN ms = last_ms THEN last + 1 ELSE (last + 1) % 256 END}),
	0, 'together they count up without a gap, from one millisecond to the next in the lower half');

# IDs are in order across sessions, too: a later one is greater.
my $last = $primary->safe_psql('postgres', 'SELECT max(id) FROM ids');
my $down = 0;
foreach (1 .. 20)
{
	my $id = $primary->safe_psql('postgres', 'SELECT uid60_generate()');
	$down += $primary->safe_psql('postgres', "SELECT uid60 '$id' <= uid60 '$last'") eq 't';
	$last = $id;
}
is($down, 0, 'consecutive sessions generate IDs in order');

# Another database has the same generator: here its extension lives in another schema.
$primary->safe_psql('postgres', 'CREATE DATABASE other');
$primary->safe_psql('other', 'CREATE SCHEMA s; CREATE EXTENSION uid60 SCHEMA s');
my $id = $primary->safe_psql('other', 'SELECT s.uid60_generate()');
is($primary->safe_psql('postgres', "SELECT uid60 '$id' > uid60 '$last'"), 't', 'another database goes on from there');

# A server that crashed begins with the clock, which has moved on.
$primary->stop('immediate');
$primary->start;
is($primary->safe_psql('postgres', "SELECT uid60_generate() > uid60 '$id'"), 't', 'after a crash ids go on');

# A standby generates IDs, although it is read-only.
$primary->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'copy', has_streaming => 1);
$standby->start;
is( $standby->safe_psql('postgres',
		'SELECT pg_is_in_recovery(), count(DISTINCT uid60_generate()) FROM generate_series(1, 1000)'),
	't|1000', 'a read-only standby generates IDs');
$standby->stop;
$primary->stop;

# Before PostgreSQL 17 and without preloading each session is alone: an error, unless a setting allows
# duplicates.
if ($primary->pg_version < 17)
{
	my $lone = PostgreSQL::Test::Cluster->new('lone');
	$lone->init;
	$lone->start;
	$lone->safe_psql('postgres', 'CREATE EXTENSION uid60');
	my $session = $lone->background_psql('postgres', on_error_stop => 0);
	my $error_of = sub {
		$session->{stderr} = '';
		$session->query("\\set VERBOSITY verbose\n" . shift);
		my $error = $session->{stderr};
		$session->{stderr} = '';
		return $error;
	};
	like($error_of->('SELECT uid60_generate()'),
		qr/ERROR:  55000: .*without shared memory.*HINT:  Add "uid60" to "shared_preload_libraries".*uid60\.allow_duplicates/s,
		'a session that is alone does not generate IDs');
	$session->query_safe('SET uid60.allow_duplicates = on');
	is($session->query_safe('SELECT count(DISTINCT uid60_generate()) FROM generate_series(1, 5000)'), 5000,
		'unless IDs may repeat; its own do not');
	$session->query_safe('SET uid60.server = 7');
	like($error_of->('SELECT uid60_generate()'),
		qr/ERROR:  55000: .*without shared memory.*HINT:  .*reset "uid60\.server"/s,
		"but not with a server's number");
	$session->quit;
	$lone->safe_psql('postgres', 'DROP EXTENSION uid60');
	$lone->append_conf('postgresql.conf', 'uid60.allow_duplicates = on');
	$lone->reload;
	make_ids($lone);
	my ($all, undef, $slots) = split /\|/, $lone->safe_psql('postgres', $count);
	cmp_ok($slots, '<', $all, 'sessions that are alone share sequences: only random bits distinguish their IDs');
	$lone->stop;
}

# Three servers, each with its own number: they never generate the same uid60, and the number of the
# server can be read from it.
my @nodes = map { PostgreSQL::Test::Cluster->new("server$_") } 0 .. 2;
my @numbers = (0, 1, 511);
foreach my $i (0 .. 2)
{
	$nodes[$i]->init;
	$nodes[$i]->append_conf('postgresql.conf', "shared_preload_libraries = 'uid60'") if $nodes[$i]->pg_version < 17;
	$nodes[$i]->append_conf('postgresql.conf', "uid60.server = $numbers[$i]");
	$nodes[$i]->start;
	$nodes[$i]->safe_psql('postgres', 'CREATE EXTENSION uid60; CREATE UNLOGGED TABLE ids (id uid60)');
}

# They generate IDs concurrently, as fast as they can, in two sessions each.
my $file = PostgreSQL::Test::Utils::tempdir . '/insert.sql';
append_to_file($file, "INSERT INTO ids SELECT uid60_generate() FROM generate_series(1, 5000);\n");
my @running = map {
	IPC::Run::start([ 'pgbench', '-n', '-c', '2', '-t', '20', '-f', $file, '-h', $_->host, '-p', $_->port, 'postgres' ],
		'>', \my $out, '2>', \my $err)
} @nodes;
is(scalar(grep { $_->finish } @running), 3, 'three servers generate IDs at once');

# All in one table: each has 200,000, which are distinct, although some have the same millisecond and
# sequence.
$nodes[0]->safe_psql('postgres', 'CREATE TABLE fleet (id uid60, made_on integer)');
foreach my $i (0 .. 2)
{
	my $ids = PostgreSQL::Test::Utils::tempdir . "/ids_$i";
	$nodes[$i]->safe_psql('postgres', "COPY ids TO '$ids'");
	$nodes[0]->safe_psql('postgres', "COPY ids FROM '$ids'") if $i > 0;
	$nodes[0]->safe_psql('postgres', "INSERT INTO fleet SELECT id, $numbers[$i] FROM ids; TRUNCATE ids");
}
is($nodes[0]->safe_psql('postgres', 'SELECT count(*), count(DISTINCT id) FROM fleet'), '600000|600000',
	'600,000 are distinct');
cmp_ok(
	$nodes[0]->safe_psql('postgres',
		'SELECT count(*) - count(DISTINCT (uid60_timestamp(id), uid60_sequence(id))) FROM fleet'),
	'>', 0, 'although some have the same millisecond and sequence');
is($nodes[0]->safe_psql('postgres', 'SELECT count(*) FROM fleet WHERE uid60_random(id) <> made_on'), 0,
	"each carries its server's number");
$nodes[0]->safe_psql('postgres', 'ALTER TABLE fleet ADD PRIMARY KEY (id)');

# The number is read again with the configuration.
$nodes[2]->safe_psql('postgres', 'ALTER SYSTEM SET uid60.server = -1');
$nodes[2]->reload;
ok($nodes[2]->poll_query_until('postgres',
	"SELECT count(DISTINCT uid60_random(uid60_generate())) > 1 FROM generate_series(1, 100)"),
	'without a number the bits are random again');
$_->stop foreach @nodes;

done_testing();
