# Three servers, each with its own number: they never generate the same uid60, and the number of the
# server can be read from it.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my @nodes = map { PostgreSQL::Test::Cluster->new("server$_") } 0 .. 2;
my @numbers = (0, 1, 511);
foreach my $i (0 .. 2)
{
	$nodes[$i]->init;
	$nodes[$i]->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'") if $nodes[$i]->pg_version < 17;
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
