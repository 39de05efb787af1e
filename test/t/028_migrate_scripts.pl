# The scripts in migrate/, while others write: stopped after every statement and cut off at any
# moment, they go on, and nobody meets an error.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $rows = $ENV{WIJI_TEST_ROWS} || 5000;
my $cuts = $ENV{WIJI_TEST_CUTS} || 20;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', q{
	TimeZone = 'UTC'
	allow_in_place_tablespaces = on
	autovacuum_naptime = 1s
	autovacuum_vacuum_cost_delay = 20
	autovacuum_vacuum_scale_factor = 0.01
});
$node->start;
my $folder = $node->basedir;
my $cut = $node->safe_psql('postgres', q{SELECT to_char(date_trunc('month', now() + '2 months'), 'YYYY-MM-DD')});

$node->safe_psql('postgres', q{CREATE ROLE clerk; CREATE ROLE owner LOGIN; CREATE TABLESPACE space LOCATION ''});

# The page and the script say the same.
foreach my $page (
	[ 'uuid', 'migrate', 'From uuid to wiji, while it is in use', 8 ],
	[ 'graph', 'migrate', 'A whole graph of tables, while it is in use', 5 ],
	[ 'partition', 'partitions', 'The five steps', 5 ])
{
	my ($script, $file, $heading, $steps) = @$page;
	my $text = slurp_file("migrate/$script.sql");
	my @other;
	foreach my $step (1 .. $steps)
	{
		push @other, $step if index($text, block($heading, $step, $file)) < 0;
	}
	is("@other", '', "migrate/$script.sql has every step of docs/$file.md");
}

# So do the scripts of new keys, where they make them.
my ($keys) = slurp_file('migrate/single.sql') =~ /^(SELECT pg_temp.drop_invalid\N*to_fill.*?)^-- 3/ms;
$keys =~ s/\s+$//;
cmp_ok(index(slurp_file('migrate/graph.sql'), $keys), '>', 0, 'single.sql makes keys as graph.sql does');

# What there is before, what writers do meanwhile, and what has to be true in the end.
my $shop = qq{
	CREATE TABLE customer (
		id KEY PRIMARY KEY DEFAULT NEW, name text NOT NULL,
		created_at timestamptz NOT NULL DEFAULT clock_timestamp());
	CREATE INDEX ON customer (name);
	CREATE TABLE invoice (
		id KEY PRIMARY KEY DEFAULT NEW, customer_id KEY NOT NULL REFERENCES customer, amount integer,
		created_at timestamptz NOT NULL DEFAULT clock_timestamp());
	CREATE INDEX invoice_customer_id_idx ON invoice (customer_id);
	INSERT INTO customer (name, created_at)
	SELECT 'customer ' || i, timestamptz '2026-01-01' + i / 3 * interval '1 s' FROM generate_series(1, $rows) i;
	INSERT INTO invoice (customer_id, amount) SELECT id, 0 FROM customer, generate_series(1, 2);
	CREATE TABLE before AS SELECT customer.id::text AS id, name, invoice.created_at AS at
	FROM customer JOIN invoice ON customer_id = customer.id;
};
my $shop_writer = qq{
\\set r random(1, 1000000000)
\\set c random(1, $rows)
INSERT INTO customer (name) VALUES ('writer ' || :r);
INSERT INTO invoice (customer_id, amount) SELECT id, :r FROM customer WHERE name = 'writer ' || :r;
BEGIN;
UPDATE customer SET created_at = created_at WHERE name = 'customer ' || :c;
INSERT INTO invoice (customer_id, amount) SELECT id, :r FROM customer WHERE name = 'customer ' || :c;
\\sleep 5 ms
UPDATE invoice SET amount = amount + 0 WHERE customer_id = (SELECT id FROM customer WHERE name = 'customer ' || :c);
COMMIT;
};
my $shop_whole = q{
	SELECT (SELECT count(*) FROM before) - count(*)
	FROM before JOIN customer USING (name)
	JOIN invoice ON customer_id = customer.id AND invoice.created_at = at AND amount = 0
	WHERE SAME;
	SELECT count(*) > 10, count(*) FILTER (WHERE customer.id IS NULL)
	FROM invoice LEFT JOIN customer ON customer.id = customer_id WHERE amount > 0;
	SELECT string_agg(format('%s.%s %s', conrelid::regclass, conname, convalidated), ', ' ORDER BY conname)
	FROM pg_constraint WHERE conrelid IN ('customer'::regclass, 'invoice'::regclass) AND contype <> 'n';
	SELECT string_agg(format('%s.%s %s', attrelid::regclass, attname, format_type(atttypid, NULL)), ', '
	                  ORDER BY attrelid, attname)
	FROM pg_attribute
	WHERE attrelid IN ('customer'::regclass, 'invoice'::regclass) AND attname ~ 'id$' AND attnum > 0;
	SELECT count(*) FROM pg_trigger WHERE tgname = 'zz_follow';
	SELECT count(*) FROM pg_index WHERE NOT indisvalid;
	SELECT string_agg(indexrelid::regclass::text, ', ' ORDER BY indexrelid::regclass::text)
	FROM pg_index WHERE indrelid IN ('customer'::regclass, 'invoice'::regclass);
};
my $shop_answer = join "\n", '0', 't|0',
  'customer.customer_pkey t, invoice.invoice_customer_id_fkey t, invoice.invoice_pkey t',
  'customer.id wiji, invoice.customer_id wiji, invoice.id INVOICE',
  '0', '0', 'customer_name_idx, customer_pkey, invoice_customer_id_idx, invoice_pkey';

# Keys may come from a trigger of the table's own.
my $sets_customer = q{
	CREATE FUNCTION set_customer() RETURNS trigger LANGUAGE plpgsql AS
		'BEGIN NEW.id := wiji_uuid(); RETURN NEW; END';
	CREATE TRIGGER set_customer BEFORE INSERT ON customer FOR EACH ROW EXECUTE FUNCTION set_customer();
};

# Some customers refer to others, and some to themselves.  Some invoices are written by a clerk who
# may do nothing else, and whose search_path leads elsewhere.
my $referring = q{
	GRANT INSERT ON invoice TO clerk;
	GRANT USAGE ON SEQUENCE keys TO clerk;
	ALTER TABLE customer ADD referred_by bigint REFERENCES customer;
	UPDATE customer SET referred_by = CASE id % 3 WHEN 1 THEN id ELSE id + 2 END WHERE id % 3 > 0 AND id < 4000;
	CREATE TABLE referred AS
	SELECT c.name, r.name AS by FROM customer c LEFT JOIN customer r ON r.id = c.referred_by;
};
my $referring_writer = q{
INSERT INTO customer (name, referred_by) SELECT 'by ' || name, id FROM customer WHERE name = 'customer ' || :c;
UPDATE customer SET referred_by = id WHERE name = 'writer ' || :r;
BEGIN;
SELECT id AS customer FROM customer WHERE name = 'customer ' || :c FOR KEY SHARE \gset
SET LOCAL ROLE clerk;
SET LOCAL search_path = pg_catalog;
INSERT INTO public.invoice (customer_id, amount) VALUES (':customer', :r);
COMMIT;
};
my $referring_whole = q{
	SELECT count(*) - (SELECT count(*) FROM referred), count(*) FILTER (WHERE r.name IS DISTINCT FROM by)
	FROM referred JOIN customer c USING (name) LEFT JOIN customer r ON r.id = c.referred_by;
	SELECT count(*) > 10, count(*) FILTER (WHERE r.id IS NULL OR c.name NOT IN (r.name, 'by ' || r.name))
	FROM customer c LEFT JOIN customer r ON r.id = c.referred_by WHERE c.name ~ '^by';
};

my %migrations = (
	uuid => {
		make => 'CREATE DOMAIN customer_key AS uuid;'
		  . $shop =~ s/KEY (?=PRIMARY|NOT|DEFAULT)/uuid /gr =~ s/uuid (?=DEFAULT)/KEY /gr =~ s/NEW/wiji_uuid()/gr
		  =~ s/customer_id \Kuuid/customer_key/r . $sets_customer,
		writer => $shop_writer,
		whole => $shop_whole =~ s/SAME/customer.id = before.id::wiji/r,
		answer => $shop_answer =~ s/INVOICE/uuid/r },
	graph => {
		make => 'CREATE SEQUENCE keys;' . $shop =~ s/\bKEY (?=PRIMARY|NOT)/bigint /gr =~ s/\bNEW\b/nextval('keys')/gr
		  . $referring,
		writer => $shop_writer . $referring_writer,
		whole => $shop_whole =~ s/SAME/wiji_timestamp(customer.id) = customer.created_at/r . $referring_whole,
		answer => $shop_answer =~ s/INVOICE/bigint/r =~ s/customer_pkey t,\K/ customer.customer_referred_by_fkey t,/r
		  . "\n0|0\nt|0",
		finish => 1 },
	pair => {
		make => 'CREATE SEQUENCE keys;' . $shop =~ s/\bKEY (?=PRIMARY|NOT)/bigint /gr =~ s/\bNEW\b/nextval('keys')/gr,
		writer => $shop_writer,
		whole => $shop_whole =~ s/SAME/wiji_timestamp(customer.id) = customer.created_at/r,
		answer => $shop_answer =~ s/INVOICE/bigint/r,
		finish => 1 },
	single => {
		make => qq{
			CREATE TABLE customer (
				id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, name text NOT NULL,
				created_at timestamptz NOT NULL DEFAULT clock_timestamp());
			CREATE INDEX ON customer (name);
			INSERT INTO customer (name, created_at)
			SELECT 'customer ' || i, timestamptz '2026-01-01' + i / 3 * interval '1 s' FROM generate_series(1, $rows) i;
			CREATE TABLE before AS TABLE customer },
		writer => qq{
\\set r random(1, 1000000000)
\\set c random(1, $rows)
INSERT INTO customer (name) VALUES ('writer');
BEGIN;
UPDATE customer SET created_at = created_at WHERE name = 'customer ' || :c;
\\sleep 5 ms
INSERT INTO customer (name) VALUES ('gone ' || :r);
COMMIT;
DELETE FROM customer WHERE name = 'gone ' || :r;
},
		whole => q{
			SELECT (SELECT count(*) FROM before) - count(*)
			FROM before JOIN customer USING (name, created_at) WHERE wiji_timestamp(customer.id) = created_at;
			SELECT count(*) > 10 FROM customer WHERE name = 'writer';
			SELECT string_agg(format('%s %s', attname, format_type(atttypid, NULL)), ', ' ORDER BY attname)
			FROM pg_attribute WHERE attrelid = 'customer'::regclass AND attnum > 0 AND NOT attisdropped;
			SELECT string_agg(format('%s %s', conname, convalidated), ', ' ORDER BY conname)
			FROM pg_constraint WHERE conrelid = 'customer'::regclass AND contype <> 'n';
			SELECT string_agg(indexrelid::regclass::text, ', ' ORDER BY indexrelid::regclass::text)
			FROM pg_index WHERE indrelid = 'customer'::regclass },
		answer => join("\n", '0', 't', 'created_at timestamp with time zone, id wiji, name text',
			'customer_pkey t', 'customer_name_idx, customer_pkey'),
		finish => 1 },
	partition => {
		make => qq{
			CREATE TABLE customer (id integer PRIMARY KEY, visits integer NOT NULL DEFAULT 0);
			INSERT INTO customer SELECT generate_series(1, 100);
			CREATE TABLE visit (
				id wiji PRIMARY KEY DEFAULT wiji_generate(), customer_id integer NOT NULL REFERENCES customer,
				what text CHECK (what <> ''), tags text[]);
			CREATE INDEX ON visit (customer_id, id);
			INSERT INTO visit (id, customer_id, what)
			SELECT wiji_generate(now() - n * interval '400 days' / $rows), 1 + n % 100, 'visit ' || n
			FROM generate_series(1, $rows) n;
			CREATE TABLE note (
				id wiji PRIMARY KEY DEFAULT wiji_generate(), visit_id wiji NOT NULL REFERENCES visit, what text);
			INSERT INTO note (visit_id, what) SELECT id, what FROM visit;
			CREATE TABLE before AS SELECT id, customer_id, what FROM visit },
		writer => q{
\set c random(1, 100)
BEGIN;
INSERT INTO visit (customer_id, what) VALUES (:c, 'writer');
INSERT INTO note (visit_id, what) SELECT id, 'at once' FROM visit WHERE customer_id = :c ORDER BY id DESC LIMIT 1;
UPDATE customer SET visits = visits + 1 WHERE id = :c;
COMMIT;
},
		whole => q{
			SELECT count(*) - (SELECT count(*) FROM before) FROM before JOIN visit USING (id, customer_id, what);
			SELECT count(*) > 10, count(*) = (SELECT sum(visits) FROM customer) FROM visit WHERE what = 'writer';
			SELECT count(*) FROM note LEFT JOIN visit ON visit.id = visit_id WHERE visit.id IS NULL;
			SELECT string_agg(format('%s.%s %s', conrelid::regclass, conname, convalidated), ', ' ORDER BY conname)
			FROM pg_constraint
			WHERE conrelid IN ('note'::regclass, 'visit_before_2027'::regclass)
			AND contype <> 'n' AND conname !~ '\d$';
			SELECT partitions >= 3, to_create
			FROM wiji_partition_report('visit', '1 month', '3 months', timezone => 'UTC') },
		answer => join("\n", '0', 't|t', '0',
			'note.note_pkey t, note.note_visit_id_fkey t, visit_before_2027.visit_customer_id_fkey t, '
			  . 'visit_before_2027.visit_pkey t, visit_before_2027.visit_what_check t',
			't|{}') });

# The script, or its first statements only.
sub script
{
	my ($name, $statements) = @_;
	my @parts = ('');
	my $text = slurp_file('migrate/' . ($name eq 'pair' ? 'graph' : $name) . '.sql') =~ s/2027-01-01/$cut/gr;

	$text =~ s/^.*(?:referred_by|follow_customer).*\n//mg if $name eq 'pair';	# as docs/migrate.md says
	foreach my $line (split /^/m, $text)
	{
		$parts[-1] .= $line;
		my $quotes = () = $parts[-1] =~ /\$\$/g;
		push @parts, '' if $quotes % 2 == 0 && $line =~ /;(\s+--.*)?$|^\\|\\gexec$|\\gset$/;
	}
	my $file = "$folder/script.sql";

	@parts = @parts[ 0 .. $statements - 1 ] if defined $statements && $statements < @parts;
	unlink $file;
	append_to_file($file, join '', @parts);
	return ($file, scalar @parts);
}
append_to_file("$folder/procedures.sql", slurp_file('migrate/procedures.sql'));

foreach my $name (sort keys %migrations)
{
	my $migration = $migrations{$name};
	foreach my $how ('stopped after every statement', 'cut off at any moment')
	{
		my $database = $name . ($how =~ /stopped/ ? '_stopped' : '_cut');
		$node->safe_psql('postgres', "CREATE DATABASE $database");
		$node->safe_psql($database, "CREATE EXTENSION wiji; $migration->{make}");
		my $writer = "$folder/$database.pgbench";
		append_to_file($writer, $migration->{writer});
		my ($out, $err) = ('', '');
		my $writers = IPC::Run::start(
			[ qw(pgbench -n --verbose-errors -c 3 -T 3600 -f), $writer,
				'-h', $node->host, '-p', $node->port, $database ],
			'>', \$out, '2>', \$err);

		my @command = ('psql', '-X', '-q', '-d', $node->connstr($database), '-f');
		if ($how =~ /stopped/)
		{
			my (undef, $parts) = script($name);
			foreach my $n (1 .. $parts)
			{
				my ($file) = script($name, $n);
				my ($stdout, $stderr) = run_command([ @command, $file ]);
				if ($stderr =~ /ERROR/) { fail("$name, its first $n parts") or diag($stderr); last; }
			}
		}
		else
		{
			my ($file) = script($name);
			foreach my $n (1 .. $cuts)
			{
				my ($stdout, $stderr) = ('', '');
				my $psql = IPC::Run::start([ @command, $file ], '>', \$stdout, '2>', \$stderr);
				select undef, undef, undef, rand(0.3 + $n / 5);
				$node->safe_psql('postgres', qq{
					SELECT pg_terminate_backend(pid) FROM pg_stat_activity
					WHERE application_name = 'psql' AND datname = '$database'});
				$psql->finish;
				unlike($stderr =~ s/FATAL:  terminating.*//r, qr/ERROR/, "$name, cut off $n times");
				last unless $stderr =~ /terminating/;
			}
		}
		foreach my $time (1, 2)
		{
			my ($file) = script($name);
			my ($stdout, $stderr) = run_command([ @command, $file ]);
			unlike($stderr, qr/ERROR/,
				"$name, $how, goes on to its end" . ($time == 2 ? ', where nothing is left to do' : ''));
			note($stderr);
		}
		if ($migration->{finish})
		{
			foreach my $time (1, 2)
			{
				my ($file) = script($name);
				my ($stdout, $stderr) = run_command([ @command, $file, '-v', 'finish=yes' ]);
				unlike($stderr, qr/ERROR/, "$name, $how: the old columns go");
			}
		}
		# A step that is done leaves everything as it is, also by hand.
		my %again = (uuid => [ 'From uuid to wiji, while it is in use', 1, 4, 5, 8 ],
			graph => [ 'A whole graph of tables, while it is in use', 1, 4, 5 ],
			partition => [ 'The five steps', 1, 2, 4, 5 ]);
		my ($heading, @done) = @{ $again{$name} // [] };
		foreach my $step (@done)
		{
			my $block = block($heading, $step, $name eq 'partition' ? 'partitions' : 'migrate');
			$node->safe_psql($database, "\\i $folder/procedures.sql\n" . $block =~ s/2027-01-01/$cut/gr);
		}
		select undef, undef, undef, 1;
		$writers->pump_nb;
		ok($writers->pumpable, "$name, $how: the writers are still at work");
		$writers->signal('TERM');
		$writers->finish;
		unlike($err, qr/ERROR|aborted/, "$name, $how: and none has met an error");
		is($node->safe_psql($database, $migration->{whole}), $migration->{answer},
			"$name, $how: everything is as it should be");
		is($node->safe_psql($database, block('Steps that others hardly notice', 2)),
			'', "$name, $how: nothing is half done");
		$node->safe_psql('postgres', "DROP DATABASE $database");
	}
}

# Who has a snapshot from before the keys were there meets no error, either: the script waits for
# him.
$node->safe_psql('postgres', 'CREATE DATABASE older');
$node->safe_psql('older', "CREATE EXTENSION wiji; $migrations{graph}{make}");
my $graph_heading = 'A whole graph of tables, while it is in use';
$node->safe_psql('older', "\\i $folder/procedures.sql\n" . block($graph_heading, 1));
my ($first, $older) = map { $node->background_psql('older', on_error_stop => 0) } 1, 2;
$first->query_safe("BEGIN; SELECT FROM customer WHERE name = 'customer 1' FOR UPDATE");
my ($graph) = script('graph');
my ($graph_out, $graph_err) = ('', '');
my $psql = IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('older'), '-f', $graph ],
	'>', \$graph_out, '2>', \$graph_err);
$node->poll_query_until('older', 'SELECT count(*) = 1 FROM customer WHERE new_id IS NULL') or die 'no keys are made';
$older->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM before');
$first->query_safe('COMMIT');
$node->poll_query_until('older', q{
	SELECT count(*) > 0 FROM pg_stat_activity
	WHERE query ~ '^CREATE UNIQUE INDEX' AND wait_event = 'virtualxid'
	OR EXISTS (SELECT FROM pg_constraint WHERE conname = 'new_complete')}) or die 'the script goes on';
is(error_of($older, q{
		INSERT INTO invoice (customer_id, amount) SELECT id, 7 FROM customer WHERE name = 'customer 1';
		COMMIT}), '', 'one with an older snapshot writes');
$psql->finish;
unlike($graph_err, qr/ERROR/, 'and the script goes on');
is($node->safe_psql('older', 'SELECT name FROM invoice JOIN customer ON customer.id = customer_id WHERE amount = 7'),
	'customer 1', 'with his row');
$_->quit foreach $first, $older;

# With the words of docs/migrate.md ("To text, to bigint") it is a way out, too.
$node->safe_psql('postgres', 'CREATE DATABASE way_out');
$node->safe_psql('way_out', q{
	CREATE EXTENSION wiji;
	CREATE TABLE customer (
		id wiji PRIMARY KEY DEFAULT wiji_generate(), name text, referred_by wiji REFERENCES customer,
		created_at timestamptz NOT NULL DEFAULT clock_timestamp());
	CREATE TABLE invoice (customer_id wiji NOT NULL REFERENCES customer, amount integer);
	CREATE INDEX invoice_customer_id_idx ON invoice (customer_id);
	INSERT INTO customer (name) SELECT 'customer ' || n FROM generate_series(1, 3000) n;
	UPDATE customer SET referred_by = (SELECT min(id) FROM customer) WHERE name ~ '5$';
	INSERT INTO invoice SELECT id, right(name, -9)::integer FROM customer;
	CREATE SEQUENCE keys});
append_to_file("$folder/way_out.sql", slurp_file((script('graph'))[0]) =~ s/wiji_generate\(\w*\)/nextval('keys')/gr
	  =~ s/type_of.* <> '\Kwiji/int8/r =~ s/\bwiji\b/bigint/gr);
foreach my $finish ('no', 'yes')
{
	my ($stdout, $stderr) = run_command(
		[ qw(psql -X -q -d), $node->connstr('way_out'), '-v', "finish=$finish", '-f', "$folder/way_out.sql" ]);
	unlike($stderr, qr/ERROR/, "from wiji to bigint, with finish=$finish");
	is($node->safe_psql('way_out', q{SELECT count(*) FROM pg_attribute WHERE attname ~ '^old_' AND NOT attisdropped}),
		$finish eq 'no' ? '3' : '0', $finish eq 'no' ? 'the old columns stay' : 'they go');
}
is($node->safe_psql('way_out', q{
		SELECT count(*), bool_and(id = amount AND name = 'customer ' || amount),
			count(*) FILTER (WHERE referred_by = 1), count(referred_by), pg_typeof(min(id)), pg_typeof(min(customer_id))
		FROM customer JOIN invoice ON customer_id = id}),
	'3000|t|300|300|bigint|bigint', 'and every row has its number, in the order of the wijis');

# A foreign key that the script does not know is an error before anything is changed.
foreach my $name (sort keys %migrations)
{
	my $table = $name eq 'partition' ? 'visit' : 'customer';
	my $database = "${name}_refused";
	my $tables = q{SELECT string_agg(attrelid::regclass || '.' || attname, ' ' ORDER BY attrelid, attnum)
		FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace};

	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, qq{
		CREATE EXTENSION wiji;
		$migrations{$name}{make};
		CREATE TABLE photo AS SELECT id AS of FROM $table;
		ALTER TABLE photo ADD FOREIGN KEY (of) REFERENCES $table});
	my $before = $node->safe_psql($database, $tables);
	my ($file) = script($name);
	my ($stdout, $stderr) = run_command([ 'psql', '-X', '-q', '-d', $node->connstr($database), '-f', $file ]);
	like($stderr, qr/foreign keys refer to $table that no step is for\nDETAIL:  They are photo_of_fkey ON photo\.$/m,
		"$name: a foreign key that was forgotten");
	is($node->safe_psql($database, $tables), $before, "$name: and nothing is changed");
}

# Rows that refer to no key are an error, too, before writers of such rows could notice anything.
foreach my $case ([ 'graph', '(-1), (NULL)', 2 ], [ 'uuid', '(NULL)', 1 ])
{
	my ($name, $values, $count) = @$case;
	my $database = "${name}_nobody";

	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql($database, qq{
		CREATE EXTENSION wiji;
		$migrations{$name}{make};
		ALTER TABLE invoice DROP CONSTRAINT invoice_customer_id_fkey, ALTER customer_id DROP NOT NULL;
		INSERT INTO invoice (customer_id) VALUES $values;
		ALTER TABLE invoice ADD CONSTRAINT invoice_customer_id_fkey
			FOREIGN KEY (customer_id) REFERENCES customer NOT VALID});
	my ($file) = script($name);
	my ($stdout, $stderr) = run_command([ 'psql', '-X', '-q', '-d', $node->connstr($database), '-f', $file ]);
	like($stderr, qr/$count rows of invoice are in the way/, "$name: rows that refer to nobody");
	is($node->safe_psql($database, q{
		INSERT INTO invoice (customer_id) VALUES (NULL);
		SELECT count(*) FROM pg_trigger WHERE tgrelid = 'invoice'::regclass AND NOT tgisinternal}),
		'0', "$name: and nothing is changed in their table");
}

# So are rows that do not fit, before writers could notice a trigger or constraint.
foreach my $case (
	[ 'uuid', 'customer', q{
		INSERT INTO customer (name) VALUES ('random');
		UPDATE customer SET id = '11111111-1111-4111-8121-111111111111' WHERE name = 'random'}, q{name = 'random'} ],
	[ 'partition', 'visit', qq{INSERT INTO visit (id, customer_id) VALUES (wiji_generate(timestamptz '$cut'), 1)},
		'what IS NULL' ])
{
	my ($name, $table, $write, $condition) = @$case;

	$node->safe_psql('postgres', 'CREATE DATABASE fits');
	$node->safe_psql('fits', "CREATE EXTENSION wiji; $migrations{$name}{make}; $write");
	my $stderr = (run_command([ qw(psql -X -q -d), $node->connstr('fits'), '-f', (script($name))[0] ]))[1];
	like($stderr, qr/1 rows of $table are in the way/, "$name: a row that does not fit");
	is(($node->psql('fits', "DELETE FROM $table WHERE $condition; $write"))[2], '',
		"$name: and it can be written");
	$node->safe_psql('postgres', 'DROP DATABASE fits');
}

# So is a table with children, whose rows the steps would leave out.
$node->safe_psql('postgres', 'CREATE DATABASE inherits');
$node->safe_psql('inherits', qq{
	CREATE EXTENSION wiji; $migrations{single}{make};
	CREATE TABLE child () INHERITS (customer)});
like((run_command([ qw(psql -X -q -d), $node->connstr('inherits'), '-f', (script('single'))[0] ]))[1],
	qr/column must be added to child tables too/, 'single: a table with children');
is($node->safe_psql('inherits', q{SELECT count(*) FROM pg_attribute WHERE attname = 'new_id'}), '0',
	'single: and nothing is changed');

# One that was made after step 1 does not stay with the first partition, either.
my @steps = map { block('The five steps', $_, 'partitions') } 1 .. 4;
my ($status, $stdout, $stderr) = $node->psql('partition_refused', join "\n",
	"\\i $folder/procedures.sql",
	'ALTER TABLE photo DROP CONSTRAINT photo_of_fkey;',
	@steps[ 0 .. 2 ],
	'ALTER TABLE photo ADD CONSTRAINT photo_of_fkey FOREIGN KEY (of) REFERENCES visit;',
	$steps[3]);
like($stderr, qr/^DETAIL:  constraint photo_of_fkey on table public\.photo: /m, 'a foreign key that was made later');
is($node->safe_psql('partition_refused', q{
		SELECT to_regclass('visit_before_2027') IS NULL, count(*) FROM pg_constraint
		WHERE conname = 'note_visit_id_fkey' AND conrelid = 'note'::regclass}),
	't|1', 'and nothing is exchanged');

# A trigger that is made later, and fires after the script's, cannot make the two columns differ
# without an error.
$node->safe_psql('postgres', 'CREATE DATABASE differ');
$node->safe_psql('differ', "CREATE EXTENSION wiji; $migrations{uuid}{make}");
my $uuid_heading = 'From uuid to wiji, while it is in use';
foreach my $case ([ 'customer', 'id', 'INSERT INTO customer (name) VALUES (1)', 1 ],
	[ 'invoice', 'customer_id', 'UPDATE invoice SET amount = 1', 2 .. 5 ])
{
	my ($table, $column, $write, @steps) = @$case;

	$node->safe_psql('differ', join "\n", "\\i $folder/procedures.sql", map { block($uuid_heading, $_) } @steps);
	like(($node->psql('differ', qq{
			CREATE FUNCTION another() RETURNS trigger LANGUAGE plpgsql AS
				'BEGIN NEW.$column := (SELECT id FROM customer ORDER BY id DESC LIMIT 1); RETURN NEW; END';
			CREATE TRIGGER zzz BEFORE INSERT OR UPDATE ON $table FOR EACH ROW EXECUTE FUNCTION another();
			$write}))[2], qr/violates check constraint "new_complete"/, "a later trigger of $table");
	$node->safe_psql('differ', 'DROP FUNCTION another CASCADE');
}

# Half of it is done when somebody else goes on.
$node->safe_psql('differ', q{
	DROP TRIGGER zz_follow ON invoice;
	DROP FUNCTION follow_invoice;
	ALTER TABLE invoice DROP new_customer_id, OWNER TO clerk});
like((run_command([ qw(psql -X -d), $node->connstr('differ'), '-f', (script('uuid'))[0] ]))[1],
	qr/tables that do not belong to .*\nDETAIL:  They are public\.invoice of clerk\.$/m, 'a table of somebody else');

# The server calls the triggers of two foreign keys in the order of the text of their numbers, so
# either may be the first to set null.
$node->safe_psql('postgres', 'CREATE DATABASE gone');
my $sets_null = q{
	ALTER TABLE customer DROP CONSTRAINT customer_referred_by_fkey, ADD CONSTRAINT customer_referred_by_fkey
		FOREIGN KEY (referred_by) REFERENCES customer ON DELETE SET NULL;
};
$node->safe_psql('gone', "CREATE EXTENSION wiji; $migrations{graph}{make}; $sets_null");
my $graph_steps = join "\n", map { block($graph_heading, $_) } 1 .. 3;
$node->safe_psql('gone', "\\i $folder/procedures.sql\n"
	  . $graph_steps =~ s/\(new_referred_by\) REFERENCES customer \(new_id\)/$& ON DELETE SET NULL/r);
foreach my $n (1, 2)
{
	$node->safe_psql('gone', $sets_null);
	is($node->safe_psql('gone', q{
		INSERT INTO customer (name) VALUES ('going');
		UPDATE customer SET referred_by = (SELECT id FROM customer WHERE name = 'going') WHERE name = 'customer 1';
		DELETE FROM customer WHERE name = 'going';
		SELECT referred_by IS NULL, new_referred_by IS NULL FROM customer WHERE name = 'customer 1'}),
		't|t', "who referred to one that goes refers to nobody ($n)");
	$node->safe_psql('gone', q{
		ALTER TABLE customer DROP CONSTRAINT customer_new_referred_by_fkey, ADD CONSTRAINT customer_new_referred_by_fkey
			FOREIGN KEY (new_referred_by) REFERENCES customer (new_id) ON DELETE SET NULL});
}

# Who is about to be deleted with the row to which it refers may be updated before.
is(($node->psql('gone', q{
		CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS
			'BEGIN UPDATE invoice SET amount = 1 WHERE customer_id = OLD.id;
				DELETE FROM invoice WHERE customer_id = OLD.id; RETURN NULL; END';
		CREATE TRIGGER "A" AFTER DELETE ON customer FOR EACH ROW EXECUTE FUNCTION leave();
		INSERT INTO customer (name) VALUES ('leaving');
		INSERT INTO invoice (customer_id) SELECT id FROM customer WHERE name = 'leaving';
		DELETE FROM customer WHERE name = 'leaving'}))[2], '', 'an invoice of a customer that is gone');

# A loader that switches triggers off leaves the new columns as they were.  The old reference would
# come back.
$node->safe_psql('postgres', 'CREATE DATABASE loaded');
$node->safe_psql('loaded', "CREATE EXTENSION wiji; $migrations{graph}{make}");
$node->safe_psql('loaded', "\\i $folder/procedures.sql\n$graph_steps");
$node->safe_psql('loaded', q{
	SET session_replication_role = replica;
	UPDATE invoice SET customer_id = 7, amount = 7 WHERE id = (SELECT min(id) FROM invoice WHERE customer_id = 8);
	UPDATE customer SET referred_by = 9 WHERE name = 'customer 4'});
foreach my $table ('customer', 'invoice')
{
	my ($stderr) = (run_command([ qw(psql -X -q -d), $node->connstr('loaded'), '-f', (script('graph'))[0] ]))[1];
	my ($condition) = $stderr =~ /ERROR:  1 rows of $table are in the way\nDETAIL:  For them, (.*)\.$/m;
	my $column = $table eq 'customer' ? 'referred_by' : 'customer_id';
	isnt($condition, undef, "graph: a loader that has changed $table without its triggers") or diag($stderr);
	$node->safe_psql('loaded', "UPDATE $table SET $column = $column WHERE " . ($condition // 'false'));
}
system_or_bail(qw(psql -X -q -v finish=yes -d), $node->connstr('loaded'), '-f', (script('graph'))[0]);
is($node->safe_psql('loaded', q{
	SELECT name FROM invoice JOIN customer ON customer.id = customer_id WHERE amount = 7;
	SELECT by.name FROM customer JOIN customer by ON by.id = customer.referred_by WHERE customer.name = 'customer 4'}),
	"customer 7\ncustomer 9", '... what it has changed is not lost');

# So is what a foreign key does.  It says so before anything is exchanged, and goes on when the new
# one does it, too.
foreach my $name ('uuid', 'graph')
{
	$node->safe_psql('postgres', 'CREATE DATABASE cascades');
	$node->safe_psql('cascades', qq{
		CREATE EXTENSION wiji;
		$migrations{$name}{make};
		ALTER TABLE invoice DROP CONSTRAINT invoice_customer_id_fkey, ADD CONSTRAINT invoice_customer_id_fkey
			FOREIGN KEY (customer_id) REFERENCES customer ON DELETE CASCADE DEFERRABLE});
	my @run = (qw(psql -X -q -d), $node->connstr('cascades'), '-f', (script($name))[0]);
	like((run_command(\@run))[1],
		qr/^DETAIL:  constraint invoice_customer_id_fkey .* ON DELETE CASCADE DEFERRABLE; .*confdeltype: c$/m,
		"$name: a foreign key with another action");
	my $corrected = slurp_file($run[-1])
		=~ s/invoice ADD CONSTRAINT \N*REFERENCES\N*\K(?= NOT VALID)/ ON DELETE CASCADE DEFERRABLE/gr;
	unlink $run[-1];
	append_to_file($run[-1], $corrected);
	$node->safe_psql('cascades', 'ALTER TABLE invoice DROP CONSTRAINT invoice_new_customer_id_fkey');
	$node->safe_psql('cascades', 'ALTER TABLE customer DROP CONSTRAINT IF EXISTS customer_new_referred_by_fkey');
	unlike((run_command(\@run))[1], qr/ERROR/, '... is corrected');
	is($node->safe_psql('cascades', q{
		SELECT confdeltype, condeferrable FROM pg_constraint WHERE conrelid = 'invoice'::regclass AND contype = 'f'}),
		'c|t', '... and does the same');
	$node->safe_psql('postgres', 'DROP DATABASE cascades');
}

# Who vacuums a table to which the new one refers is waited for without a strong lock.
$node->safe_psql('postgres', 'CREATE DATABASE vacuumed');
$node->safe_psql('vacuumed', "CREATE EXTENSION wiji; $migrations{partition}{make}");
my $vacuum = $node->background_psql('vacuumed');
foreach my $step (1, 4)
{
	$vacuum->query_safe('BEGIN; LOCK TABLE customer IN SHARE UPDATE EXCLUSIVE MODE');
	unlink "$folder/step.sql";
	append_to_file("$folder/step.sql", join "\n", "\\i $folder/procedures.sql",
		map { block('The five steps', $_, 'partitions') =~ s/2027-01-01/$cut/gr } $step == 1 ? 1 : 2 .. 4);
	my ($step_out, $step_err) = ('', '');
	my $run = IPC::Run::start(
		[ qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('vacuumed'), '-f', "$folder/step.sql" ],
		'>', \$step_out, '2>', \$step_err);
	my $waits = q{FROM pg_locks WHERE relation = 'customer'::regclass AND NOT granted};
	$node->poll_query_until('vacuumed', "SELECT count(*) > 0 $waits") or die 'nothing waits';
	is($node->safe_psql('vacuumed', "SELECT mode $waits"), 'ShareUpdateExclusiveLock',
		"step $step waits for a vacuum and has locked nothing");
	$vacuum->query_safe('COMMIT');
	$run->finish;
	unlike($step_err, qr/ERROR/, '... and goes on');
}
$vacuum->quit;
$node->safe_psql('postgres', 'DROP DATABASE vacuumed');

# An index that is not valid would be built for the partition under its lock.
$node->safe_psql('postgres', 'CREATE DATABASE invalid');
$node->safe_psql('invalid', qq{
	CREATE EXTENSION wiji; $migrations{partition}{make};
	CREATE INDEX half ON visit (what);
	UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'half'::regclass});
like((run_command([ qw(psql -X -q -d), $node->connstr('invalid'), '-f', (script('partition'))[0] ]))[1],
	qr/1 rows of pg_index are in the way\nDETAIL:  For them, indrelid = 'visit'/, 'an index that is not valid');
is($node->safe_psql('invalid', q{SELECT to_regclass('visit_parent') IS NULL}), 't', '... and nothing is made');

# A key that may be null proves nothing about a partition, so ATTACH would search it under its lock.
$node->safe_psql('postgres', 'CREATE DATABASE nullable');
$node->safe_psql('nullable', qq{
	CREATE EXTENSION wiji; $migrations{partition}{make};
	ALTER TABLE visit DROP CONSTRAINT visit_pkey CASCADE;
	ALTER TABLE visit ALTER id DROP NOT NULL, ADD UNIQUE (id);
	ALTER TABLE note ADD CONSTRAINT note_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit (id);
	INSERT INTO visit (id, customer_id) VALUES (NULL, 1)});
my $nullable = slurp_file((script('partition'))[0]) =~ s/(REFERENCES visit) /$1 (id) /r;
append_to_file("$folder/nullable.sql", $nullable =~ s/^(?=-- 1)/SET client_min_messages = debug1;\n/mr);
my @nullable = (qw(psql -X -q -d), $node->connstr('nullable'), '-f', "$folder/nullable.sql");
like((run_command(\@nullable))[1], qr/1 rows of visit are in the way/, 'a key that is null');
$node->safe_psql('nullable', 'DELETE FROM visit WHERE id IS NULL');
like((run_command(\@nullable))[1],
	qr/partition constraint for table "visit_before_2027" is implied by existing constraints/,
	'a key that may be null');

# Rows that are stored in a column elsewhere would lose the key.
foreach my $case ([ 'uuid', 'customer' ], [ 'uuid', 'invoice' ], [ 'graph', 'customer' ], [ 'graph', 'invoice' ])
{
	my ($name, $table) = @$case;

	$node->safe_psql('postgres', 'CREATE DATABASE stored');
	$node->safe_psql('stored', qq{
		CREATE EXTENSION wiji;
		$migrations{$name}{make};
		CREATE TABLE audit AS SELECT ARRAY[t] AS was FROM $table t;
		CREATE TABLE was_audit AS SELECT was::text FROM audit});
	my $stderr = (run_command([ qw(psql -X -q -d), $node->connstr('stored'), '-f', (script($name))[0] ]))[1];
	like($stderr, qr/cannot alter table "$table" because column "audit.was" uses its row type/,
		"$name: rows of $table that are stored elsewhere");
	is($node->safe_psql('stored', qq{
		SELECT was FROM was_audit EXCEPT ALL SELECT was::text FROM audit;
		SELECT count(*) FROM pg_trigger WHERE tgrelid = '$table'::regclass AND tgname = 'zz_follow'}),
		'0', '... are left as they are');
	$node->safe_psql('postgres', 'DROP DATABASE stored');
}

# What hangs on a table or column and was forgotten is an error when names are to change, and
# nothing is changed: whatever it is, as all catalogs are compared.
foreach my $case ([ 'partition', q{
		GRANT SELECT ON visit TO clerk;
		GRANT UPDATE (what) ON visit TO clerk;
		ALTER TABLE visit ENABLE ROW LEVEL SECURITY;
		CREATE POLICY own ON visit TO clerk USING (customer_id = 1);
		CREATE RULE seen AS ON DELETE TO visit DO ALSO NOTIFY visit;
		CREATE PUBLICATION visits FOR TABLE visit (id, what);
		CREATE TRIGGER zz AFTER INSERT ON visit EXECUTE FUNCTION suppress_redundant_updates_trigger();
		ALTER TABLE visit SET TABLESPACE space, REPLICA IDENTITY FULL, CLUSTER ON visit_pkey,
			SET (fillfactor = 70, toast.autovacuum_enabled = off);
		ALTER TABLE visit ALTER what SET (n_distinct = 5);
		COMMENT ON TABLE visit IS 'of a customer';
		COMMENT ON CONSTRAINT visit_pkey ON visit IS 'its key';
		REVOKE USAGE ON TYPE visit FROM PUBLIC;
		ALTER TABLE visit ADD number serial;
	}, q{
		CREATE UNIQUE INDEX ON public.visit USING btree (id): indisclustered: true
		PRIMARY KEY (id) of public.visit: description: its key
		column number of table public.visit: sequence: public.visit_number_seq
		column what of table public.visit: attacl: clerk=w; option: n_distinct=5
		policy own on table public.visit
		publication of table public.visit in publication visits
		rule seen on table public.visit
		table public.visit: description: of a customer; published: visits; relacl: clerk=r; reloptions: {fillfactor=70};
			relreplident: f; relrowsecurity: true; reltablespace: tablespace space; toast:
			{autovacuum_enabled=off}
		trigger zz on table public.visit
		type public.visit: typacl: {OWNER=U/OWNER}} ],
	[ 'partition', q{
		CREATE POLICY own ON visit AS RESTRICTIVE FOR UPDATE TO clerk USING (customer_id = 1);
		CREATE PUBLICATION visits FOR TABLE visit WHERE (customer_id > 1) WITH (publish = 'insert');
		CREATE TRIGGER zz AFTER INSERT ON visit EXECUTE FUNCTION suppress_redundant_updates_trigger();
		ALTER TABLE visit DISABLE TRIGGER zz;
		CREATE TABLE visit_parent (LIKE visit INCLUDING ALL) PARTITION BY RANGE (id);
		ALTER TABLE visit_parent ADD CONSTRAINT visit_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer;
		CREATE POLICY own ON visit_parent AS RESTRICTIVE FOR UPDATE TO clerk USING (customer_id = 2);
		ALTER PUBLICATION visits ADD TABLE visit_parent;
		CREATE TRIGGER zz AFTER INSERT ON visit_parent EXECUTE FUNCTION tsvector_update_trigger();
		CREATE INDEX of_what ON visit (what) WHERE customer_id > 1;
		CREATE STATISTICS of_both ON what, customer_id FROM visit;
	}, q{
		CREATE INDEX ON public.visit USING btree (what) WHERE (customer_id > 1)
		CREATE STATISTICS ON customer_id, what FROM public.visit
		policy own on table public.visit: USING (customer_id = 1)
		publication of table public.visit in publication visits: WHERE (customer_id > 1); depends on column
			customer_id of table public.visit (n)
		table public.visit: published: visits
		trigger zz on table public.visit: CREATE TRIGGER zz AFTER INSERT ON public.visit FOR EACH STATEMENT
			EXECUTE FUNCTION suppress_redundant_updates_trigger(); tgenabled: D; tgfoid: function
			suppress_redundant_updates_trigger()} ],
	[ 'partition', q{
		CREATE VIEW recent AS TABLE visit;
		CREATE FUNCTION latest() RETURNS wiji BEGIN ATOMIC SELECT max(id) FROM visit; END;
		CREATE FUNCTION what(visit) RETURNS text LANGUAGE sql AS 'SELECT $1.what';
		CREATE TABLE audit (was visit[]);
		CREATE TABLE audits (number integer, was visit) PARTITION BY RANGE (number);
		CREATE TYPE change AS (was visit, what visit);
		ALTER TABLE note ADD was visit;
		CREATE PUBLICATION everything FOR ALL TABLES;
	}, q{
		column was of composite type public.change: of type public.visit
		column was of table public.audit: of type public.visit[]
		column was of table public.audits: of type public.visit
		column was of table public.note: of type public.visit
		column what of composite type public.change: of type public.visit
		function public.latest(): depends on column id of table public.visit (n)
		function public.what(public.visit)
		rule _RETURN on view public.recent: depends on column customer_id of table public.visit (n); depends
			on column id of table public.visit (n); depends on column tags of table public.visit (n);
			depends on column what of table public.visit (n)
		table public.visit: published: everything} ],
	[ 'partition', 'ALTER TABLE note DROP CONSTRAINT note_visit_id_fkey,
		ADD CONSTRAINT note_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit ON DELETE CASCADE', q{
		constraint note_visit_id_fkey on table public.note: FOREIGN KEY (visit_id) REFERENCES
			public.visit(id) ON DELETE CASCADE; confdeltype: c} ],
	[ 'partition', 'ALTER TABLE note DISABLE TRIGGER ALL', q{
		constraint note_visit_id_fkey on table public.note: switched: public.note 5 D, public.note 17 D} ],
	[ 'uuid', q{
		ALTER TABLE customer ADD UNIQUE (name, id), ADD CONSTRAINT odd CHECK (id <> wiji_uuid(wiji_make(1, 1, 1)));
		CREATE INDEX of_some ON customer (name) WHERE id > wiji_uuid(wiji_make(1, 1, 1));
		CREATE STATISTICS both_of ON id, name FROM customer;
		GRANT SELECT (id) ON customer TO clerk;
		COMMENT ON COLUMN customer.id IS 'its key';
		ALTER TABLE customer ALTER id SET STATISTICS 50, ALTER id SET (n_distinct = -0.9);
	}, q{
		CREATE INDEX ON public.customer USING btree (name) WHERE (id >
			public.wiji_uuid(public.wiji_make((1)::bigint, 1, (1)::bigint)))
		CREATE STATISTICS ON id, name FROM public.customer
		CREATE UNIQUE INDEX ON public.customer USING btree (name, id)
		UNIQUE (name, id) of public.customer
		column id of table public.customer: attacl: clerk=r; attstattarget: 50; description: its key;
			option: n_distinct=-0.9
		constraint odd on table public.customer} ],
	[ 'uuid', q{
		ALTER TABLE customer ADD new_customer boolean NOT NULL DEFAULT false;
		CREATE INDEX ON customer (new_customer, id)
	}, q{
		CREATE INDEX ON public.customer USING btree (new_customer, id)} ],
	[ 'uuid', q{DO $$ BEGIN
			EXECUTE format('ALTER TABLE invoice ALTER customer_id SET DEFAULT %L', wiji_uuid());
		END $$
	}, q{
		DEFAULT of column customer_id of table public.invoice} ],
	[ 'graph', q{
		ALTER TABLE customer ADD name_of_key text GENERATED ALWAYS AS ('c' || id) STORED;
		ALTER TABLE customer ALTER referred_by SET DEFAULT 1;
		CREATE DOMAIN positive AS bigint CHECK (value > 0);
		CREATE DOMAIN customer_key AS positive DEFAULT 1;
		ALTER TABLE invoice ALTER customer_id TYPE customer_key;
		DROP INDEX invoice_customer_id_idx;
		CREATE INDEX invoice_customer_id_idx ON invoice (customer_id, amount) WITH (fillfactor = 80) WHERE
			amount > 0;
	}, q{
		CREATE INDEX ON public.invoice USING btree (customer_id, amount) WITH (fillfactor='80') WHERE
			(amount > 0)
		DEFAULT of column name_of_key of table public.customer: ('c'::text || id); depends on column id of
			table public.customer (n)
		DEFAULT of column referred_by of table public.customer
		column customer_id of table public.invoice: domain: public.customer_key DEFAULT 1; domain:
			public.positive CHECK ((VALUE > 0))} ],
	[ 'graph', q{
		CREATE VIEW of_customer AS SELECT customer_id FROM invoice;
		CREATE POLICY own ON invoice TO clerk USING (customer_id = 1);
		CREATE PUBLICATION invoices FOR TABLE invoice (id, customer_id);
		CREATE TRIGGER of_customer BEFORE UPDATE OF customer_id ON invoice
			EXECUTE FUNCTION suppress_redundant_updates_trigger()
	}, q{
		policy own on table public.invoice: USING (customer_id = 1); depends on column customer_id of table
			public.invoice (n)
		publication of table public.invoice in publication invoices: depends on column customer_id of table
			public.invoice (n); prattrs: customer_id, id
		rule _RETURN on view public.of_customer: depends on column customer_id of table public.invoice (n)
		trigger of_customer on table public.invoice: depends on column customer_id of table public.invoice
			(n); tgattr: customer_id} ],
	$node->pg_version < 18 ? () : ([ 'graph',
		'ALTER TABLE invoice ALTER CONSTRAINT invoice_customer_id_fkey NOT ENFORCED',
		q{
		constraint invoice_customer_id_fkey on table public.invoice: FOREIGN KEY (customer_id) REFERENCES
			public.customer(id) NOT ENFORCED; conenforced: false} ]),
	[ 'single', q{
		CREATE VIEW keys AS SELECT id FROM customer;
		CREATE POLICY own ON customer TO clerk USING (id = 1);
		ALTER TABLE customer DROP CONSTRAINT customer_pkey, ADD PRIMARY KEY (id) INCLUDE (name) DEFERRABLE;
	}, q{
		CREATE UNIQUE INDEX ON public.customer USING btree (id) INCLUDE (name)
		PRIMARY KEY (id) INCLUDE (name) DEFERRABLE of public.customer
		policy own on table public.customer: USING (id = 1); depends on column id of table public.customer (n)
		rule _RETURN on view public.keys: depends on column id of table public.customer (n)} ],
	[ 'single', 'ALTER TABLE customer REPLICA IDENTITY USING INDEX customer_pkey', q{
		CREATE UNIQUE INDEX ON public.customer USING btree (id): indisreplident: true} ])
{
	my ($name, $more, $expected) = @$case;

	$node->safe_psql('postgres', 'CREATE DATABASE forgotten');
	$node->safe_psql('forgotten', "CREATE EXTENSION wiji; $migrations{$name}{make}; $more");
	my $stderr = (run_command([ qw(psql -X -q -d), $node->connstr('forgotten'), '-f', (script($name))[0] ]))[1];
	my ($names) = $stderr =~ /ERROR:  something would be lost .*?^DETAIL:  (.*?)^HINT/ms or diag($stderr);
	$names =~ s/(...acl): \{.*?(clerk=\w+)[^}]*\}/$1: $2/g;
	$names =~ s/typacl: \{(\w+)=U\/\1\}/typacl: {OWNER=U\/OWNER}/;
	$names =~ s/: CREATE TRIGGER .*?; (?=depends on)/: /gs;
	$names =~ s/; line \d+: \N*//g;
	is($names, $expected =~ s/\n\t\t\t+/ /gr =~ s/^\s+//mgr . "\n", "$name: what hangs on it is named");
	is($node->safe_psql('forgotten', q{
		SELECT count(*) FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
		WHERE relname = 'visit_before_2027' OR relname IN ('customer', 'invoice') AND attname LIKE 'old\_%'
		OR relname = 'invoice' AND attname = 'customer_id' AND format_type(atttypid, NULL) = 'wiji'}),
		'0', '... and nothing is exchanged');
	$node->safe_psql('postgres', 'DROP DATABASE forgotten');
}

# A column of that name that is no new key is no step that was done.
$node->safe_psql('postgres', 'CREATE DATABASE taken');
$node->safe_psql('taken', qq{
	CREATE EXTENSION wiji;
	$migrations{single}{make};
	ALTER TABLE customer ADD new_id uuid NOT NULL DEFAULT gen_random_uuid()});
like((run_command([ qw(psql -X -q -d), $node->connstr('taken'), '-f', (script('single'))[0] ]))[1],
	qr/column "new_id" of relation "customer" already exists/, 'single: a column of the name of the new key');
is($node->safe_psql('taken', 'SELECT pg_typeof(id), pg_typeof(new_id) FROM customer LIMIT 1'), 'bigint|uuid',
	'... is left as it is');

# A view that is made meanwhile would have the old key under its name, and the new one beside it.
my ($before_names) = slurp_file((script('graph'))[0]) =~ /^(.*?)^-- 4\./ms;
$node->safe_psql('postgres', 'CREATE DATABASE meanwhile');
$node->safe_psql('meanwhile', "CREATE EXTENSION wiji; $migrations{graph}{make}");
unlink "$folder/script.sql";
append_to_file("$folder/script.sql", "$before_names\\endif\nCREATE VIEW meanwhile AS TABLE customer;
CREATE FUNCTION last() RETURNS bigint BEGIN ATOMIC SELECT max(id) FROM customer WHERE new_id IS NOT NULL; END;\n");
is(system(qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('meanwhile'), '-f', "$folder/script.sql"), 0,
	'graph: a view is made before names change');
like((run_command([ qw(psql -X -q -d), $node->connstr('meanwhile'), '-f', (script('graph'))[0] ]))[1],
	qr/would be lost .*\nDETAIL:  function public.last.*: line 5: SELECT max.*
rule _RETURN on view public.meanwhile: line 2: .*\bid,/,
	'... and named then, as is a function');

# What is of that name elsewhere is left alone.
$node->safe_psql('postgres', 'CREATE DATABASE shared');
$node->safe_psql('shared', qq{
	CREATE EXTENSION wiji;
	$migrations{uuid}{make};
	DROP INDEX invoice_customer_id_idx;
	CREATE SCHEMA shared;
	CREATE TABLE shared.invoice (customer_id integer);
	CREATE INDEX invoice_customer_id_idx ON shared.invoice (customer_id);
	ALTER DATABASE shared SET search_path = public, shared});
is(system(qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('shared'), '-f', (script('uuid'))[0]), 0,
	'uuid: an index of the same name in the search_path');
is($node->safe_psql('shared', q{SELECT to_regclass('shared.invoice_customer_id_idx')}),
	'shared.invoice_customer_id_idx', '... is still there');

# Catalogs are read while tables are locked.
like($node->safe_psql('shared', qq{
	\\i $folder/procedures.sql
	EXPLAIN VERBOSE SELECT pg_temp.called(classid, objid) FROM pg_depend}),
	qr/pg_describe_object/, 'what the server calls an object is not a call of ours for each');

# A subscription goes by the table and not by its name.  Its worker would pass over rows for the new
# one without an error.
$node->safe_psql('postgres', 'CREATE DATABASE subscribed');
$node->safe_psql('subscribed', qq{
	CREATE EXTENSION wiji;
	$migrations{partition}{make};
	CREATE SUBSCRIPTION visits CONNECTION '' PUBLICATION visits WITH (connect = false, slot_name = NONE);
	INSERT INTO pg_subscription_rel (srsubid, srrelid, srsubstate)
	SELECT oid, 'visit'::regclass, 'r' FROM pg_subscription WHERE subname = 'visits'});
like((run_command([ qw(psql -X -q -d), $node->connstr('subscribed'), '-f', (script('partition'))[0] ]))[1],
	qr/^DETAIL:  table public\.visit: srsubid: subscription visits$/m,
	'partition: a subscription that writes to it is named');
$node->safe_psql('subscribed', 'DROP SUBSCRIPTION visits');

# What can never be done is an error that says so, and no endless work.
$node->safe_psql('postgres', 'CREATE DATABASE never');
$node->safe_psql('never', q{
	CREATE EXTENSION wiji;
	CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
	CREATE TABLE customer (id bigint PRIMARY KEY, created_at timestamptz, new_id wiji);
	INSERT INTO customer SELECT n, CASE WHEN n > 3 THEN now() END FROM generate_series(1, 2500) n;
	CREATE TABLE kept (LIKE customer);
	CREATE TRIGGER keep BEFORE UPDATE ON kept FOR EACH ROW EXECUTE FUNCTION keep();
	INSERT INTO kept SELECT 1;
	CREATE TABLE part (LIKE customer) PARTITION BY RANGE (id);
	CREATE TABLE part_1 PARTITION OF part DEFAULT;
	INSERT INTO part TABLE customer;
	CREATE TABLE ruled (LIKE customer);
	CREATE RULE log AS ON UPDATE TO ruled DO ALSO NOTIFY ruled;
	INSERT INTO ruled SELECT 1;
	CREATE TABLE unruled (LIKE customer);
	CREATE RULE log AS ON UPDATE TO unruled DO ALSO NOTIFY ruled;
	ALTER TABLE unruled DISABLE RULE log;
	INSERT INTO unruled SELECT 1;
	CREATE TABLE bill (customer_id bigint REFERENCES customer) PARTITION BY RANGE (customer_id);
	CREATE TABLE bill_1 PARTITION OF bill DEFAULT;
	CREATE TABLE billed (LIKE bill);
	CREATE TABLE "Key" (id bigint PRIMARY KEY);
	CREATE TABLE "To" (key bigint CONSTRAINT "ofKey" REFERENCES "Key");
	CREATE SCHEMA late;
	CREATE TABLE late.bill_too (customer_id bigint DEFAULT 7 CHECK (customer_id > 7));
	COMMENT ON COLUMN late.bill_too.customer_id IS 'who pays';
	ALTER TABLE late.bill_too ALTER customer_id SET STATISTICS 77;
	CREATE TABLE parent (LIKE customer);
	CREATE TABLE child () INHERITS (parent);
	CREATE VIEW seen AS TABLE customer;
	CREATE TABLE watched (LIKE customer);
	CREATE TRIGGER keep BEFORE UPDATE ON watched FOR EACH ROW EXECUTE FUNCTION keep();
	CREATE TRIGGER zz_later AFTER UPDATE ON watched FOR EACH ROW EXECUTE FUNCTION keep();
	CREATE TRIGGER zz_later_still BEFORE UPDATE ON watched EXECUTE FUNCTION keep();
	CREATE TABLE numbered (n bigint GENERATED ALWAYS AS IDENTITY);
	CREATE TABLE worn (gone bigint GENERATED ALWAYS AS IDENTITY, rare integer, kept integer);
	ALTER TABLE worn ALTER rare SET (n_distinct = 5);
	ALTER TABLE worn DROP gone, DROP rare;
	CREATE TABLE worn_too (LIKE worn);
	CREATE TABLE numbered_too (LIKE numbered INCLUDING ALL);
	CREATE SEQUENCE looks;
	CREATE TABLE doubled (n integer, twice integer GENERATED ALWAYS AS (2 * n) STORED);
	CREATE TABLE rented (tenant_id integer, id bigint, PRIMARY KEY (tenant_id, id));
	CREATE UNIQUE INDEX ON rented (id) WHERE tenant_id = 1;
	CREATE TABLE late (LIKE customer);
	INSERT INTO late SELECT 1;
	CREATE TABLE lent (LIKE customer);
	INSERT INTO lent SELECT 1;
	ALTER TABLE lent OWNER TO clerk;
	CREATE TABLE hidden (LIKE customer);
	ALTER TABLE hidden ENABLE ROW LEVEL SECURITY;
	CREATE TABLE hiding (LIKE customer);
	ALTER TABLE hiding ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
	ALTER TABLE hidden OWNER TO owner;
	ALTER TABLE hiding OWNER TO owner;
});
my $by_time = q{
	UPDATE customer SET new_id = made.id
	FROM (SELECT old, wiji_generate(created_at) AS id
	      FROM (SELECT id AS old, created_at FROM customer WHERE new_id IS NULL
	            ORDER BY created_at, id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED) batch) made
	WHERE customer.id = old AND new_id IS NULL	-- a remark
};
my $others = 'UPDATE customer SET new_id = wiji_generate() WHERE id > 3 AND new_id IS NULL';
foreach my $case (
	[ 'a time is missing', "none_may_be('customer', 'false', 'created_at IS NULL')",
		qr/55000: 3 rows of customer are in the way/ ],
	[ 'none is missing', "none_may_be('customer', 'false', 'id IS NULL')", qr/^$/ ],
	[ 'this had been done', "none_may_be('customer', 'true', 'created_at IS NULL')", qr/^$/ ],
	[ 'a foreign key that no step is for', "only_these_refer('customer')",
		qr/55000: foreign keys refer to customer that no step is for\n.*They are bill_customer_id_fkey ON bill\.$/m ],
	[ 'every foreign key has its steps',
		"only_these_refer('customer', 'any ON other', 'bill_customer_id_fkey ON bill')", qr/^$/ ],
	[ 'a name as it is', q{only_these_refer('"Key"', 'ofKey ON "To"')}, qr/^$/ ],
	[ 'a name as in SQL', q{only_these_refer('"Key"', '"ofKey" ON "To"')}, qr/^$/ ],
	[ 'none refers to it', "only_these_refer('kept')", qr/^$/ ],
	[ 'a table of somebody else', "only_as_owner('customer', 'lent')",
		qr/42501: this changes tables that do not belong to .*\n.*They are public\.lent of clerk\.$/m ],
	[ 'the same after SET ROLE', "only_as_owner('lent')",
		qr/42501: this changes tables that do not belong to /, 'SET ROLE clerk' ],
	[ '... and SET SESSION AUTHORIZATION', "only_as_owner('lent')",
		qr/42501: this changes tables that do not belong to /, 'SET SESSION AUTHORIZATION clerk' ],
	[ '... and where the check before was passed over', "briefly('lent', 'false', 'SELECT')",
		qr/42501: this changes tables that do not belong to / ],
	[ 'several rows of one key', "unique_alone('rented', 'id')",
		qr/55000: public\.rented may have several rows of the same id$/m ],
	[ 'one row of each', "unique_alone('customer', 'id')", qr/^$/ ],
	[ 'tables of my own', "only_as_owner('customer', 'kept')", qr/^$/ ],
	[ 'rows that others may not see', "only_as_owner('hidden')", qr/^$/, '\c - owner' ],
	[ 'rows that their owner may not see', "only_as_owner('hidden', 'hiding')",
		qr/42501: row-level security may hide rows of public\.hiding/, '\c - owner' ],
	[ 'locks that are waited for no longer than others wait to end a deadlock',
		"briefly('kept', 'false', \$\$DO 'BEGIN RAISE WARNING ''%'', current_setting(''lock_timeout''); END'\$\$)",
		qr/WARNING:  01000: 26ms$/, 'SET deadlock_timeout = 50' ],
	[ '... for all of them together', "briefly('kept, late', 'false',
			\$\$DO 'BEGIN RAISE WARNING ''%'', current_setting(''lock_timeout''); END'\$\$)",
		qr/WARNING:  01000: 13ms$/, 'SET deadlock_timeout = 50' ],
	[ '... and for those to which they refer', "briefly('kept', 'false',
			\$\$DO 'BEGIN RAISE WARNING ''%'', current_setting(''lock_timeout''); END'\$\$, 'late')",
		qr/WARNING:  01000: 13ms$/, 'SET deadlock_timeout = 50' ],
	[ 'a trigger that fires later', "fires_last('watched', 'follow')",
		qr/55000: triggers of public\.watched fire after follow\n.*They are keep\.$/m ],
	[ 'none that could write a row does', "fires_last('watched', 'zz_follow')", qr/^$/ ],
	[ 'a table for which it does not fire', "fires_last('parent', 'zz_follow')",
		qr/42809: other tables inherit from public\.parent/ ],
	[ 'a generated column, which it does not see', "fires_last('doubled', 'zz_follow', 'n', 'twice')",
		qr/42809: twice of public\.doubled is generated/ ],
	[ 'a column that it could not see', "fires_last('doubled', 'zz_follow', 'new_idd')",
		qr/42703: public\.doubled has no column new_idd$/m ],
	[ 'a table with one that it need not see', "fires_last('doubled', 'zz_follow', 'n')", qr/^$/ ],
	[ 'a partitioned table, for which it does', "fires_last('part', 'zz_follow')", qr/^$/ ],
	[ 'a column that is not there', "briefly('kept', \$\$pg_temp.type_of('kept', 'key') = 'wiji'\$\$, 'SELECT')",
		qr/42703: public\.kept has no column key$/m ],
	[ 'a column whose name is in double quotes',
		q{briefly('kept', $$NOT pg_temp.has('kept', '"new_id"')$$, 'SELECT')},
		qr/42602: "new_id" is in double quotes$/m ],
	[ 'batches of somebody else', "in_batches('lent', 'new_id = wiji_generate()', 'new_id IS NULL')",
		qr/42501: this changes tables that do not belong to / ],
	[ 'rules', "in_batches('ruled', 'new_id = wiji_generate()', 'new_id IS NULL')",
		qr/0A000: ruled has rules on UPDATE/ ],
	[ 'rules that are off', "in_batches('unruled', 'new_id = wiji_generate()', 'new_id IS NULL')", qr/^$/ ],
	[ 'a null where an id is to be', "until_done('customer', 'new_id IS NULL', \$\$$by_time\$\$)",
		qr/55000: \d+ rows of customer are not done when they have been updated/ ],
	[ 'the same by pages', "in_batches('customer', 'new_id = wiji_generate(created_at)', 'new_id IS NULL')",
		qr/55000: 3 rows of customer are not done/ ],
	[ 'an update with other rows', "until_done('customer', 'new_id IS NULL', '$others')",
		qr/55000: rows of customer are to be done that the update does not take/ ],
	[ 'a trigger that keeps them', "in_batches('kept', 'new_id = wiji_generate()', 'new_id IS NULL')",
		qr/55000: rows of kept are to be done/ ],
	[ 'a row that is free when it looks again',
		"in_batches('late', 'new_id = wiji_generate()', \$\$new_id IS NULL AND nextval('looks') > 1\$\$)", qr/^$/ ],
	[ 'a partitioned table', "in_batches('part', 'new_id = wiji_generate()', 'new_id IS NULL')",
		qr/42809: part is not one table\n.*HINT:  .*each of its partitions/s ],
	[ 'one with a child', "in_batches('parent', 'new_id = wiji_generate()', 'new_id IS NULL')",
		qr/42809: parent is not one table/ ],
	[ 'a view', "in_batches('seen', 'new_id = wiji_generate()', 'new_id IS NULL')",
		qr/42809: seen is not one table/ ],
	[ 'no pages', "in_batches('customer', 'new_id = wiji_generate()', 'new_id IS NULL', 0)",
		qr/22023: a batch has at least one page/ ],
	[ 'a partition', "in_batches('part_1', 'new_id = wiji_generate()', 'new_id IS NULL')", qr/^$/ ])
{
	my ($name, $call, $expected, $before) = @$case;
	my @steps = ('-f', "$folder/procedures.sql", '-c', $before // '');
	@steps = @steps[ 2, 3, 0, 1 ] if ($before // '') =~ /^\\c/;		# which begins a new session
	my ($stdout, $stderr) = run_command([ qw(psql -X -q -v VERBOSITY=verbose -d), $node->connstr('never'),
		@steps, '-c', "CALL pg_temp.$call" ]);
	like($stderr =~ s/^(NOTICE|LOCATION):.*\n?//mgr, $expected, $name);
}
is($node->safe_psql('never',
	'SELECT count(*) FROM customer WHERE new_id IS NULL; SELECT count(*) FROM part WHERE new_id IS NULL'),
	"3\n0", 'all that could be done is done');

# A reference that an update leaves out is not lost in place, either.
foreach my $case ([ 'New ids by time', 1 ], [ 'To text, to bigint', 2 ])
{
	my $block = block(@$case) =~ s/ALTER customer_id SET NOT NULL, //r;
	$node->safe_psql('postgres', 'CREATE DATABASE kept');
	$node->safe_psql('kept', qq{
		CREATE EXTENSION wiji; $migrations{pair}{make};
		ALTER TABLE invoice ALTER customer_id DROP NOT NULL;
		CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS
			'BEGIN RETURN CASE WHEN OLD.amount = 1 THEN OLD ELSE NEW END; END';
		CREATE TRIGGER closed BEFORE UPDATE ON invoice FOR EACH ROW EXECUTE FUNCTION keep();
		UPDATE invoice SET amount = 1 WHERE id IN (SELECT min(id) FROM invoice);
		INSERT INTO invoice (customer_id) VALUES (NULL)});
	like(($node->psql('kept', $block))[2], qr/check constraint .* is violated by some row/,
		"$case->[0]: a row that is kept");
	$node->safe_psql('kept', "ALTER TABLE invoice DISABLE TRIGGER closed; $block");
	is($node->safe_psql('kept', q{
		SELECT count(*) FROM before JOIN customer USING (name)
		JOIN invoice ON customer_id = customer.id AND invoice.created_at = at;
		SELECT count(*) FROM invoice WHERE customer_id IS NULL;
		SELECT count(*) FROM pg_constraint WHERE contype = 'c' AND conrelid = 'invoice'::regclass}),
		2 * $rows . "\n1\n0", '... which is not, when the trigger is off');
	$node->safe_psql('postgres', 'DROP DATABASE kept');
}

# Rows of two partitions may be at the same place.
my ($give) = slurp_file('README.md') =~ /^(ALTER TABLE old ADD id .*?;\nUPDATE .*?;)/ms;
is($node->safe_psql('never', qq{
	CREATE TABLE old (created_at timestamptz, item text) PARTITION BY RANGE (created_at);
	CREATE TABLE old_1 PARTITION OF old FOR VALUES FROM (MINVALUE) TO ('2026-01-01');
	CREATE TABLE old_2 PARTITION OF old DEFAULT;
	INSERT INTO old SELECT timestamptz '2026-01-01' + n * interval '1 s' FROM generate_series(-50, 49) n;
	$give
	SELECT count(DISTINCT id), count(*) FILTER (WHERE wiji_timestamp(id) = created_at) FROM old}),
	'100|100', 'README gives each row of two partitions its id');

# A role's own level of isolation would make an error of each row that others change meanwhile, and
# its limits of time would never let an index be made.
{
	local $ENV{PGOPTIONS} = join ' ', map { "-c $_" } 'default_transaction_isolation=serializable',
	  'statement_timeout=9s', 'lock_timeout=8s', 'quote_all_identifiers=on', 'jit=on',
	  $node->pg_version =~ /^1[5-8]/ ? 'standard_conforming_strings=off' : ();
	is($node->safe_psql('never',
		"\\i $folder/procedures.sql\nSHOW transaction_isolation; SHOW statement_timeout; SHOW lock_timeout; SHOW jit;
		CALL pg_temp.only_these_refer('customer', 'bill_customer_id_fkey ON bill');
		SELECT '\\W'"),
		"read committed\n0\n0\noff\n\\W", 'the scripts take the level, the time and the quotes that they need');
}

# A terminal may have letters that the database has not.
$node->safe_psql('postgres', q{CREATE DATABASE latin TEMPLATE template0 ENCODING LATIN1 LOCALE 'C'});
$node->safe_psql('latin', "CREATE EXTENSION wiji; $migrations{graph}{make}");
{
	local $ENV{PGCLIENTENCODING} = 'UTF8';
	is(system(qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('latin'), '-f', $_), 0, "$_ in LATIN1")
	  foreach 'migrate/graph.sql', 'portable/move.sql';
}

# The new columns have statistics, though the steps keep autovacuum away.
foreach my $name ('uuid', 'pair', 'single')
{
	$node->safe_psql('postgres', 'CREATE DATABASE analyzed');
	$node->safe_psql('analyzed', "CREATE EXTENSION wiji; $migrations{$name}{make};
		ALTER TABLE customer SET (autovacuum_enabled = off);
		ALTER TABLE IF EXISTS invoice SET (autovacuum_enabled = off)");
	is(system(qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('analyzed'), '-f', (script($name))[0]), 0,
		"$name without autovacuum");
	is($node->safe_psql('analyzed', q{
			SELECT string_agg(attname, ', ' ORDER BY attname) FROM pg_stats
			WHERE (tablename, attname) IN (('customer', 'id'), ('invoice', 'customer_id')) AND null_frac = 0}),
		$name eq 'single' ? 'id' : 'customer_id, id', '... and the new keys have statistics');
	$node->safe_psql('postgres', 'DROP DATABASE analyzed');
}

# A key of letters may have a collation of its own, which goes with it.
$node->safe_psql('postgres', 'CREATE DATABASE collated');
$node->safe_psql('collated', q{
	CREATE EXTENSION wiji;
	CREATE COLLATION own FROM "C";
	CREATE TABLE customer (id text COLLATE own PRIMARY KEY, created_at timestamptz NOT NULL);
	INSERT INTO customer VALUES ('a', '2026-01-01')});
is(system(qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('collated'), '-f', (script('single'))[0]), 0,
	'single: a key with a collation of its own');

# A key that is unique for each tenant only.  The page says how to write it.
my $rented = q{
	CREATE EXTENSION wiji;
	CREATE TABLE customer (
		tenant_id integer, id integer DEFAULT 1, created_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, id));
	CREATE TABLE invoice (tenant_id integer NOT NULL, customer_id integer NOT NULL,
		CONSTRAINT invoice_customer_id_fkey FOREIGN KEY (tenant_id, customer_id) REFERENCES customer);
	INSERT INTO customer
	SELECT t, n, make_timestamptz(2000 + t, 1, 1, 0, 0, n) FROM generate_series(1, 3) t, generate_series(0, 50) n;
	INSERT INTO invoice SELECT tenant_id, id FROM customer};
foreach my $name ('single', 'pair')
{
	my $script = slurp_file((script($name))[0]);
	my $tables = $name eq 'single' ? $rented =~ s/CREATE TABLE invoice.*?;|INSERT INTO invoice.*//gsr : $rented;
	$node->safe_psql('postgres', "CREATE DATABASE rented_$name");
	$node->safe_psql("rented_$name", $tables);
	like((run_command([ qw(psql -X -q -d), $node->connstr("rented_$name"), '-f', "$folder/script.sql" ]))[1],
		qr/ERROR:  public.customer may have several rows of the same id/, "$name: a key that is not unique alone");
	is($node->safe_psql("rented_$name", q{SELECT count(*) FROM pg_attribute WHERE attname = 'new_id'}), '0',
		'... and nothing is changed');

	$script =~ s/^CALL pg_temp.unique_alone.*\n//mg;
	$script =~ s/SELECT id AS old,/SELECT id AS old, tenant_id AS tenant,/;
	$script =~ s/SELECT old,/SELECT old, tenant,/;
	$script =~ s/(WHERE customer.id = old)/$1 AND customer.tenant_id = tenant/;
	$script =~ s/(NEW\.customer_id)\)/$1 AND tenant_id OPERATOR(pg_catalog.=) NEW.tenant_id)/g;
	$script =~ s/(=\) invoice\.customer_id)/$1 AND c.tenant_id OPERATOR(pg_catalog.=) invoice.tenant_id/g;
	$script =~ s/(customer_new_pkey ON customer )\(new_id/$1(tenant_id, new_id/;
	$script =~ s/(KEY \()(new_customer_id\) REFERENCES customer \()(?=new_id)/$1tenant_id, $2tenant_id, /;
	append_to_file("$folder/rented_$name.sql", $script);
	is(system(qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr("rented_$name"), '-f', "$folder/rented_$name.sql"),
		0, '... goes with all of its columns');
	is($node->safe_psql("rented_$name", q{
		SELECT count(*), count(DISTINCT id), count(*) FILTER (WHERE wiji_timestamp(id) <> created_at) FROM customer}),
		'153|153|0', '... and each row gets its own time');
}

# Its new keys may stand alone, with the words of the page.  They let go what step 4 exchanges.
{
	my ($words) = slurp_file('docs/migrate.md') =~ /stand alone\..*?goes => '\{…,(.*?)\}'/s;
	my $script = slurp_file("$folder/rented_pair.sql") =~ s/\(tenant_id, new_/(new_/gr;

	$script =~ s/(\{new_id,new_complete,)/$1$words,/;
	append_to_file("$folder/rented_alone.sql", $script);
	$node->safe_psql('postgres', 'CREATE DATABASE rented_alone');
	$node->safe_psql('rented_alone', "$rented;
		ALTER TABLE invoice ADD n integer, ADD UNIQUE (tenant_id, customer_id, n)");
	my @alone = (qw(psql -X -q -d), $node->connstr('rented_alone'), '-f', "$folder/rented_alone.sql");
	like((run_command(\@alone))[1],
		qr/^DETAIL:  CREATE UNIQUE INDEX ON public.invoice .*\nUNIQUE \(tenant_id, customer_id, n\) of .*\nHINT/m,
		'pair: a key that stands alone, and what its old column has besides');
	$node->safe_psql('rented_alone', 'ALTER TABLE invoice DROP n');
	unlike((run_command(\@alone))[1], qr/ERROR/, '... and without that');
	is($node->safe_psql('rented_alone', q{
		SELECT count(*) FROM invoice JOIN customer USING (tenant_id)
		WHERE customer.id = customer_id AND old_id = old_customer_id}),
		'153', '... and its own references');
}
is($node->safe_psql('rented_pair', q{
	INSERT INTO invoice (tenant_id, customer_id) SELECT tenant_id, id FROM customer WHERE old_id = 7;
	SELECT count(*), count(DISTINCT customer_id), count(*) FILTER (WHERE old_customer_id <> old_id)
	FROM invoice JOIN customer ON (customer.tenant_id, customer.id) = (invoice.tenant_id, customer_id)}),
	'156|153|0', '... and its own references');

# Names may have commas.  Rights that are written down are those that nobody wrote down.  What is
# published as its root is published.
unlike(($node->psql('never', qq{
		CREATE TABLE "a,""b" (id integer);
		CREATE PUBLICATION everything FOR ALL TABLES WITH (publish_via_partition_root);
		\\i $folder/procedures.sql
		CALL pg_temp.briefly('"a,""b", bill', 'false', \$\$
			ALTER TABLE "a,""b" RENAME TO first;
			CREATE TABLE "a,""b" (LIKE first) PARTITION BY RANGE (id);
			GRANT SELECT ON "a,""b" TO clerk;
			REVOKE SELECT ON "a,""b" FROM clerk;
			ALTER TABLE "a,""b" ATTACH PARTITION first DEFAULT\$\$, goes => '{relkind,relam}')}))[2],
	qr/ERROR/, 'nothing is lost that has another form');

# What is given to the new key again is not lost, though its operators are in another schema, and
# though the table has it after the other columns.  A materialized view may be filled before.
my $given = q{
	ALTER TABLE given ADD CONSTRAINT other CHECK (up <> id AND CASE WHEN name = 'x' THEN up END IS NULL),
		ADD EXCLUDE USING btree (id WITH =);
	CREATE INDEX ON given (name) WHERE up < id;
	CREATE STATISTICS ups ON up, name FROM given;
	CREATE POLICY ups ON given USING (up NOT IN (SELECT id FROM given));
	CREATE PUBLICATION ups FOR TABLE given (up, name);
	CREATE VIEW ups AS
	SELECT max(g.id) AS id, max(CASE WHEN g.name = 'x' THEN g.id END) AS x FROM given g JOIN given u ON u.id = g.up
	WHERE g.id = ANY (ARRAY(SELECT up FROM given))
	UNION ALL SELECT NULL, (coalesce(array_agg(id), '{}'))[1] FROM given
	WHERE id::text <> 'x' GROUP BY name;};
foreach my $types ([qw(bigint wiji)], [qw(wiji bigint)])
{
	my ($old, $new) = @$types;

	unlike(($node->psql('never', qq{
			CREATE TABLE given (id $old, up $old, name text, new_id $new, new_up $new);
			$given
			CREATE MATERIALIZED VIEW report AS SELECT id, name FROM given WHERE up <> id;
			CREATE INDEX ON report (id);
			CREATE MATERIALIZED VIEW new_report AS SELECT new_id AS id, name FROM given WHERE new_up <> new_id;
			CREATE INDEX ON new_report (id);
			\\i $folder/procedures.sql
			CALL pg_temp.briefly('given', 'false', \$\$
				DROP MATERIALIZED VIEW report;
				ALTER MATERIALIZED VIEW new_report RENAME TO report;
				DROP VIEW ups;
				DROP PUBLICATION ups;
				DROP POLICY ups ON given;
				ALTER TABLE given DROP id, DROP up;
				ALTER TABLE given RENAME new_id TO id;
				ALTER TABLE given RENAME new_up TO up;
				$given\$\$, goes => '{new_id,new_up,new_report}')}))[2],
		qr/ERROR/, "nothing is lost that the new key has as well, from $old to $new");
	$node->safe_psql('never', 'DROP TABLE given CASCADE; DROP PUBLICATION ups');
}

# Operators and aggregates that others made, for types of the server, are no operators of a key.
# What has them is lost with another search_path, and so is what gets them.
my $foreign = q{
	ALTER TABLE given ADD CONSTRAINT other CHECK (name = 'x');
	CREATE POLICY ups ON given USING (name = ANY (ARRAY['x']));
	CREATE VIEW ups AS SELECT id, (SELECT max(g.name) FROM given g) AS latest FROM given;};
$node->safe_psql('never', q{
	CREATE SCHEMA "own ""schema";
	CREATE OPERATOR "own ""schema".= (LEFTARG = text, RIGHTARG = text, FUNCTION = texteq);
	CREATE AGGREGATE "own ""schema".max(text) (SFUNC = text_smaller, STYPE = text)});
my @paths = ('public', '"own ""schema", pg_catalog, public');
foreach my $paths ([@paths], [ reverse @paths ])
{
	my ($before, $after) = @$paths;

	like(($node->psql('never', qq{
			SET search_path = $before;
			CREATE TABLE public.given (id bigint, name text, new_id wiji);
			@{[ $foreign =~ s/VIEW /VIEW public./r ]}
			SET search_path = $after;
			\\i $folder/procedures.sql
			CALL pg_temp.briefly('public.given', 'false', \$\$
				DROP VIEW ups;
				DROP POLICY ups ON given;
				ALTER TABLE given DROP CONSTRAINT other, DROP id;
				ALTER TABLE given RENAME new_id TO id;
				@{[ $foreign =~ s/VIEW /VIEW public./r ]}\$\$, goes => '{new_id}')}))[2],
		qr/^DETAIL:  constraint other .*\npolicy ups .*\nrule _RETURN on view public.ups: line/m,
		"others' operators, from the path $before");
	$node->safe_psql('never', 'DROP TABLE given CASCADE');
}
$node->safe_psql('never', 'DROP SCHEMA "own ""schema" CASCADE');

# An aggregate of the rows is in two catalogs.
like(($node->psql('never', qq{
		CREATE TABLE given (n integer);
		CREATE FUNCTION added(sum integer, given) RETURNS integer LANGUAGE sql AS 'SELECT \$1 + \$2.n';
		CREATE AGGREGATE total(given) (SFUNC = added, STYPE = integer, INITCOND = '100', FINALFUNC = int4up);
		\\i $folder/procedures.sql
		CALL pg_temp.briefly('given', 'false', \$\$
			DROP AGGREGATE total(given);
			CREATE AGGREGATE total(given) (SFUNC = added, STYPE = integer, INITCOND = '0')\$\$, goes => '{}')}))[2],
	qr/^DETAIL:  function public.total\(public.given\): aggfinalfn: function int4up\(integer\); agginitval: 100$/m,
	'what an aggregate does is lost');
$node->safe_psql('never', 'DROP TABLE given CASCADE');

# What a policy and a publication say by saying nothing, and the rest of a publication.
like(($node->psql('never', qq{
		CREATE TABLE given (n integer);
		CREATE TABLE other (n integer);
		CREATE SCHEMA also;
		CREATE POLICY a_few ON given USING (n > 1);
		CREATE PUBLICATION several FOR TABLE given, other, TABLES IN SCHEMA also WITH (publish = 'insert');
		COMMENT ON PUBLICATION several IS 'A comment.';
		\\i $folder/procedures.sql
		CALL pg_temp.briefly('given', 'false', \$\$
			DROP POLICY a_few ON given;
			CREATE POLICY a_few ON given USING (n > 1) WITH CHECK (true);
			DROP PUBLICATION several;
			CREATE PUBLICATION several FOR TABLE given (n) WHERE (n > 1)\$\$, goes => '{}')}))[2],
	qr/^DETAIL:  policy a_few .*: WITH CHECK as USING
publication of schema also in publication several
publication of table public.given in publication several: WHERE true; all columns
publication of table public.other in publication several
publication several: description: A comment.; pubdelete: false; pubtruncate: false; pubupdate: false$/m,
	'rows and columns that nobody restricted, and all of a publication');
$node->safe_psql('never', 'DROP TABLE given, other; DROP PUBLICATION several; DROP SCHEMA also');

# The server cuts long names, and so do those who compare them.
my $long = 'long_' x 12;
append_to_file("$folder/long.sql",
	slurp_file((script('graph'))[0]) =~ s/(invoice_(?:new_)?)customer_id_fkey/$1$long/gr);
$node->safe_psql('postgres', 'CREATE DATABASE long');
$node->safe_psql('long', "CREATE EXTENSION wiji; $migrations{graph}{make};
	ALTER TABLE invoice RENAME CONSTRAINT invoice_customer_id_fkey TO invoice_$long");
is(system(qw(psql -X -q -v finish=yes -v ON_ERROR_STOP=1 -d), $node->connstr('long'), '-f', "$folder/long.sql"),
	0, 'a foreign key with a long name');

# A column that makes its own keys may take the place of one that does, in whatever way.
foreach my $key ([ 'GENERATED ALWAYS AS IDENTITY', qr/^$/, 'an identity column, not a default' ],
	[ 'DEFAULT 1', qr/^$/, 'another default' ],
	[ '', qr/^DETAIL:  DEFAULT of column id of table public.keyed$/m, 'no default' ])
{
	like(($node->psql('never', qq{
			CREATE TABLE keyed (
				id uuid NOT NULL DEFAULT gen_random_uuid(), old_id integer NOT NULL $key->[0]);
			SET client_min_messages = warning;
			\\i $folder/procedures.sql
			CALL pg_temp.briefly('keyed', 'false', \$\$
				ALTER TABLE keyed RENAME id TO new_id;
				ALTER TABLE keyed RENAME old_id TO id\$\$, goes => '{old_id}')}))[2],
		$key->[1], $key->[2]);
	$node->safe_psql('never', 'DROP TABLE keyed');
}

# The way back, as docs/migrate.md says: from customer_new_pkey on, with "new" and "old" exchanged.
$node->safe_psql('postgres', 'CREATE DATABASE back');
$node->safe_psql('back', "CREATE EXTENSION wiji; $migrations{graph}{make} CREATE TABLE keys_before AS TABLE invoice");
my $connect = [ qw(psql -X -q -v ON_ERROR_STOP=1 -d), $node->connstr('back') ];
system_or_bail(@$connect, '-f', 'migrate/graph.sql');
my $later = q{
	INSERT INTO customer (name) VALUES ('later');
	INSERT INTO invoice (customer_id) SELECT id FROM customer WHERE name = 'later'};
$node->safe_psql('back', $later);

# The triggers have their owner's rights.  No writer may give their names another meaning.
$node->safe_psql('back', q{
	SELECT id AS customer FROM customer WHERE name = 'customer 1' \gset
	SET ROLE clerk;
	CREATE TEMP TABLE customer (id wiji, old_id bigint);
	INSERT INTO public.invoice (customer_id, amount) VALUES (:'customer', 77)});
is($node->safe_psql('back', q{
	SELECT old_customer_id = old_id FROM invoice JOIN customer ON customer.id = customer_id WHERE amount = 77}),
	't', "a writer's temporary table stands for none of the script's");

$node->safe_psql('postgres', 'CREATE DATABASE planted');
$node->safe_psql('planted', qq{
	CREATE SCHEMA wiji;
	CREATE EXTENSION wiji SCHEMA wiji;
	ALTER DATABASE planted SET search_path = public, wiji;
	GRANT USAGE ON SCHEMA wiji TO clerk;
	GRANT CREATE ON SCHEMA public TO clerk;
	SET search_path = public, wiji;
	$migrations{graph}{make};
	SET ROLE clerk;
	CREATE FUNCTION planted(wiji, wiji) RETURNS boolean LANGUAGE plpgsql AS
		'BEGIN RAISE EXCEPTION ''this is run by %'', current_user; END';
	CREATE OPERATOR public.= (LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = planted)});
is(system(qw(psql -X -q -d), $node->connstr('planted'), '-f', (script('graph'))[0]), 0, "a writer's operator");
is(($node->psql('planted', q{
		SELECT id AS customer FROM customer WHERE name = 'customer 1' \gset
		SET ROLE clerk;
		INSERT INTO invoice (customer_id, amount) VALUES (:'customer', 77)}))[2], '',
	'... has no part in the triggers');

# Where names mean something else in step 4, the triggers would go on with functions of step 1,
# which refuse each row.
$node->safe_psql('postgres', 'CREATE DATABASE elsewhere');
$node->safe_psql('elsewhere', "CREATE EXTENSION wiji; CREATE SCHEMA mine; $migrations{graph}{make}");
my $exchange = slurp_file((script('graph'))[0]) =~ s/^(?=-- 4)/SET search_path = public;\n/mr;
append_to_file("$folder/elsewhere.sql", "SET search_path = mine, public;\n$exchange");
my @elsewhere = (qw(psql -X -q -d), $node->connstr('elsewhere'), '-f');
like((run_command([ @elsewhere, "$folder/elsewhere.sql" ]))[1],
	qr/^DETAIL:  trigger zz_follow on table public.customer: CREATE TRIGGER .* mine.follow_customer\(\)/m,
	'another search_path in step 4');
is(($node->psql('elsewhere', 'INSERT INTO invoice (customer_id, amount) SELECT min(id), 77 FROM customer'))[2],
	'', '... and everybody can go on writing');

# Who gives up before step 4 has what he had, as docs/migrate.md says how.
my %give_up = (
	graph => q{
		DROP TRIGGER zz_follow ON customer; DROP TRIGGER zz_follow ON invoice;
		DROP FUNCTION follow_customer, follow_invoice;
		ALTER TABLE invoice DROP new_customer_id; ALTER TABLE customer DROP new_referred_by;},
	uuid => q{
		DROP TRIGGER zz_follow ON customer; DROP FUNCTION follow_customer;
		ALTER TABLE invoice DROP CONSTRAINT invoice_new_customer_id_fkey;
		ALTER TABLE customer ALTER id DROP DEFAULT;},
	single => '');
foreach my $name (sort keys %give_up)
{
	$node->safe_psql('postgres', 'CREATE DATABASE give_up');
	$node->safe_psql('give_up', "CREATE EXTENSION wiji; $migrations{$name}{make};"
		. ($name eq 'uuid' ? 'ALTER TABLE customer ALTER id DROP DEFAULT' : ''));
	my @dump = (qw(pg_dump -s -d), $node->connstr('give_up'));
	my $had = (run_command(\@dump))[0] =~ s/^.*restrict .*\n//mgr;
	my $until = slurp_file((script($name))[0]) =~ s/^-- 4\..*?(?=^\\endif)//msr =~ s/^\\endif\n\K.*//msr;
	unlink "$folder/give_up.sql";
	append_to_file("$folder/give_up.sql", $until);
	is(system(qw(psql -X -q -d), $node->connstr('give_up'), '-f', "$folder/give_up.sql"), 0, "$name until step 3");
	my $tables = $name eq 'single' ? 'customer' : 'customer, invoice';
	$node->safe_psql('give_up', "\\i $folder/procedures.sql\n" . qq{
		CALL pg_temp.briefly('$tables', \$\$NOT pg_temp.has('customer', 'new_id')\$\$, \$\$
			$give_up{$name} ALTER TABLE customer DROP new_id\$\$)});
	is((run_command(\@dump))[0] =~ s/^.*restrict .*\n//mgr, $had, '... and all of it is undone');
	$node->safe_psql('postgres', 'DROP DATABASE give_up');
}

my $back = join "\n", map { block($graph_heading, $_) } 2 .. 4;
$back =~ s/^.*?(?=SELECT pg_temp.drop_invalid.'customer', 'customer_new_pkey)//s;
$back =~ s/(new|old)(?=_)/$1 eq 'new' ? 'old' : 'new'/ge;
$back =~ s/^.*\binvoice_old_customer_id_idx\b.*\n//mg;
append_to_file("$folder/back.sql", "\\i migrate/procedures.sql\n$back");
is(system(@$connect, '-f', "$folder/back.sql"), 0, 'the way back');
$node->safe_psql('back', $later =~ s/later/last/gr);
is($node->safe_psql('back', q{
	SELECT count(*) FROM keys_before LEFT JOIN invoice USING (id, customer_id) WHERE invoice.id IS NULL;
	SELECT count(*), count(new_id), count(new_customer_id) FROM invoice JOIN customer ON customer.id = customer_id
	WHERE name IN ('later', 'last')}), "0\n2|2|2", 'old keys are back, and later rows have one');

# An index is found by its table, whatever the search_path is.
is($node->safe_psql('back', q{
	\i migrate/procedures.sql
	CREATE SCHEMA sales;
	CREATE TABLE sales."Order" (id integer);
	CREATE INDEX "Order_to_fill" ON sales."Order" (id);
	SELECT pg_temp.drop_invalid('sales."Order"', 'Order_to_fill');	-- it is valid
	SELECT pg_temp.drop_index('sales."Order"', 'Order_to_fill')}),
	'DROP INDEX CONCURRENTLY sales."Order_to_fill"', 'an index of a table that is not in the search_path');

$node->stop;
done_testing();
