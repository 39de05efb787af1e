# wiji_horizon() after a start, a crash and a promotion.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use Horizon;
use PostgreSQL::Test::Cluster;
use Test::More;
use TestHelp;

# A standby becomes the primary, with its clock an hour behind: its ids go on after what it knows.
sub goes_on_after_promotion
{
	my ($standby, $name) = @_;
	$standby->promote;
	$standby->safe_psql('postgres', "INSERT INTO event (what) VALUES ('after')");
	is($standby->safe_psql('postgres', $newer), 'after', $name);
	$standby->stop;
	set_clock('+0');
	return;
}

my $node = horizon_server('main');

# A transaction that was prepared before the server's start may have made any id.
foreach my $stop ('fast', 'immediate')
{
	$node->safe_psql('postgres', "BEGIN; INSERT INTO event (what) VALUES ('unknown'); PREPARE TRANSACTION 'unknown'");
	$node->safe_psql('elsewhere', "BEGIN; INSERT INTO event DEFAULT VALUES; PREPARE TRANSACTION 'elsewhere'");
	$node->stop($stop);
	start_with_fake_clock($node);
	my ($early, $late) = (session($node), session($node));
	$early->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other');
	my $error = 'ERROR:  55000: the ids of prepared transaction "unknown" are not known';
	my $hint = 'HINT:  Use COMMIT PREPARED or ROLLBACK PREPARED';
	like(psql_error($node, $horizon), qr/$error.*$hint/s,
		"$stop restart: with a prepared transaction from before there is an error");
	is(holders($node), '0|unknown|0', "$stop restart: it is named, without a floor");
	$late->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other');
	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('new'); COMMIT PREPARED 'unknown'");
	foreach my $session ($early, $late)
	{
		like(error_of($session, $newer),
			qr/ERROR:  40001: the snapshot is too old.*prepared before the server was started/s,
			"$stop restart: a snapshot that has not seen its end has no horizon");
		$session->quit;
	}
	is(read_all($node), 'unknown new', "$stop restart: all is well once it has ended");
	like(psql_error($node, $horizon, 'elsewhere'), qr/ERROR:  55000: the ids of prepared transaction "elsewhere"/,
		"$stop restart: the other database has its own");
	$node->safe_psql('elsewhere', "ROLLBACK PREPARED 'elsewhere'; SELECT wiji_horizon()");
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# The first question since the start comes from a snapshot that is older than the end of such a one.
{
	$node->safe_psql('postgres', "BEGIN; INSERT INTO event (what) VALUES ('unknown'); PREPARE TRANSACTION 'unknown'");
	$node->stop('fast');
	start_with_fake_clock($node);
	my $session = session($node);
	$session->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other');
	$node->safe_psql('postgres', "COMMIT PREPARED 'unknown'");
	like(error_of($session, $newer), qr/ERROR:  40001/,
		'a snapshot from before such an end has no horizon, though it is the first to ask');
	$session->query_safe('ROLLBACK');
	is($session->query_safe($newer), 'unknown', 'a new snapshot has a horizon');
	$session->quit;
	$node->safe_psql('postgres', 'TRUNCATE event');
}

# Nothing that was read before a start is above what is made after it, though the clock was set back
# meanwhile.
foreach my $preloaded ($node->pg_version >= 17 ? (1, 0) : 1)
{
	foreach my $way ('fast', 'immediate')
	{
		my $name = ($preloaded ? 'preloaded, ' : 'not preloaded, ') . $way;
		$node->safe_psql('postgres', q{
			INSERT INTO event (what) VALUES ('before');
			INSERT INTO reader SELECT max(id) FROM event WHERE id < wiji_horizon()});
		$node->adjust_conf('postgresql.conf', 'shared_preload_libraries', $preloaded ? "'wiji'" : "''");
		$node->stop($way);
		start_with_fake_clock($node, '-3600');
		$node->safe_psql('postgres', 'CHECKPOINT') if $way eq 'immediate';
		is( $node->safe_psql('postgres', q{
				INSERT INTO event (what) VALUES ('after');
				SELECT wiji_timestamp(max(id)) > clock_timestamp() + interval '50 minutes' FROM event}),
			't', "$name: ids go on where they were");
		is(read_all($node), 'after', "$name: and the reader goes on");
		$node->stop;
		start_with_fake_clock($node);
		$node->safe_psql('postgres', 'TRUNCATE event, reader');
	}
}
$node->adjust_conf('postgresql.conf', 'shared_preload_libraries', "'wiji'");
$node->stop;
# The clock was behind a moment ago, so the mark that was kept is still up to a second ahead.
unlink $node->data_dir . '/wiji_low_water' or die "there is no wiji_low_water: $!";
start_with_fake_clock($node);

# A standby cannot tell.  It can after its promotion, unless a transaction was prepared before.
{
	$node->backup('copy');
	my $standby = PostgreSQL::Test::Cluster->new('standby');
	$standby->init_from_backup($node, 'copy', has_streaming => 1);
	$standby->append_conf('postgresql.conf', 'hot_standby = on');
	$standby->start;
	$node->safe_psql('postgres', q{
		INSERT INTO event (what) VALUES ('old');
		BEGIN;
		INSERT INTO event (what) VALUES ('unknown');
		PREPARE TRANSACTION 'unknown'});
	$node->wait_for_catchup($standby, 'replay');
	foreach my $query ($horizon, 'SELECT * FROM wiji_horizon_holders()')
	{
		like(psql_error($standby, $query), qr/ERROR:  55000: a standby cannot tell a horizon.*HINT:  Ask the primary/s,
			"a standby: $query");
	}
	# this transaction's snapshot outlives the promotion
	my $session = $standby->background_psql('postgres', on_error_stop => 0);
	$session->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(wiji_generate()) FROM event');
	$standby->promote;
	like(error_of($session, $newer), qr/ERROR:  40001: .*while the server was a standby/s,
		'a snapshot of the standby has no horizon on the primary');
	$session->query_safe('ROLLBACK');
	# 16.4 takes no new snapshot before a transaction has ended since, not even at the promotion
	$standby->safe_psql('postgres', 'SELECT pg_current_xact_id()');
	like(error_of($session, $newer), qr/ERROR:  55000: the ids of prepared transaction "unknown"/,
		'what was prepared on the old primary is not known on the new one');
	$session->query_safe("COMMIT PREPARED 'unknown'; INSERT INTO event (what) VALUES ('new')");
	is($session->query_safe($newer), 'old unknown new',
		'the new primary has a horizon once the prepared transaction has ended');
	$session->quit;
	$standby->stop;

	# one whose clock is an hour behind: that of this server did not go on while the primary's did
	$node->safe_psql('postgres', "ROLLBACK PREPARED 'unknown'");
	my $behind = PostgreSQL::Test::Cluster->new('behind');
	$behind->init_from_backup($node, 'copy', has_streaming => 1);
	start_with_fake_clock($behind);
	$node->safe_psql('postgres', q{
		INSERT INTO event (what) VALUES ('before');
		INSERT INTO reader SELECT max(id) FROM event WHERE id < wiji_horizon()});
	$node->wait_for_catchup($behind, 'replay');
	set_clock('-3600');
	goes_on_after_promotion($behind, 'a new primary whose clock is behind goes on after what was replayed');

	# one that was started anew meanwhile, and has replayed no commit since then
	my $idle = PostgreSQL::Test::Cluster->new('idle');
	$idle->init_from_backup($node, 'copy', has_streaming => 1);
	start_with_fake_clock($idle);
	$node->safe_psql('postgres', 'CHECKPOINT');
	$node->wait_for_catchup($idle, 'replay');
	$idle->safe_psql('postgres', 'CHECKPOINT');
	$idle->stop;
	start_with_fake_clock($idle, '-3600');
	goes_on_after_promotion($idle, 'and so does one that has replayed no commit since it was started');

	# and one whose WAL, since the backup that it was made of, has no transaction
	$node->backup('quiet');
	my $quiet = PostgreSQL::Test::Cluster->new('quiet');
	$quiet->init_from_backup($node, 'quiet', has_streaming => 1);
	$quiet->append_conf('postgresql.conf', 'wal_keep_size = 64MB');
	start_with_fake_clock($quiet, '-3600');
	goes_on_after_promotion($quiet, 'or since it was made');
}

$node->stop;
done_testing();
