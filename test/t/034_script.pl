# script/test from a tree that may only be read, in a folder with a blank in its name: it runs the
# test that is named, and leaves nothing behind.  script/mutate names what is not there.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

plan skip_all => 'the commands of script/ need apt-get' unless -x '/usr/bin/apt-get';

my $tree = PostgreSQL::Test::Utils::tempdir . '/read only';
mkdir $tree or die $!;
system_or_bail('sh', '-c', 'tar --exclude=./tmp_check -cf - . | tar -C "$0" -xf - && chmod -R a-w "$0"', $tree);

my ($out, $err) = run_command([ "$tree/script/test", '--pg-config', $ENV{PG_CONFIG} // 'pg_config', 'test_wait' ]);
like($out, qr/^\d+ passed, 0 failed$/m, 'the test was run') or diag $err;
my ($folder) = $out =~ /^==> .* in (\S+)$/m;
ok($folder && !-e $folder, 'the folder in which it ran is gone');
system_or_bail('chmod', '-R', 'u+w', $tree);

# script/mutate --check: each rule stands in its file, and the test that shall notice is there.
my $mutate = "$tree/script/mutate";
append_to_file("$tree/test/mutations", <<'END');

LICENSE test/unit/test_wait LICENSE: this one may be broken
-the wiji developers
+
LICENSE test/t/034_script.pl LICENSE: and this
-the wiji developers
+
END
is(system($mutate, '--check', 'LICENSE:'), 0, 'what can be broken may be listed');
foreach my $missing (
	qw(test/unit/test_wait.c test/unit/test_none sql/none sql/siq.sql test/isolation/specs/none test/t/034 test/none))
{
	append_to_file("$tree/test/mutations", "\nLICENSE $missing NOT THERE: $missing\n-the wiji developers\n+\n");
	my ($out, $err) = run_command([ $mutate, '--check', "NOT THERE: $missing" ]);
	like($err, qr/^test\/mutations names a test that is not there: \Q$missing\E$/m, "$missing is not there");
}

# A caller's settings lead nowhere else.
{
	local %ENV = (%ENV, LANGUAGE => 'de', PGHOST => 'elsewhere', MAKEFLAGS => '-n', CDPATH => '/tmp');
	($out) = run_command([ 'bash', '-c', '. script/common.sh; env' ]);
}
is_deeply([ $out =~ /^(LANGUAGE|PG\w+|MAKE\w+|CDPATH)=/mg ], [], 'no setting of the caller is taken over');

done_testing();
