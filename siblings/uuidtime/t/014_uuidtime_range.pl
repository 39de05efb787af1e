# A clock before the first time of the format, at its first and last, and after that: an ID of that time, or
# an error, but never a wrapped ID.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
start_with_fake_clock($node);
$node->safe_psql('postgres', 'CREATE EXTENSION uuidtime');

clock_range_ok($node, 'uuidtime_v8(32)', 'uuidtime_v8_timestamp(id, 32)',
	[ '1969-12-31 23:59:59', undef ], [ '1970-01-01 00:00:00', '1970-01-01 00:00:00' ],
	[ '2106-02-07 06:28:15', '2106-02-07 06:28:15' ], [ '2106-02-07 06:28:16', undef ]);
clock_range_ok($node, 'uuidtime_v8(48)', 'uuidtime_v8_timestamp(id, 48)', [ '2106-02-07 06:28:16', '2106-02-07 06:28:16' ]);
# The nanoseconds that uuidtime counts end in 2262.
clock_range_ok($node, @$_,
	[ '1969-12-31 23:59:59', undef ],
	[ '2262-04-11 23:47:15', '2262-04-11 23:47:15' ],
	[ '2262-04-11 23:47:16', undef ])
  foreach [ 'uuidtime_v6()', 'uuidtime_timestamp(id)' ], [ 'uuidtime_v7()', 'uuidtime_timestamp(id)' ],
	[ "uuidtime_v7_draft('ms')", 'uuidtime_v7_draft_timestamp(id)' ],
	[ 'uuidtime_v8()', 'uuidtime_v8_timestamp(id)' ],
	[ 'uuidtime_v8(64)', "date_trunc('second', uuidtime_v8_timestamp(id, 64))" ];

done_testing();
