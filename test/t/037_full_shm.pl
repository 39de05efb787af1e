# /dev/shm is full: ids are made all the same, and horizons are right or an error.

use strict;
use warnings;

use lib 'test/t';

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $folder = PostgreSQL::Test::Utils::tempdir;
my $full = "$folder/full";
my $fault = "$folder/full_shm.so";
system_or_bail('cc', '-shared', '-fPIC', '-o', $fault, 'test/hostile/full_shm.c');

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "dynamic_shared_memory_type = sysv\nmax_prepared_transactions = 2");
sub start
{
	local %ENV = (%ENV, LD_PRELOAD => $fault, FULL_SHM => $full);
	$node->start;
	return;
}
start();
plan skip_all => 'sessions share no memory unless it is asked for'
  if $node->safe_psql('postgres', 'SHOW server_version_num') < 170000;

$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text)});
my $read = q(SELECT string_agg(what, ' ' ORDER BY id) FROM event WHERE id < wiji_horizon());
sub session { return $node->background_psql('postgres', on_error_stop => 0); }

foreach my $end ('COMMIT', "PREPARE TRANSACTION 'unknown'")
{
	append_to_file($full, '');
	$node->stop;
	unlink $full;
	start();
	append_to_file($full, '');
	my ($early, $late) = (session(), session());
	foreach my $session ($early, $late)
	{
		$session->query_safe(q(INSERT INTO event (what) VALUES ('single')));
	}
	is( $node->safe_psql('postgres', q{
			BEGIN;
			INSERT INTO event (what) VALUES ('many');
			INSERT INTO event (what) VALUES ('many');
			COMMIT;
			SELECT count(*) FROM event}),
		4, "$end: rows are inserted");
	like(error_of($early, $read), qr/ERROR:  53100/, "$end: a horizon needs the memory");
	$early->query_safe(q(BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM event));

	# a transaction that made an id meanwhile, and keeps it for later
	$late->query_safe(q(BEGIN; SAVEPOINT s));
	my $id = $late->query_safe('SELECT wiji_generate()');
	$late->query_safe('ROLLBACK TO s');
	unlink $full;
	$node->safe_psql('postgres', q(INSERT INTO event (what) VALUES ('seen')));
	foreach (1 .. 2)
	{
		like(error_of($early, 'ROLLBACK; ' . $read),
			qr/ERROR:  55000: a transaction has made ids that horizons know nothing of.*HINT:  Wait/s,
			"$end: while it runs there is no horizon");
	}
	my $old = session();
	$old->query_safe(q(BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM event));
	$late->query_safe("INSERT INTO event VALUES ('$id', 'late'); $end");
	if ($end ne 'COMMIT')
	{
		$late->quit;
		like(error_of($early, $read), qr/ERROR:  55000/, "$end: nor while it is prepared");
		$node->safe_psql('postgres', q(COMMIT PREPARED 'unknown'));
	}
	is($early->query_safe($read), 'single single many many late seen', "$end: afterwards there is one");
	like(error_of($old, $read), qr/ERROR:  40001: the snapshot is too old/,
		"$end: not for a snapshot that does not see its end");
	$_->quit foreach $early, $old;
	$late->quit if $end eq 'COMMIT';
	is($node->safe_psql('postgres', 'SELECT count(*) FROM wiji_horizon_holders()'), 0, "$end: nobody is left");
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# Counting trouble with the clock needs no memory either.
$node->stop;
start();
append_to_file($full, '');
is($node->safe_psql('postgres',
	'SET wiji.max_clock_wait = 0; SELECT count(wiji_generate()) FROM generate_series(1, 1000)'), 1000, 'ids are made');
$node->stop;
unlink $full;
done_testing();
