# A tool that loads a table by "key > last" loses the row of a slow transaction, and none through a view over
# the horizon, on which its role has SELECT and on nothing else.  Both are read side by side: first the loss is
# forced, with every way to read, and then eight writers run at random.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = feed_node('main');
$node->start;
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji_feed;
	CREATE ROLE loader LOGIN;
	CREATE ROLE naive LOGIN;
	CREATE TABLE job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what text);
	CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what text, updated_at timestamptz);
	CREATE INDEX ON orders (updated_at, id);
	SELECT wiji_create_feed('job'), wiji_create_feed('orders', 'updated_at', changes => true);
	CREATE VIEW job_feed AS SELECT * FROM job WHERE id < (SELECT wiji_horizon_bigint('job'));
	CREATE VIEW orders_feed AS SELECT * FROM orders WHERE updated_at < (SELECT wiji_horizon_timestamptz('orders'));
	GRANT SELECT ON job_feed, orders_feed TO loader;
	GRANT SELECT ON job, orders TO naive;
	GRANT CREATE ON SCHEMA public TO loader, naive});

# What a tool keeps, and how it reads the next rows of relation R: P and I are its position.
my %feeds = (
	job => { start => [0], query => 'SELECT id, what FROM R WHERE id > P ORDER BY id LIMIT 50', key => 1 },
	orders => {
		start => [ '-infinity', 0 ],
		query => q{SELECT updated_at, id, what FROM R WHERE (updated_at, id) > (P, I) ORDER BY updated_at, id LIMIT 50},
		key => 2 });

#
# Forced: a transaction takes its key, and commits only when the tool has read later ones
#

# The statements of a poll, in which MIDDLE is where the slow transaction may commit.  QUERY has values in the
# place of P and I, and BODY has parameters.
my %ways = (
	statement => ['QUERY;'],
	cursor => [ 'BEGIN; DECLARE c CURSOR FOR QUERY; FETCH 1 FROM c;', 'FETCH ALL FROM c; COMMIT;' ],
	'cursor with hold' => [ 'BEGIN; DECLARE h CURSOR WITH HOLD FOR QUERY; COMMIT; FETCH 1 FROM h;', 'FETCH ALL FROM h; CLOSE h;' ],
	prepared => ['SET plan_cache_mode = force_generic_plan; DEALLOCATE ALL; PREPARE p AS BODY; EXECUTE p (VALUES);'],
	'repeatable read' => [ 'BEGIN ISOLATION LEVEL REPEATABLE READ; QUERY;', 'COMMIT;' ],
	'serializable, read only' => ['BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY; QUERY; COMMIT;'],
	copy => ["COPY (QUERY) TO stdout (DELIMITER '|');"]);

sub session
{
	my (@options) = @_;
	return $node->background_psql('postgres', on_error_stop => 1, extra_params => \@options);
}

sub begin_tool
{
	my ($role, $feed, $relation) = @_;
	return { %{ $feeds{$feed} }, relation => $relation, session => session('-U', $role), position => [ @{ $feeds{$feed}{start} } ], read => [] };
}

# A poll; MIDDLE is called in it, if the way has one.
sub poll_once
{
	my ($tool, $way, $middle) = @_;
	my @values = map { "'$_'" } @{ $tool->{position} };
	my $body = $tool->{query} =~ s/\bR\b/$tool->{relation}/r;
	my $query = $body =~ s/\bP\b/$values[0]/r =~ s/\bI\b/$values[1] \/\/ ''/er;
	$body =~ s/\bP\b/\$1/;
	$body =~ s/\bI\b/\$2/;
	my @parts = map { s/QUERY/$query/r =~ s/BODY/$body/r =~ s/VALUES/join ', ', @values/er } @{ $ways{$way} };
	my $rows = '';
	foreach my $i (0 .. $#parts)
	{
		$middle->() if $i == 1 && defined $middle;
		$rows .= $tool->{session}->query_safe($parts[$i]) . "\n";
	}
	foreach my $row (grep { length } split /\n/, $rows)
	{
		my @columns = split /\|/, $row;
		$tool->{position} = [ @columns[ 0 .. $tool->{key} - 1 ] ];
		push @{ $tool->{read} }, $columns[-1];
	}
	return;
}

my %slow = (
	job => q{INSERT INTO job (what) VALUES ('late')},
	orders => q{UPDATE orders SET what = 'late' WHERE what = 'first'});
my $passing = 'SELECT pg_sleep(0.002)';		# of the clock over the last key, which a horizon is not above
foreach my $feed (sort keys %feeds)
{
	foreach my $way (sort keys %ways)
	{
		my $writer = session();
		$node->safe_psql('postgres', "TRUNCATE $feed; INSERT INTO $feed (what) VALUES ('first'), ('second'); $passing");
		my $tool = begin_tool('loader', $feed, "${feed}_feed");
		my $naive = begin_tool('naive', $feed, $feed);
		poll_once($_, $way) foreach $tool, $naive;
		$writer->query_safe("BEGIN; $slow{$feed}");
		$node->safe_psql('postgres', "INSERT INTO $feed (what) VALUES ('third'), ('fourth'); $passing");
		# the naive one passes the slow transaction's key, which commits while both of them read, or afterwards
		poll_once($naive, $way);
		poll_once($tool, $way, sub { $writer->query_safe('COMMIT'); });
		$writer->query_safe('COMMIT') if @{ $ways{$way} } == 1;
		$node->safe_psql('postgres', "INSERT INTO $feed (what) VALUES ('fifth'); $passing");
		poll_once($_, $way) foreach $tool, $naive;
		is("@{ $tool->{read} }", 'first second late third fourth fifth', "$feed, $way: the view loses no row");
		is("@{ $naive->{read} }", 'first second third fourth fifth', '... and the table loses the late one');
		$_->{session}->quit foreach $tool, $naive;
		$writer->quit;
	}
}
# one transaction that polls twice: its horizon does not move
my $tool = begin_tool('loader', 'job', 'job_feed');
my $writer = session();
$node->safe_psql('postgres', q{TRUNCATE job; INSERT INTO job (what) VALUES ('first')});
$tool->{session}->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ');
poll_once($tool, 'statement');
$writer->query_safe(q{BEGIN; INSERT INTO job (what) VALUES ('late')});
$node->safe_psql('postgres', q{INSERT INTO job (what) VALUES ('second')});
poll_once($tool, 'statement');
$writer->query_safe('COMMIT');
poll_once($tool, 'statement');
is("@{ $tool->{read} }", 'first', 'within one snapshot, a view does not move');
$tool->{session}->query_safe('COMMIT');
poll_once($tool, 'statement');
is("@{ $tool->{read} }", 'first late second', '... and the next one has every row');
$_->quit foreach $writer, $tool->{session};

#
# At random: eight writers, whose row versions may be equal
#

my $transactions = $ENV{WIJI_TEST_ALL} ? 400 : 100;
my $folder = PostgreSQL::Test::Utils::tempdir;
append_to_file("$folder/write.sql", q{
	\set slow random(1, 10)
	BEGIN;
	INSERT INTO job (what) SELECT 'job ' || generate_series(1, 3);
	INSERT INTO orders (what) SELECT 'order ' || generate_series(1, 3);
	UPDATE orders SET what = what || '!' WHERE id = (SELECT max(id) FROM orders) - :slow * 10;
	SELECT pg_sleep(CASE :slow WHEN 1 THEN 0.02 ELSE 0 END);
	\set undone :slow = 2
	\if :undone
		ROLLBACK;
	\else
		COMMIT;
	\endif
});

# How a page becomes an array; Q has parameters.
my %pages = (
	statement => q{EXECUTE 'SELECT ARRAY(Q)' INTO page USING position, last},
	prepared => q{page := ARRAY(Q)},
	cursor => q{page := '{}'; FOR item IN S LOOP page := page || item; PERFORM pg_catalog.pg_sleep(0.0005); END LOOP});
my %conditions = (job => 'r.id > $1', orders => '(r.updated_at, r.id) > ($1, $2)', again => 'r.updated_at >= $1');
my @tools = map { [ split ' ' ] } ('loader job prepared', 'loader job cursor', 'loader job repeatable',
	'loader orders prepared', 'loader orders cursor', 'loader again repeatable', 'loader again prepared',
	'naive job statement', 'naive orders statement');
$node->safe_psql('postgres', q{
	TRUNCATE job, orders;
	CREATE TABLE ended ();
	CREATE TABLE seen (tool text, id bigint, updated_at timestamptz);
	GRANT INSERT ON seen TO loader, naive});
my %sessions;
foreach (@tools)
{
	my ($role, $condition, $way) = @$_;
	my $feed = $condition eq 'again' ? 'orders' : $condition;
	my $relation = 'public.' . $feed . ($role eq 'loader' ? '_feed' : '');
	my $key = $feed eq 'job' ? 'id' : 'updated_at';
	my $order = $feed eq 'job' ? 'r.id' : 'r.updated_at, r.id';
	my $query = "SELECT r FROM $relation r WHERE $conditions{$condition} ORDER BY $order LIMIT 50";
	my $static = $query =~ s/\$1/position/r =~ s/\$2/last/r;
	my $rows = $static =~ s/SELECT r /SELECT r.* /r;
	my $page = $pages{ $way eq 'repeatable' ? 'prepared' : $way } =~ s/'SELECT ARRAY\(Q\)'/'SELECT ARRAY($query)'/r
	  =~ s/\bQ\b/$static/r =~ s/\bS\b/$rows/r;
	# plain EXECUTE has parameters that it may not use
	$page =~ s/ USING position, last/ USING position/ if $conditions{$condition} !~ /\$2/;
	my $version = $feed eq 'job' ? 'NULL' : 'p.updated_at';
	my $name = "${role}_${condition}_$way";
	$node->safe_psql('postgres', qq{
		CREATE PROCEDURE $name() LANGUAGE plpgsql AS \$\$
		DECLARE
			position ${\($feed eq 'job' ? 'bigint' : 'timestamptz')} := ${\($feed eq 'job' ? 0 : q{'-infinity'})};
			last bigint := 0;
			page $relation\[];
			item $relation;
			n integer;
			at_end boolean;
		BEGIN
			LOOP
				at_end := EXISTS (SELECT FROM pg_catalog.pg_attribute WHERE attrelid = 'public.ended'::pg_catalog.regclass AND attname = 'yes');
				$page;
				n := pg_catalog.cardinality(page);
				INSERT INTO public.seen SELECT '$name', p.id, $version FROM pg_catalog.unnest(page) p;
				EXIT WHEN at_end AND (n = 0 OR (page[n].id, page[n].$key) = (last, position));
				IF n > 0 THEN
					position := page[n].$key;
					last := page[n].id;
				END IF;
				COMMIT;
				PERFORM pg_catalog.pg_sleep(0.005);
			END LOOP;
		END \$\$});
	$sessions{$name} = session('-U', $role);
	$sessions{$name}->query_safe($way eq 'repeatable' ? q{SET default_transaction_isolation = 'repeatable read'} : 'SET plan_cache_mode = force_generic_plan');
	$sessions{$name}->query_until(qr/started/, "\\echo started\nCALL $name();\n\\echo ended\n");
}
$node->command_ok([ 'pgbench', '-n', '-c', 8, '-j', 2, '-t', $transactions, '-f', "$folder/write.sql", $node->connstr('postgres') ],
	'eight writers');
$node->safe_psql('postgres', 'SELECT pg_sleep(0.01); ALTER TABLE ended ADD yes boolean');
foreach (@tools)
{
	my ($role, $condition, $way) = @$_;
	my $feed = $condition eq 'again' ? 'orders' : $condition;
	my $name = "${role}_${condition}_$way";
	$sessions{$name}->query_until(qr/ended/, '');
	$sessions{$name}->quit;
	my ($missing, $rows) = split /\|/, $node->safe_psql('postgres', "
		SELECT count(*) FILTER (WHERE NOT EXISTS (SELECT FROM seen s WHERE s.tool = '$name' AND s.id = r.id
			" . ($feed eq 'job' ? '' : 'AND s.updated_at = r.updated_at') . ")), count(*) FROM $feed r");
	if ($role eq 'naive') { note "the table of $feed: $missing of $rows rows are lost"; next; }
	is($missing, 0, "the view of $feed ($condition, $way): none of $rows rows is lost");
}
note $node->safe_psql('postgres', 'SELECT count(*) - count(DISTINCT updated_at) FROM orders') . ' versions are equal to others';
is($node->safe_psql('postgres', q{SELECT count(*) FROM (SELECT tool, id FROM seen WHERE tool ~ '^loader_job' GROUP BY tool, id HAVING count(*) > 1) twice}),
	0, 'none is read twice by its ID');
$node->stop;
done_testing();
