# wiji_retire.sql under load, interrupted at each step and killed at random: afterwards nothing is
# pending or stranded, and no client got an error.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;
use Time::HiRes 'time';

seed_random();

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "log_statement = none\nautovacuum_naptime = 1s");
$node->start;

my $file = 'partition/wiji_retire.sql';
my @while;	# it ran

# Runs the file, as a role, and returns its process and what it prints.
sub start_retire
{
	my (%variable) = @_;
	my $user = delete $variable{user} || q{o'wner};
	%variable = (parent => q{"my shop"."ev'ent"}, before => "'2026-06-01 00:00Z'", %variable);
	my %run = (out => '');
	local $ENV{PGUSER} = $user;
	$run{process} = IPC::Run::start([ 'psql', '-X', (map { ('-v', "$_=$variable{$_}") } sort keys %variable), '-d', $node->connstr('postgres') . ' application_name=retire', '-f', $file ],
		'>', \$run{out}, '2>', \$run{out});
	return \%run;
}

# Waits for its end, and for that of its backend, which has a lock.
sub finish_retire
{
	my ($run) = @_;
	$run->{process}->finish;
	$node->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'retire'}) or die;
	return;
}

sub retire
{
	my $run = start_retire(@_);
	my $start = time;
	finish_retire($run);
	push @while, [ $start, time ];
	$run->{out} =~ s/^psql:.*?: //mg;
	$run->{out} =~ s/^(NOTICE|CONTEXT|LINE \d+| +\^).*\n//mg;
	return $run->{out};
}

# The same, again and again while the clients have locks that it does not wait for.
sub retire_all
{
	my $text;
	foreach (1 .. 50)
	{
		$text = retire(@_);
		last if $text !~ /canceling statement due to lock timeout/;
	}
	return $text;
}

# Partitions and what was one: those that are attached, pending, and others.
sub state
{
	return $node->safe_psql('postgres', q{
		SELECT format('%s%s', relname, CASE WHEN inhdetachpending THEN ' (pending)' WHEN NOT relispartition THEN ' (detached)' END)
		FROM pg_class c LEFT JOIN pg_inherits ON inhrelid = c.oid WHERE relnamespace = '"my shop"'::regnamespace AND relkind = 'r' AND relname LIKE 'ev''ent_%' ORDER BY 1});
}

sub create_old
{
	my ($first) = @_;
	$node->safe_psql('postgres', qq{
		ALTER EVENT TRIGGER stop DISABLE;
		SET ROLE "o'wner";
		SELECT wiji_create_partitions('"my shop"."ev''ent"', '$first', '2026-06-01 00:00Z', '1 month', 'UTC');
		INSERT INTO "my shop"."ev'ent" SELECT lower, i, 'old' FROM wiji_partitions('"my shop"."ev''ent"'), generate_series(1, 1000) i WHERE upper <= '2026-06-01 00:00Z' ON CONFLICT DO NOTHING});
	return;
}

$node->safe_psql('postgres', <<'END');
CREATE EXTENSION wiji_partition;
CREATE ROLE "o'wner" LOGIN;
CREATE ROLE stranger LOGIN;
CREATE SCHEMA "my shop" AUTHORIZATION "o'wner";
SET ROLE "o'wner";
SET search_path = "my shop", public;
CREATE TABLE customer (id int PRIMARY KEY);
INSERT INTO customer SELECT generate_series(1, 10);
CREATE TABLE "ev'ent" (id timestamptz, n bigint, what text, customer_id int REFERENCES customer, PRIMARY KEY (id, n)) PARTITION BY RANGE (id);
CREATE INDEX ON "ev'ent" (what);
CREATE TABLE item (event_id timestamptz, event_n bigint, FOREIGN KEY (event_id, event_n) REFERENCES "ev'ent");
CREATE INDEX ON item (event_id, event_n);
CREATE SEQUENCE n;
SELECT wiji_create_partitions('ev''ent', '2026-06-01 00:00Z', '2026-07-01 00:00Z', '1 month', 'UTC');
RESET ROLE;
RESET search_path;
-- ends the session of the file at the start or the end of a command
CREATE SEQUENCE command;
CREATE TABLE stop (command int, event text);
INSERT INTO stop VALUES (0, '');
CREATE FUNCTION stop() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
	IF current_setting('application_name') = 'retire' AND session_user = 'o''wner' THEN
		IF TG_EVENT = 'ddl_command_start' THEN
			PERFORM nextval('command');
		END IF;
		IF EXISTS (SELECT FROM stop JOIN command ON stop.command = last_value AND is_called WHERE event = TG_EVENT) THEN
			PERFORM pg_terminate_backend(pg_backend_pid());
		END IF;
	END IF;
END $$;
CREATE EVENT TRIGGER stop ON ddl_command_start EXECUTE FUNCTION stop();
CREATE EVENT TRIGGER stop_at_end ON ddl_command_end EXECUTE FUNCTION stop();
ALTER EVENT TRIGGER stop DISABLE;
ALTER EVENT TRIGGER stop_at_end DISABLE;
END

#
# Clients
#

my $tmp = $PostgreSQL::Test::Utils::tmp_check;

sub client_file
{
	my ($name, $text) = @_;
	append_to_file("$tmp/$name.sql", $text);
	return "$tmp/$name.sql";
}
my $write = client_file('write', <<'END');
\set c 1 + :client_id
BEGIN;
WITH e AS (INSERT INTO "my shop"."ev'ent" SELECT '2026-06-15 00:00Z', nextval('"my shop".n'), 'new', :c RETURNING n) SELECT n AS n FROM e \gset
INSERT INTO "my shop".item VALUES ('2026-06-15 00:00Z', :n);
COMMIT;
END
my $read = client_file('read', <<'END');
BEGIN;
SELECT count(*) FROM "my shop"."ev'ent" WHERE what = 'none';
SELECT count(*) FROM "my shop"."ev'ent" JOIN "my shop".item ON event_n = n WHERE id = '2026-06-15 00:00Z' AND n < 10;
SELECT count(*) FROM "my shop"."ev'ent" WHERE id < '2026-06-01 00:00Z';
COMMIT;
END

sub start_clients
{
	my @clients;
	foreach ([ 'read committed', 2, $write ], [ 'repeatable read', 2, $write ], [ 'read committed', 1, $read ], [ 'repeatable read', 1, $read ])
	{
		my ($isolation, $count, $script) = @$_;
		my %client = (text => '');
		local $ENV{PGOPTIONS} = '-c default_transaction_isolation=' . $isolation =~ s/ /\\ /r;
		$client{process} = IPC::Run::start([ 'pgbench', '-n', '-l', "--log-prefix=$tmp/log" . @clients, '-R', 100, '-c', $count, '-T', 1000, '-f', $script, $node->connstr('postgres') ],
			'>', \$client{text}, '2>', \$client{text});
		push @clients, \%client;
	}
	return @clients;
}

# pgbench ends with an error when a client gets one
sub finish_clients
{
	my ($what, @clients) = @_;
	$_->{process}->pump_nb foreach @clients;
	is(scalar(grep { $_->{process}->pumpable } @clients), scalar @clients, "$what: no client got an error") or diag map { $_->{text} } @clients;
	$_->{process}->kill_kill foreach @clients;
	return;
}

my @clients = start_clients();

#
# At each step
#

create_old('2026-04-01 00:00Z');
is(retire_all(), '', 'it runs');
is(state(), q{ev'ent_20260601}, 'and drops what is old');
is(retire(), '', 'once more');

foreach my $event ('ddl_command_start', 'ddl_command_end')
{
	my $commands = 1;
	while (1)
	{
		create_old('2026-03-01 00:00Z');
		$node->safe_psql('postgres', qq{UPDATE stop SET command = $commands, event = '$event'; SELECT setval('command', 1, false);
			ALTER EVENT TRIGGER stop ENABLE; ALTER EVENT TRIGGER stop_at_end ENABLE});
		my $text = retire();
		$node->safe_psql('postgres', 'ALTER EVENT TRIGGER stop DISABLE; ALTER EVENT TRIGGER stop_at_end DISABLE');
		if ($text =~ /lock timeout/ && $text !~ /terminating connection/)
		{
			retire_all();
			redo;
		}
		last if $text !~ /terminating connection/;
		note "$event of command $commands: ", join ', ', split /\n/, state();
		is(retire_all(), '', "killed at the $event of command $commands, run again");
		is(state(), q{ev'ent_20260601}, 'nothing is pending or stranded');
		$commands++;
	}
	cmp_ok($commands, '>=', 13, 'there are as many commands');
}

#
# At any moment
#

create_old('2025-01-01 00:00Z');
my $ended = 0;
foreach my $kill (1 .. 12)
{
	my $run = start_retire();
	select(undef, undef, undef, rand(1.5));
	my $killed = $kill % 2 ? $node->safe_psql('postgres', q{SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'retire'}) : $run->{process}->signal('KILL');
	finish_retire($run);
	note "kill $kill: ", scalar(split /\n/, state()), ' partitions, ', join ', ', grep { /\(/ } split /\n/, state();
}
is(retire_all(), '', 'run again');
is(state(), q{ev'ent_20260601}, 'nothing is pending or stranded');

# two at once
create_old('2025-06-01 00:00Z');
my @runs = map { start_retire() } 1 .. 2;
finish_retire($_) foreach @runs;
like(join('', map { $_->{out} } @runs), qr/ERROR:  partitions of table "ev'ent" are being dropped by another session/, 'two at once: one stops');
retire_all();
is(state(), q{ev'ent_20260601}, 'and the other one goes on');
finish_clients('all of this', @clients);

my $longest = 0;
foreach (map { split /\n/, slurp_file($_) } glob "$tmp/log?.*")
{
	my (undef, undef, $took, undef, $epoch, $us, $late) = split;
	my $end = $epoch + $us / 1e6;
	my $seconds = ($took - $late) / 1e6;
	$longest = $seconds if $seconds > $longest && grep { $_->[0] <= $end - $seconds && $end <= $_->[1] } @while;
}
note "longest transaction of a client while the file ran: $longest s";

#
# A client in REPEATABLE READ, whose snapshot has the partition
#

create_old('2026-05-01 00:00Z');
my $reader = $node->background_psql('postgres');
$reader->query_safe(q{BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM "my shop"."ev'ent" WHERE id < '2026-06-01 00:00Z'});
like(retire(), qr/^ERROR:  canceling statement due to lock timeout\n/, 'DETACH waits for the client, but not for long');
is(state(), qq{ev'ent_20260501 (pending)\nev'ent_20260601}, 'so it is pending');
my $waiting = start_retire();
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'retire' AND wait_event = 'PgSleep'}) or die;
my $locks = 0;
$locks += $node->safe_psql('postgres', q{SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE application_name = 'retire' AND relation = '"my shop"."ev''ent_20260501"'::regclass}) foreach 1 .. 30;
is($locks, 0, 'the file waits without a lock');
is($reader->query_safe(q{SELECT count(*) FROM "my shop"."ev'ent" WHERE id < '2026-06-01 00:00Z'}), 1000, 'the client goes on');
$reader->query_safe('COMMIT');
ok($waiting->{process}->finish, 'then the file');
is(state(), q{ev'ent_20260601}, 'and the partition is dropped');

#
# Who else detaches and attaches
#

# somebody's pending detach is completed, and the table stays
create_old('2026-05-01 00:00Z');
$reader->query_safe(q{BEGIN; SELECT count(*) FROM "my shop"."ev'ent"});
my ($code, $out, $err) = $node->psql('postgres', q{SET lock_timeout = '50ms'; ALTER TABLE "my shop"."ev'ent" DETACH PARTITION "my shop"."ev'ent_20260501" CONCURRENTLY});
like($err, qr/lock timeout/, 'a DETACH by hand is interrupted');
$reader->query_safe('COMMIT');
is(retire_all(), '', 'the file completes it');
is(state(), qq{ev'ent_20260501 (detached)\nev'ent_20260601}, 'and does not drop the table');
$node->safe_psql('postgres', q{DROP TABLE "my shop"."ev'ent_20260501"});

# what was detached, and attached again by hand, before the file has seen that it is detached, or after
my $attach = q{ALTER TABLE "my shop"."ev'ent" ATTACH PARTITION "my shop"."ev'ent_20260501" FOR VALUES FROM ('2026-05-01 00:00Z') TO ('2026-06-01 00:00Z')};
my $detach = q{ALTER TABLE "my shop"."ev'ent" DETACH PARTITION "my shop"."ev'ent_20260501"};
my $comment = q{SELECT obj_description('"my shop"."ev''ent_20260501"'::regclass) IS NOT NULL};

sub kill_at_command
{
	my ($command) = @_;
	create_old('2026-05-01 00:00Z');
	$node->safe_psql('postgres', qq{UPDATE stop SET command = $command, event = 'ddl_command_start'; SELECT setval('command', 1, false); ALTER EVENT TRIGGER stop ENABLE});
	like(retire(), qr/terminating connection/, "killed at command $command");
	$node->safe_psql('postgres', 'ALTER EVENT TRIGGER stop DISABLE');
	is(state(), qq{ev'ent_20260501 (detached)\nev'ent_20260601}, 'so it is detached');
	return;
}
kill_at_command(3);
$node->safe_psql('postgres', $attach);
is(retire_all(before => "'2026-01-01 00:00Z'"), '', 'attached by hand');
is($node->safe_psql('postgres', $comment), 'f', 'it has no mark');
$node->safe_psql('postgres', $detach);
is(retire_all(), '', 'detached by hand');
is(state(), qq{ev'ent_20260501 (detached)\nev'ent_20260601}, 'it stays');
$node->safe_psql('postgres', q{DROP TABLE "my shop"."ev'ent_20260501"});

kill_at_command(4);
$node->safe_psql('postgres', "$attach; $detach");
is(retire_all(), <<'END', 'attached and detached by hand');
WARNING:  table "my shop"."ev'ent_20260501" was not dropped
DETAIL:  Its definition has changed since it was detached.
HINT:  Drop it, or remove its comment.
END
is(state(), qq{ev'ent_20260501 (detached)\nev'ent_20260601}, 'it stays');
$node->safe_psql('postgres', q{DROP TABLE "my shop"."ev'ent_20260501"});

# somebody else's table with such a comment
$node->safe_psql('postgres', q{CREATE TABLE theirs (); ALTER TABLE theirs OWNER TO stranger});
$node->safe_psql('postgres', q{DO $$ BEGIN EXECUTE format('COMMENT ON TABLE theirs IS %L', 'wiji_retire: detached from ' || '"my shop"."ev''ent"'::regclass::oid || ', )'); END $$});
is(retire_all(), '', 'a mark on the table of another role');
is($node->safe_psql('postgres', q{SELECT to_regclass('theirs')}), 'theirs', 'does not count');

#
# What it does not do
#

create_old('2026-03-01 00:00Z');
$node->safe_psql('postgres', q{
	COMMENT ON TABLE "my shop"."ev'ent_20260301" IS 'mine';
	ALTER TABLE "my shop"."ev'ent_20260401" OWNER TO stranger;
	CREATE VIEW may AS SELECT * FROM "my shop"."ev'ent_20260501"});
is(retire_all(), <<'END', 'partitions that it does not detach');
WARNING:  could not drop partitions of table "ev'ent"
DETAIL:  Partition "my shop"."ev'ent_20260501": view public.may depends on it.
HINT:  Drop the dependent objects, then call the function again.
WARNING:  could not drop partition "my shop"."ev'ent_20260301"
DETAIL:  It has a comment, in place of which this file would put its own.
WARNING:  could not drop partition "my shop"."ev'ent_20260401"
DETAIL:  It belongs to another role.
END
is(state(), join("\n", map { "ev'ent_2026${_}01" } '03' .. '06'), 'they stay');

is(retire_all(user => 'stranger', parent => 'item'), qq{ERROR:  relation "item" does not exist\n}, 'a wrong name');
$node->safe_psql('postgres', 'GRANT USAGE ON SCHEMA "my shop" TO stranger');
like(retire(user => 'stranger'), qr/^ERROR:  must be owner of table ev'ent\n/, 'another role');
$node->safe_psql('postgres', q{CREATE SCHEMA tools AUTHORIZATION stranger; CREATE FUNCTION tools.wiji_partition_look() RETURNS int RETURN 1; ALTER FUNCTION tools.wiji_partition_look() OWNER TO stranger});
is(retire_all(schema => 'tools'), <<'END', 'functions of another role');
ERROR:  function tools.wiji_partition_look() belongs to role "stranger"
HINT:  Pass a schema whose functions belong to you or to a superuser.
END
$node->safe_psql('postgres', q{CREATE TABLE "my shop".rest PARTITION OF "my shop"."ev'ent" DEFAULT});
is(retire_all(), <<'END', 'a default partition');
ERROR:  cannot detach partitions of table "ev'ent" concurrently
DETAIL:  It has a default partition.
HINT:  Use wiji_drop_partitions().
END

# the functions of a plain script in a schema of the owner's, and another key
$node->safe_psql('postgres', q{DROP EXTENSION wiji_partition; DROP SCHEMA tools CASCADE; CREATE SCHEMA "to'ols" AUTHORIZATION "o'wner";
	DROP VIEW may; ALTER TABLE "my shop"."ev'ent" DETACH PARTITION "my shop".rest});
like(retire(), qr/^ERROR:  extension "wiji_partition" does not exist\nHINT:  Create it, or pass -v schema=NAME.\n/, 'without the extension');
{
	local $ENV{PGUSER} = q{o'wner};
	my $connection = $node->connstr('postgres');
	command_ok([ 'psql', '-X', '-q', '-1', '-v', 'ON_ERROR_STOP=1', '-d', $connection, '-c', q{SET search_path = "to'ols"}, '-f', 'partition/wiji_partition--1.0.sql' ], 'as a plain script');
}
$node->safe_psql('postgres', q{
	SET ROLE "o'wner"; SET search_path = "my shop", "to'ols";
	CREATE FUNCTION day(at timestamptz) RETURNS int STABLE RETURN to_char(at AT TIME ZONE 'UTC', 'YYYYMMDD')::int;
	CREATE TABLE days (id int) PARTITION BY RANGE (id);
	SELECT wiji_create_partitions('days', '2026-04-01', '2026-07-01', '1 month', 'UTC', 'day(timestamptz)')});
is(retire_all(schema => q{to'ols}, parent => '"my shop".days', key_of => '"my shop".day(timestamptz)'), '', 'with key_of');
is($node->safe_psql('postgres', q{SELECT string_agg(inhrelid::regclass::text, ' ') FROM pg_inherits WHERE inhparent = '"my shop".days'::regclass}), '"my shop".days_20260601', 'only the last month is left');
$reader->quit;
done_testing();
