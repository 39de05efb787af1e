# The history of feeds of changes, as docs/feeds.md makes them: rows are inserted, updated, deleted,
# and inserted again.  Each reader keeps a copy, which has to be the table in the end.  FeedHistory.pm
# has the storm.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use FeedHistory;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = history_node('main');
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji'");
start_with_fake_clock($node);

# Keys of account come again; rows of branch move between partitions.
$node->safe_psql('postgres', $TABLES . q{
	CREATE EXTENSION wiji;
	CREATE EXTENSION uuidtime;
	CREATE TABLE account (n integer PRIMARY KEY, balance integer NOT NULL, seen_at timestamptz, changed wiji NOT NULL UNIQUE);
	CREATE TABLE branch (n serial, balance integer NOT NULL, half integer NOT NULL DEFAULT 0, changed uuid) PARTITION BY LIST (half);
	CREATE TABLE branch_0 PARTITION OF branch FOR VALUES IN (0);
	CREATE TABLE branch_1 PARTITION OF branch FOR VALUES IN (1);
	CREATE INDEX ON branch (n);
	CREATE INDEX ON branch (changed);
	INSERT INTO feed VALUES
		('account', 'wiji', wiji_lower('epoch')::text, 'wiji_horizon()'),
		('branch', 'uuid', uuidtime_v7_lower('epoch')::text, 'uuidtime_v7_horizon()');
	CREATE FUNCTION bury() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		EXECUTE format('INSERT INTO %I (n) VALUES ($1) ON CONFLICT (n) DO UPDATE SET n = excluded.n', TG_ARGV[0]) USING OLD.n;
		RETURN NULL;
	END $$;
	DO $$
	DECLARE f feed;
	BEGIN
		FOR f IN TABLE feed LOOP
			EXECUTE format('CREATE TABLE %s_deleted (n integer PRIMARY KEY, changed %s NOT NULL UNIQUE)', f.name, f.type);
			EXECUTE format('CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON %s_deleted FOR EACH ROW EXECUTE FUNCTION wiji_stamp(''changed'')', f.name);
			EXECUTE format('CREATE TRIGGER bury AFTER DELETE ON %s FOR EACH ROW EXECUTE FUNCTION bury(''%s_deleted'')', f.name, f.name);
			EXECUTE format('CREATE TRIGGER bury_key AFTER UPDATE ON %s FOR EACH ROW WHEN (OLD.n <> NEW.n) EXECUTE FUNCTION bury(''%s_deleted'')', f.name, f.name);
		END LOOP;
	END $$;
	CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON account FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed', 'seen_at');
	CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON branch FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed');

	CREATE TABLE copy (reader text, feed text, n integer, balance integer, PRIMARY KEY (reader, feed, n));
	CREATE PROCEDURE poll(me text, pause float8) LANGUAGE plpgsql AS $$
	DECLARE
		f feed;
		r record;
		at text;
	BEGIN
		FOR f IN TABLE feed UNION ALL TABLE feed LOOP
			at := place(me, f);
			PERFORM pg_sleep(random() * pause);
			FOR r IN EXECUTE format('SELECT n, balance, changed::text AS id FROM (
				SELECT n, balance, changed FROM %1$s
				UNION ALL SELECT n, NULL, changed FROM %1$s_deleted d WHERE NOT EXISTS (SELECT FROM %1$s t WHERE t.n = d.n)) s
				WHERE changed > %2$L %3$s ORDER BY s.changed LIMIT 500', f.name, at, CASE WHEN me <> 'naive' THEN 'AND changed < ' || f.horizon END)
			LOOP
				INSERT INTO note (reader, feed, id) VALUES (me, f.name, r.id);
				DELETE FROM copy WHERE (reader, feed, n) = (me, f.name, r.n);
				IF r.balance IS NOT NULL THEN
					INSERT INTO copy VALUES (me, f.name, r.n, r.balance);
				END IF;
			END LOOP;
		END LOOP;
	END $$});
my $folder = history_folder();
append_to_file("$folder/balances", join '', map { "$_\n" } 1 .. 5);

my $n = sub { return int rand 30 };
my $try = sub { return "DO \$\$BEGIN $_[0]; EXCEPTION WHEN unique_violation THEN NULL; END\$\$;" };
my @ways = (
	sub { return $try->("INSERT INTO account VALUES (@{[ $n->() ]}, 1)") },
	sub { return "INSERT INTO account VALUES (@{[ $n->() ]}, 1) ON CONFLICT (n) DO UPDATE SET balance = account.balance + 1;" },
	sub { return "UPDATE account SET balance = balance + 1, changed = NULL WHERE n = @{[ $n->() ]};" },
	sub { return "UPDATE account SET balance = balance + 1 WHERE n % 7 = @{[ $n->() % 7 ]};" },
	sub { return "UPDATE account SET seen_at = now() WHERE n = @{[ $n->() ]};" },
	sub { return $try->("UPDATE account SET n = @{[ $n->() ]} WHERE n = @{[ $n->() ]}") },
	sub { return "DELETE FROM account WHERE n = @{[ $n->() ]};" },
	sub { my $k = $n->(); return $try->("DELETE FROM account WHERE n = $k; INSERT INTO account VALUES ($k, 0)") },
	sub { my $k = $n->(); return "MERGE INTO account a USING (VALUES ($k), (@{[ $k + 1 ]})) v (n) ON a.n = v.n WHEN MATCHED AND a.balance % 2 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET balance = balance + 1 WHEN NOT MATCHED THEN DO NOTHING;" },
	sub { return "SAVEPOINT s; UPDATE account SET balance = -1 WHERE n = @{[ $n->() ]}; ROLLBACK TO s;" },
	sub { return "SAVEPOINT s; UPDATE account SET balance = balance + 1 WHERE n = @{[ $n->() ]}; RELEASE s;" },
	sub { return "SET LOCAL wiji.feed = off; UPDATE account SET balance = balance + 1 WHERE n = @{[ $n->() ]};" },
	sub { return "COPY branch (balance) FROM '$folder/balances';" },
	sub { return 'UPDATE branch SET half = 1 - half WHERE n IN (SELECT n FROM branch ORDER BY random() LIMIT 3);' },
	sub { return 'UPDATE branch SET balance = balance + 1 WHERE n IN (SELECT n FROM branch ORDER BY random() LIMIT 3);' },
	sub { return 'DELETE FROM branch WHERE n IN (SELECT n FROM branch ORDER BY random() LIMIT 2);' },
	sub { return 'INSERT INTO other VALUES (1);' });

my @readers = (@LEVELS, 'hasty', 'naive');
my %sessions;
foreach my $me (1 .. $WRITERS)
{
	$sessions{"writer$me"} = sub { my ($round) = @_; return "SET lock_timeout = '1s';\n" . join "\n", map { transaction("w${me}_${round}_$_", @ways) } 1 .. 20 };
}
foreach my $me (@readers)
{
	my ($level, $pause) = (grep { $_ eq $me } @LEVELS) ? ($me, 0.02) : ('read committed', 0);
	$sessions{$me} = sub { return "SET default_transaction_isolation = '$level';\n" . "CALL poll('$me', $pause);\n" x 20 };
}
storm($node, \%sessions);

read_rest($node, $_) foreach @readers;
my $differences = "SELECT count(*) FROM (TABLE expected EXCEPT TABLE found UNION ALL (TABLE found EXCEPT TABLE expected)) s";
foreach my $me (@readers)
{
	my $wrong = 0;
	foreach my $feed (qw(account branch))
	{
		$wrong += $node->safe_psql('postgres', "WITH expected AS (SELECT n, balance FROM $feed), found AS (SELECT n, balance FROM copy WHERE (reader, feed) = ('$me', '$feed')) $differences");
		check_notes($node, $me, $feed) unless $me eq 'naive';
	}
	if ($me eq 'naive') { cmp_ok($wrong, '>', 0, "who reads by the last change alone has $wrong wrong rows"); next; }
	is(errors_of($me), '', "reader $me: no error but those to retry");
	is($wrong, 0, "reader $me: the copies are what the tables are");
}
cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FROM branch'), '>', 0, 'there are rows');

$node->stop;
done_testing();
