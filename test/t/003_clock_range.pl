# A clock before the first time of a format, at its first and last, and after that: an ID of that
# time, or an error, but never a wrapped ID.

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
$node->safe_psql('postgres', "CREATE EXTENSION $_") foreach qw(siq tid62 uid60 uuidtime);

# Clocks in ascending order, and the time of the ID that is generated then, if any.  The nanoseconds
# that uuidtime counts end in 2262.
my @ranges = (
	[ "siq_generate('user')", 'siq_timestamp(id)',
		[ '1969-12-31 23:59:59', undef ], [ '1970-01-01 00:00:00', '1970-01-01 00:00:00' ] ],
	[ 'tid62_generate()', 'tid62_timestamp(id)',
		[ '2019-12-31 23:59:59.9', undef ], [ '2020-01-01 00:00:00.1', '2020-01-01 00:00:00' ],
		[ '2156-02-07 06:28:15.9', '2156-02-07 06:28:15' ], [ '2156-02-07 06:28:16.1', undef ],
		[ '2026-11-21 12:00:00.5', '2026-11-21 12:00:00' ] ],
	[ 'uid60_generate()', 'uid60_timestamp(id)',
		[ '2018-02-28 23:59:59.999', undef ], [ '2018-03-01 00:00:00', '2018-03-01 00:00:00' ],
		[ '2157-07-13 07:35:11.1039', '2157-07-13 07:35:11.103' ], [ '2157-07-13 07:35:11.1045', undef ] ],
	[ 'uuidtime_v8(32)', 'uuidtime_v8_timestamp(id, 32)',
		[ '1969-12-31 23:59:59', undef ], [ '1970-01-01 00:00:00', '1970-01-01 00:00:00' ],
		[ '2106-02-07 06:28:15', '2106-02-07 06:28:15' ], [ '2106-02-07 06:28:16', undef ] ],
	[ 'uuidtime_v8(48)', 'uuidtime_v8_timestamp(id, 48)', [ '2106-02-07 06:28:16', '2106-02-07 06:28:16' ] ],
	map {
		my ($call, $reading) = @$_;
		[ $call, $reading,
			[ '1969-12-31 23:59:59', undef ],
			[ '2262-04-11 23:47:15', '2262-04-11 23:47:15' ],
			[ '2262-04-11 23:47:16', undef ] ]
	} [ 'uuidtime_v6()', 'uuidtime_timestamp(id)' ], [ 'uuidtime_v7()', 'uuidtime_timestamp(id)' ],
		[ "uuidtime_v7_draft('ms')", 'uuidtime_v7_draft_timestamp(id)' ],
		[ 'uuidtime_v8()', 'uuidtime_v8_timestamp(id)' ],
		[ 'uuidtime_v8(64)', "date_trunc('second', uuidtime_v8_timestamp(id, 64))" ]);

foreach my $range (@ranges)
{
	my ($call, $reading, @times) = @$range;
	foreach my $time (@times)
	{
		my ($clock, $expected) = @$time;
		my ($out, $err);

		set_clock($clock);
		$node->psql('postgres', "SET timezone = 'UTC'; SELECT $reading FROM $call id",
			stdout => \$out, stderr => \$err);
		if (defined $expected) { is($out, "$expected+00", "$call at $clock"); }
		else
		{
			like($err, qr/ERROR:  timestamp out of range for type \w+: "\Q@{[substr $clock, 0, 19]}\E/,
				"$call is an error at $clock");
		}
	}
}

set_clock('+0');
done_testing();
