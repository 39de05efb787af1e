# UUIDs ordered by time, under a clock that stands still and steps back.

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
start_with_fake_clock($node);
$node->safe_psql('postgres', 'CREATE EXTENSION uuidtime');

sub session { return $node->background_psql('postgres', on_error_stop => 0); }

my $frozen = '2040-01-01 00:00:09.0000005';
my $hour_back = '2039-12-31 23:00:09';

# each kind: how many IDs one tick has, the last microsecond of the tick, and the one after
my @kinds = (
	[ 'uuidtime_v6()', 8192, '09.0000005', '09.0000015' ],
	[ 'uuidtime_v7()', 32768, '09.0000005', '09.0000015' ],
	[ "uuidtime_v7_draft('ms')", 4096, '09.0009995', '09.0010005' ],
	[ "uuidtime_v7_draft('us')", 16384, '09.0000005', '09.0000015' ],
	[ "uuidtime_v7_draft('ns')", 256, '09.0000005', '09.0000015' ],
	[ 'uuidtime_v8(32)', 4096, '09.9999995', '10.0000005' ],
	[ 'uuidtime_v8(48)', 4096, '09.0009995', '09.0010005' ],
	[ 'uuidtime_v8(60)', 256, '09.0000005', '09.0000015' ],
	[ 'uuidtime_v8(64)', 256, '09.0000005', '09.0000015' ]);

foreach my $kind (@kinds)
{
	my ($function, $room, $last, $after) = @$kind;
	my $session = session();

	# half of them while the clock stands still, half while it is an hour behind
	$session->query_safe(q{
		SET uuidtime.max_clock_wait = 50;
		CREATE TEMP TABLE t (n integer GENERATED ALWAYS AS IDENTITY, id uuid)});
	set_clock($frozen);
	$session->query_safe("INSERT INTO t (id) SELECT $function FROM generate_series(1, $room / 2)");
	set_clock($hour_back);
	$session->query_safe("INSERT INTO t (id) SELECT $function FROM generate_series(1, $room / 2)");

	like(error_of($session, "SELECT $function"),
		qr/55000: system clock is behind the last generated ID by 360[01]\.\d+ s/,
		"$function: $room IDs of a tick, and then an error");
	set_clock("2040-01-01 00:00:$last");
	like(error_of($session, "SELECT $function"), qr/55000: system clock is behind the last generated ID by 0\.\d+ ms/,
		"$function: an error while the tick lasts");
	set_clock("2040-01-01 00:00:$after");
	$session->query_safe("INSERT INTO t (id) SELECT $function FROM generate_series(1, 2)");
	is( $session->query_safe(q{
			SELECT count(*), count(*) FILTER (WHERE down)
			FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM t) s}),
		$room + 2 . '|0', "$function: no error after the tick, and all IDs ascend");
	$session->quit;
}

# The fields of the IDs: the time stays while the clock is behind, the sequence counts on, and
# starts at zero again with a new tick.
{
	my $session = session();
	my @readings = (
		[ "uuidtime_v7_draft('ms')", "uuidtime_v7_draft_%s(id, 'ms')", '09.001', '09.0010005' ],
		[ 'uuidtime_v7_draft()', 'uuidtime_v7_draft_%s(id)', '09.000001', '09.0000015' ],
		[ "uuidtime_v7_draft('ns')", "uuidtime_v7_draft_%s(id, 'ns')", '09.000001', '09.0000015' ],
		[ 'uuidtime_v8(32)', 'uuidtime_v8_%s(id, 32)', '10', '10.0000005' ],
		[ 'uuidtime_v8(48)', 'uuidtime_v8_%s(id, 48)', '09.001', '09.0010005' ],
		[ 'uuidtime_v8()', 'uuidtime_v8_%s(id)', '09.000001', '09.0000015' ],
		[ 'uuidtime_v8(64)', 'uuidtime_v8_%s(id, 64)', '09.000001', '09.0000015' ]);
	$session->query_safe("SET timezone = 'UTC'");
	foreach my $reading (@readings)
	{
		my ($function, $read, $next, $clock_then) = @$reading;
		my $query = sprintf "SELECT $read, $read FROM $function id", 'timestamp', 'sequence';

		set_clock($frozen);
		is($session->query_safe($query), "2040-01-01 00:00:09+00|0", "$function: a new tick");
		is($session->query_safe($query), "2040-01-01 00:00:09+00|1", 'the same');
		set_clock($hour_back);
		is($session->query_safe($query), "2040-01-01 00:00:09+00|2", 'an hour back');
		set_clock("2040-01-01 00:00:$clock_then");
		is($session->query_safe($query), "2040-01-01 00:00:$next+00|0", 'past it');
	}

	my $v6 = q{
		SELECT uuidtime_timestamp(id), ('x' || substr(id::text, 20, 4))::bit(16)::integer & 16383
		FROM uuidtime_v6() id};
	set_clock($frozen);
	my ($at, $first) = split /\|/, $session->query_safe($v6);
	is($at, '2040-01-01 00:00:09+00', 'uuidtime_v6(): a new tick');
	is($session->query_safe($v6), "$at|" . ($first + 1), 'the same counts the clock sequence up');
	set_clock($hour_back);
	is($session->query_safe($v6), "$at|" . ($first + 2), 'an hour back');
	set_clock('2040-01-01 00:00:09.0000015');
	is($session->query_safe($v6), "2040-01-01 00:00:09.000001+00|$first",
		"past it, the session's clock sequence is as it was");

	# an ID of version 7 has 4096ths of a millisecond as PostgreSQL 18 writes them
	set_clock('2040-01-01 00:00:09.5004885');
	is($session->query_safe('SELECT substr(uuidtime_v7()::text, 1, 18)'), '020251fe-491c-77d0',
		'version 7: milliseconds and 4096ths');
	$session->quit;
}

done_testing();
