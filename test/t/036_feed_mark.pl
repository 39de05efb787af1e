# The history of a horizon that travels in a row: readers on a standby and on a cascaded one read
# each row once, while writers overlap; and go on when the primary is lost and the standby becomes
# the next one.  FeedHistory.pm has the storm and the verdict.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use FeedHistory;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $primary = history_node('primary', allows_streaming => 1);
$primary->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'");
start_with_fake_clock($primary);
$primary->safe_psql('postgres', $TABLES . q{
	CREATE EXTENSION wiji;
	CREATE EXTENSION uuidtime;
	CREATE TABLE event_wiji (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
	CREATE TABLE event_uuid (id uuid PRIMARY KEY DEFAULT uuidtime_v7(), what text);
	INSERT INTO feed VALUES
		('event_wiji', 'wiji', wiji_lower('epoch')::text, '(SELECT horizon FROM feed_mark)'),
		('event_uuid', 'uuid', uuidtime_v7_lower('epoch')::text, '(SELECT v7_horizon FROM feed_mark)');
	CREATE TABLE feed_mark (horizon wiji NOT NULL, v7_horizon uuid NOT NULL);
	INSERT INTO feed_mark VALUES (wiji_horizon(), uuidtime_v7_horizon())});
my @feeds = qw(event_wiji event_uuid);
my %feed =
  map { $_ => [ split /\|/, $primary->safe_psql('postgres', "SELECT least, horizon FROM feed WHERE name = '$_'") ] }
  @feeds;

sub copy_of
{
	my ($name, $of) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	$of->backup('copy');
	$node->init_from_backup($of, 'copy', has_streaming => 1);
	start_with_fake_clock($node);
	return $node;
}
my $standby = copy_of('standby', $primary);
my $cascaded = copy_of('cascaded', $standby);

# Notes are what psql prints.  A reader goes on behind its last note of each feed.
sub read_feed
{
	my ($feed, $at, $horizon) = @_;

	return "\\set rows ''\n" . qq{
		SELECT coalesce(string_agg('$feed ' || id, E'\\n' ORDER BY id), '') AS rows,
		       coalesce((array_agg(id ORDER BY id DESC))[1]::text, :'$feed') AS $feed
		FROM (SELECT id FROM $feed WHERE id > :'$feed' $horizon ORDER BY id LIMIT 500) s \\gset
		\\echo :rows
	};
}
sub reader
{
	my ($me, $node, $level) = @_;
	my $out = history_folder() . "/$me.out";
	my $poll = join '', map { read_feed($_, $feed{$_}[0], $me eq 'naive' ? '' : "AND id < $feed{$_}[1]") } @feeds;
	my $twice = "BEGIN ISOLATION LEVEL $level;\n$poll SELECT pg_sleep(0.02);\n$poll COMMIT;\n";

	return $me => [
		$node->connstr('postgres'),
		sub {
			my %at = ((map { $_ => $feed{$_}[0] } @feeds), -e $out ? slurp_file($out) =~ /^(event_\w+) (\S+)$/mg : ());
			return join('', map { "\\set $_ '$at{$_}'\n" } @feeds) . $twice x 5;
		} ];
}

# Whoever writes finds the server that is the primary.
my $writable = sprintf 'host=%s,%s port=%d,%d dbname=postgres target_session_attrs=read-write',
  (map { $_->host } $primary, $standby), (map { $_->port } $primary, $standby);
my %writers = writers(writing_ways(@feeds));
my $move = q{
	UPDATE feed_mark
	SET horizon = greatest(horizon, wiji_horizon()), v7_horizon = greatest(v7_horizon, uuidtime_v7_horizon());
};
my %sessions = (
	(map { $_ => [ $writable, $writers{$_} ] } keys %writers),
	mover => [ $writable, sub { return "$move SELECT pg_sleep(0.005);\n" x 20 } ],
	reader('standby', $standby, 'read committed'),
	reader('cascaded', $cascaded, 'repeatable read'),
	reader('naive', $standby, 'read committed'));

# The new primary's clock is not behind.  That it knows what was committed is looked at once, as
# docs/feeds.md says; from then on its clock may be set back.
my $lost = 0;
storm($primary, \%sessions, sub {
	my ($part) = @_;

	return $lost ? $standby : $primary if $lost || $part < 0.5;
	$lost = 1;
	set_clock('+0.3');
	$primary->stop('immediate');
	$standby->promote;
	$standby->psql('postgres', 'SELECT wiji_horizon()');
	return $standby;
});
ok($lost, 'the primary was lost in the middle');

$standby->safe_psql('postgres', $move);
$standby->wait_for_catchup($cascaded, 'replay', $standby->lsn('insert'));
my $folder = history_folder();
foreach my $me (qw(standby cascaded naive))
{
	my ($connstr, $script) = @{ $sessions{$me} };
	my ($before, $now) = (-1, 0);

	for (; $before != $now; $now = () = slurp_file("$folder/$me.out") =~ /^event/mg)
	{
		$before = $now;
		open(my $file, '>', "$folder/$me.sql") or die $!;
		print $file $script->();
		close $file;
		system("psql -XAtq -f '$folder/$me.sql' '$connstr' >>'$folder/$me.out'");
	}
	$standby->safe_psql('postgres', qq{
		CREATE TEMP TABLE raw (n bigserial, note text);
		COPY raw (note) FROM '$folder/$me.out';
		INSERT INTO note (reader, feed, id)
		SELECT '$me', split_part(note, ' ', 1), split_part(note, ' ', 2) FROM raw WHERE note <> '' ORDER BY n});
	next if $me eq 'naive';
	# A conflict with recovery also ends what the transaction would have done next.
	my $errors = errors_of($me) =~ s/^.*(connection|conflict with recovery|transaction is aborted).*\n?//mgr;
	is($errors, '', "reader $me: no error but those to retry");
	check_feed($standby, $me, $_) foreach @feeds;
}
check_naive($standby, @feeds);

$_->stop foreach $cascaded, $standby;
done_testing();
