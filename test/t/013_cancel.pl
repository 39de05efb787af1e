# Statements that are canceled at random times while they generate thousands of IDs: the session
# continues, and its IDs are distinct and ascend.

use strict;
use warnings;

use lib 'test/t';

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;
use Time::HiRes qw(usleep);

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "shared_preload_libraries = '" . libraries() . "'");
$node->start;
my @columns = id_columns();
$node->safe_psql('postgres', join('', map { "CREATE EXTENSION $_;" } id_extensions())
	. 'CREATE TABLE ids (n bigint GENERATED ALWAYS AS IDENTITY, i integer, '
	. join(', ', map { "$_->[0] $_->[1] UNIQUE DEFAULT $_->[2]" } @columns) . q{);
	CREATE PROCEDURE make() LANGUAGE plpgsql AS $$
	BEGIN
		LOOP
			BEGIN
				INSERT INTO ids (i) SELECT generate_series(1, 100);
			END;
			COMMIT;
		END LOOP;
	END $$});

seed_random();

my $session = $node->background_psql('postgres', on_error_stop => 0);
my $canceller = $node->background_psql('postgres');
my $pid = $session->query_safe('SELECT pg_backend_pid()');
my @statements = (
	'CALL make()',
	(map { "SELECT count(DISTINCT $_->[2]) FROM generate_series(1, 100000000)" } @columns),
	'SELECT count(*) FROM (SELECT wiji_generate(now()) id FROM generate_series(1, 100000000) ORDER BY id) s',
	q{CREATE TABLE never AS
		SELECT wiji_generate() AS id, wiji_within(wiji_generate(), tstzrange(now(), NULL))
		FROM generate_series(1, 100000000)});
my %ends;
foreach my $round (1 .. 30)
{
	my $statement = $round % 2 ? $statements[0] : $statements[1 + rand $#statements];
	$session->query_until(qr/begun/, "\\echo begun\n$statement;\n\\echo ended :SQLSTATE\n");
	$canceller->query_safe("SELECT count(*) FROM pg_stat_activity WHERE pid = $pid AND state = 'active'")
	  || usleep 1000;
	usleep rand 150_000;
	my $answer = '';
	# one that comes before the statement has begun is lost
	my $code;
	until (($code) = $answer =~ /ended (\w+)/)
	{
		$canceller->query_safe("SELECT pg_cancel_backend($pid)");
		$session->{run}->pump_nb;
		$answer = $session->{stdout};
		usleep 20_000;
	}
	$ends{$code}++;
	$session->{stdout} = $session->{stderr} = '';
}
is(join(' ', map { "$_: $ends{$_}" } sort keys %ends), '57014: 30',
	'thirty statements are canceled, and none ends in another way');
is($session->query_safe('SELECT pg_backend_pid()'), $pid, 'the session is the same');
is($session->query_safe("SELECT wiji_generate() > max(wiji) FROM ids"), 't', 'the generator goes on after its last id');
is( $node->safe_psql('postgres', 'SELECT count(*) > 100 AND '
		  . join(' AND ', map { "count(*) = count(DISTINCT $_->[0])" } @columns) . ' FROM ids'),
	't', 'its IDs are distinct');
# of a UUID, its bytes; of a type, its time, and of wiji all of it
my $down = join ' OR ', 'wiji <= lag(wiji) OVER w',
  map { $_->[1] eq 'uuid' ? "$_->[0] <= lag($_->[0]) OVER w" : "$_->[1]_timestamp($_->[0]) < lag($_->[1]_timestamp($_->[0])) OVER w" } @columns;
is( $node->safe_psql('postgres', qq{
		SELECT count(*) FROM (SELECT $down AS down FROM ids WINDOW w AS (ORDER BY n)) s WHERE down}),
	0, 'they ascend, across canceled statements');
unlike(slurp_file($node->logfile), qr/terminated by signal|PANIC|FATAL|XX000/, 'nothing crashed');
$session->quit;
$canceller->quit;
$node->stop;
done_testing();
