# A server whose clock does what a test says, by libfaketime.
package FakeClock;

use strict;
use warnings;

use Exporter 'import';
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(set_clock start_with_fake_clock);

my ($faketime) = glob '/usr/lib/*/faketime/libfaketimeMT.so.1';
plan skip_all => 'libfaketime is not installed' unless defined $faketime;

my $clock;

# "+0" is the real clock, "-3600" an hour behind; an absolute time, in UTC, stands still.
# libfaketime cuts to the microsecond below, so 1 microsecond is written as 1.5.
sub set_clock
{
	my ($time) = @_;
	$clock //= PostgreSQL::Test::Utils::tempdir . '/clock';	# where that is, is not known before tests run
	append_to_file("$clock.new", $time);
	rename "$clock.new", $clock or die $!;
	return;
}

# From here on set_clock() sets the clock of this server.
sub start_with_fake_clock
{
	my ($node, $time) = @_;
	set_clock($time // '+0');
	local %ENV = (
		%ENV,
		TZ => 'UTC',
		LD_PRELOAD => $faketime,
		FAKETIME_TIMESTAMP_FILE => $clock,
		FAKETIME_NO_CACHE => 1,
		FAKETIME_DONT_FAKE_MONOTONIC => 1);
	$node->start;
	return;
}

1;
