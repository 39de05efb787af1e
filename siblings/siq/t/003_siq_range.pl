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
$node->safe_psql('postgres', 'CREATE EXTENSION siq');

clock_range_ok($node, "siq_generate('user')", 'siq_timestamp(id)',
	[ '1969-12-31 23:59:59', undef ], [ '1970-01-01 00:00:00', '1970-01-01 00:00:00' ]);

done_testing();
