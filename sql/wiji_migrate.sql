-- From wiji to uuid and back: the bytes are the same.  (For whole schemas: migrate_in and
-- migrate_out.)
CREATE TABLE parent (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer);
INSERT INTO parent (n) SELECT generate_series(1, 1000);
CREATE TABLE before AS SELECT id::uuid AS id, n FROM parent;

-- To uuid: the heap is not rewritten, the default goes on making the same ids.
SELECT pg_relation_filenode('parent') AS heap \gset
ALTER TABLE parent ALTER id DROP DEFAULT, ALTER id TYPE uuid, ALTER id SET DEFAULT wiji_generate();
SELECT pg_relation_filenode('parent') = :heap AS not_rewritten;
INSERT INTO parent (n) VALUES (1001);
SELECT n FROM parent ORDER BY id DESC LIMIT 1;
SELECT count(*) FROM parent JOIN before USING (id, n);

-- To wiji: every value is checked, so the heap is rewritten.
ALTER TABLE parent ALTER id DROP DEFAULT, ALTER id TYPE wiji USING id::wiji, ALTER id SET DEFAULT wiji_generate();
SELECT count(*) FROM parent JOIN before ON parent.id = before.id::wiji;
-- A uuid that is none stops it, and nothing has changed.  (One in sixteen random uuids would pass:
-- look at all.)
INSERT INTO before VALUES ('018f3e5e-7c1a-7c3a-8b9a-0123456789ab');
SELECT code, message, detail FROM failure('ALTER TABLE before ALTER id TYPE wiji USING id::wiji');
SELECT pg_typeof(id), count(*) FROM before GROUP BY 1;
-- Which ones are they?
SELECT id FROM before WHERE NOT wiji_is_valid(id);
DROP TABLE before, parent;
