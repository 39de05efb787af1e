# script/test from a read-only tree, in a folder with a blank in its name: it runs the named test, and
# leaves no files.

use strict;
use warnings;

use File::Basename ();
use File::Path ();
use PostgreSQL::Test::Utils;
use Test::More;

plan skip_all => 'the commands of script/ need apt-get' unless -x '/usr/bin/apt-get';

my $tree = PostgreSQL::Test::Utils::tempdir . '/read only';
mkdir $tree or die $!;
system_or_bail('sh', '-c', 'tar --exclude=./tmp_check -cf - . | tar -C "$0" -xf - && chmod -R a-w "$0"', $tree);

my ($out, $err) = run_command([ "$tree/script/test", '--pg-config', $ENV{PG_CONFIG} // 'pg_config', 'test_wait' ]);
like($out, qr/^\d+ passed, 0 failed$/m, 'the test was run') or diag $err;
my ($folder) = $out =~ /^==> .* in (\S+)$/m;
ok($folder && !-e $folder, 'the folder in which it ran has been removed');
system_or_bail('chmod', '-R', 'u+w', $tree);

# A test for a newer server is skipped with a message, and the differences of a failed test stay where
# the message says.
append_to_file("$tree/sql/wiji_binary.sql", "SELECT 'this one is not expected';\n");
($out, $err) =
  run_command([ "$tree/script/test", '--pg-config', $ENV{PG_CONFIG} // 'pg_config',
	qw(soft_errors wiji_skip wiji_binary) ]);
my ($version) = run_command([ $ENV{PG_CONFIG} // 'pg_config', '--version' ]);
my ($major) = $version =~ /(\d+)/;
foreach ([ soft_errors => 16 ], [ wiji_skip => 18 ])
{
	my ($test, $from) = @$_;
	is($out =~ /^skipped $test: it is for PostgreSQL $from and newer$/m ? 'skipped' : 'run',
		$major < $from ? 'skipped' : 'run', "$test, which is for $from and newer, on $major");
}
like($out, qr/^FAILED +wiji_binary /m, 'the other test was run') or diag $err;
my ($diffs) = $out =~ m{"([^"]*/regression\.diffs)"};
like($diffs ? slurp_file($diffs) : '', qr/^\+.*this one is not expected/m,
	'and its differences are where the message says');
File::Path::rmtree(File::Basename::dirname($diffs)) if $diffs;

# A caller's settings do not matter.
{
	local %ENV = (%ENV, LANGUAGE => 'de', PGHOST => 'elsewhere', MAKEFLAGS => '-n', CDPATH => '/tmp');
	($out) = run_command([ 'bash', '-c', '. script/common.sh; env' ]);
}
is_deeply([ $out =~ /^(LANGUAGE|PG\w+|MAKE\w+|CDPATH)=/mg ], [], 'settings of the caller are not used');

done_testing();
