-- A server's answers about IDs and texts, to compare with test/fuzz/reference.py.  test/fuzz/answer.c
-- has those of the core alone; these pass through the types' input, output and casts.  A related type
-- that has been removed is not asked about: test/t/020_reference.pl sets a variable for each.
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

\if :siq
CREATE EXTENSION siq;

CREATE FUNCTION tell(id siq) RETURNS text LANGUAGE SQL
RETURN concat_ws(' ', encode(id::bytea, 'hex'), id, replace(id::uuid::text, '-', ''), us(siq_timestamp(id)),
                 siq_shard(id), siq_domain(id), siq_serial(id), coalesce(siq_qualifier(id), '?'),
                 siq_is_leaf(id)::integer, id::numeric);

CREATE FUNCTION answer_siq_text(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(convert_from(question, 'UTF8')::siq);
CREATE FUNCTION answer_siq_id(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(question::siq);
CREATE FUNCTION answer_siq_uuid(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(encode(question, 'hex')::uuid::siq);
\endif

\if :tid62
CREATE EXTENSION tid62;

CREATE FUNCTION tell(id tid62) RETURNS text LANGUAGE SQL
RETURN concat_ws(' ', encode(id::bytea, 'hex'), id, us(tid62_timestamp(id)));

CREATE FUNCTION answer_tid62_text(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(convert_from(question, 'UTF8')::tid62);
CREATE FUNCTION answer_tid62_id(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(question::tid62);
CREATE FUNCTION answer_uuid464_text(question bytea) RETURNS text LANGUAGE SQL RETURN
    (SELECT concat_ws(' ', replace(id::text, '-', ''), simpledb_uuid464(id))
     FROM simpledb_uuid464_decode(convert_from(question, 'UTF8')) id);
CREATE FUNCTION answer_seq10_text(question bytea) RETURNS text LANGUAGE SQL RETURN
    (SELECT concat_ws(' ', n, simpledb_seq10(n)) FROM simpledb_seq10_decode(convert_from(question, 'UTF8')) n);
CREATE FUNCTION answer_seq36_text(question bytea) RETURNS text LANGUAGE SQL RETURN
    (SELECT concat_ws(' ', n, simpledb_seq36(n)) FROM simpledb_seq36_decode(convert_from(question, 'UTF8')) n);
\endif

\if :uid60
CREATE EXTENSION uid60;

CREATE FUNCTION tell(id uid60) RETURNS text LANGUAGE SQL
RETURN concat_ws(' ', id::bigint, id, us(uid60_timestamp(id)), uid60_sequence(id), uid60_random(id));

CREATE FUNCTION answer_uid60_text(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(convert_from(question, 'UTF8')::uid60);
CREATE FUNCTION answer_uid60_id(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(question::uid60);
\endif

\if :uuidtime
CREATE EXTENSION uuidtime;

CREATE FUNCTION tell(id uuid) RETURNS text LANGUAGE SQL
RETURN array_to_string(ARRAY[
    uuidtime_variant(id), uuidtime_version(id), us(uuidtime_timestamp(id)),
    us(uuidtime_v7_draft_timestamp(id, 'ms')), uuidtime_v7_draft_sequence(id, 'ms'),
    us(uuidtime_v7_draft_timestamp(id, 'us')), uuidtime_v7_draft_sequence(id, 'us'),
    us(uuidtime_v7_draft_timestamp(id, 'ns')), uuidtime_v7_draft_sequence(id, 'ns'),
    us(uuidtime_v8_timestamp(id, 32)), uuidtime_v8_sequence(id, 32),
    us(uuidtime_v8_timestamp(id, 48)), uuidtime_v8_sequence(id, 48),
    us(uuidtime_v8_timestamp(id, 60)), uuidtime_v8_sequence(id, 60),
    us(uuidtime_v8_timestamp(id, 64)), uuidtime_v8_sequence(id, 64)]::text[] ||
    CASE uuidtime_version(id)
        WHEN 1 THEN replace(uuidtime_v6_from_v1(id)::text, '-', '')
        WHEN 6 THEN replace(uuidtime_v1_from_v6(id)::text, '-', '')
    END, ' ', '-');

-- of the draft's version 7; a bigint holds no nanoseconds after 2262
CREATE FUNCTION tell_draft(id uuid, at timestamptz) RETURNS text LANGUAGE SQL
RETURN concat_ws(' ', us(uuidtime_v7_draft_timestamp(id, 'ms')) / 1000, us(at),
                 CASE WHEN at < '2262-04-11 23:47:16.854775+00' THEN uuidtime_v7_draft_timestamp_ns(id)::text
                      ELSE '-' END,
                 replace(uuidtime_v7_draft_lower(at)::text, '-', ''),
                 replace(uuidtime_v7_draft_upper(at)::text, '-', ''));

CREATE FUNCTION answer_uuid_id(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(encode(question, 'hex')::uuid);
CREATE FUNCTION answer_uuid_draft(question bytea) RETURNS text LANGUAGE SQL RETURN
    (SELECT tell_draft(id, uuidtime_v7_draft_timestamp(id)) FROM CAST(encode(question, 'hex') AS uuid) id);
\endif

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
