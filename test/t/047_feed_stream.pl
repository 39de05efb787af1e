# What a consumer of logical decoding sees of a feed: ids in their text form, rows in the order of
# commits, and a mark that comes behind all rows below it.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(allows_streaming => 'logical');
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'");
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE EXTENSION uuidtime;
	CREATE TABLE event (
		id wiji PRIMARY KEY DEFAULT wiji_generate(),
		same uuid DEFAULT wiji_uuid(), v7 uuid DEFAULT uuidtime_v7(), what text);
	CREATE TABLE feed_mark (one boolean PRIMARY KEY DEFAULT true, horizon wiji NOT NULL);
	INSERT INTO feed_mark (horizon) VALUES (wiji_horizon());
	CREATE PUBLICATION feed FOR TABLE event, feed_mark;
	SELECT pg_create_logical_replication_slot('text', 'test_decoding');
	SELECT pg_create_logical_replication_slot('output', 'pgoutput')});

# A slow transaction has the smaller id, and commits between two marks.
my $slow = $node->background_psql('postgres');
my $move = 'UPDATE feed_mark SET horizon = greatest(horizon, wiji_horizon())';
$slow->query_safe("BEGIN; INSERT INTO event (what) VALUES ('slow')");
$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('quick')");
$node->safe_psql('postgres', $move);
$slow->query_safe('COMMIT');
$node->safe_psql('postgres', $move);
$slow->quit;

my %row = map { /^(\w+)\|(.*)/ ? ($1 => [ split /\|/, $2 ]) : () } split /\n/,
  $node->safe_psql('postgres', 'SELECT what, id, same, v7 FROM event');
my @text = split /\n/, $node->safe_psql('postgres', q{
	SELECT data
	FROM pg_logical_slot_get_changes('text', NULL, NULL, 'include-xids', '0', 'skip-empty-xacts', '1')
	WHERE data ~ '^table'});
my @columns = map {
	my ($id, $same, $v7) = @{ $row{$_} };
	"table public.event: INSERT: id[wiji]:'$id' same[uuid]:'$same' v7[uuid]:'$v7' what[text]:'$_'"
} qw(quick slow);
is_deeply([ map { s/public\.wiji/wiji/gr } @text[ 0, 2 ] ], \@columns,
	'test_decoding: rows in the order of commits, with the text of their ids');
my @marks = map { /horizon\[(?:public\.)?wiji\]:'(\w{26})'/ ? $1 : () } @text[ 1, 3 ];
my ($slow_id, $quick_id) = map { $row{$_}[0] } qw(slow quick);
cmp_ok($marks[0], 'le', $slow_id, 'the mark that comes before the slow row is not above it');
cmp_ok($marks[1], 'gt', $quick_id, 'the next one is above both');

# pgoutput is what subscribers and Debezium read: a message for each row, with a length before each
# value.
my @messages = split /\n/, $node->safe_psql('postgres', q{
	SELECT encode(data, 'hex')
	FROM pg_logical_slot_peek_binary_changes('output', NULL, NULL,
		'proto_version', '1', 'publication_names', 'feed')});
sub values_of
{
	my ($kind) = @_;
	my ($message) = grep { /^49/ } @messages;	# 'I': of a table, a new row of so many columns
	my ($relation, $new, $count, @values) = unpack 'x N a n (a N/a*)' . 2, pack 'H*', $message;
	return ("$kind $new $count", @values[ 1, 3 ]);
}
is_deeply([ values_of('text') ], [ 'text N 4', @{ $row{quick} }[ 0, 1 ] ],
	'pgoutput: the text of the id, and of the uuid');
@messages = split /\n/, $node->safe_psql('postgres', q{
	SELECT encode(data, 'hex')
	FROM pg_logical_slot_get_binary_changes('output', NULL, NULL,
		'proto_version', '2', 'publication_names', 'feed', 'binary', 'on')});
my ($kind, @bytes) = values_of('binary');
is(unpack('H*', $bytes[0]), $node->safe_psql('postgres', "SELECT wiji_hex(id) FROM event WHERE what = 'quick'"),
	'pgoutput, binary: its 16 bytes');

$node->safe_psql('postgres', "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
$node->stop;
done_testing();
