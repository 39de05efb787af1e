# A server whose clock a test controls, by test/hostile/fake_clock.c.
package FakeClock;

use strict;
use warnings;

use Exporter 'import';
use POSIX qw(floor);
use PostgreSQL::Test::Utils;
use Test::More;
use Time::Local qw(timegm);

our @EXPORT = qw(clock_range_ok set_clock start_with_fake_clock);

my ($library, $file, $clock);
my $current = 0;

# A time as seconds and nanoseconds, and whether it stands: "+0" is the real clock, "-3600" an hour
# behind; an absolute time, in UTC, stands still.
sub setting
{
	my ($time) = @_;
	if ($time =~ /^[-+]?\d+(\.\d+)?$/)
	{
		my $seconds = floor($time);
		return ($seconds, floor(($time - $seconds) * 1e9), 0);
	}
	my ($year, $month, @day) = $time =~ /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/
		or BAIL_OUT("not a time: $time");
	my $nanoseconds = substr((pop @day // '') . '0' x 9, 0, 9);
	return (timegm(reverse(@day), $month - 1, $year), $nanoseconds, 1);
}

# where temporary files are is not known before tests run
sub make_clock
{
	my $folder = PostgreSQL::Test::Utils::tempdir;
	($library, $file) = ("$folder/fake_clock.so", "$folder/clock");
	system_or_bail('cc', '-shared', '-fPIC', '-o', $library, 'test/hostile/fake_clock.c');
	append_to_file($file, pack 'q7', (0) x 7);
	open $clock, '+<:raw', $file or die "$file: $!";
	return;
}

sub write_at
{
	my ($place, $bytes) = @_;
	sysseek $clock, $place, 0 or die $!;
	syswrite $clock, $bytes or die $!;
	return;
}

sub set_clock
{
	my ($time) = @_;
	make_clock() unless defined $file;
	$current = 1 - $current;
	write_at(8 + 24 * $current, pack 'q3', setting($time));
	write_at(0, pack 'C', $current);
	return;
}

# From here on set_clock() sets the clock of this server.
sub start_with_fake_clock
{
	my ($node, $time) = @_;
	set_clock($time // '+0');
	local %ENV = (%ENV, TZ => 'UTC', LD_PRELOAD => $library, FAKE_CLOCK => $file);
	$node->start;
	return;
}

# clock_range_ok NODE, CALL, READING, [ CLOCK, TIME ]…: what a generator makes of clocks in ascending order: an ID
# whose time, as an expression in id, is that, or an error if that is undefined, but never a wrapped ID.
sub clock_range_ok
{
	my ($node, $call, $reading, @times) = @_;
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
	set_clock('+0');
	return;
}

1;
