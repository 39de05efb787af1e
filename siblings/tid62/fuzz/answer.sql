-- A server's answers about the IDs of this room: a part of test/fuzz/answer.sql.
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
