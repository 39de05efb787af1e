# A room is removed with its folder, its line in the Makefile and its entry in META.json: everything that
# remains builds, to the same libraries, and passes its tests.  One room in turn, each day another, and the
# quicker tests; script/test --all removes each of them in turn, and runs all SQL tests.

use strict;
use warnings;

use Cwd qw(getcwd);
use PostgreSQL::Test::Utils;
use Test::More;

my @rooms = slurp_file('Makefile') =~ /^ROOMS \+= (\S+)$/mg;
cmp_ok(scalar @rooms, '>', 0, 'there are rooms');
my $folder = PostgreSQL::Test::Utils::tempdir;
my $tree = "$folder/tree";
my $pg_config = $ENV{PG_CONFIG} // 'pg_config';
my ($version) = run_command([ $pg_config, '--version' ]);
my ($major) = $version =~ /(\d+)/;
my $jobs = `nproc 2>/dev/null` || 1;
chomp $jobs;

# Where the server looks for extensions, if that is not its installation: there a removed one is missing, too.
my $settings = $ENV{TEMP_CONFIG} ? slurp_file($ENV{TEMP_CONFIG}) : '';
my $stage;
if ($settings =~ /^extension_destdir = '([^']+)'/m)
{
	my $before = $1;
	$stage = "$folder/stage";
	$settings =~ s/\Q$before\E/$stage/g;
}
elsif ($settings =~ /^extension_control_path = '([^:']+):/m)
{
	my ($before) = run_command([ $pg_config, '--sharedir' ]);
	$before = substr $1, 0, length($1) - length $before;
	$stage = "$folder/stage";
	$settings =~ s/(')\Q$before\E/$1$stage/g;
}

# make WHAT…: in the copy
sub make
{
	my (@arguments) = @_;
	local %ENV = %ENV;
	delete $ENV{$_} foreach grep { /^MAKE|^MFLAGS$/ } keys %ENV;
	# pg_regress starts a server of its own
	delete $ENV{$_} foreach qw(PGHOST PGPORT TEMP_CONFIG);
	return run_log([ 'make', '-s', '-C', $tree, "PG_CONFIG=$pg_config", 'with_llvm=no', 'COPT=-Wextra -Wformat=2 -Werror',
		'PRELOADED=yes', @arguments ]);
}

# The libraries that a build makes: their checksums
sub build
{
	my ($name) = @_;
	ok(make("-j$jobs", 'all'), "$name: everything builds without a warning");
	return { map { reverse split ' ', $_ } split /\n/, (run_command([ 'sh', '-c', "cd $tree && sha256sum *.so" ]))[0] };
}

# A copy of what is committed or will be, without what was built
sub copy
{
	run_log([ 'sh', '-c', "rm -rf $tree && mkdir $tree && tar --exclude=./.git --exclude='*.so' --exclude='*.o' --exclude='*.d' --exclude='*.bc'"
			. " --exclude='built-for-*' --exclude=./tmp_check -cf - . | tar -C $tree -xf -" ]) or die;
}

sub remove
{
	my ($room) = @_;
	my %content = map { $_ => slurp_file("$tree/$_") } 'Makefile', 'META.json';
	my ($extension) = map { m!([^/]+)\.control$! } glob "$tree/$room/*.control";

	$content{Makefile} =~ s/^ROOMS \+= \Q$room\E\n//m or die "no line of $room";
	$content{'META.json'} =~ s/^      "\Q$extension\E": \{\n.*?^      \},?\n//ms or die "no entry of $extension";
	$content{'META.json'} =~ s/\},(\n   \})/}$1/;
	foreach my $file (keys %content)
	{
		unlink "$tree/$file";
		append_to_file("$tree/$file", $content{$file});
	}
	run_log([ 'rm', '-r', "$tree/$room" ]) or die;
	return $extension;
}

# The SQL tests of a room: all, or those of these names that it has
sub sql_tests
{
	my ($name, $room, @tests) = @_;
	my $server = "$folder/server";
	my $makefile = $room eq '.' ? 'Makefile' : "$room/Makefile";
	# tests of shared memory are for 17 and newer, or for a server that preloads the library
	my $preload = join ', ', map { m!([^/]+)\.control$! } map { glob "$tree/$_/*.control" }
	  grep { slurp_file("$tree/$_/Makefile") =~ /^REGRESS_17/m } grep { -d "$tree/$_" } @rooms;
	my @only;

	@tests = grep { -f ($room eq '.' ? "$tree/sql/$_.sql" : "$tree/$room/sql/$_.sql") } @tests;
	@only = ('REGRESS=' . join(' ', 'install', @tests), 'ISOLATION=') if @tests;
	system('rm', '-rf', $server, "$folder/server.conf");
	append_to_file("$folder/server.conf",
		$settings . ($major < 17 && $preload ? "shared_preload_libraries = '$preload'\n" : ''));
	ok(make('-f', $makefile, 'VPATH=', 'installcheck', @only,
			"EXTRA_REGRESS_OPTS=--temp-instance=$server --temp-config=$folder/server.conf"),
		"$name: $room passes its tests")
	  or diag(join '', map { slurp_file($_) } grep { -f } map { "$tree/$_/regression.diffs" } $room, "$room/output_iso");
}

copy();
my $all = build('all rooms');
my @turn = $ENV{WIJI_TEST_ALL} ? @rooms : $rooms[int(time / 86400) % @rooms];
foreach my $room ($ENV{WIJI_TEST_ROOMS} ? split ' ', $ENV{WIJI_TEST_ROOMS} : @turn)
{
	my $name = "without $room";

	copy();
	my $extension = remove($room);
	my $libraries = build($name);
	is_deeply($libraries, { map { $_ => $all->{$_} } grep { $_ ne "$extension.so" } keys %$all },
		"$name: the other libraries are as before");
	if ($stage)
	{
		system('rm', '-rf', $stage);
		ok(make("DESTDIR=$stage", 'install'), "$name: what remains is installed");
		is(scalar(glob "$stage/*/extension/$extension.control $stage/*/*/extension/$extension.control"), undef,
			"$name: without $extension");
	}
	ok(make(qw(-f test/core.mk), $ENV{WIJI_TEST_ALL} ? qw(unit corpus reference) : qw(reference QUESTIONS=500)), "$name: the core passes its tests");
	my @left = ('.', 'siblings', grep { $_ ne $room } @rooms);
	foreach my $left (@left)
	{
		my @quick = $left eq '.' ? qw(wiji_cast wiji_estimate wiji_errors wiji_catalog)
		  : $left eq 'siblings' ? qw(types_text types_cast catalog encoding docs rights)
		  : grep { !/soft_errors/ } map { m!([^/]+)\.sql$! } glob "$tree/$left/sql/*_{bounds,cast,catalog,errors}.sql";
		@quick = () if $ENV{WIJI_TEST_ALL};
		sql_tests($name, $left, @quick);
	}
}

done_testing();
