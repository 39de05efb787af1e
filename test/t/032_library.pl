# The library: it exports only its SQL functions, and can be built in any folder.

use strict;
use warnings;

use Cwd qw(abs_path);
use File::Basename;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# The functions that the scripts call: 'MODULE_PATHNAME', 'its name in C'.
my %declared;
foreach my $script (glob 'wiji--*.sql siblings/*/*--*.sql')
{
	$declared{$_} = 1 foreach slurp_file($script) =~ /'MODULE_PATHNAME', '(\w+)'/g;
}

# The symbols that a program finds in a library.
sub exported
{
	my ($library) = @_;
	my ($out) = run_command([ 'nm', '-D', '--defined-only', $library ]);
	return sort map { (split)[2] } split /\n/, $out;
}

my @expected = sort 'Pg_magic_func', '_PG_init', map { ($_, "pg_finfo_$_") } keys %declared;
cmp_ok(scalar @expected, '>', 200, 'the scripts declare functions');
my ($library) = grep { -e } 'wiji.so', dirname($PostgreSQL::Test::Utils::tmp_check) . '/wiji.so';
is_deeply([ exported($library) ], \@expected,
	'the library exports exactly these');

# The name in a script leads to its C: it is written out where the function is defined.
my $source_text = join '', map { slurp_file($_) } glob 'wiji.c src/*.c src/*/*.c siblings/*/*.c';
is_deeply([ grep { $source_text !~ /^(?:PG_FUNCTION_INFO_V1\($_\);|ID_FUNCTION\($_,)/m } sort keys %declared ],
	[], 'each function that a script declares is in a file of C by its name');

# A backend may load the C library, too, where each name means another function.
my @client = slurp_file('clients/c/libwiji.map') =~ /^\s+(wiji_\w+);/mg;
cmp_ok(scalar @client, '>', 10, 'the C library exports functions');
is_deeply([ grep { my $name = $_; grep { $_ eq $name } @client } @expected ], [],
	'their names differ from those of the library');

# What a session resolves when it loads the library: the server's functions, and none of these.
my ($looked_for) = run_command([ 'readelf', '-rW', $library ]);
my %looked_for = map { $_ => 1 } $looked_for =~ /^[0-9a-f]+ .* [0-9a-f]+ (\w+)/mg;
ok($looked_for{palloc}, 'a session resolves functions of the server');
is_deeply([ grep { $looked_for{$_} } @expected ], [], 'a session does not resolve functions of the library itself');

# In another folder: make -f …/Makefile.
my $source = abs_path('.');
my $build = PostgreSQL::Test::Utils::tempdir;
my @make = ('make', '-s', '-C', $build, '-f', "$source/Makefile", 'with_llvm=no');
command_ok([ @make, '-j4' ], 'it can be built in another folder');
is_deeply([ exported("$build/wiji.so") ], \@expected, 'the library that is built in another folder is the same');

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
is($node->safe_psql('postgres', "LOAD '$build/wiji.so'; SHOW wiji.max_clock_wait"), '5s', 'the library can be loaded');

# Every header is a prerequisite.
sub compiles
{
	my ($commands) = run_command([ @make, '-n', @_ ]);
	return scalar(() = $commands =~ / -c /g);
}
is(compiles(), 0, 'what is built is not built again');
cmp_ok(compiles('-W', "$source/$_"), '>', 0,
	"but is after a change of $_") foreach glob 'src/*.h src/*/*.h siblings/*/*.h';

done_testing();
