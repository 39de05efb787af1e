# The libraries: they export only their SQL functions, resolve little, and can be built in any folder.

use strict;
use warnings;

use Cwd qw(abs_path);
use File::Basename;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes;

# The rooms with a library, by its name.  What is common to several types is in src/, and linked into each
# library that uses it.
my %room = map { m!([^/]+)\.control$! => dirname($_) } grep { slurp_file($_) =~ /^module_pathname/m } glob '*.control */*.control */*/*.control';
my @libraries = sort keys %room;
my %sources = map { $_ => $room{$_} eq '.' ? 'wiji.c src/*.c src/*/*.c' : "$room{$_}/*.c src/planner/*.c" } @libraries;

# The symbols that a program finds in a library.
sub exported
{
	my ($library) = @_;
	my ($out) = run_command([ 'nm', '-D', '--defined-only', $library ]);
	return sort map { (split)[2] } split /\n/, $out;
}

# Those of the server that a session finds when it loads the library; the C library's have a version.
sub resolved
{
	my ($library) = @_;
	my ($out) = run_command([ 'nm', '-D', '--undefined-only', $library ]);
	return $out =~ /^ +U (\w+)$/mg;
}

my ($version) = run_command([ $ENV{PG_CONFIG} // 'pg_config', '--version' ]);
my ($major) = $version =~ /(\d+)/;
my %exports;
foreach my $name (@libraries)
{
	# The functions that its scripts call: 'MODULE_PATHNAME', 'its name in C'.  The quotes are doubled in a
	# statement that is text.
	my %declared = map { $_ => 1 } map { slurp_file($_) =~ /'MODULE_PATHNAME'+, '+(\w+)'/g } glob "$room{$name}/$name--*.sql";
	my @declared = sort keys %declared;
	cmp_ok(scalar @declared, '>=', 8, "$name: the scripts declare functions");
	$exports{$name} = [ sort 'Pg_magic_func', '_PG_init', map { ($_, "pg_finfo_$_") } @declared ];
	my ($library) = grep { -e } "$name.so", dirname($PostgreSQL::Test::Utils::tmp_check) . "/$name.so";
	# src/planner/ has a support function for each library that links it
	my %support = map { $_ => 1 } map { ($_, "pg_finfo_$_") } map { slurp_file($_) =~ /^PG_FUNCTION_INFO_V1\((\w+)\)/mg } glob 'src/planner/*.c';
	my %needed = map { $_ => 1 } @{ $exports{$name} };
	is_deeply([ grep { $needed{$_} || !$support{$_} } exported($library) ], $exports{$name}, "$name: the library exports exactly these");
	$exports{$name} = [ exported($library) ];

	# The name in a script leads to its C: it is written out where the function is defined.
	my $source_text = join '', map { slurp_file($_) } glob $sources{$name};
	my $above = qr/PG_FUNCTION_INFO_V1\((\w+)\);\n\nDatum\n\g{-1}\(|ID_(?:SORT_)?FUNCTION\((\w+),/;
	my %defined = map { $_ => 1 } map { split /,\s+/ } grep { defined }
	  $source_text =~ /^$above|^ID_COMPARISONS\(\w+,\s+([^()]+)\)/mg;
	is_deeply([ grep { !$defined{$_} } @declared ], [],
		"$name: each function that a script declares is in a file of C, with its declaration directly above");

	# What a session resolves when it loads the library: the server's functions, and none of these.
	my ($looked_for) = run_command([ 'readelf', '-rW', $library ]);
	my %looked_for = map { $_ => 1 } $looked_for =~ /^[0-9a-f]+ .* [0-9a-f]+ (\w+)/mg;
	ok($looked_for{palloc}, "$name: a session resolves functions of the server");
	is_deeply([ grep { $looked_for{$_} } @{ $exports{$name} } ], [],
		"$name: a session does not resolve functions of the library itself");

	# Each one costs a session's first ID time.
	cmp_ok(scalar(resolved($library)), '<=', 100, "$name: it resolves little of the server") if $name eq 'wiji';

	# Those of the first minor release suffice, so that a library that was built with a later one loads.
	my %first = map { $_ => 1 } split /\n/, slurp_file("test/symbols/$major");
	is_deeply([ grep { !$first{$_} } resolved($library) ], [], "$name: it needs nothing that $major.0 lacks");
}

# For other major versions, too: the code for a version names nothing that only later ones have.  The
# preprocessor chooses that code, without the server's headers.
my $without = PostgreSQL::Test::Utils::tempdir;
my %files = map { $_ => 1 } glob join ' ', 'src/*.h src/*/*.h', (map { "$_/*.h" } values %room), values %sources;
foreach my $file (keys %files)
{
	my $text = slurp_file($file);
	$text =~ s/^(#include [<"](.+)[>"].*)/-f $2 || -f "src\/$2" ? $1 : ''/gme;
	system_or_bail('mkdir', '-p', dirname("$without/$file"));
	append_to_file("$without/$file", $text);
}
my %versions = map { $_ => { map { $_ => 1 } split /\n/, slurp_file("test/symbols/$_") } } map { basename($_) } glob 'test/symbols/[0-9]*';
foreach my $built_for (sort keys %versions)
{
	my ($text, $errors) = run_command([
		'env', '-C', $without, 'cc', '-E', '-P', "-DPG_VERSION_NUM=${built_for}0000", qw(-I. -Isrc), grep { /c$/ } sort keys %files ]);
	is($errors, '', "for $built_for: the preprocessor reads the libraries' code");
	my %later = map { %{ $versions{$_} } } grep { $_ > $built_for } keys %versions;
	delete @later{ map { keys %{ $versions{$_} } } grep { $_ <= $built_for } keys %versions };
	my %used = map { $_ => 1 } $text =~ /\b(\w+)\b/g;
	ok($used{palloc}, "for $built_for: the libraries' code calls functions of the server");
	is_deeply([ grep { $used{$_} } sort keys %later ], [], "for $built_for: none that only later versions have");
}

# One session can load all of them.  They have in common what the server calls, and what src/planner/ has.
my %in = map { $_ => 1 } map { @$_ } values %exports;
my @client = slurp_file('clients/c/libwiji.map') =~ /^\s+(wiji_\w+);/mg;
cmp_ok(scalar @client, '>', 10, 'the C library exports functions');
is_deeply([ grep { $in{$_} } @client ], [], 'their names differ from those of the libraries, as a backend may load it, too');

# In another folder: make -f …/Makefile.
my $source = abs_path('.');
my $build = PostgreSQL::Test::Utils::tempdir;
delete @ENV{qw(MAKEFLAGS MFLAGS)};    # of the make that runs this test
my @make = ('make', '-s', '-C', $build, 'with_llvm=no');
my @all = (@make, '-f', "$source/Makefile");
my @rooms = map { [ @make, '-f', "$source/$_/Makefile", 'VPATH=' ] } grep { $_ ne '.' } values %room;
command_ok([ @all, '-j4' ], 'they can be built in another folder');
is_deeply([ exported("$build/$_.so") ], $exports{$_}, "$_: the library that is built in another folder is the same")
  foreach @libraries;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
foreach my $order ([@libraries], [ reverse @libraries ])
{
	my $load = join ' ', map { "LOAD '$build/$_.so';" } @$order;
	is($node->safe_psql('postgres', $load . join '', map { "SHOW $_.max_clock_wait;" } @$order), join("\n", ('5s') x @$order),
		"the libraries can be loaded: @$order");
	next if $node->pg_version < 18;
	is($node->safe_psql('postgres', "$load SELECT count(*) FROM pg_get_loaded_modules() WHERE module_name IN ("
			  . join(', ', map { "'$_'" } @libraries) . ") AND version ~ '^[\\d.]+\$'"), scalar @libraries, 'the server names their versions');
}

# Every header is a prerequisite.  What make supposes to be changed (-W) it does not tell those that it runs
# for other rooms.
sub compiles
{
	return scalar(() = join('', map { (run_command([ @$_, '-n', @_ ]))[0] } \@all, @rooms) =~ / -c /g);
}
is(compiles(), 0, 'what is built is not built again');
cmp_ok(compiles('-W', "$source/$_"), '>', 0,
	"but is after a change of $_") foreach glob join ' ', 'src/*.h', 'src/*/*.h', map { "$_/*.h" } grep { $_ ne '.' } values %room;

# Objects of another version of the server are built again, each once: there, back, and without the mark
# that says which version they are for.
sub built
{
	my %time = map { $_ => (Time::HiRes::stat($_))[9] } split /\0/, `find "$build" -name '*.o' -print0`;
	return \%time;
}

my $before = built();
cmp_ok(scalar keys %$before, '>', 30, 'there are objects');
my ($mark) = glob "$build/built-for-*";
foreach ([ 'for another version', "$build/built-for-1", 'VERSION=1' ], [ 'back', $mark ], [ 'without a mark', $mark ])
{
	my ($name, $expected, @version) = @$_;
	unlink $mark if $name eq 'without a mark';
	my ($commands) = run_command([ grep({ $_ ne '-s' } @all), '-j4', 'COPT=-O0', @version ]);
	my $after = built();
	is(scalar(() = $commands =~ / -c -o /g), scalar keys %$after, "$name: each object is built once");
	is_deeply([ grep { $after->{$_} <= $before->{$_} } sort keys %$before ], [], "$name: none is left");
	is_deeply([ glob "$build/built-for-*" ], [$expected], "$name: the mark says so");
	$before = $after;
}

done_testing();
