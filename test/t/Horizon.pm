# A server with a feed, for tests of wiji_horizon().
package Horizon;

use strict;
use warnings;

use Exporter 'import';
use FakeClock;
use PostgreSQL::Test::Cluster;

our @EXPORT = qw($horizon $newer horizon_server session psql_error read_all holders clock_holder);

our $horizon = 'SELECT wiji_horizon()';

# what came since the reader's last id, and is below the horizon
our $newer = q{
	SELECT string_agg(what, ' ' ORDER BY id) FROM event
	WHERE id > coalesce((SELECT id FROM reader), wiji_lower('epoch')) AND id < wiji_horizon()};

# A server that is started, with a feed, its reader, and another database with a feed.
sub horizon_server
{
	my ($name, $settings) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init(allows_streaming => 1);
	$node->append_conf('postgresql.conf', "max_prepared_transactions = 5
		restart_after_crash = on
		autovacuum = off
		wal_level = logical");
	$node->append_conf('postgresql.conf', $settings // "shared_preload_libraries = 'wiji'");
	start_with_fake_clock($node);
	$node->safe_psql('postgres', q{
		CREATE EXTENSION wiji;
		CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
		CREATE TABLE reader (id wiji);
		CREATE TABLE other (n integer);
		CREATE DATABASE elsewhere});
	$node->safe_psql('elsewhere', 'CREATE EXTENSION wiji; CREATE TABLE event (id wiji DEFAULT wiji_generate())');
	return $node;
}

sub session
{
	my ($node) = @_;
	return $node->background_psql('postgres', on_error_stop => 0);
}

sub psql_error
{
	my ($node, $query, $database) = @_;
	my ($rc, $out, $error) = $node->psql($database // 'postgres', "\\set VERBOSITY verbose\n$query");
	return $error;
}

sub read_all
{
	my ($node) = @_;
	return $node->safe_psql('postgres', $newer);
}

# how many sessions hold rows back, which prepared transactions do, and how many holders have a
# floor
sub holders
{
	my ($node) = @_;
	return $node->safe_psql('postgres', q{
		SELECT count(pid), string_agg(gid, ' ' ORDER BY gid), count(floor) FROM wiji_horizon_holders()});
}

# "behind" if the clock holds rows back
sub clock_holder
{
	my ($node) = @_;
	return $node->safe_psql('postgres', q{
		SELECT 'behind' FROM wiji_horizon_holders()
		WHERE pid IS NULL AND gid IS NULL AND since IS NULL AND wiji_timestamp(floor) > clock_timestamp()});
}

1;
