# A clock that was ahead is put right, and then the server is restarted.  The times of the last
# commits are below what readers have read by then, but the low-water mark is not forgotten.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use File::Copy;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

sub server
{
	my ($name) = @_;
	my $server = PostgreSQL::Test::Cluster->new($name);

	$server->init(allows_streaming => 1);
	$server->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'\nlog_statement = none");
	start_with_fake_clock($server);
	$server->safe_psql('postgres', q{
		CREATE EXTENSION wiji;
		CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
		CREATE TABLE reader (id wiji NOT NULL);
		CREATE TABLE other (n integer);
		INSERT INTO reader VALUES (wiji_lower('epoch'))});
	return $server;
}
my $node = server('main');
my $read = q{WITH rows AS (SELECT * FROM event WHERE id > (SELECT id FROM reader) AND id < wiji_horizon()),
	keep AS (UPDATE reader SET id = (SELECT max(id) FROM rows) WHERE EXISTS (TABLE rows))
	SELECT string_agg(what, ' ' ORDER BY id) FROM rows};
my $remembered = $node->data_dir . '/wiji_low_water';

# Writes and reads, as sessions of their own do.
sub write_and_read
{
	my ($what) = @_;

	$node->safe_psql('postgres', "INSERT INTO event (what) VALUES ('$what')");
	return $node->safe_psql('postgres', $read);
}
is(write_and_read('before'), 'before', 'a clock that is right');
ok(!-e $remembered, 'leaves nothing to remember');

my $hours = 0;
foreach my $stop ('fast', 'immediate', 'fast')
{
	set_clock('+' . ($hours += 3600));
	is(write_and_read('ahead'), 'ahead', "$stop: a clock that is ahead");
	set_clock('+0');
	is(write_and_read('put right'), 'put right', "$stop: the clock is put right, and ids go on");
	ok(-e $remembered, "$stop: which is remembered");
	$node->safe_psql('postgres', q{
		DO $$BEGIN FOR i IN 1..2000 LOOP INSERT INTO other VALUES (i); COMMIT; END LOOP; END$$;
		CHECKPOINT});
	$node->stop($stop);
	start_with_fake_clock($node);
	is(write_and_read('after'), 'after', "$stop: nothing is missed after a restart");
	set_clock('+' . ($hours + 10));
	is(write_and_read('in time'), 'in time', "$stop: nor when the clock has come so far");
	is($node->safe_psql('postgres', 'SELECT count(*) FROM wiji_horizon_holders()'), 0,
		"$stop: it holds nothing back any more");
	$node->safe_psql('postgres', 'TRUNCATE event; UPDATE reader SET id = wiji_lower(\'epoch\')');
}

# No standby gets the file by itself.  Whoever copies it before a promotion, does for it what is
# done for a restart.
set_clock('+' . ($hours + 3600));
write_and_read('ahead');
set_clock('+0');
write_and_read('put right');
$node->backup('backup');
foreach my $is_copied (0, 1)
{
	my $standby = PostgreSQL::Test::Cluster->new("standby$is_copied");
	$standby->init_from_backup($node, 'backup', has_streaming => 1);
	my $file = $standby->data_dir . '/wiji_low_water';
	unlink $file;
	start_with_fake_clock($standby);
	$node->wait_for_catchup($standby);
	copy($remembered, $file) or die $! if $is_copied;
	$standby->promote;
	is( $standby->safe_psql('postgres', 'SELECT wiji_generate() > max(id) FROM event'),
		$is_copied ? 't' : 'f',
		'ids of a promoted standby go on ' . ($is_copied ? 'with the file' : 'from its clock without it'));
	$standby->stop;
}
$node->stop;

# What is no time is as good as nothing, and so is a file that cannot be written.
set_clock('+0');
$node = server('other');
$remembered = $node->data_dir . '/wiji_low_water';
foreach my $text ('', 'x', '-5', '99999999999999999999', "4000000000000000 2\n")
{
	$node->stop;
	append_to_file($remembered, $text);
	start_with_fake_clock($node);
	is( $node->safe_psql('postgres',
			'SELECT abs(extract(epoch FROM wiji_timestamp(wiji_horizon()) - clock_timestamp())) < 600'),
		't', "\"$text\" is no time");
	unlink $remembered;
}
mkdir $remembered;
set_clock('+100');
$node->safe_psql('postgres', 'SELECT wiji_horizon()');
set_clock('+0');
is( $node->safe_psql('postgres', "INSERT INTO event (what) SELECT 'same' FROM generate_series(1, 3) RETURNING what"),
	"same\nsame\nsame", 'ids are made all the same');
like(slurp_file($node->logfile), qr/LOG:  could not .*"wiji_low_water/, 'and the log tells so');
rmdir $remembered;

$node->stop;
done_testing();
