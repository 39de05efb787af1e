# Blocks of the pages that change a table which the reader already has.  <!-- changes: TABLE --> stands above
# each of them (030_lint).  Whatever happens to one, the database is then as it was before, or as the block
# leaves it, never between.  Each of them runs
#
# - twice: the second run changes nothing, but may end with an error;
# - interrupted after each of its statements but BEGIN and SET, by SIGKILL of the client, and by
#   pg_terminate_backend(), after which the client connects again and goes on with the rest, as psql does when a
#   block is pasted into it;
# - with ON_ERROR_ROLLBACK, as many have in their psqlrc, and each of its statements failing in turn;
# - while another transaction has written to every table: it does not wait for long, but ends with 55P03, so
#   that a client that comes later gets its turn.
#
# A block "in batches" is one that is repeated until it is complete: when it is interrupted by the lock of a
# row and repeated, the database is as after one run.
#
# IDs and times are those of the moment, so that any equals any other, except in the second run.
#
# Runs the pages that are named as arguments, or all.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use Pages;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(extra => [ '--encoding=UTF8', '--no-locale' ]);
$node->append_conf('postgresql.conf', "shared_preload_libraries = '" . libraries() . "'\nwal_level = logical\n");
$node->start;

# How long a client may wait before it is stuck, far above every lock_timeout of a page
my $stuck = $PostgreSQL::Test::Utils::timeout_default;
my $copies = 0;

# A copy of a database.
sub copy
{
	my ($database) = @_;
	my $copy = 'copy' . ++$copies;
	$node->safe_psql('postgres', "CREATE DATABASE $copy TEMPLATE $database");
	return $copy;
}

sub psql
{
	my ($database, @options) = @_;
	return [ qw(psql -X -q -v VERBOSITY=verbose), @options, '-d', $node->connstr($database) ];
}

# Runs SQL, and returns all that psql prints.
sub run
{
	my ($database, $sql, @options) = @_;
	my $printed = '';
	IPC::Run::run(psql($database, @options, '-f', '-'), '<', \$sql, '>&', \$printed);
	return $printed;
}

# What is in a database: its dump, without what a transaction that is rolled back changes, too.
sub contents
{
	my ($database) = @_;
	my ($dump, $errors) = run_command([ qw(pg_dump -d), $node->connstr($database) ]);
	die $errors if $errors;
	$dump =~ s/^(?:--.*|\\(?:un)?restrict .*|SELECT pg_catalog\.setval\(.*)?\n//mg;
	return join "\n", $dump, $node->safe_psql($database,
		'SELECT setdatabase > 0, setrole::regrole, setconfig FROM pg_db_role_setting WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())) ORDER BY 1, 2');
}

# The same, with any ID and time in place of another.
sub shape
{
	my ($contents) = @_;
	return join "\n", sort split /\n/, $contents =~ s/\b[0-9A-HJKMNP-TV-Z]{26}\b/ID/gr
	  =~ s/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/UUID/gr
	  =~ s/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:\d\d)?)?/TIME/gr
	  =~ s/\\\\x[0-9a-f]+/BYTES/gr;
}

# The lines that only one of two has.
sub difference
{
	my ($one, $other) = @_;
	my %count;
	$count{$_}-- foreach split /\n/, $one;
	$count{$_}++ foreach split /\n/, $other;
	return join "\n", map { ($count{$_} < 0 ? '- ' : '+ ') . $_ } sort grep { $count{$_} } keys %count;
}

# Waits until nobody uses a database.
sub wait_for_end
{
	my ($database) = @_;
	$node->poll_query_until('postgres', "SELECT count(*) = 0 FROM pg_stat_activity WHERE datname = '$database'") or die;
	return;
}

# Starts psql with statements, and returns when they have been run: the process, what it reads and prints, and its
# session.
sub begin
{
	my ($database, @statements) = @_;
	my ($in, $out) = (join("\n", "SELECT 'session ' || pg_backend_pid();", @statements, "\\! echo '<<<>>>'", ''), '');
	my $timer = IPC::Run::timeout($stuck);
	my $process = IPC::Run::start(psql($database), '<', \$in, '>&', \$out, $timer);
	$process->pump until $out =~ /<<<>>>/;
	return ($process, \$in, \$out, $out =~ /session (\d+)/);
}

# Runs statements, of which the client is killed, or the session ended, after the first N.
sub interrupt
{
	my ($database, $n, $how, $prelude, @statements) = @_;
	my ($process, $in, $out, $pid) = begin($database, $prelude, @statements[ 0 .. $n - 1 ]);

	if ($how eq 'kill') { $process->signal('KILL'); }
	else
	{
		$node->safe_psql('postgres', "SELECT pg_terminate_backend($pid)");
		wait_for_end($database);
		$$in .= join "\n", @statements[ $n .. $#statements ], '';
	}
	eval { $process->finish };
	wait_for_end($database);
	run($database, join("\n", $prelude, @statements[ $n .. $#statements ], '')) if $how ne 'kill';
	return;
}

# The tables of a database that are its user's.
sub tables
{
	my ($database) = @_;
	return split /\n/, $node->safe_psql($database,
		"SELECT oid::regclass FROM pg_class c WHERE relkind IN ('r', 'p') AND oid >= 16384
		 AND relnamespace <> ALL (ARRAY(SELECT oid FROM pg_namespace WHERE nspname ~ '^(pg_|information_schema)')) ORDER BY oid");
}

# What is wrong with a block in a database that is as before: undef, or how and what.
sub what_is_wrong
{
	my ($database, $prelude, $example) = @_;
	my @statements = statements($example->{sql});
	my @wrong;

	# Once, and twice
	my $once = copy($database);
	my $before = shape(contents($once));
	my $printed = run($once, "$prelude\n$example->{sql}");
	my $after = contents($once);
	push @wrong, "fails:\n$printed" if $printed =~ /ERROR:/;
	run($once, "$prelude\n$example->{sql}");
	my $twice = contents($once);
	push @wrong, "a second run changes:\n" . difference($after, $twice) if $twice ne $after;
	$after = shape($after);

	my $check = sub {
		my ($copy, $when) = @_;
		my $now = shape(contents($copy));
		push @wrong, "$when, lies between; before:\n" . difference($before, $now) . "\nand after:\n" . difference($after, $now)
		  if $now ne $before && $now ne $after;
		$node->safe_psql('postgres', "DROP DATABASE $copy");
	};

	# those that do something; the last one leaves nothing to interrupt
	my @steps = grep { $statements[$_] !~ /^(?:BEGIN|SET|COMMIT|\\)/ } 0 .. $#statements;
	foreach my $n ($example->{batches} ? () : grep { $_ < $#statements } @steps)
	{
		foreach my $how ('kill', 'terminate')
		{
			my $copy = copy($database);
			interrupt($copy, $n + 1, $how, $prelude, @statements);
			$check->($copy, "interrupted ($how) after \"$statements[$n]\"");
		}
	}
	# if there is one, its failure leaves nothing
	foreach my $n (@steps > 1 ? @steps : ())
	{
		my $copy = copy($database);
		my @failing = @statements;
		$failing[$n] = 'SELECT 1 / 0 AS fails;';
		run($copy, join("\n", $prelude, @failing), '-v', 'ON_ERROR_ROLLBACK=on');
		$check->($copy, "with ON_ERROR_ROLLBACK and an error in place of \"$statements[$n]\"");
	}

	# While a transaction has written to every table, and another client comes after the block
	my $copy = copy($database);
	my @tables = tables($copy);
	my ($writer, $in) = begin($copy, 'BEGIN;', map { "LOCK TABLE $_ IN ROW EXCLUSIVE MODE;" } @tables);
	my ($sql, $out) = ("$prelude\n$example->{sql}\n\\q\n", '');
	my $block = IPC::Run::start(psql($copy, '-v', 'ON_ERROR_STOP=1', '-f', '-'), '<', \$sql, '>&', \$out, IPC::Run::timeout(2 * $stuck));
	my $waits = 'SELECT count(*) FROM pg_locks WHERE NOT granted';
	$block->pump_nb until !$block->pumpable || $node->safe_psql($copy, $waits);
	my $client = run($copy, join "\n", "SET lock_timeout = '10s';", 'BEGIN;',
		(map { "LOCK TABLE $_ IN ROW EXCLUSIVE MODE;" } @tables), 'COMMIT;');
	push @wrong, "keeps other clients waiting while a transaction is open:\n$client" if $client =~ /ERROR/;
	# one that keeps nobody waiting, as CREATE INDEX CONCURRENTLY, may wait itself
	for (my $tries = 0; $tries < 50 && $block->pumpable && $client !~ /ERROR/; $tries++)
	{
		$block->pump_nb;
		select undef, undef, undef, 0.1;
	}
	$$in .= "\\q\n";
	$writer->finish;
	$block->finish;
	push @wrong, "fails without 55P03 while a transaction is open:\n$out" if $out =~ /ERROR:/ && $out !~ /ERROR:  55P03/;
	wait_for_end($copy);
	$check->($copy, 'beside an open transaction') unless $example->{batches};

	# Batches: one that waits for a row, and again
	if ($example->{batches})
	{
		$copy = copy($database);
		($writer, $in) = begin($copy, 'BEGIN;',
			map { "SELECT FROM $_ WHERE ctid = (SELECT max(ctid) FROM $_) FOR UPDATE;" } @{ $example->{changes} });
		$out = run($copy, "$prelude\n$example->{sql}");
		push @wrong, "waits for a row:\n$out" if $out !~ /ERROR:  55P03/;
		$$in .= "\\q\n";
		$writer->finish;
		wait_for_end($copy);
		run($copy, "$prelude\n$example->{sql}");
		my $now = shape(contents($copy));
		push @wrong, "is not complete when it is repeated:\n" . difference($after, $now) if $now ne $after;
	}
	return @wrong ? join "\n\n", @wrong : undef;
}

# A list of [name, undef or what is wrong] for the marked blocks of a page.
sub run_page
{
	my ($page) = @_;
	my $database = 'page' . ++$copies;
	my ($prelude, @results) = ('');
	my $removed;
	my @examples = grep { !($removed ||= !is_here($_)) } grep { runs_here($_, $node->pg_version) || $_->{remark} =~ /^run by/ } examples($page);
	return () unless grep { $_->{changes} } @examples;

	$node->safe_psql('postgres', "CREATE DATABASE $database");
	foreach my $example (@examples)
	{
		push @results, [ "$page, the block that ends in line $example->{line}", what_is_wrong($database, $prelude, $example) ]
		  if $example->{changes};
		$results[-1][1] = "$example->{sql}\n$results[-1][1]" if $example->{changes} && $results[-1][1];
		run($database, "$prelude\n$example->{sql}");
		# what the session keeps for later blocks
		$prelude .= join '', map { "$_\n" } grep { /\\gset$/ || /^\\set / || /^SET (?!LOCAL\b|ROLE\b)/ } statements($example->{sql});
	}
	return @results;
}

# Every fault is found: recipes as pages of this tree had them.
my $planted = PostgreSQL::Test::Utils::tempdir . '/planted.md';
append_to_file($planted, <<'PLANTED');
```sql
CREATE TABLE visit (id bigserial PRIMARY KEY, at timestamptz DEFAULT now());
INSERT INTO visit SELECT FROM generate_series(1, 3);
CREATE TABLE event (id integer PRIMARY KEY, what text) PARTITION BY RANGE (id);
CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM (0) TO (100);
INSERT INTO event VALUES (1, 'a'), (2, 'b');
```
One statement that does not wait:
<!-- changes: visit -->
```sql
BEGIN;
SET LOCAL lock_timeout = '100ms';
ALTER TABLE visit ADD note text;
COMMIT;
```
No lock_timeout:
<!-- changes: visit -->
```sql
ALTER TABLE visit ADD other text;
```
A transaction that psql does not keep together:
<!-- changes: event, event_1 -->
```sql
BEGIN;
SET LOCAL lock_timeout = '100ms';
ALTER TABLE event DETACH PARTITION event_1;
DROP TABLE event;
ALTER TABLE event_1 RENAME TO event;
COMMIT;
```
Two statements:
<!-- changes: visit -->
```sql
SET lock_timeout = '100ms';
ALTER TABLE visit ADD third text;
ALTER TABLE visit ADD fourth text;
```
A second run that changes all keys again:
<!-- changes: visit -->
```sql
DO $$ BEGIN
	SET LOCAL lock_timeout = '100ms';
	UPDATE visit SET note = clock_timestamp()::text;
END $$;
```
Batches, and a session that does not keep to them:
```sql
CREATE TABLE account (n integer PRIMARY KEY, changed boolean);
INSERT INTO account SELECT n FROM generate_series(1, 100) n;
```
<!-- changes: account; in batches -->
```sql
DO $$ BEGIN
	LOOP
		SET LOCAL lock_timeout = '100ms';
		UPDATE account SET changed = true WHERE n IN (SELECT n FROM account WHERE changed IS NULL ORDER BY n LIMIT 30);
		EXIT WHEN NOT FOUND;
		COMMIT;
	END LOOP;
END $$;
```
<!-- changes: account; in batches -->
```sql
DO $$ BEGIN
	SET LOCAL lock_timeout = '100ms';
	UPDATE account SET n = n + 1000 WHERE n % 1000 <= 50;
	COMMIT;
	SET LOCAL lock_timeout = '100ms';
	UPDATE account SET n = n + 1000 WHERE n % 1000 > 50;
END $$;
```
PLANTED
my @found = @ARGV ? () : map { $_->[1] // '' } run_page($planted);
my @expected = ([], [ qr/keeps other clients waiting/ ],
	[ qr/interrupted \(terminate\) after "ALTER TABLE event DETACH/, qr/ON_ERROR_ROLLBACK and an error in place of "ALTER TABLE event DETACH/ ],
	[ qr/interrupted \(kill\) after "ALTER TABLE visit ADD third/, qr/ON_ERROR_ROLLBACK and an error/ ],
	[ qr/a second run changes/ ], [], [ qr/a second run changes/, qr/is not complete when it is repeated/ ]);
@expected = () if @ARGV;
is(scalar @found, scalar @expected, 'the planted blocks are found');
foreach my $i (0 .. $#expected)
{
	is($found[$i], '', "planted block $i is right") unless @{ $expected[$i] };
	like($found[$i], $_, "planted block $i is wrong") foreach @{ $expected[$i] };
}

foreach my $page (@ARGV ? @ARGV : pages())
{
	ok(!defined $_->[1], $_->[0]) or diag($_->[1]) foreach run_page($page);
}

done_testing();
