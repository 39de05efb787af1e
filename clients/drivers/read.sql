-- What the extension reads of the IDs that a library generated since :before, in all four forms: how many
-- are distinct; how many are greater than the one before; whether all are of this time; and whether the
-- extension writes each form as the library did.
WITH ids AS (
	SELECT n, form, id
	FROM made, LATERAL (VALUES (1, text::wiji), (2, uuid::uuid::wiji), (3, hex::wiji), (4, decode(bytes, 'hex')::wiji)) forms (form, id)),
read AS (SELECT *, lag(id) OVER (ORDER BY n, form) AS before FROM ids)
SELECT count(DISTINCT id), count(*) FILTER (WHERE id > before),
	bool_and(id BETWEEN wiji_lower(:'before'::timestamptz - interval '1 ms') AND wiji_upper(clock_timestamp())),
	(SELECT bool_and(text = wiji_text(text::wiji) AND uuid = wiji_uuid(uuid::wiji)::text AND hex = wiji_hex(hex::wiji)) FROM made)
FROM read;
