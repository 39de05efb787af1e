# The libraries: they export only their SQL functions, resolve little, and can be built in any folder.

use strict;
use warnings;

use Cwd qw(abs_path);
use File::Basename;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes;

# The functions that each library's scripts call: 'MODULE_PATHNAME', 'its name in C'.  The quotes are
# doubled in a statement that is text.  Least numbers of them, and the files with their C.
my %scripts = (wiji => 'wiji--*.sql siblings/*/*--*.sql', wiji_feed => 'feed/*--*.sql');
my %at_least = (wiji => 150, wiji_feed => 8);
my %sources = (wiji => 'wiji.c src/*.c src/*/*.c siblings/*/*.c', wiji_feed => 'feed/*.c');
my @libraries = sort keys %scripts;

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

my %exports;
foreach my $name (@libraries)
{
	my %declared = map { $_ => 1 } map { slurp_file($_) =~ /'MODULE_PATHNAME'+, '+(\w+)'/g } glob $scripts{$name};
	my @declared = sort keys %declared;
	cmp_ok(scalar @declared, '>=', $at_least{$name}, "$name: the scripts declare functions");
	$exports{$name} = [ sort 'Pg_magic_func', '_PG_init', map { ($_, "pg_finfo_$_") } @declared ];
	my ($library) = grep { -e } "$name.so", dirname($PostgreSQL::Test::Utils::tmp_check) . "/$name.so";
	is_deeply([ exported($library) ], $exports{$name}, "$name: the library exports exactly these");

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
	cmp_ok(scalar(resolved($library)), '<=', 145, "$name: it resolves little of the server") if $name eq 'wiji';
}

# One session can load both, and a backend may load the C library, too, where each name means another
# function.
my %both = map { $_ => 1 } @{ $exports{wiji} };
is_deeply([ grep { $both{$_} } @{ $exports{wiji_feed} } ], [ 'Pg_magic_func', '_PG_init' ],
	'what both libraries export is what the server calls');
my @client = slurp_file('clients/c/libwiji.map') =~ /^\s+(wiji_\w+);/mg;
cmp_ok(scalar @client, '>', 10, 'the C library exports functions');
is_deeply([ grep { my $name = $_; grep { $_ eq $name } @client } map { @$_ } values %exports ], [],
	'their names differ from those of the libraries');

# In another folder: make -f …/Makefile.
my $source = abs_path('.');
my $build = PostgreSQL::Test::Utils::tempdir;
delete @ENV{qw(MAKEFLAGS MFLAGS)};    # of the make that runs this test
my @make = ('make', '-s', '-C', $build, 'with_llvm=no');
my @all = (@make, '-f', "$source/Makefile");
my @feed = (@make, '-f', "$source/feed/Makefile", 'VPATH=');
command_ok([ @all, '-j4' ], 'they can be built in another folder');
is_deeply([ exported("$build/$_.so") ], $exports{$_}, "$_: the library that is built in another folder is the same")
  foreach @libraries;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
foreach my $order ([@libraries], [ reverse @libraries ])
{
	my $load = join ' ', map { "LOAD '$build/$_.so';" } @$order;
	is($node->safe_psql('postgres', "$load SHOW wiji.max_clock_wait; SHOW wiji_feed.max_clock_wait"), "5s\n5s",
		"the libraries can be loaded: @$order");
	next if $node->pg_version < 18;
	is($node->safe_psql('postgres',
			"$load SELECT module_name, version FROM pg_get_loaded_modules() WHERE module_name ~ '^wiji' ORDER BY 1"),
		"wiji|1.0\nwiji_feed|0.9", 'the server names their versions');
}

# Every header is a prerequisite.  What make supposes to be changed (-W) it does not tell the make that
# it runs for wiji_feed.
sub compiles
{
	return scalar(() = join('', map { (run_command([ @$_, '-n', @_ ]))[0] } \@all, \@feed) =~ / -c /g);
}
is(compiles(), 0, 'what is built is not built again');
cmp_ok(compiles('-W', "$source/$_"), '>', 0,
	"but is after a change of $_") foreach glob 'src/*.h src/*/*.h siblings/*/*.h feed/*.h';

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
foreach ([ 'for another version', "$build/built-for-1", 'MAJORVERSION=1' ], [ 'back', $mark ], [ 'without a mark', $mark ])
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
