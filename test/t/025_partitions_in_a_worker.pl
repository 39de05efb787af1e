# A trigger may look after partitions, also where a worker of logical replication fires it, which
# serves no client and has no portal.

use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(allows_streaming => 'logical');
$node->start;

# A subscriber in the same server needs a slot that is there before.
$node->safe_psql('postgres', 'CREATE DATABASE publisher');
$node->safe_psql('publisher', q{
	CREATE TABLE news (n integer PRIMARY KEY);
	CREATE PUBLICATION p FOR TABLE news;
	SELECT pg_create_logical_replication_slot('s', 'pgoutput');
});
$node->safe_psql('postgres', q{
	CREATE EXTENSION wiji;
	CREATE TABLE event (id wiji) PARTITION BY RANGE (id);
	SELECT FROM wiji_create_partitions('event', '2000-01-01', '2002-01-01', '1 year', 'UTC');
	CALL wiji_maintain_partitions('event', '30 years', '1 day', NULL, 'UTC');
	CREATE TABLE news (n integer PRIMARY KEY);
	CREATE FUNCTION fire() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
	BEGIN
		CALL wiji_maintain_partitions('event', '30 years', '1 day', '1 year', 'UTC');
		RETURN new;
	END $$;
	CREATE TRIGGER fire BEFORE INSERT ON news FOR EACH ROW EXECUTE FUNCTION fire();
	ALTER TABLE news ENABLE ALWAYS TRIGGER fire;
});
my $to_drop = "SELECT to_drop FROM wiji_partition_report('event', '30 years', '1 day', '1 year', 'UTC')";
is($node->safe_psql('postgres', $to_drop), '{event_20000101,event_20010101}', 'there is something to drop');
$node->safe_psql('postgres', "CREATE SUBSCRIPTION s CONNECTION '" . $node->connstr . " dbname=publisher' PUBLICATION p
	WITH (create_slot = false, slot_name = 's', copy_data = false)");
$node->safe_psql('publisher', 'INSERT INTO news VALUES (1)');
ok($node->poll_query_until('postgres', 'SELECT count(*) = 1 FROM news'), 'a row arrives');
is($node->safe_psql('postgres', $to_drop), '{}', 'partitions that are over are dropped by the worker');

unlike(slurp_file($node->logfile), qr/terminated by signal|PANIC|TRAP/, 'nothing crashed');
$node->stop;
done_testing();
