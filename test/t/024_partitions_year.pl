# A year of nights in which wiji_maintain_partitions is called, with steps of an hour, a day and a
# month, in zones whose clocks change by an hour at two o'clock, by an hour at midnight, and by half
# an hour.  The server's calendar says which partitions there have to be, and after every night they
# are compared.  Hours are many, so theirs are only the nights about a change of the clocks.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use POSIX qw(strftime);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

seed_random();

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', 'autovacuum = off');
start_with_fake_clock($node, '2026-01-01 00:00:00');
$node->safe_psql('postgres',
	'CREATE EXTENSION wiji; CREATE ROLE regress_app LOGIN; GRANT CREATE ON SCHEMA public TO regress_app');

# The owner's session detaches concurrently, a superuser's does not.  Both are in another time zone.
my @session = (
	$node->background_psql('postgres', on_error_stop => 0, extra_params => [ '-U', 'regress_app' ]),
	$node->background_psql('postgres', on_error_stop => 0));
$_->set_query_timer_restart foreach @session;	# they live long
$_->query_safe("SET client_min_messages = warning; SET TimeZone = 'Asia/Tokyo'") foreach @session;

$session[0]->query_safe(q{
CREATE TABLE job (parent text PRIMARY KEY, step text, zone text, ahead interval, keep interval, begun timestamptz);
INSERT INTO job
SELECT lower(translate(zone, '/', '_') || '_' || step), step, zone, ahead, keep
FROM unnest('{Europe/Berlin,America/Havana,Australia/Lord_Howe}'::text[]) zone,
	(VALUES ('hour', interval '3 hours', interval '6 hours'), ('day', '2 days', '7 days'),
		('month', '2 months', '3 months')) step (step, ahead, keep);
SELECT format('CREATE TABLE %s (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer) PARTITION BY RANGE (id)',
              parent)
FROM job \gexec

CREATE VIEW tonight AS
SELECT * FROM job
WHERE step <> 'hour'
OR (now() - interval '24 hours') AT TIME ZONE zone + interval '48 hours'
	<> (now() + interval '24 hours') AT TIME ZONE zone;

CREATE VIEW partition AS
SELECT inhparent::regclass::text AS parent, relname, b[1]::wiji AS lower, b[2]::wiji AS upper
FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid,
	regexp_match(pg_get_expr(relpartbound, c.oid), $re$FROM \('(.*)'\) TO \('(.*)'\)$re$) b
WHERE b IS NOT NULL;

-- From the step in which keep ago is, or the first night, to that in which ahead is.
CREATE FUNCTION due(job job) RETURNS TABLE (name text, lower wiji, upper wiji) LANGUAGE plpgsql AS $$
DECLARE
	one CONSTANT interval := '1 ' || job.step;
	monday timestamptz;
	first timestamptz;
	last timestamptz;
BEGIN
	PERFORM set_config('TimeZone', job.zone, true);
	monday := '2000-01-03 00:00';
	first := greatest(now() - job.keep, job.begun);
	last := now() + job.ahead;
	RETURN QUERY
	SELECT job.parent || to_char(s.lower, CASE job.step WHEN 'hour' THEN '_YYYYMMDD_HH24MISS' ELSE '_YYYYMMDD' END) ||
			-- the first of two hours that look alike; the server reads the second
			CASE WHEN job.step = 'hour' AND s.lower::timestamp::timestamptz <> s.lower
				THEN translate(to_char(s.lower, '_TZHTZM'), '+-', '') ELSE '' END,
		wiji_lower(s.lower), wiji_lower(s.upper)
	FROM (
		SELECT t, t + '1 hour'
		FROM generate_series(date_bin('1 hour', first, monday), last, '1 hour') t
		WHERE job.step = 'hour'
		UNION ALL
		SELECT t::timestamptz, (t + one)::timestamptz
		FROM generate_series(date_trunc(job.step, first::timestamp), last::timestamp, one) t
		WHERE job.step <> 'hour') s (lower, upper);
END $$;

-- What tonight's jobs left that is not as it should be.
CREATE VIEW wrong AS
SELECT parent, due.name, p.relname, wiji_timestamp(lower) AS lower, wiji_timestamp(upper) AS upper
FROM (SELECT parent, d.* FROM job JOIN tonight USING (parent), due(job) d) due
FULL JOIN (SELECT * FROM partition WHERE parent IN (SELECT parent FROM tonight)) p USING (parent, lower, upper)
WHERE due.name IS DISTINCT FROM p.relname;
});

my $night = q{
UPDATE job SET begun = now() WHERE parent IN (SELECT parent FROM tonight) AND begun IS NULL;
SELECT format('CALL wiji_maintain_partitions(%L, %L, %L, %L, %L)', parent, '1 ' || step, ahead, keep, zone)
FROM tonight \gexec
-- rows of now, and of the first and last moment of each, find a partition
SELECT format($$
	INSERT INTO %s (id) SELECT wiji_generate(t)
	FROM job, due(job), unnest(ARRAY[now(), wiji_timestamp(lower),
		wiji_timestamp(upper) - interval '1 microsecond']) t
	WHERE parent = %L$$, parent, parent)
FROM tonight \gexec
SELECT * FROM wrong LIMIT 3;
};

# Every night at about two, UTC, and three times not for a month.
my $now = 1767225600;
my ($nights, @failures) = (0);
while ($now < 1767225600 + 366 * 86400 && @failures < 3)
{
	set_clock(my $clock = strftime('%Y-%m-%d %H:%M:%S', gmtime $now + rand 4 * 3600));
	my $user = int rand 2;
	my ($answer, $error) = answer_and_error($session[$user], $night);
	push @failures, "$clock, " . ('owner', 'superuser')[$user] . ": $answer$error"
	  if $answer ne '' || $error =~ /ERROR|FATAL/;
	$nights++;
	$now += 86400 * ($nights % 90 == 89 ? 31 : 1);
}
is_deeply(\@failures, [], 'after every night the partitions are those that they have to be');
cmp_ok($nights, '>', 270, "and there were $nights nights");

is( $session[0]->query_safe(
		q{SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace}),
	$session[0]->query_safe('SELECT count(*) + 1 FROM partition'), 'the old ones are gone');

is($session[0]->query_safe("SELECT count(*) FROM job WHERE begun IS NULL"), 0, 'each job ran');

$_->quit foreach @session;
set_clock('+0');
$node->stop;
done_testing();
