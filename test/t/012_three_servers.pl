# One table spread over three servers by hash of its wiji: docs/production.md, "Replication".

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my @nodes = map { PostgreSQL::Test::Cluster->new("server$_") } 0 .. 2;
foreach my $node (@nodes)
{
	$node->init;
	$node->start;
}
plan skip_all => 'postgres_fdw is not installed'
  unless $nodes[0]->safe_psql('postgres', "SELECT count(*) FROM pg_available_extensions WHERE name = 'postgres_fdw'");

# Every server has the whole table: one partition of its own, and two on the other servers.
foreach my $here (0 .. 2)
{
	my $sql = q{
		CREATE EXTENSION wiji;
		CREATE EXTENSION postgres_fdw;
		CREATE TABLE event (id wiji NOT NULL DEFAULT wiji_generate(), made_on integer NOT NULL, what text)
			PARTITION BY HASH (id);
	};
	# From 17 on the array type belongs to the extension automatically.
	$sql .= 'ALTER EXTENSION wiji ADD TYPE wiji[];' if $nodes[0]->pg_version < 17;
	foreach my $there (0 .. 2)
	{
		my ($host, $port) = ($nodes[$there]->host, $nodes[$there]->port);
		my $bound = "FOR VALUES WITH (MODULUS 3, REMAINDER $there)";
		if ($here == $there)
		{
			$sql .= "CREATE TABLE event_$there PARTITION OF event (PRIMARY KEY (id)) $bound;";
			next;
		}
		$sql .= qq{
			CREATE SERVER server$there FOREIGN DATA WRAPPER postgres_fdw
				OPTIONS (host '$host', port '$port', dbname 'postgres',
					extensions 'wiji', batch_size '100', async_capable 'true');
			CREATE USER MAPPING FOR CURRENT_USER SERVER server$there;
			CREATE FOREIGN TABLE event_$there PARTITION OF event $bound SERVER server$there;
		};
	}
	$nodes[$here]->safe_psql('postgres', $sql);
}

# Two sessions of every server generate IDs at once, and rows go to the partition of their ID.
{
	my $file = PostgreSQL::Test::Utils::tempdir . '/insert.sql';
	append_to_file($file,
		"INSERT INTO event (made_on, what) SELECT :here, 'event ' || n FROM generate_series(1, 100) n;\n");
	my @running = map {
		IPC::Run::start(
			[
				'pgbench', '-n', '-c', '2', '-t', '10', '-D', "here=$_", '-f', $file,
				'-h', $nodes[$_]->host, '-p', $nodes[$_]->port, 'postgres'
			],
			'>', \my $out, '2>', \my $err)
	} 0 .. 2;
	is(scalar(grep { $_->finish } @running), 3, 'three servers insert at once');
}
foreach my $node (@nodes)
{
	is($node->safe_psql('postgres',
		'SELECT count(*), count(DISTINCT id), count(DISTINCT made_on), count(DISTINCT wiji_random(id)) FROM event'),
		'6000|6000|3|6', $node->name . ' sees all of them, distinct, of six generators');
}
my $least = 6000;
foreach my $here (0 .. 2)
{
	my $rows = $nodes[$here]->safe_psql('postgres', "SELECT count(*) FROM event_$here");
	$least = $rows if $rows < $least;
}
cmp_ok($least, '>', 1800, 'each has about a third of them');

# Queries that are sent to the others.
my %ids = map { $_ => $nodes[$_]->safe_psql('postgres', "SELECT id FROM event_$_ ORDER BY id LIMIT 1") } 0 .. 2;
my @two_of_2 = split /\n/, $nodes[2]->safe_psql('postgres', 'SELECT id FROM event_2 ORDER BY id LIMIT 2');
my @pages =
  map { $nodes[0]->safe_psql('postgres', "SELECT wiji_timestamp(id) FROM event ORDER BY id OFFSET $_ LIMIT 1") }
  1000, 1100;

sub plan_of
{
	my ($query, $settings) = @_;
	my $plan = $nodes[0]->safe_psql('postgres', ($settings // '') . "EXPLAIN (VERBOSE, COSTS off) $query");
	$plan =~ s/OPERATOR\(public\.(.*?)\)/$1/g;
	return $plan;
}

# The tables that a plan scans.
sub scanned
{
	my ($plan) = @_;
	my %tables = map { $_ => 1 } $plan =~ /on public\.(event_\d)/g;
	return join ' ', sort keys %tables;
}

foreach my $there (0 .. 2)
{
	my $plan = plan_of("SELECT * FROM event WHERE id = '$ids{$there}'");
	is(scanned($plan), "event_$there", "an ID of server $there is looked up there");
	like($plan, qr/Remote SQL: SELECT id, made_on, what FROM public\.event_$there WHERE \(\(id = '$ids{$there}'/,
		'by its ID') if $there;
	is($nodes[0]->safe_psql('postgres', "SELECT id FROM event WHERE id = '$ids{$there}'"), $ids{$there},
		'a row of another server is found by its ID');
}
my $plan = plan_of("EXECUTE by_id ('$ids{1}')", q{
	SET plan_cache_mode = force_generic_plan;
	PREPARE by_id AS SELECT * FROM event WHERE id = $1;});
is(scanned($plan), 'event_1', 'a generic plan looks an ID up on its server');
like($plan, qr/Subplans Removed: 2/, 'a generic plan prunes when it starts');

$plan = plan_of("SELECT * FROM event WHERE id IN ('$two_of_2[0]', '$two_of_2[1]')");
is(scanned($plan), 'event_2', 'a list of IDs of one server goes there');
like($plan, qr/Remote SQL: .* WHERE \(\(id = ANY \('\{$two_of_2[0],$two_of_2[1]\}'/, 'as a list');
$plan = plan_of("SELECT * FROM event WHERE id IN ('$ids{1}', '$ids{2}')");
is(scanned($plan), 'event_1 event_2', 'a list of IDs of two servers goes to these two');

$plan = plan_of("UPDATE event SET what = 'changed' WHERE id = '$ids{2}'");
like($plan, qr/Foreign Update on public\.event_2.*Remote SQL: UPDATE public\.event_2 SET what = 'changed'::text WHERE/s,
	'an update by ID is one statement there');
$nodes[0]->safe_psql('postgres', "UPDATE event SET what = 'changed' WHERE id = '$ids{2}'");
is($nodes[1]->safe_psql('postgres', "SELECT what FROM event WHERE id = '$ids{2}'"), 'changed',
	'whose result the third server sees');

$plan = plan_of("SELECT id FROM event WHERE wiji_within(id, '[$pages[0], $pages[1])') ORDER BY id LIMIT 10");
is(scanned($plan), 'event_0 event_1 event_2', 'a time range is queried on all');
like($plan, qr/Remote SQL: .*event_1 WHERE \(\(id >= '\w+'\)\) AND \(\(id <= '\w+'\)\)/,
	'as a range of IDs');
is( $nodes[0]->safe_psql('postgres',
		"SELECT id FROM event WHERE wiji_within(id, '[$pages[0], $pages[1])') ORDER BY id LIMIT 10"),
	$nodes[2]->safe_psql('postgres', "SELECT id FROM event WHERE id >= wiji_lower('$pages[0]') ORDER BY id LIMIT 10"),
	'with the same answer from each');
like(plan_of('SELECT max(id) FROM event'), qr/Remote SQL: SELECT id FROM public\.event_1 .*ORDER BY id DESC/,
	'the largest is the first of each in order');
like(plan_of('SELECT max(id), min(id), count(*) FROM event_1'),
	qr/Remote SQL: SELECT (public\.)?max\(id\), (public\.)?min\(id\), count\(\*\) FROM public\.event_1/,
	'aggregates of one part are computed there');
like(plan_of("SELECT what FROM event WHERE wiji_timestamp(id) = '$pages[0]'"),
	qr/Remote SQL: .*WHERE \(\(public\.wiji_timestamp\(id\) = '/, 'so are functions that read an ID');
# Expressions that depend on the session are not sent, but their values are.
foreach my $at ('now()', 'current_date::timestamptz')
{
	unlike(plan_of("SELECT what FROM event WHERE id >= $at"), qr/Remote SQL: .*WHERE/, "$at is not sent");
	like(plan_of("SELECT what FROM event WHERE id >= (SELECT $at)"),
		qr/Remote SQL: .*WHERE \(\(id >= public\.wiji_since\(\$1::timestamp with time zone\)/,
		'from a sub-select it is');
}
# Functions that generate IDs run on the server of the query.
unlike(plan_of("SELECT what FROM event WHERE id > wiji_generate()"), qr/Remote SQL: .*wiji_generate/,
	'a generator is not sent');

# The primary keys of the parts are one for the whole: an ID has one place.
isnt($nodes[0]->psql('postgres', "INSERT INTO event VALUES ('$ids{1}', 0)"), 0,
	'an ID that another server has is rejected');

# A query that needs one server does not contact the others.
$nodes[2]->stop;
is($nodes[0]->safe_psql('postgres', "SELECT count(*) FROM event WHERE id IN ('$ids{0}', '$ids{1}')"), 2,
	'with a server down, the IDs of the others are still found');
isnt($nodes[0]->psql('postgres', "SELECT what FROM event WHERE id = '$ids{2}'"), 0,
	'the IDs of the server that is down are not found');
$nodes[2]->start;
$_->stop foreach @nodes;

done_testing();
