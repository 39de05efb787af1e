# The history of feeds of changes: rows are inserted, updated, deleted, and inserted again.  Each
# reader keeps a copy, which has to be the table in the end.  FeedHistory.pm has the storm.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use FeedHistory;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = history_node('main');
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'");
start_with_fake_clock($node);
$node->safe_psql('postgres', "CREATE EXTENSION wiji; CREATE EXTENSION uuidtime; $TABLES $CHANGES");

my @readers = (@LEVELS, 'hasty', 'naive');
storm($node, { writers(changing_ways()), readers('CALL poll_changes(%s);', @readers) });

read_rest($node, $_, 'poll_changes') foreach @readers;
check_copies($node, $_) foreach @readers;
is(errors_of($_), '', "reader $_: no error but those to retry") foreach @LEVELS, 'hasty';
cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FROM branch'), '>', 0, 'there are rows');

$node->stop;
done_testing();
