-- The current user plants in schema "planted".  Run by sql/hostile_install.sql and
-- sql/hostile_portable.sql.
--
-- Operators of all names that the server has, and functions, for arguments that it
-- has none for.  An exact match of these wins over the server's own, which need a conversion.
CREATE FUNCTION planted.spring() RETURNS void LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'sprung' USING ERRCODE = 'ZZZZZ'; END$$;
DO $$
DECLARE
	types CONSTANT text[] := '{text,name,oid,regclass,regtype,regproc,regprocedure,regnamespace,integer,bigint,boolean,double precision,interval,timestamptz,uuid,bytea,anyelement}';
	body CONSTANT text := 'LANGUAGE plpgsql AS ''BEGIN PERFORM planted.spring(); RETURN NULL; END''';
	statement text;
BEGIN
	FOR statement IN
		SELECT format('CREATE FUNCTION planted.op(%s, %s) RETURNS boolean %s', l, r, body)
		FROM unnest(types) l, unnest(types) r
		UNION ALL
		SELECT format('CREATE OPERATOR planted.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = planted.op)', name, l, r)
		FROM unnest('{=,<>,<,<=,>,>=,||,~,~~,+,-,*,@>,<@,&&}'::text[]) name, unnest(types) l, unnest(types) r
		UNION ALL
		SELECT format('CREATE FUNCTION planted.%I(%s) RETURNS text %s', proname, args, body)
		FROM (SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND proname ~ '^[a-z]') p,
		     unnest(array['anyelement', 'anyelement, anyelement', 'text, text']) args
	LOOP
		BEGIN
			EXECUTE statement;
		EXCEPTION WHEN duplicate_function OR invalid_function_definition THEN
			NULL;
		END;
	END LOOP;
END $$;
