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
$node->append_conf('postgresql.conf', "uid60.allow_duplicates = on\n");	# before 17, as nothing is preloaded
start_with_fake_clock($node);
$node->safe_psql('postgres', 'CREATE EXTENSION uid60');

clock_range_ok($node, 'uid60_generate()', 'uid60_timestamp(id)',
	[ '2018-02-28 23:59:59.999', undef ], [ '2018-03-01 00:00:00', '2018-03-01 00:00:00' ],
	[ '2157-07-13 07:35:11.1039', '2157-07-13 07:35:11.103' ], [ '2157-07-13 07:35:11.1045', undef ]);

done_testing();
