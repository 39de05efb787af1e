-- The current user plants these in schema "planted".  Run by siblings/sql/hostile_install.sql,
-- siblings/sql/schemas.sql and sql/hostile_portable.sql.
--
-- Operators and functions with all names of the server, for arguments that the server's own do not
-- have: an exact match of these wins over the server's own, which need a conversion.  And one for each
-- function and operator of the server, and of the schema "elsewhere" if it exists, with the same
-- arguments: it wins if the path has it first.
CREATE FUNCTION planted.spring() RETURNS void LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'sprung' USING ERRCODE = 'ZZZZZ'; END$$;
DO $$
DECLARE
	types CONSTANT text[] := '{text,name,oid,regclass,regtype,regproc,regprocedure,
		regnamespace,integer,bigint,boolean,double precision,interval,timestamptz,uuid,bytea,anyelement}';
	body CONSTANT text := 'LANGUAGE plpgsql AS ''BEGIN PERFORM planted.spring(); RETURN NULL; END''';
	statement text;
BEGIN
	FOR statement IN
		WITH schemas AS (SELECT oid FROM pg_namespace WHERE nspname IN ('pg_catalog', 'elsewhere')),
		functions AS (
			SELECT p.oid, proname, proargmodes, proargtypes FROM pg_proc p JOIN schemas s ON s.oid = pronamespace
			WHERE prokind = 'f' AND proname ~ '^[a-z]'
		),
		operators AS (
			SELECT name, l, r
			FROM unnest('{=,<>,<,<=,>,>=,||,~,~~,+,-,*,@>,<@,&&}'::text[]) name, unnest(types) l, unnest(types) r
			UNION
			SELECT oprname, oprleft::regtype::text, oprright::regtype::text
			FROM pg_operator JOIN schemas s ON s.oid = oprnamespace WHERE oprleft <> 0
		)
		SELECT DISTINCT format('CREATE FUNCTION planted.op(%s, %s) RETURNS boolean %s', l, r, body) FROM operators
		UNION ALL
		SELECT format('CREATE OPERATOR planted.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = planted.op)', name, l, r)
		FROM operators
		UNION ALL
		SELECT format('CREATE FUNCTION planted.%I(%s) RETURNS text %s', proname, args, body)
		FROM (SELECT DISTINCT proname FROM functions) f,
		     unnest(array['anyelement', 'anyelement, anyelement', 'text, text']) args
		UNION ALL
		SELECT format('CREATE FUNCTION planted.%I(%s) RETURNS boolean %s',
			proname, CASE WHEN proargmodes IS NULL THEN pg_get_function_identity_arguments(oid)	-- without OUT
				ELSE (SELECT string_agg(format_type(t, NULL), ', ') FROM unnest(proargtypes) t) END, body)
		FROM functions
	LOOP
		BEGIN
			EXECUTE statement;
		EXCEPTION WHEN duplicate_function OR invalid_function_definition OR feature_not_supported THEN
			NULL;
		END;
	END LOOP;
END $$;
