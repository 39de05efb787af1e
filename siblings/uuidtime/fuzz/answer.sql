-- A server's answers about the IDs of this room: a part of test/fuzz/answer.sql.
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
