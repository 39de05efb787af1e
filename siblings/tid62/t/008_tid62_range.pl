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
$node->safe_psql('postgres', 'CREATE EXTENSION tid62');

clock_range_ok($node, 'tid62_generate()', 'tid62_timestamp(id)',
	[ '2019-12-31 23:59:59.9', undef ], [ '2020-01-01 00:00:00.1', '2020-01-01 00:00:00' ],
	[ '2156-02-07 06:28:15.9', '2156-02-07 06:28:15' ], [ '2156-02-07 06:28:16.1', undef ],
	[ '2026-11-21 12:00:00.5', '2026-11-21 12:00:00' ]);

done_testing();
