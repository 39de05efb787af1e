-- A server's answers about the IDs of this room: a part of test/fuzz/answer.sql.
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
