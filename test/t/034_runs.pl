# The log of runs (script/result.sh), which the table of docs/internals/reliability.md is made from: a row names
# the tree that was tested, wherever the command goes and whatever happens to the tree meanwhile.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

plan skip_all => 'there is no git' if system 'git --version >/dev/null 2>&1';

delete $ENV{WIJI_COMMIT};
my $folder = PostgreSQL::Test::Utils::tempdir;
my $tree = "$folder/tree";
mkdir $_ for $tree, "$tree/script";
system_or_bail 'cp', 'script/result.sh', 'script/runs', "$tree/script";
append_to_file("$tree/script/command", <<'END');
#!/usr/bin/env bash
# does what its argument says, and has passed two tests
set -Eeuo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/script/result.sh"
eval "$1"
passed=2 failed=0
sum_up
END
chmod 0755, "$tree/script/command";

sub in_tree { return (run_command([ 'sh', '-c', "cd '$tree' && $_[0]" ]))[0]; }
sub commit { return in_tree("git add -A && git -c user.name=a -c user.email=b commit -q --allow-empty -m c && git describe --always --abbrev=8 --exclude '*'"); }

# row WHAT [FILE]: what the command logs, while it does this
sub row
{
	my ($what, $file) = @_;

	unlink "$folder/runs";
	in_tree("WIJI_RUNS='" . ($file // "$folder/runs") . "' script/command '$what'");
	return -e "$folder/runs" ? join ' ', (split /\t/, slurp_file("$folder/runs"))[ 3 .. 5 ] : '';
}

in_tree('git init -q');
my $commit = commit();
like($commit, qr/^[0-9a-f]{8}\n?$/, 'there is a commit');
chomp $commit;

is(row(':'), "$commit 2 0", 'the commit, and the counts');
is(row('cd /'), "$commit 2 0", 'in another folder');
is(row('cd /', '../runs'), "$commit 2 0", 'a file that is named from the folder of the caller');
is(row('git -c user.name=a -c user.email=b commit -q --allow-empty -m d'), "$commit 2 0", 'a commit meanwhile');
$commit = commit();
chomp $commit;
append_to_file("$tree/new", '');
is(row(':'), "$commit+ 2 0", 'a file that is not in the commit');
is(row('rm new'), "$commit+ 2 0", '... and removed meanwhile');
is(row(':'), "$commit 2 0", 'without it');
append_to_file("$tree/script/runs", "\n");
is(row(':'), "$commit+ 2 0", 'a file that differs');
is(row('exit 0'), '', 'what ends early is not logged');
is(row(':', "$folder/missing/runs"), '', 'nor is what cannot be');

done_testing();
