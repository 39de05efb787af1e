# Feeds whose tables are altered all the time, in each of these ways: consumers lose no row, writers are not
# rejected, and nothing raises an error but what the alterations themselves do.
#
# WIJI_TEST_ALTERED is the least number of transactions that write.  The storm ends when there are so many, and
# each alteration has succeeded.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;
use Time::HiRes qw(usleep);

my $goal = $ENV{WIJI_TEST_ALTERED} || 600;
my $node = feed_node('main');
$node->append_conf('postgresql.conf', 'deadlock_timeout = 50ms');
$node->start;
$node->safe_psql('postgres', slurp_file('test/types/v7.sql') . q{
	SET client_min_messages = warning;
	CREATE EXTENSION wiji_feed;
	CREATE SCHEMA elsewhere;
	CREATE ROLE loader LOGIN;
	CREATE ROLE other LOGIN;
	GRANT CREATE ON SCHEMA public TO other;
	CREATE TABLE num (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n integer, what text DEFAULT 'x');
	CREATE TABLE parted (id uuid NOT NULL DEFAULT v7(), n integer, what text DEFAULT 'x', part integer) PARTITION BY LIST (part);
	CREATE INDEX ON parted (id);
	CREATE TABLE parted_0 PARTITION OF parted FOR VALUES IN (0, 1);
	CREATE TABLE parted_2 PARTITION OF parted FOR VALUES IN (2);
	CREATE TABLE changed (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n integer, what text DEFAULT 'x', seen integer, updated_at timestamptz);
	CREATE INDEX ON changed (updated_at, id);
	SELECT wiji_create_feed('num'), wiji_create_feed('parted', 'id'), wiji_create_feed('changed', 'updated_at', changes => true, ignore => '{seen}');
	CREATE TABLE seen_num (way text, id bigint, PRIMARY KEY (way, id));
	CREATE TABLE seen_parted (way text, id uuid, PRIMARY KEY (way, id));
	CREATE TABLE seen_changed (way text, id bigint, updated_at timestamptz, PRIMARY KEY (way, updated_at, id));
	CREATE TABLE written (n serial, number integer);
	CREATE TABLE altered (what text);
	CREATE VIEW num_feed AS SELECT id, what FROM num WHERE id < (SELECT wiji_horizon_bigint('num'));
	CREATE VIEW parted_feed AS SELECT id, what FROM parted WHERE id < (SELECT wiji_horizon('parted'));
	CREATE VIEW changed_feed AS SELECT id, updated_at FROM changed WHERE updated_at < (SELECT wiji_horizon_timestamptz('changed'));
	GRANT SELECT ON num_feed, parted_feed, changed_feed TO loader;
	GRANT SELECT, INSERT ON seen_num, seen_parted, seen_changed TO loader});

#
# Alterations, of table T.  Those before "--" run in one transaction.
#

my $next = 10;			# partitions
my %alterations = (
	'add a column' => 'ALTER TABLE T ADD extra integer DEFAULT 5; ALTER TABLE T DROP extra; --',
	'add a column and rewrite' => 'ALTER TABLE T ADD extra float8 DEFAULT random(); ALTER TABLE T DROP extra; --',
	'another type' => 'ALTER TABLE T ALTER n TYPE bigint; -- ALTER TABLE T ALTER n TYPE integer;',
	'rename a column' => 'ALTER TABLE T RENAME what TO w; ALTER TABLE T RENAME n TO what; ALTER TABLE T RENAME w TO n; -- BEGIN; ALTER TABLE T RENAME what TO w; ALTER TABLE T RENAME n TO what; ALTER TABLE T RENAME w TO n; COMMIT;',
	'rename the table' => 'ALTER TABLE T RENAME TO renamed; -- ALTER TABLE renamed RENAME TO T;',
	'another schema' => 'ALTER TABLE T SET SCHEMA elsewhere; -- ALTER TABLE elsewhere.T SET SCHEMA public;',
	'another owner' => 'ALTER TABLE T OWNER TO other; ALTER TABLE T OWNER TO CURRENT_USER; --',
	'rights' => 'GRANT SELECT ON T TO other; -- REVOKE ALL ON T FROM other;',
	'a default' => "ALTER TABLE T ALTER n SET DEFAULT 3; -- ALTER TABLE T ALTER n DROP DEFAULT;",
	'a constraint' => 'ALTER TABLE T ADD CONSTRAINT small CHECK (n < 1000000) NOT VALID; -- ALTER TABLE T VALIDATE CONSTRAINT small; ALTER TABLE T DROP CONSTRAINT small;',
	'an index' => 'CREATE INDEX extra ON T (n); -- REINDEX INDEX extra; DROP INDEX extra;',
	'an index concurrently' => '-- DROP INDEX IF EXISTS extra; CREATE INDEX CONCURRENTLY extra ON L (n); DROP INDEX CONCURRENTLY extra;',
	'reindex' => '-- REINDEX TABLE T;',
	'reindex concurrently' => '-- REINDEX TABLE CONCURRENTLY T;',
	'another primary key' => '-- DROP INDEX IF EXISTS num_new; CREATE UNIQUE INDEX CONCURRENTLY num_new ON num (id); BEGIN; ALTER TABLE num DROP CONSTRAINT num_pkey;
		ALTER TABLE num ADD CONSTRAINT num_pkey PRIMARY KEY USING INDEX num_new; COMMIT;',
	vacuum => '-- VACUUM T;',
	'vacuum full' => '-- VACUUM FULL T;',
	cluster => '-- CLUSTER num USING num_pkey;',
	analyze => 'ANALYZE T; --',
	statistics => 'CREATE STATISTICS extra ON n, what FROM T; ALTER TABLE T ALTER n SET STATISTICS 10; -- DROP STATISTICS extra;',
	storage => 'ALTER TABLE L SET (fillfactor = 80); -- ALTER TABLE L RESET (fillfactor);',
	'a trigger' => "CREATE TRIGGER extra AFTER INSERT ON T FOR EACH ROW EXECUTE FUNCTION nothing(); -- DROP TRIGGER extra ON T;",
	'disabled triggers' => 'ALTER TABLE T DISABLE TRIGGER ALL; ALTER TABLE T ENABLE TRIGGER ALL; --',
	'a policy' => 'CREATE POLICY extra ON T USING (true); ALTER TABLE T ENABLE ROW LEVEL SECURITY; -- ALTER TABLE T DISABLE ROW LEVEL SECURITY; DROP POLICY extra ON T;',
	'a publication' => 'CREATE PUBLICATION extra FOR TABLE T; -- DROP PUBLICATION extra;',
	'a view' => "CREATE VIEW extra AS SELECT id FROM num WHERE id < (SELECT wiji_horizon_bigint('num')); -- DROP VIEW extra;",
	'a sequence' => 'ALTER SEQUENCE num_id_seq CACHE 5; ALTER SEQUENCE num_id_seq CACHE 1; --',
	'create the feed again' => 'SELECT CREATE; --',
	'drop and create the feed' => "SELECT wiji_drop_feed('T'); SELECT CREATE; --",
	'a partition' => 'CREATE TABLE parted_NEXT PARTITION OF parted FOR VALUES IN (NEXT); --',
	attach => 'CREATE TABLE parted_NEXT (LIKE parted INCLUDING DEFAULTS); -- ALTER TABLE parted ATTACH PARTITION parted_NEXT FOR VALUES IN (NEXT);',
	# of the oldest partition, if there is more than one
	detach => "-- SELECT format('ALTER TABLE parted DETACH PARTITION %s', OLDEST) \\gexec\n",
	'detach concurrently' => "-- SELECT format('ALTER TABLE parted DETACH PARTITION %s %s', OLDEST, CASE WHEN PENDING THEN 'FINALIZE' ELSE 'CONCURRENTLY' END) \\gexec\n",
	'drop a partition' => "-- SELECT format('DROP TABLE %s', OLDEST) \\gexec\n");
$node->safe_psql('postgres', q{
	CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
	CREATE VIEW side AS SELECT inhrelid::regclass AS partition, inhdetachpending AS pending, substring(relname, '\d+')::integer AS number
	FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'parted'::regclass AND relname ~ '\d\d'});
my @creations = ("wiji_create_feed('num')", "wiji_create_feed('parted', 'id')",
	"wiji_create_feed('changed', 'updated_at', changes => true, ignore => '{seen}')");
my @names = sort keys %alterations;
my @turn;

sub alteration
{
	@turn = sort { rand() <=> 0.5 } @names unless @turn;
	my $name = shift @turn;
	my $i = int rand 3;
	my $table = (qw(num parted changed))[$i];
	my $leaf = $table eq 'parted' ? 'parted_2' : $table;
	my $sql = $alterations{$name};
	$next++ if $sql =~ /NEXT/;
	$sql =~ s/\bT\b/$table/g;
	$sql =~ s/\bL\b/$leaf/g;
	$sql =~ s/CREATE(?=;)/$creations[$i]/g;
	$sql =~ s/NEXT\b/$next/g;
	$sql =~ s/OLDEST/(SELECT partition FROM side WHERE pending OR number < (SELECT max(number) - 1 FROM side) ORDER BY pending DESC, number LIMIT 1)/g;
	$sql =~ s/PENDING/coalesce((SELECT bool_or(pending) FROM side), false)/g;
	my ($together, $alone) = split /--/, $sql, 2;
	# what a failure left
	my $undo = '';
	$undo = $alone if $together =~ /\S/ && $alone =~ /\S/ && $sql !~ /NEXT/;
	return "SET lock_timeout = '1s'; SET client_min_messages = error;\n"
	  . ($together =~ /\S/ ? "BEGIN; $together COMMIT;\n" : '')
	  . ($undo ne '' ? "\\set ON_ERROR_STOP 0\nSET lock_timeout = 0;\n$undo\n\\set ON_ERROR_STOP 1\n" : "$alone\n")
	  . "INSERT INTO altered VALUES (\$\$$name\$\$);\n";
}

#
# Writers and consumers
#

sub writer
{
	my $script = '';
	foreach (1 .. 10)
	{
		my $few = 1 + int rand 4;
		my %inserts = (num => "INSERT INTO num (n) SELECT generate_series(1, $few)",
			parted => "INSERT INTO parted (part, n) SELECT (ARRAY[0, 1, 2, $next])[1 + n % 4], n FROM generate_series(1, $few) n",
			changed => "INSERT INTO changed (n) SELECT generate_series(1, $few)");
		my $insert = $inserts{ pick(sort keys %inserts) };
		my $other = $inserts{ pick(sort keys %inserts) };
		my $update = 'UPDATE changed SET n = n + 1 WHERE id = (SELECT max(id) FROM changed) - ' . int rand 20;
		my $sleep = sprintf 'SELECT pg_sleep(%.4f)', 0.03 * rand() ** 3;
		my $end = 'INSERT INTO written DEFAULT VALUES; COMMIT';
		$script .= pick("BEGIN; $insert; $end;", "BEGIN; $insert; $sleep; $other; $end;", "BEGIN; $update; $sleep; $end;",
			"BEGIN; UPDATE changed SET seen = 1 WHERE id % 7 = 1 AND id > (SELECT max(id) - 50 FROM changed); $insert; $end;",
			"BEGIN; SAVEPOINT a; $insert; ROLLBACK TO a; $other; $end;", "BEGIN; $insert; $sleep; ROLLBACK;",
			"BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM written; $sleep; $insert; $end;",
			"BEGIN; $insert; $update; $sleep; $end;") . "ROLLBACK; $sleep;\n";
	}
	return "SET client_min_messages = error;\n" . $script;
}

my %horizons = (num => 'wiji_horizon_bigint', parted => 'wiji_horizon', changed => 'wiji_horizon_timestamptz');
my %least = (num => '0', parted => "'00000000-0000-0000-0000-000000000000'");

sub poll_of
{
	my ($way, $feed, $relation, $below) = @_;
	if ($feed eq 'changed')
	{
		my $last = "FROM seen_changed s WHERE way = '$way' ORDER BY s.updated_at DESC, s.id DESC LIMIT 1";
		return "INSERT INTO seen_changed SELECT '$way', t.id, t.updated_at FROM $relation t
			WHERE (t.updated_at, t.id) > (coalesce((SELECT s.updated_at $last), '-infinity'), coalesce((SELECT s.id $last), 0)) $below ORDER BY t.updated_at, t.id LIMIT 200";
	}
	return "INSERT INTO seen_$feed SELECT '$way', t.id FROM $relation t
		WHERE t.id > coalesce((SELECT s.id FROM seen_$feed s WHERE way = '$way' ORDER BY s.id DESC LIMIT 1), $least{$feed}) $below ORDER BY t.id LIMIT 200";
}

sub consumer
{
	my ($way) = @_;
	my $script = $way eq 'prepared' ? 'SET plan_cache_mode = force_generic_plan;' : '';
	foreach (1 .. 10)
	{
		foreach my $feed (qw(num parted changed))
		{
			my $key = $feed eq 'changed' ? 't.updated_at' : 't.id';
			my $poll = $way eq 'view' ? poll_of($way, $feed, "${feed}_feed", '') :
			  $way eq 'naive' ? poll_of($way, $feed, $feed, '') : poll_of($way, $feed, $feed, "AND $key < $horizons{$feed}('$feed')");
			$script .= $way eq 'prepared' ? ($script =~ /PREPARE $feed / ? "EXECUTE $feed;" : "PREPARE $feed AS $poll; EXECUTE $feed;") :
			  $way eq 'repeatable read' ? "BEGIN ISOLATION LEVEL REPEATABLE READ; $poll; COMMIT;" : "$poll;";
		}
		$script .= sprintf "SELECT pg_sleep(%.4f);\n", 0.02 * rand();
	}
	return $script;
}
my @ways = ('statement', 'prepared', 'repeatable read', 'view', 'naive');

# The last one loses one row at least: it commits after a later one was read.
my $late = $node->background_psql('postgres', on_error_stop => 1);
$late->query_safe('BEGIN; INSERT INTO num (n) VALUES (1)');
$node->safe_psql('postgres', 'INSERT INTO num (n) VALUES (2); ' . poll_of('naive', 'num', 'num', ''));
$late->query_safe('COMMIT');
$late->quit;

seed_random();
my @writers = map { start_script($node, \&writer) } 1 .. 4;
my @alterations = map { start_script($node, \&alteration, '-v', 'ON_ERROR_STOP=1') } 1, 2;
my @consumers = map { my $way = $_; start_script($node, sub { consumer($way) }, $way eq 'view' ? ('-U', 'loader') : ()) } @ways;
my %done = map { $_ => 0 } @names;
my $written = 0;
for (my $round = 0; $written < $goal + 60_000; $round++)	# an alteration that never succeeds ends it, too
{
	usleep(20_000);
	tend_scripts(0, @writers, @alterations, @consumers);
	next if $round % 50 > 0;
	%done = (%done, map { split /\|/ } split /\n/, $node->safe_psql('postgres', 'SELECT what, count(*) FROM altered GROUP BY 1'));
	$written = $node->safe_psql('postgres', 'SELECT count(*) FROM written');
	last if $written >= $goal && !grep { $_ == 0 } values %done;
}
usleep(20_000) while tend_scripts(1, @writers, @alterations);
%done = (%done, map { split /\|/ } split /\n/, $node->safe_psql('postgres', 'SELECT what, count(*) FROM altered GROUP BY 1'));
is(join(', ', grep { $done{$_} == 0 } @names), '', scalar(@names) . ' alterations have succeeded');
note join ', ', map { "$_: $done{$_}" } @names;
note $node->safe_psql('postgres', 'SELECT count(*) FROM written') . ' transactions';

# Consumers read the rest: each of their scripts polls ten times.
$node->safe_psql('postgres', 'SELECT pg_sleep(0.01)');
my $left = -1;
my $missing = q{
	SELECT (SELECT count(*) FROM num t WHERE NOT EXISTS (SELECT FROM seen_num s WHERE way = 'WAY' AND s.id = t.id)),
		(SELECT count(*) FROM parted t WHERE NOT EXISTS (SELECT FROM seen_parted s WHERE way = 'WAY' AND s.id = t.id)),
		(SELECT count(*) FROM changed t WHERE NOT EXISTS (SELECT FROM seen_changed s WHERE way = 'WAY' AND s.id = t.id AND s.updated_at = t.updated_at))};
my $position = 'SELECT ' . join ' + ', map { "(SELECT count(*) FROM seen_$_)" } qw(num parted changed);
usleep(20_000) while tend_scripts(1, @consumers);
while ((my $now = $node->safe_psql('postgres', $position)) != $left)
{
	$left = $now;
	my @last = map { my $way = $_; start_script($node, sub { consumer($way) }, $way eq 'view' ? ('-U', 'loader') : ()) } @ways;
	usleep(20_000) while tend_scripts(1, @last);
	push @consumers, @last;
}
foreach my $way (grep { $_ ne 'naive' } @ways)
{
	is($node->safe_psql('postgres', $missing =~ s/WAY/$way/gr), '0|0|0', "$way: no row is lost of "
		. $node->safe_psql('postgres', 'SELECT count(*) FROM num') . ', '
		. $node->safe_psql('postgres', 'SELECT count(*) FROM parted') . ' and '
		. $node->safe_psql('postgres', 'SELECT count(*) FROM changed'));
}
cmp_ok($node->safe_psql('postgres', 'SELECT ' . ($missing =~ s/WAY/naive/gr =~ s/^\s*SELECT //r =~ s/\),\s*\(/) + (/gr)), '>', 0,
	'the test detects lost rows: without a horizon some are missing');
is($node->safe_psql('postgres', 'SELECT count(*) FROM wiji_feeds() WHERE flaw IS NOT NULL'), 0, 'no feed has a flaw');

#
# Errors: of writers and consumers, those of a table that was renamed, of a partition that is missing, deadlocks, and
# snapshots that are too old
#

my $errors = errors_of(@writers);
is(join('; ', grep { !/"(num|parted|changed)" does not exist|deadlock detected|no partition of relation|aborted|column "(n|what)" is of type|could not serialize|invalid input syntax for type integer/ }
			$errors =~ /ERROR:  (.*)/g), '', 'writers are not rejected');
$errors = errors_of(@consumers);
note join ', ', map { my $m = $_; (() = $errors =~ /ERROR:  \Q$m\E/g) . " times $m" } sort keys %{ { map { $_ => 1 } $errors =~ /ERROR:  (.*)/g } };
is(join('; ', grep { !/(num|parted|changed)(_feed)?" does not exist|deadlock detected|aborted|snapshot is too old for a horizon|could not serialize|duplicate key|prepared statement "\w+" does not exist/ }
			$errors =~ /ERROR:  (.*)/g), '', 'consumers get no other error');
note errors_of(@alterations) =~ s/^psql:\S+ //gmr if $ENV{WIJI_TEST_ALTERED};
$node->stop;
done_testing();
