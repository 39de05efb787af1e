# A role that uses more feeds than shared memory has room for, all the time: other feeds are started at
# most as often as they would be without it, and a start is never begun again.

use strict;
use warnings;

use lib 'test/t', 'feed/t';

use Feeds;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

my ($feeds, $partitions) = $ENV{WIJI_TEST_ALL} ? (2200, 3000) : (1400, 500);
my $node = feed_node('main');
$node->start;
$FEEDS{late} = { %{ $FEEDS{v7} }, lag => '5 s' };
create_tables($node, qw(v7 wiji late));

$node->safe_psql('postgres', qq{
	CREATE ROLE anyone;
	CREATE SCHEMA anyone AUTHORIZATION anyone;
	CREATE TABLE large (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY) PARTITION BY RANGE (id);
	SELECT wiji_create_feed('large');
	DO \$\$BEGIN
		FOR n IN 0 .. $partitions - 1 LOOP
			EXECUTE format('CREATE TABLE large_%s PARTITION OF large FOR VALUES FROM (%s) TO (%s)',
				n, 100 * n, 100 * (n + 1));
		END LOOP;
	END\$\$});
$node->safe_psql('postgres', qq{
	SET SESSION AUTHORIZATION anyone;
	SET search_path = anyone, public;
	DO \$\$BEGIN
		FOR n IN 1 .. $feeds LOOP
			EXECUTE format('CREATE TABLE feed_%s (id bigint GENERATED ALWAYS AS IDENTITY UNIQUE)', n);
			PERFORM wiji_create_feed('feed_' || n, 'id');
			COMMIT;
		END LOOP;
	END\$\$});

# Uses each feed once.
my $round = qq{
	SELECT count(wiji_horizon_bigint(('anyone.feed_' || n)::regclass)) FROM generate_series(1, $feeds) n};

sub session { my ($settings) = @_; my $s = $node->background_psql('postgres', on_error_stop => 0); $s->query_safe($settings // ''); return $s; }

# What a query prints as an error.
sub error
{
	my ($session, $query) = @_;
	$session->{stderr} = '';
	$session->query($query);
	return $session->{stderr} =~ /(ERROR: .*)/ ? $1 : '';
}

#
# A session that is connected keeps the entry that it used last.
#

my $writer = session();
my $stranger = session('SET SESSION AUTHORIZATION anyone');
foreach my $feed (qw(late v7 wiji))
{
	$writer->query_safe("INSERT INTO event_$feed (what) VALUES ('now')");
	is($stranger->query_safe($round), $feeds, "$feed: others use $feeds feeds");
	is(error($writer, $feed eq 'late' ?
			"INSERT INTO event_late VALUES (uuidtime_v7_lower(clock_timestamp() - interval '2 s'), 'old')" :
			"INSERT INTO event_$feed (what) VALUES ('next')"), '', "$feed: keys that it allowed are still allowed");
}

# A key of the future would make a start wait.
$writer->query_safe("INSERT INTO event_v7 VALUES (uuidtime_v7_lower(clock_timestamp() + interval '4 s'), 'future')");
is($stranger->query_safe($round), $feeds, 'others use their feeds');
is(error($writer, "SET wiji_feed.max_clock_wait = 0; INSERT INTO event_v7 (what) VALUES ('now')"), '',
	'an insert does not have to wait for a key of the future');

#
# A session that uses two feeds in turn, one of them with many partitions, while all entries are given
# again and again.
#

my $stop = 0;
my @strangers = map { session('SET SESSION AUTHORIZATION anyone') } 1, 2;
sub begin_round
{
	my ($session) = @_;
	$session->{stdout} = '';
	$session->{stdin} .= "$round;\n\\echo round\n";
	return;
}

my $first = time;
is(error(session(), "SELECT wiji_horizon_bigint('large')"), '', 'the feed is used for the first time');
$first = time - $first;

begin_round($_) foreach @strangers;
$writer->query_safe("SET statement_timeout = '1 s'");
my ($rounds, $uses, @errors, @seconds) = (0, 0);
while ($uses < 100 || $rounds < 4)
{
	foreach my $query ('INSERT INTO large VALUES (DEFAULT)', "SELECT wiji_horizon_bigint('large')",
		"INSERT INTO event_wiji (what) VALUES ('x')", "SELECT wiji_horizon('event_wiji')")
	{
		my $begin = time;
		push @errors, error($writer, $query) || ();
		push @seconds, time - $begin;
		$uses++;
	}
	foreach my $session (@strangers)
	{
		$session->{run}->pump_nb;
		next if $session->{stdout} !~ /^round$/m;
		$rounds++;
		begin_round($session);
	}
	last if @errors;
}
is(join("\n", @errors), '', 'no use of the feeds takes longer than a second');
cmp_ok($rounds, '>=', 4, 'others used all of their feeds meanwhile');
@seconds = sort { $a <=> $b } @seconds;
note(sprintf '%d uses, median %.1f ms, greatest %.1f ms; first use %.1f ms', $uses, 1000 * $seconds[ @seconds / 2 ],
	1000 * $seconds[-1], 1000 * $first);

$node->stop('immediate');
done_testing();
