-- A server's answers about IDs and texts, to compare with test/fuzz/reference.py.  test/fuzz/answer.c
-- has those of the core alone; these pass through the types' input, output and casts.  Rooms have theirs in
-- fuzz/answer.sql, which test/t/020_reference.pl runs after this file.
CREATE FUNCTION us(timestamptz) RETURNS bigint LANGUAGE SQL
RETURN (extract(epoch FROM $1) * 1000000)::bigint;

CREATE EXTENSION wiji;

CREATE FUNCTION tell(id wiji) RETURNS text LANGUAGE SQL
RETURN concat_ws(' ', wiji_hex(id), id, id::uuid, wiji_timestamp_us(id), wiji_sequence(id), wiji_random(id),
                 wiji_hex(wiji_lower(wiji_timestamp(id))), wiji_hex(wiji_upper(wiji_timestamp(id))));

CREATE FUNCTION answer_wiji_text(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(convert_from(question, 'UTF8')::wiji);
CREATE FUNCTION answer_wiji_id(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(question::wiji);

-- '-' for rejected values; no other error may be raised
CREATE FUNCTION answer(word text, question bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE format('SELECT %I($1)', 'answer_' || word) INTO answer USING question;
    RETURN answer;
EXCEPTION WHEN invalid_text_representation OR invalid_binary_representation THEN
    RETURN '-';
END
$$;

CREATE TABLE asked (word text, question bytea, expected text);
