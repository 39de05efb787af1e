-- What the extension writes, as lines that "tell answer" of each language answers: a word, the ID in
-- hexadecimal, and what the library should say of it.  It generates, also for a time of the distant
-- future, and makes the limits of each field.
CREATE FUNCTION tell(id wiji) RETURNS text LANGUAGE SQL AS $$
	SELECT concat_ws(' ', wiji_hex(id), wiji_text(id), wiji_uuid(id), p.timestamp_us, p.sequence, p.random,
		wiji_hex(wiji_lower(p.date)), wiji_hex(wiji_upper(p.date)))
	FROM wiji_parse(id) p $$;

WITH ids AS MATERIALIZED (
	SELECT wiji_generate() AS id FROM generate_series(1, 200)
	UNION ALL SELECT wiji_generate('4253-01-01 00:00+00') FROM generate_series(1, 3)
	UNION ALL SELECT wiji_make(us, sequence, random)
	FROM unnest('{0,1,9007199254740993,72057594037927935}'::bigint[]) us,
		unnest('{0,127,128,65535}'::int[]) sequence, unnest('{0,4503599627370495}'::bigint[]) random)
SELECT 'wiji_text', encode(convert_to(form, 'UTF8'), 'hex'), tell(id)
FROM ids, unnest(ARRAY[wiji_text(id), wiji_uuid(id)::text, wiji_hex(id)]) form
UNION ALL SELECT 'wiji_id', encode(wiji_binary(id), 'hex'), tell(id) FROM ids;
