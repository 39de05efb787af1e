-- Ids of no feed: with wiji.feed off a transaction holds no horizon back.
CREATE TABLE event (id wiji DEFAULT wiji_generate());
SET wiji.feed = off;
BEGIN;
INSERT INTO event SELECT FROM generate_series(1, 1000);
SELECT count(*) AS holders FROM wiji_horizon_holders();
COMMIT;

-- A table that is a feed refuses its ids.
CREATE TRIGGER guard BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id');
\set VERBOSITY sqlstate
INSERT INTO event DEFAULT VALUES;

-- When it is turned on, ids count from then on, and earlier ones are refused.
BEGIN;
SELECT wiji_generate() AS early, pg_sleep(0.001) \gset
SET LOCAL wiji.feed = on;
INSERT INTO event DEFAULT VALUES;
SELECT count(*) AS holders FROM wiji_horizon_holders();
SAVEPOINT s;
INSERT INTO event VALUES (:'early');
ROLLBACK TO s;
-- From the first id that counts to the end of the transaction all do.
SET LOCAL wiji.feed = off;
INSERT INTO event DEFAULT VALUES;
SELECT count(*) AS holders FROM wiji_horizon_holders();
COMMIT;
\set VERBOSITY default
SELECT count(*) AS holders FROM wiji_horizon_holders();
SELECT count(*) FROM event WHERE id < wiji_horizon();
-- A savepoint takes back the setting, and not that ids count.
BEGIN;
SET LOCAL wiji.feed = off;
SAVEPOINT s;
SET LOCAL wiji.feed = on;
INSERT INTO event DEFAULT VALUES;
ROLLBACK TO s;
SHOW wiji.feed;
INSERT INTO event DEFAULT VALUES;
SELECT count(*) AS holders FROM wiji_horizon_holders();
COMMIT;
RESET wiji.feed;
DROP TABLE event;
