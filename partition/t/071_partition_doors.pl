# Partitions by both doors, as an owner who is not a superuser: the extension and the plain script, from one to
# the other; with the SQL-only edition's type, which needs no function key_of; through dump and restore, and
# another schema and name.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $script = 'partition/wiji_partition--1.0.sql';
my $node = PostgreSQL::Test::Cluster->new('main');

$node->init;
$node->start;
$node->safe_psql('postgres', 'CREATE ROLE regress_anna LOGIN; CREATE DATABASE app OWNER regress_anna');

sub as_anna { return $node->connstr($_[0]) . ' user=regress_anna'; }

sub anna
{
	my ($database, $query) = @_;
	return $node->safe_psql($database, "SET client_min_messages = warning; SET TimeZone = 'UTC'; $query", connstr => as_anna($database));
}

sub script
{
	my ($database, $schema, @options) = @_;
	return run_log([ qw(psql -X -q -v ON_ERROR_STOP=1), @options, '-d', as_anna($database), '-c', "SET search_path = $schema", '-f', $script ]);
}

my $twelve = join "\n", map { sprintf 'event_2026%02d01', $_ } 1 .. 12;
my $create = q{SELECT %s.wiji_create_partitions('public.event', '2026-01-01', '2027-01-01', '1 month', 'UTC')};

# A plain script in a schema of one's own, once and again.
anna('app', 'CREATE SCHEMA tools; GRANT ALL ON SCHEMA tools TO CURRENT_USER; CREATE SCHEMA "Odd; place"');
$node->safe_psql('app', 'GRANT CREATE ON SCHEMA public TO regress_anna');
my $in_catalog = q{SELECT count(*), md5(string_agg(oid::text, ' ' ORDER BY oid)) FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace};
my $had = anna('app', $in_catalog);
ok(!script('app', 'tools'), 'without a transaction it stops');
is(anna('app', q{SELECT count(*) FROM pg_proc WHERE pronamespace = 'tools'::regnamespace}), 0, 'and creates nothing');
ok(script('app', 'tools', '-1'), 'the script runs');
my $functions = anna('app', q{SELECT string_agg(oid::regprocedure::text || md5(prosrc || pg_get_functiondef(oid)), ' ' ORDER BY oid) FROM pg_proc WHERE pronamespace = 'tools'::regnamespace});
ok(script('app', 'tools', '-1'), 'and again');
is(anna('app', q{SELECT string_agg(oid::regprocedure::text || md5(prosrc || pg_get_functiondef(oid)), ' ' ORDER BY oid) FROM pg_proc WHERE pronamespace = 'tools'::regnamespace}),
	$functions, 'with the same functions');
is(anna('app', $in_catalog), $had, 'none of which is in pg_catalog');
ok(script('app', '"Odd; place"', '-1'), 'and in another schema');
is(anna('app', q{CREATE TABLE event (id uuid PRIMARY KEY) PARTITION BY RANGE (id);} . sprintf($create, 'tools')), $twelve, 'creates partitions');
is(anna('app', q{SELECT "Odd; place".wiji_drop_partitions('event', '2026-02-01')}), 'public.event_20260101', 'and drops them, in each schema');

# The domain of the SQL-only edition
ok( run_log([ qw(psql -X -q -v ON_ERROR_STOP=1 -d), as_anna('app'), '-c', 'SET client_min_messages = warning', '-c', 'SET search_path = tools', '-f', 'portable/wiji.sql' ]),
	'the SQL-only edition');
is( anna('app', q{
		CREATE TABLE ticket (id tools.wiji PRIMARY KEY) PARTITION BY RANGE (id);
		SELECT tools.wiji_create_partitions('ticket', '2026-01-01', '2026-03-01', '1 month', 'UTC');
		SELECT * FROM tools.wiji_partitions('ticket');
		SELECT tools.wiji_drop_partitions('ticket', '2026-02-01')}),
	"ticket_20260101\nticket_20260201\n"
	  . "ticket_20260101|2026-01-01 00:00:00+00|2026-02-01 00:00:00+00\n"
	  . "ticket_20260201|2026-02-01 00:00:00+00|2026-03-01 00:00:00+00\npublic.ticket_20260101", 'has a type that needs no key_of');
is($node->safe_psql('app', q{SET TimeZone = 'UTC'; SELECT upper FROM tools.wiji_partitions('ticket', 'tools.wiji_lower(timestamptz)')}),
	'2026-03-01 00:00:00+00', 'but for a superuser, who names the function');

# From the script to the extension, which is trusted
my ($status, undef, $error) = $node->psql('app', 'CREATE EXTENSION wiji_partition SCHEMA tools', connstr => as_anna('app'));
like($error, qr/already exists/, 'the extension does not hide the functions of the script');
my ($drop) = $error =~ /first use (DROP FUNCTION .*)\./;
anna('app', "SET search_path = pg_catalog; $drop; CREATE EXTENSION wiji_partition SCHEMA tools");
is(anna('app', sprintf $create, 'tools'), 'event_20260101', 'it continues the table');
$node->safe_psql('app', 'ALTER EXTENSION wiji_partition SET SCHEMA public; ALTER SCHEMA public RENAME TO "Pub, lic"');
is(anna('app', q{SELECT "Pub, lic".wiji_drop_partitions('"Pub, lic".event', '2026-03-01')}), qq{"Pub, lic".event_20260101\n"Pub, lic".event_20260201},
	'in another schema, with another name');
is(anna('app', q{SET search_path = "Pub, lic"; SELECT count(*) FROM wiji_partitions('event')}), 10, 'and lists the others');
$node->safe_psql('app', 'ALTER SCHEMA "Pub, lic" RENAME TO public');

# Dumped and restored
my $folder = PostgreSQL::Test::Utils::tempdir;
$node->safe_psql('postgres', 'CREATE DATABASE restored OWNER regress_anna');
$node->command_ok([ 'pg_dump', '-f', "$folder/dump.sql", $node->connstr('app') ], 'dumped');
$node->command_ok([ qw(psql -X -q -v ON_ERROR_STOP=1 -f), "$folder/dump.sql", $node->connstr('restored') ], 'restored');
is(anna('restored', q{SELECT count(*) FROM wiji_partitions('event')}), 10, 'with the partitions');
is(anna('restored', q{SELECT wiji_drop_partitions('event', '2026-04-01')}), 'public.event_20260301', 'and functions that work');
is(anna('restored', q{SELECT count(*) FROM "Odd; place".wiji_partitions('event')}), 9, 'of both doors');

$node->stop;
done_testing();
