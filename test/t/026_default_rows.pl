# docs/partitions.md, What if rows are in the default partition?  Both ways, while others read and
# write.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "TimeZone = 'UTC'");
$node->start;

# The page's moments, moved so that now is in the time that is missing.
my $months_on = q{SELECT to_char(date_trunc('month', now() + interval '%d months'), 'YYYY-MM-DD')};
my %ahead = ('2026-07-01' => -5, '2026-08-01' => -4, '2026-09-01' => -3, '2026-11-01' => -1, '2027-01-01' => 1);
my %month = map { $_ => $node->safe_psql('postgres', sprintf $months_on, $ahead{$_}) } keys %ahead;
my ($july, $august, $september, $november) = @month{qw(2026-07-01 2026-08-01 2026-09-01 2026-11-01)};

sub moved_block
{
	return block(@_, 'partitions') =~ s/(\d{4}-\d\d-\d\d) 00:00/($month{$1} \/\/ die "no moment for $1") . ' 00:00'/ger;
}

$node->safe_psql('postgres', qq{
	CREATE EXTENSION wiji;
	CREATE TABLE ride (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id);
	CREATE INDEX ON ride (what);
	SELECT wiji_create_partitions('ride', '$september 00:00+00', '$november 00:00+00', '1 month', 'UTC');
	CREATE TABLE ride_rest PARTITION OF ride DEFAULT;
	INSERT INTO ride
	SELECT wiji_generate('$september'::timestamptz + n * (now() - '$september') / 10001), 'old'
	FROM generate_series(1, 10000) n});

# Writers, and readers who look whether a row is missing at any time.
my %script = (
	write => q{
		INSERT INTO ride (what) VALUES ('new');
		UPDATE ride SET what = 'newer' WHERE id = (SELECT id FROM ride WHERE what = 'new' ORDER BY id DESC LIMIT 1);},
	read => q{
		SELECT 1 / (count(*) = 10000)::integer FROM ride WHERE what = 'old';
		SELECT 1 / (count(*) > 0)::integer FROM ride WHERE id >= wiji_lower(now() - interval '40 days');});
append_to_file($node->basedir . "/$_.sql", "$script{$_}\n") foreach keys %script;
my ($out, $err) = ('', '');

sub start_clients
{
	return map {
		my $file = $node->basedir . "/$_.sql";
		map {
			IPC::Run::start(
				[ qw(pgbench -n --verbose-errors -c 2 -T 3600 -M), $_, '-f', $file,
					'-h', $node->host, '-p', $node->port, 'postgres' ],
				'>', \$out, '2>', sub { $err .= $_[0] })
		} 'simple', 'prepared'
	} @_;
}

my @clients;
sub wait_for_clients
{
	my $n = $node->safe_psql('postgres', q{SELECT count(*) + 20 FROM ride WHERE what LIKE 'new%'});
	for (1 .. 6000)
	{
		$_->pump_nb for @clients;
		die "the clients do nothing: $err" if $err =~ /ERROR|aborted/;
		return if $node->safe_psql('postgres', q{SELECT count(*) FROM ride WHERE what LIKE 'new%'}) > $n;
		select(undef, undef, undef, 0.05);
	}
	die "the clients do nothing: $err";
}

# a block of the page; what the server says
sub step
{
	my ($heading, $n) = @_;
	wait_for_clients();
	my $sql = "\\i migrate/procedures.sql\nSET client_min_messages = debug1;\n" . moved_block($heading, $n);
	my ($status, $stdout, $stderr) = $node->psql('postgres', $sql, on_error_stop => 1);
	is($status, 0, "$heading, block $n") or diag($stderr);
	return $stderr;
}

sub stop_clients
{
	my ($name) = @_;
	wait_for_clients();
	ok((!grep { $_->pump_nb; !$_->pumpable } @clients), "$name: the clients are still at work");
	for (@clients) { $_->signal('TERM'); $_->finish; }
	unlike($err, qr/ERROR|aborted/, 'no session has met an error, or missed a row');
	return;
}

my $call = "CALL wiji_maintain_partitions('ride', '1 month', '1 month', NULL, 'UTC')";
@clients = start_clients('write', 'read');
my (undef, undef, $stderr) = $node->psql('postgres', $call);
like($stderr, qr/WARNING:  partition "ride_\d+" was not made: \d+ rows in the default partition belong to it/,
	'rows are in the default partition');

step('The default partition becomes one of their time', $_) for 3, 4;
like(step('The default partition becomes one of their time', 5),
	qr/partition constraint for table "ride_20261101" is implied by existing constraints/, 'ATTACH scans nothing');
wait_for_clients();
(undef, undef, $stderr) = $node->psql('postgres', $call);
unlike($stderr, qr/WARNING|ERROR/, 'the job has no complaint');
stop_clients('without moving a row');
is($node->safe_psql('postgres', q{SELECT count(*) FROM ride_rest}), 0, 'the default partition is empty');

# Rows of two months that were loaded later; readers of all rows would miss them for a while.
$node->safe_psql('postgres', qq{
	INSERT INTO ride
	SELECT wiji_generate('$july'::timestamptz + n * ('$september'::timestamptz - '$july') / 5000), 'loaded'
	FROM generate_series(0, 4999) n;
	CREATE TABLE before AS SELECT * FROM ride WHERE what = 'loaded'});
my $before_august = "wiji_timestamp(id) < '$august 00:00+00'";
my $missing = $node->safe_psql('postgres', "SELECT count(*) FROM before WHERE $before_august");
@clients = start_clients('write', 'read');
step('Their rows move in batches', 2);
my $batches = 0;
while ($node->safe_psql('postgres', "SELECT count(*) FROM ride_rest WHERE $before_august"))
{
	step('Their rows move in batches', 3);
	last if ++$batches > 10;
}
is($batches, int(($missing + 999) / 1000), "$missing rows move in batches of a thousand");
step('Their rows move in batches', 4);
like(step('Their rows move in batches', 5), qr/default partition "ride_rest" is implied by existing constraints/,
	'ATTACH does not search the default partition');
stop_clients('in batches');
is($node->safe_psql('postgres', q{SELECT count(*) FROM before JOIN ride USING (id, what)}), 5000, 'all rows are there');
is($node->safe_psql('postgres', q{SELECT count(*) FROM ride_20260701}), $missing,
	'those of the first month in their partition');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_constraint WHERE conname ~ '^of_'}), 0,
	'no constraint is left on the default partition');

$node->stop;
done_testing();
