-- A server's answers about the IDs of this room: a part of test/fuzz/answer.sql.
CREATE EXTENSION uid60;

CREATE FUNCTION tell(id uid60) RETURNS text LANGUAGE SQL
RETURN concat_ws(' ', id::bigint, id, us(uid60_timestamp(id)), uid60_sequence(id), uid60_random(id));

CREATE FUNCTION answer_uid60_text(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(convert_from(question, 'UTF8')::uid60);
CREATE FUNCTION answer_uid60_id(question bytea) RETURNS text LANGUAGE SQL RETURN
    tell(question::uid60);
