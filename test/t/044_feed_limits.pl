# More feeds, and more commits, than shared memory has room for.

use strict;
use warnings;

use lib 'test/t';

use Feeds;
use PostgreSQL::Test::Cluster;
use Test::More;
use TestHelp;

my $entries = 1024;
my $count = "SELECT count(*) FROM event_wiji WHERE id < wiji_horizon('event_wiji')";

my $node = feed_node('main');
$node->start;
create_tables($node, qw(wiji v7));
$node->safe_psql('postgres', 'CREATE TABLE other (id wiji DEFAULT wiji_generate())');

# As many feeds as there are entries: the next one is rejected.  When feeds are dropped, others take
# their entries, but not that of a feed that a transaction has entered.
{
	my $read = "SELECT count(*) FROM event_v7 WHERE id < uuidtime_v7_horizon('event_v7')";
	my $open = $node->background_psql('postgres');
	$open->query_safe("BEGIN; INSERT INTO event_v7 (what) VALUES ('slow')");
	$node->safe_psql('postgres', "INSERT INTO event_wiji (what) VALUES ('first')");
	my $insert = 'INSERT INTO feed_0 VALUES (DEFAULT)';
	$node->safe_psql('postgres', qq{
		DO \$\$BEGIN
			FOR n IN REVERSE $entries .. 0 LOOP
				EXECUTE format('CREATE TABLE feed_%s (id bigint GENERATED ALWAYS AS IDENTITY UNIQUE)', n);
				PERFORM wiji_create_feed('feed_' || n, 'id');
				COMMIT;
				BEGIN
					EXECUTE format('INSERT INTO feed_%s VALUES (DEFAULT)', n);
				EXCEPTION WHEN program_limit_exceeded THEN
					RAISE NOTICE 'feed_% is one too many', n;
				END;
				COMMIT;
			END LOOP;
		END\$\$});
	is(sqlstate($node, $insert), '54000', 'one feed too many');
	is(sqlstate($node, 'INSERT INTO other VALUES (DEFAULT)'), '', 'another table is not affected');
	is($node->safe_psql('postgres', $count), 1, 'nor is a feed that was there');
	$node->safe_psql('postgres',
		"DO 'BEGIN FOR n IN 1 .. $entries LOOP PERFORM wiji_drop_feed(''feed_'' || n); END LOOP; END'");
	is(sqlstate($node, $insert), '', 'when other feeds have been dropped there is room');
	is($node->safe_psql('postgres', "INSERT INTO event_v7 (what) VALUES ('quick'); $read"), 0,
		'a transaction still holds its feed back');
	$open->query_safe('COMMIT');
	$open->quit;
	is($node->safe_psql('postgres', $read), 2, 'until it ends');
}

# A snapshot that is older than the commits that are remembered.
{
	my ($late, $early) = map { $node->background_psql('postgres', on_error_stop => 0) } 1, 2;
	$_->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM other') foreach $late, $early;
	my $answer = $early->query_safe($count);
	$node->safe_psql('postgres', qq{
		INSERT INTO event_wiji (what) VALUES ('later');
		DO \$\$BEGIN
			FOR n IN 1 .. 16384 LOOP
				INSERT INTO event_v7 (what) VALUES (n);
				COMMIT;
			END LOOP;
		END\$\$});
	is($early->query_safe($count), $answer, 'a session that had a horizon for the snapshot keeps it');
	like(error_of($late, $count), qr/ERROR:  40001: /, 'one that calls for the first time needs a newer snapshot');
	$late->query('ROLLBACK');
	$late->{stderr} = '';
	is($late->query_safe("BEGIN ISOLATION LEVEL REPEATABLE READ; $count"), $answer + 1,
		'the next transaction gets a horizon');
	$_->quit foreach $early, $late;
}

$node->stop;
done_testing();
