# A clock before the first second of a tid62, at its last, and after that.

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

# the time of an id that is made now, or the reason why there is none
sub generate
{
	my ($time) = @_;
	my ($out, $err);

	set_clock($time);
	$node->psql('postgres', "SET timezone = 'UTC'; SELECT tid62_timestamp(tid62_generate())",
		stdout => \$out, stderr => \$err);
	return $out . $err;
}

like(generate('2019-12-31 23:59:59.9'),
	qr/ERROR:  timestamp out of range for type tid62: "2019-12-31 23:59:59\.\d+\+00"/,
	'before 2020 there is no id, and no wrapped one');
like(generate('2020-01-01 00:00:00.1'), qr/^2020-01-01 00:00:00\+00$/, 'the first second has some');
like(generate('2156-02-07 06:28:15.9'), qr/^2156-02-07 06:28:15\+00$/, 'so has the last, to its end');
like(generate('2156-02-07 06:28:16.1'),
	qr/ERROR:  timestamp out of range for type tid62: "2156-02-07 06:28:16\.\d+\+00"/,
	'after it there is none');
like(generate('2026-11-21 12:00:00.5'), qr/^2026-11-21 12:00:00\+00$/, 'a clock that is put right makes ids again');

set_clock('+0');
done_testing();
