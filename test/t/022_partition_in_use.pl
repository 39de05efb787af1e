# docs/partitions.md, The five steps: WIJI_TEST_ROWS visits become a partition of a new parent while
# others write.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $rows = $ENV{WIJI_TEST_ROWS} || 20_000;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "TimeZone = 'UTC'");
$node->start;
$node->safe_psql('postgres', qq{
	CREATE EXTENSION wiji;
	CREATE TABLE customer (id integer PRIMARY KEY, visits integer NOT NULL DEFAULT 0);
	INSERT INTO customer SELECT generate_series(1, 100);
	CREATE TABLE visit (
		id wiji PRIMARY KEY DEFAULT wiji_generate(),
		customer_id integer NOT NULL REFERENCES customer,
		what text CHECK (what <> ''),
		twice integer GENERATED ALWAYS AS (2 * customer_id) STORED
	);
	CREATE INDEX ON visit (customer_id, id);
	CREATE INDEX ON visit (lower(what)) WHERE customer_id > 50;
	INSERT INTO visit (id, customer_id, what)
	SELECT wiji_generate(now() - n * interval '400 days' / $rows), 1 + n % 100, 'visit ' || n
	FROM generate_series(1, $rows) n;
	CREATE TABLE note (
		id wiji PRIMARY KEY DEFAULT wiji_generate(), visit_id wiji NOT NULL REFERENCES visit, what text);
	INSERT INTO note (visit_id, what) SELECT id, what FROM visit;
	CREATE TABLE before AS SELECT id, customer_id, what FROM visit;
	CREATE TABLE files AS SELECT indexrelid, pg_relation_filenode(indexrelid) AS file
	FROM pg_index WHERE indrelid = 'visit'::regclass
	UNION ALL SELECT 'visit'::regclass, pg_relation_filenode('visit');
});

# The page's moment is in the future, whenever the test runs.
my $cut = $node->safe_psql('postgres', q{SELECT to_char(date_trunc('month', now() + '2 months'), 'YYYY-MM-DD')});

# Writers: they lock the tables in different orders, and keep count of what they do.
my $script = $node->basedir . '/writer.sql';
append_to_file($script, q{
\set c random(1, 100)
BEGIN;
INSERT INTO visit (customer_id, what) VALUES (:c, 'writer');
INSERT INTO note (visit_id, what) SELECT id, 'at once' FROM visit WHERE customer_id = :c ORDER BY id DESC LIMIT 1;
UPDATE customer SET visits = visits + 1 WHERE id = :c;
COMMIT;
BEGIN;
INSERT INTO note (visit_id, what) SELECT id, 'later' FROM visit WHERE customer_id = :c ORDER BY id DESC LIMIT 1;
UPDATE visit SET what = what || '.'
WHERE id = (SELECT id FROM visit WHERE customer_id = :c AND what LIKE 'writer%' ORDER BY id DESC LIMIT 1);
COMMIT;
SELECT count(*) FROM visit WHERE customer_id = :c AND id >= wiji_lower(now() - interval '1 minute');
});
my ($out, $err) = ('', '');
my @writers = map {
	IPC::Run::start(
		[ qw(pgbench -n --verbose-errors -c 2 -T 3600 -M), $_, '-f', $script,
			'-h', $node->host, '-p', $node->port, 'postgres' ],
		'>', \$out, '2>', sub { $err .= $_[0] });
} 'simple', 'prepared';
my $written = 'SELECT sum(visits) FROM customer';
sub wait_for_writers
{
	my $n = $node->safe_psql('postgres', $written) + 20;
	for (1 .. 6000)
	{
		return if $node->safe_psql('postgres', $written) > $n;
		$_->pump_nb for @writers;
		die "the writers do not write: $err" if $err =~ /ERROR|aborted/;
		select(undef, undef, undef, 0.05);
	}
	die "the writers do not write: $err";
}

# Step N of the page as it is printed; what the server says.
sub step
{
	my ($n) = @_;
	wait_for_writers();
	my $sql = block('The five steps', $n, 'partitions') =~ s/2027-01-01/$cut/gr;
	my ($status, $stdout, $stderr) = $node->psql('postgres',
		"SET client_min_messages = debug1;\n\\i migrate/procedures.sql\n$sql", on_error_stop => 1);
	is($status, 0, "step $n") or BAIL_OUT($stderr);
	return $stderr;
}
step($_) for 1 .. 3;
like(step(4), qr/partition constraint for table "visit_before_2027" is implied by existing constraints/,
	'ATTACH scans nothing');
step(5);
wait_for_writers();
ok((!grep { $_->pump_nb; !$_->pumpable } @writers), 'the writers are still at work');
for (@writers) { $_->signal('TERM'); $_->finish; }
unlike($err, qr/ERROR|aborted/, 'no session has met an error');

is($node->safe_psql('postgres',
	q{SELECT count(*) FROM before JOIN visit USING (id, customer_id, what) WHERE twice = 2 * customer_id}), $rows,
	'what was there is there');
is($node->safe_psql('postgres',
	q{SELECT count(*) = (SELECT sum(visits) FROM customer) FROM visit WHERE what LIKE 'writer%'}), 't',
	'as is what came meanwhile');
is($node->safe_psql('postgres',
	q{SELECT count(*) FROM note LEFT JOIN visit ON visit.id = visit_id WHERE visit.id IS NULL}), '0',
	'all notes refer to visits');
is($node->safe_psql('postgres',
	q{SELECT count(*) FROM files WHERE file IS DISTINCT FROM pg_relation_filenode(indexrelid)}), '0',
	'neither rows nor indexes were written anew');
is( $node->safe_psql('postgres', q{
		SELECT conrelid::regclass, pg_get_constraintdef(oid), convalidated FROM pg_constraint
		WHERE contype IN ('c', 'f', 'p')
		AND conrelid IN ('visit'::regclass, 'visit_before_2027'::regclass, 'note'::regclass)
		AND (confrelid = 0 OR confrelid IN ('visit'::regclass, 'customer'::regclass))
		ORDER BY conrelid::regclass::text, contype}),
	join("\n", 'note|FOREIGN KEY (visit_id) REFERENCES visit(id)|t', 'note|PRIMARY KEY (id)|t',
		map { ("$_|CHECK ((what <> ''::text))|t", "$_|FOREIGN KEY (customer_id) REFERENCES customer(id)|t",
			"$_|PRIMARY KEY (id)|t") } qw(visit visit_before_2027)),
	'with all constraints');
is( $node->safe_psql('postgres', q{
		SELECT partitions >= 3, reaches > now() + interval '3 months', to_create, to_drop
		FROM wiji_partition_report('visit', '1 month', '3 months', '1 year', 'UTC')}),
	't|t|{}|{}', 'partitions follow the first one');
is($node->safe_psql('postgres', qq{
		INSERT INTO visit (id, customer_id) VALUES (wiji_lower('$cut'), 7) RETURNING tableoid::regclass;
		INSERT INTO note (visit_id) VALUES (wiji_lower('$cut'))}),
	'visit_' . $cut =~ s/-//gr, 'in which later rows are, and to which notes refer');

done_testing();
