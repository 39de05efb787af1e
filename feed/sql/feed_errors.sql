-- The messages under "Functions and errors" in docs/feeds.md are those of the code; the other tests raise them.
\getenv tree WIJI_TREE
\set page `cat "$WIJI_TREE/docs/feeds.md"`
\set code `cat "$WIJI_TREE"/feed/*.c "$WIJI_TREE"/feed/*.sql`
-- Each is followed by its code; "…" stands for anything.
CREATE TEMP TABLE listed AS SELECT DISTINCT m[1] AS message, part[2] AS code
FROM regexp_matches(:'page', '^\| (`[^|]*) \|', 'gn') row,
	regexp_matches(row[1], '((?:`[^`]+`(?:, )?)+) \((\w{5})\)', 'g') part, regexp_matches(part[1], '`([^`]+)`', 'g') m;
SELECT count(*) > 5 AS there_are FROM listed;
-- A message of the server's is not in the code.
SELECT message, code FROM listed
WHERE strpos(:'code', '"' || replace(replace(message, '…', '%s'), '"', '\"') || '"') = 0
  AND strpos(:'code', quote_literal(replace(message, '…', '%s'))) = 0 ORDER BY message COLLATE "C";
