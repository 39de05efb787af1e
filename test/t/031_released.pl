# What a release has promised stays as it is: its scripts, byte by byte, and the functions that they
# call.  test/released, and "released" in each other room, have the scripts' checksums; CONTRIBUTING.md,
# "A release", says when they grow.
#
# Bytes, text, order and hash values, which are on disk, have tests of their own: 015_conformance and
# 020_reference (docs/conformance/, siblings/*/vectors/), the SQL tests wiji_binary, wiji_order and those of
# the same names in other rooms, and script/long/upgrade.

use strict;
use warnings;

use Digest::SHA;
use File::Basename;
use PostgreSQL::Test::Utils;
use Test::More;

my %control = map { m!([^/]+)\.control$! => $_ } glob '*.control */*.control */*/*.control';
my %is_released = map { (reverse /^(\w{64})  (\S+)$/) } grep { /\S/ } map { split /\n/, slurp_file($_) }
  grep { -f } map { ("$_/released", $_ eq '.' ? 'test/released' : ()) } map { dirname($_) } values %control;
my @scripts = map { s!^\./!!r } map { my ($stem) = /(.*)\.control$/; glob "$stem--*.sql" } sort values %control;

# faults SCRIPT TEXT: what is wrong with a script that may be released
sub faults
{
	my ($script, $text) = @_;
	my ($name, $source, $target) = $script =~ m!([^/]+?)--(?:([\d.]+)--)?([\d.]+)\.sql$!
	  or return "$script: what version?";
	my ($unreleased) = slurp_file($control{$name}) =~ /^default_version = '(.*)'/m;

	my ($head) = $text =~ /\A(.*?)(?:\n\n|\z)/s;
	my $says_so = $head =~ /^-- Released: never changes\./m;
	if ($is_released{$script})
	{
		return "$script does not say at its head that it never changes" unless $says_so;
		return if Digest::SHA::sha256_hex($text) eq $is_released{$script};
		return "$script is released: undo the change, and write $name--$target--NEXT.sql";
	}
	if (!defined $source)
	{
		return "$script: $name is released: write an update to $target"
		  if grep { m!^(.*/)?\Q$name\E--! } keys %is_released;
	}
	return "$script says that it is released: make released" if $says_so;
	return if $target eq $unreleased;
	return "$script: version $target is past: scripts lead to the control file's version, $unreleased";
}

is_deeply([ grep { !-f } sort keys %is_released ], [], 'all of them are there');
is_deeply([ map { faults($_, slurp_file($_)) } @scripts ], [],
	'none has changed, and each other one leads to the next version');

# This test notices a space, and scripts that no release may have.
my ($base) = grep { m!^wiji--[\d.]+\.sql$! } @scripts;
like((faults($base, slurp_file($base) . ' '))[0], qr/^wiji--1\.0\.sql is released: undo/, 'a space is noticed');
like((faults($base, slurp_file($base) =~ s/Released: //r))[0], qr/does not say at its head/, 'and a head that does not say so');
like((faults('wiji--1.0--1.0.sql', "-- Released: never changes.\n"))[0], qr/make released/, 'and one that says so too early');
like((faults('wiji--0.8--0.9.sql', ''))[0], qr/version 0\.9 is past/, 'an update to an old version is noticed');
like((faults('wiji--9.9.sql', ''))[0], qr/write an update to 9\.9/, 'a second script that creates is noticed');

# missing SOURCES TEXT: the C functions that this text of a script calls and the sources do not name.
# (032_library sees whether what they name is exported.)
sub missing
{
	my ($sources, $text) = @_;
	my %called = map { $_ => 1 } $text =~ /'MODULE_PATHNAME'+, '+(\w+)'/g;
	my %named = map { $_ => 1 } map { slurp_file($_) =~ /\b(pgwiji_\w+)/g } glob $sources;
	return map { "$_ is called by a released script: leave it in the library, and write an update script" }
	  grep { !$named{$_} } sort keys %called;
}

foreach my $script (sort keys %is_released)
{
	my $folder = dirname($script);
	is_deeply([ missing($folder eq '.' ? 'wiji.c src/*.c src/*/*.c' : "$folder/*.c src/planner/*.c", slurp_file($script)) ],
		[], "$script: its functions are in the library");
}
like((missing('wiji.c', "AS 'MODULE_PATHNAME', 'pgwiji_gone'"))[0],
	qr/^pgwiji_gone is called/, 'a missing function is noticed');

# Every update adds what newer servers offer, because pg_upgrade does not.
sub additions
{
	my ($block) = slurp_file($_[0]) =~ /^-- What newer servers offer\.(.*)\z/ms or return;
	return map { s/\s+/ /gr } $block =~ /\b(ALTER [^;]*);/g;
}

my @lacking;
foreach my $update (grep { /--.*--/ } @scripts)
{
	my ($start) = $update =~ m!^(.*?--)!;
	my %has = map { $_ => 1 } additions($update);
	foreach my $creates (grep { /^\Q$start\E[\d.]+\.sql$/ } @scripts)
	{
		push @lacking, map { "$update: $_" } grep { !$has{$_} } additions($creates);
	}
}
is_deeply(\@lacking, [], 'each update ends with what newer servers offer');
is(scalar(additions($base)), 2, 'which wiji has');

done_testing();
