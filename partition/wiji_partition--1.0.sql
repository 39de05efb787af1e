-- Partitions by calendar time, of tables PARTITION BY RANGE on a time-ordered key: docs/partitions.md.
-- Released: never changes.  What is new stands in an update script, which runs after it.
--
-- CREATE EXTENSION wiji_partition runs this file.  Where no extension can be installed, the owner of
-- a schema runs it, once or again:
--
--	psql -1 -v ON_ERROR_STOP=1 -c 'SET search_path = tools' -f wiji_partition--1.0.sql
--
-- Other roles may be able to create functions, operators and types in that schema.  The server
-- searches pg_catalog first, because the path does not name it; but where only those of the schema
-- have exactly the types of the arguments, it takes them.  So what is bound while this file runs,
-- defaults and BEGIN ATOMIC, consists of grammar and of calls with the exact types of their
-- arguments.  Functions in PL/pgSQL have a path without the schema, and do not find each other: those
-- in SQL pass them results, and texts of queries.

DO $$
DECLARE
	home CONSTANT pg_catalog.name := current_schema;
	ours CONSTANT pg_catalog.text[] := '{
		"wiji_partition_key(regclass, regprocedure, boolean, smallint, oid)",
		"wiji_partition_steps(timestamp with time zone, timestamp with time zone, interval, text)",
		"wiji_partition_list(regclass, text)",
		"wiji_partition_create(regclass, tstzrange[], timestamp with time zone, timestamp with time zone, text, text, text, text)",
		"wiji_partition_look(regclass, timestamp with time zone, text)",
		"wiji_partition_drop(regclass, timestamp with time zone, text, regclass[])",
		"wiji_partition_script_key(regclass, name)",
		"wiji_partition_script_text(regclass, timestamp with time zone, name, regprocedure, text, text, text, regprocedure)",
		"wiji_create_partitions(regclass, timestamp with time zone, timestamp with time zone, interval, text, regprocedure)",
		"wiji_drop_partitions(regclass, timestamp with time zone, regprocedure)",
		"wiji_partitions(regclass, regprocedure)",
		"wiji_partition_script(regclass, timestamp with time zone, name, regprocedure)"}';
	is_extension pg_catalog.bool;
	obstacle pg_catalog.record;
BEGIN
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	IF home IS NULL THEN
		RAISE invalid_schema_name USING MESSAGE = 'no schema has been selected to create in';
	END IF;
	is_extension := EXISTS (SELECT FROM pg_extension WHERE extname = 'wiji_partition' AND extnamespace = quote_ident(home)::regnamespace);
	-- A function of another role would stay theirs, and two that a call could mean make it fail.
	SELECT p.oid::regprocedure AS function, e.extname, pg_get_userbyid(proowner) AS owner,
	       string_agg(p.oid::regprocedure::text, ', ') OVER (ORDER BY p.oid ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS functions
	INTO obstacle
	FROM pg_proc p LEFT JOIN pg_depend d ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e' LEFT JOIN pg_extension e ON e.oid = refobjid
	WHERE pronamespace = quote_ident(home)::regnamespace AND proname IN (SELECT split_part(o, '(', 1) FROM unnest(ours) o)
	  AND (is_extension OR e.oid IS NOT NULL OR pg_get_userbyid(proowner) <> current_user
	       OR format('%s(%s)', proname, oidvectortypes(proargtypes)) <> ALL (ours))
	ORDER BY e.oid IS NULL, pg_get_userbyid(proowner) = current_user, p.oid LIMIT 1;
	IF FOUND THEN
		RAISE duplicate_object USING
			MESSAGE = format('function %s already exists', obstacle.function),
			DETAIL = CASE WHEN obstacle.extname IS NULL THEN format('It belongs to role "%s".', obstacle.owner)
			              ELSE format('It belongs to extension "%s".', obstacle.extname) END,
			HINT = CASE WHEN obstacle.extname IS NOT NULL THEN 'Use that extension, or choose another schema.'
			            WHEN is_extension OR obstacle.owner = current_user THEN format('Choose another schema, or first use DROP FUNCTION %s.', obstacle.functions)
			            ELSE 'Choose another schema.' END;
	END IF;
	PERFORM set_config('search_path', format('%I, pg_temp', home), true);
END $$;

DO $$
BEGIN
	IF pg_catalog.current_setting('search_path'::pg_catalog.text) NOT LIKE '%, pg_temp' THEN
		RAISE no_active_sql_transaction USING
			MESSAGE = 'this script must run in a transaction',
			HINT = 'Use psql -1 -v ON_ERROR_STOP=1.';
	END IF;
END $$;

--
-- The key of a table, and its partitions
--

-- Returns texts to execute with DateStyle ISO: an expression for the key of a time t, as text; a
-- subquery for the time of a key id, and whether it is the first key of that time; and a query for the
-- partitions of table $1, in the order of their keys, with these columns:
--
--	partition		its OID
--	lower, upper		bounds as times: infinite for MINVALUE and MAXVALUE, null for a bound that is
--				not the first key of its time, and for the default partition
--	lower_id, upper_id	bounds as keys, as they are written; null if they are none
--	lower_time, upper_time	lower and upper, but with the time of any key
--
-- The last result compares the column with a literal, which follows.  Of a table that is not partitioned
-- yet, number and opclass are those of the partition key; of others, null.
CREATE OR REPLACE FUNCTION wiji_partition_key(
	parent regclass, key_of regprocedure, as_owner boolean, number smallint, opclass oid,
	OUT bound_of text, OUT time_of text, OUT bounds text, OUT less text
) RETURNS record
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
SET DateStyle = 'ISO'
SET standard_conforming_strings = on
AS $$
DECLARE
	uuid_bound CONSTANT text := $t$regexp_replace(lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0'), '(.{8})', '\1-') || '-7000-8000-000000000000'$t$;
	key record;
	function record;
	types record;
	ascends boolean;
	now_s CONSTANT bigint := floor(extract(epoch FROM now()));
	edges bigint[];
	good bigint;
	bad bigint;
	probe bigint;
	leap bigint;
BEGIN
	IF parent IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'argument "parent" must not be null';
	END IF;
	-- opcintype is below the domains of the column
	SELECT relname, pg_get_userbyid(relowner) AS owner, attname, d.oid AS declared,
	       -- not of parts, which may be domains, whose checks would run; nor with casts that somebody else can create
	       CASE WHEN t.typtype = 'b' AND t.typcategory <> 'A' AND EXISTS (SELECT FROM pg_roles r WHERE r.oid = t.typowner AND (rolsuper OR rolname = current_user)) THEN t.oid END AS type,
	       (SELECT format('%I.%I', nspname, t.typname) FROM pg_namespace n WHERE n.oid = t.typnamespace) AS type_name, t.typcategory,	-- not "character", which is of length 1
	       format('OPERATOR(%s.%s)', oprnamespace::regnamespace, oprname) AS less,
	       (SELECT format(' COLLATE %I.%I', nspname, collname) FROM pg_collation l JOIN pg_namespace n ON n.oid = collnamespace WHERE l.oid = coalesce(partcollation[0], attcollation)) AS collation
	INTO key
	FROM pg_class c LEFT JOIN pg_partitioned_table ON partrelid = c.oid AND partstrat = 'r' AND partnatts = 1
		JOIN pg_attribute a ON a.attrelid = c.oid AND attnum = coalesce(number, partattrs[0]) JOIN pg_type d ON d.oid = atttypid
		JOIN pg_opclass o ON o.oid = coalesce(opclass, partclass[0]) JOIN pg_type t ON t.oid = opcintype
		JOIN pg_amop ON amopfamily = opcfamily AND amoplefttype = opcintype AND amoprighttype = opcintype AND amopstrategy = 1 JOIN pg_operator p ON p.oid = amopopr
	WHERE c.oid = parent;
	IF NOT FOUND THEN
		IF NOT EXISTS (SELECT FROM pg_class WHERE oid = parent) THEN
			RAISE undefined_table USING
				MESSAGE = format('relation with OID %s does not exist', parent::oid),
				HINT = 'Pass the name of the partitioned table.';
		END IF;
		RAISE wrong_object_type USING
			MESSAGE = format('table "%s" is not partitioned by range of one column', (SELECT relname FROM pg_class WHERE oid = parent)),
			HINT = 'Use CREATE TABLE ... PARTITION BY RANGE on the time-ordered column.';
	END IF;
	IF as_owner AND key.owner <> current_user THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('must be owner of table %s', key.relname),
			DETAIL = 'Triggers and index expressions of the owner would run with the privileges of the caller.',
			HINT = format('Connect as %I, or use SET ROLE.', key.owner);
	END IF;
	less := format('%I %s', key.attname, key.less);

	IF key_of IS NOT NULL AND key.type IS NOT NULL THEN
		SELECT format('%I.%I', nspname, proname) AS name, provolatile,
		       proargtypes[0] = 'timestamptz'::regtype AND pronargs = 1 AND prokind = 'f' AND NOT proretset
		       AND (t.oid IN (key.type, key.declared) OR t.typbasetype = key.type OR t.typcategory = 'S' AND key.typcategory = 'S') AS fits
		INTO function
		FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace JOIN pg_type t ON t.oid = prorettype WHERE pg_proc.oid = key_of;
		IF function.fits IS NOT TRUE THEN
			RAISE invalid_parameter_value USING
				MESSAGE = format('argument "key_of" must be a function from timestamptz to %s', format_type(key.declared, NULL)),
				DETAIL = format('The value is %s.', key_of);
		ELSIF function.provolatile = 'v' THEN
			RAISE invalid_parameter_value USING
				MESSAGE = 'argument "key_of" must not be a volatile function',
				DETAIL = format('The value is %s.', key_of),
				HINT = 'If its result depends only on its argument and on settings, use ALTER FUNCTION ... STABLE.';
		END IF;
		bound_of := format('CAST(%s(t) AS text)', function.name);
		-- Far from today such functions raise errors or begin again.  Find the seconds between which
		-- this one ascends: leap outward, then bisect.
		FOR way IN -1..1 BY 2 LOOP
			good := now_s;
			bad := NULL;
			leap := way;
			WHILE bad IS NULL OR abs(bad - good) > 1 LOOP
				probe := good + CASE WHEN bad IS NULL THEN leap ELSE (bad - good) / 2 END;
				BEGIN
					EXECUTE format('SELECT NOT CAST(%1$s(to_timestamp($2)) AS %2$s)%3$s %4$s CAST(%1$s(to_timestamp($1)) AS %2$s)', function.name, key.type_name, key.collation, key.less)
						INTO ascends USING least(good, probe), greatest(good, probe);
				EXCEPTION WHEN OTHERS THEN
					ascends := false;
				END;
				IF NOT coalesce(ascends, false) THEN
					bad := probe;
				ELSE
					good := probe;
					leap := CASE WHEN bad IS NULL THEN leap * 2 END;
				END IF;
			END LOOP;
			edges := edges || good;
		END LOOP;
		-- the first second whose key is not less; before or after the edges, an infinite one
		time_of := format($t$(
			SELECT CASE WHEN missed THEN 'infinity' WHEN second = %4$s AND NOT exact THEN '-infinity' ELSE to_timestamp(second) END, exact
			FROM (WITH RECURSIVE b (first, last) AS (
					SELECT CAST(%4$s AS bigint), CAST(%5$s AS bigint)
					UNION ALL SELECT CASE WHEN less THEN middle + 1 ELSE first END, CASE WHEN less THEN last ELSE middle END
					FROM b, LATERAL (SELECT first + (last - first) / 2 WHERE first < last OFFSET 0) m (middle),
						LATERAL (SELECT CAST(%1$s(to_timestamp(middle)) AS %2$s)%6$s %3$s CAST(id AS %2$s) OFFSET 0) c (less)
				) SELECT first FROM b WHERE first = last) s (second),
				LATERAL (SELECT CAST(%1$s(to_timestamp(second)) AS %2$s) OFFSET 0) k (key),
				LATERAL (SELECT key%6$s %3$s CAST(id AS %2$s), NOT key%6$s %3$s CAST(id AS %2$s) AND NOT CAST(id AS %2$s)%6$s %3$s key OFFSET 0) e (missed, exact))$t$,
			function.name, key.type_name, key.less, edges[1], edges[2], key.collation);
	ELSIF key.declared = 'uuid'::regtype THEN
		-- Other software writes the first UUID of a time with zeros after its 48 bits, or after the
		-- version.  These times are whole seconds.  Those of two successive prefixes of UUIDs are not.
		bound_of := uuid_bound;
		time_of := format($t$(
			SELECT t, %s = id OR ms %% 1000 = 0 AND id ~ '-[07]000-0000-0{12}$'
			FROM CAST(('x' || translate(left(id, 13), '-', ''))::bit(48) AS bigint) ms,
				CAST(timestamptz 'epoch' + make_interval(secs => ms / 1000) + ms %% 1000 * interval '1 ms' AS timestamptz) t)$t$, uuid_bound);
	ELSIF key.type = 'timestamptz'::regtype THEN
		bound_of := 't::text';
		time_of := '(SELECT id::timestamptz, true)';
	ELSIF key.type = 'timestamp'::regtype THEN
		bound_of := $t$(t AT TIME ZONE 'UTC')::text$t$;
		time_of := $t$(SELECT id::timestamp AT TIME ZONE 'UTC', true)$t$;
	ELSIF key.type = 'date'::regtype THEN
		bound_of := $t$(t AT TIME ZONE 'UTC')::date::text$t$;
		time_of := $t$(SELECT CASE WHEN isfinite(id::date) AND id::date >= date '294277-01-01' THEN 'infinity' ELSE id::date::timestamp AT TIME ZONE 'UTC' END, id::date < date '294277-01-01' OR NOT isfinite(id::date))$t$;
	ELSE
		-- Functions of the type's extension.  Only superusers create base types; but whoever has installed
		-- a trusted extension adds functions to it, which a superuser must not run.  A domain and its
		-- functions have to be those of the caller, or of a superuser.
		SELECT format_type(t.oid, NULL) AS type, l.oid::regproc::text AS lower, u.oid::regproc::text AS "timestamp"
		INTO types
		FROM pg_type t JOIN pg_proc l ON l.proname = t.typname || '_lower' AND l.pronargs = 1 AND l.proargtypes[0] = 'timestamptz'::regtype AND l.prorettype = t.oid AND NOT l.proretset
			JOIN pg_proc u ON u.proname = t.typname || '_timestamp' AND u.pronargs = 1 AND u.proargtypes[0] = t.oid AND u.prorettype = 'timestamptz'::regtype AND NOT u.proretset
		WHERE t.oid IN (key.declared, key.type)
		  AND CASE WHEN t.typtype = 'd' THEN key.type = t.typbasetype AND l.pronamespace = t.typnamespace AND u.pronamespace = t.typnamespace
		      ELSE t.oid = key.type AND (SELECT count(*) FROM pg_depend m JOIN pg_depend e ON m.refclassid = e.refclassid AND m.refobjid = e.refobjid AND m.deptype = 'e'
		                   WHERE e.classid = 'pg_type'::regclass AND e.objid = t.oid AND e.deptype = 'e' AND e.refclassid = 'pg_extension'::regclass
		                     AND m.classid = 'pg_proc'::regclass AND m.objid IN (l.oid, u.oid)) = 2 END
		  AND NOT EXISTS (SELECT FROM unnest(ARRAY[l.proowner, u.proowner, CASE WHEN t.typtype = 'd' THEN t.typowner ELSE l.proowner END]) o JOIN pg_roles r ON r.oid = o
		                  WHERE NOT rolsuper AND (t.typtype <> 'd' OR rolname <> current_user))
		ORDER BY t.typtype = 'd' DESC LIMIT 1;
		IF NOT FOUND THEN
			RAISE wrong_object_type USING
				MESSAGE = format('cannot read timestamps from the partition key of table "%s"', key.relname),
				DETAIL = format('Column "%s" is of type %s.', key.attname, format_type(key.declared, NULL)),
				HINT = CASE WHEN key.type IS NULL THEN 'Use a key of a base type.' ELSE 'Pass a function from timestamptz to the key as argument "key_of".' END;
		END IF;
		bound_of := format('CAST(%s(t) AS text)', types.lower);
		time_of := format('(SELECT t, CAST(%s(t) AS text) = id FROM %s(CAST(id AS %s)) t)', types.lower, types."timestamp", types.type);
	END IF;

	-- With the OID of a table, pg_get_expr would wait for a lock on it.
	bounds := format($q$
		WITH p AS MATERIALIZED (
			SELECT c.oid::regclass AS partition, b[1] AS lower, b[2] AS upper,
			       replace(coalesce(substring(b[1], '^''(.*)''$'), nullif(b[1], 'MINVALUE')), '''''', '''') AS lower_id,
			       replace(coalesce(substring(b[2], '^''(.*)''$'), nullif(b[2], 'MAXVALUE')), '''''', '''') AS upper_id
			FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid,
				regexp_match(pg_get_expr(relpartbound, 0), '^FOR VALUES FROM [(](MINVALUE|''(?:[^'']|'''')*''|[-+0-9.e]+)[)] TO [(](MAXVALUE|''(?:[^'']|'''')*''|[-+0-9.e]+)[)]$') b
			WHERE inhparent = $1
		), k AS MATERIALIZED (
			SELECT id, at, exact FROM (SELECT lower_id FROM p UNION SELECT upper_id FROM p) i (id), LATERAL %1$s t (at, exact) WHERE id IS NOT NULL
		)
		SELECT partition, CASE WHEN p.lower = 'MINVALUE' THEN '-infinity' WHEN l.exact THEN l.at END AS lower,
		       CASE WHEN p.upper = 'MAXVALUE' THEN 'infinity' WHEN u.exact THEN u.at END AS upper, lower_id, upper_id,
		       CASE WHEN p.lower = 'MINVALUE' THEN '-infinity' ELSE l.at END AS lower_time, CASE WHEN p.upper = 'MAXVALUE' THEN 'infinity' ELSE u.at END AS upper_time
		FROM p LEFT JOIN k l ON l.id = lower_id LEFT JOIN k u ON u.id = upper_id
		ORDER BY p.lower IS NULL, CAST(lower_id AS %2$s)%3$s USING %4$s NULLS FIRST$q$, time_of, key.type_name, key.collation, key.less);
END $$;
COMMENT ON FUNCTION wiji_partition_key(parent regclass, key_of regprocedure, as_owner boolean, number smallint, opclass oid) IS
'internal: an expression for the key of a time, a query for the time of a key, and a query for the partitions';

CREATE OR REPLACE FUNCTION wiji_partition_list(parent regclass, bounds text, OUT partition regclass, OUT lower timestamptz, OUT upper timestamptz) RETURNS SETOF record
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
SET DateStyle = 'ISO'
SET standard_conforming_strings = on
AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT partition, lower, upper FROM (%s) b', bounds) USING parent;
END $$;
COMMENT ON FUNCTION wiji_partition_list(parent regclass, bounds text) IS
'internal: result of a query of wiji_partition_key()';

--
-- Creating
--

CREATE OR REPLACE FUNCTION wiji_partition_steps(first timestamptz, last timestamptz, step interval, timezone text) RETURNS SETOF tstzrange
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	origin CONSTANT timestamp := '2001-01-01';	-- a Monday
	missing CONSTANT text := CASE WHEN first IS NULL THEN 'first' WHEN last IS NULL THEN 'last' WHEN step IS NULL THEN 'step' WHEN timezone IS NULL THEN 'timezone' END;
	months integer;
	seconds numeric;
	n bigint[];
BEGIN
	IF missing IS NOT NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = format('argument "%s" must not be null', missing);
	END IF;
	IF NOT isfinite(first) OR NOT isfinite(last) THEN
		RAISE datetime_field_overflow USING
			MESSAGE = '"first" and "last" must be finite',
			DETAIL = format('The range is %s to %s.', first, last);
	END IF;
	IF isfinite(step) THEN
		months := extract(year FROM step) * 12 + extract(month FROM step);
		seconds := extract(epoch FROM step - make_interval(months => months));
	END IF;
	-- Names of partitions have whole seconds.
	IF (months >= 0 AND (months > 0) <> (seconds > 0) AND seconds = trunc(seconds)
	    AND extract(day FROM step) >= 0 AND seconds >= extract(day FROM step) * 86400) IS NOT TRUE THEN
		RAISE invalid_parameter_value USING
			MESSAGE = '"step" must be a positive number of months, or of days and whole seconds',
			DETAIL = format('The value is %s.', step);
	END IF;
	IF last < first THEN
		RAISE invalid_parameter_value USING
			MESSAGE = '"last" must not be before "first"',
			DETAIL = format('The range is %s to %s.', first, last);
	END IF;
	IF extract(epoch FROM last - first) > 100000 * (months * 2629746 + seconds) THEN	-- an average month
		RAISE program_limit_exceeded USING
			MESSAGE = 'too many partitions in one call',
			DETAIL = format('The range has more than %s steps.', 100000),
			HINT = 'Use a larger step or a shorter range.';
	END IF;
	-- Changes of a time zone skip or repeat up to a day.
	n := ARRAY(SELECT floor(CASE WHEN months > 0 THEN ((extract(year FROM t) - 2001) * 12 + extract(month FROM t) - 1) / months
	                        ELSE extract(epoch FROM t - origin) / seconds END)
	           FROM (VALUES (1, first AT TIME ZONE timezone - interval '1 day'), (2, last AT TIME ZONE timezone + interval '1 day')) v (i, t) ORDER BY i);
	-- A local time that is skipped becomes a timestamp after those of later local times, hence the
	-- minimum.  A multiple of an interval is inexact from some centuries on.
	RETURN QUERY
		SELECT tstzrange(starts, ends)
		FROM (SELECT starts, lead(starts) OVER (ORDER BY starts) AS ends
		      FROM (SELECT DISTINCT min((origin + make_interval(months => (i * months)::integer, days => div(i * seconds, 86400)::integer,
		                                                        secs => mod(i * seconds, 86400)::double precision)) AT TIME ZONE timezone)
		                            OVER (ORDER BY i DESC) AS starts
		            FROM generate_series(n[1], n[2] + 1) i) s) r
		WHERE starts < last AND ends > first;
END $$;
COMMENT ON FUNCTION wiji_partition_steps(first timestamptz, last timestamptz, step interval, timezone text) IS
'internal: steps of the calendar in the time zone that contain these times';


CREATE OR REPLACE FUNCTION wiji_partition_create(parent regclass, steps tstzrange[], first timestamptz, last timestamptz, timezone text, bound_of text, time_of text, bounds text) RETURNS SETOF regclass
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
SET DateStyle = 'ISO'
SET standard_conforming_strings = on
SET lock_timeout = '1s'
AS $$
DECLARE
	missing tstzrange[];
	lower_ids text[];
	upper_ids text[];
	new_times timestamptz[];
	wrong record;
	name text;
	start text;
	schema CONSTANT text := (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = parent);
	base CONSTANT text := (SELECT relname FROM pg_class WHERE oid = parent);
	place CONSTANT text := (
		SELECT concat(' USING ' || quote_ident(amname), ' TABLESPACE ' || quote_ident(spcname))
		FROM pg_class c LEFT JOIN pg_am m ON m.oid = relam LEFT JOIN pg_tablespace s ON s.oid = reltablespace WHERE c.oid = parent);
BEGIN
	FOR attempt IN 1..2 LOOP
		-- What is missing is what remains of the steps.  Where it meets a partition, the bound is that of
		-- the partition, as it is written.  Ranges include both ends, because a bound can be within a time.
		EXECUTE format($q$
			WITH b AS MATERIALIZED (SELECT *, row_number() OVER () AS place FROM (%1$s) b WHERE lower_time <= upper_time),
			m AS MATERIALIZED (
				SELECT p, (SELECT upper_id FROM b WHERE upper_time = lower(p) ORDER BY place DESC LIMIT 1) AS meets_lower,
				       (SELECT lower_id FROM b WHERE lower_time = upper(p) ORDER BY place LIMIT 1) AS meets_upper
				FROM (SELECT coalesce(range_agg(tstzrange(lower_time, upper_time, '[]')), '{}') FROM b) t (taken),
					unnest($2) s, unnest(tstzmultirange(s) - taken) p
				WHERE p && tstzrange($3, $4))
			SELECT array_agg(p ORDER BY p), array_agg(meets_lower ORDER BY p), array_agg(meets_upper ORDER BY p),
			       array_agg(lower(p)) FILTER (WHERE meets_lower IS NULL) || array_agg(upper(p)) FILTER (WHERE meets_upper IS NULL)
			FROM m$q$, bounds)
			INTO missing, lower_ids, upper_ids, new_times USING parent, steps, first, last;
		EXIT WHEN missing IS NULL;
		IF cardinality(missing) > 1000 THEN	-- the lock table has room for some thousands
			RAISE program_limit_exceeded USING
				MESSAGE = 'too many partitions in one call',
				DETAIL = format('The call would create %s partitions; the limit is %s.', cardinality(missing), 1000),
				HINT = 'Use a larger step or a shorter range.';
		END IF;
		-- A key that is coarser than the step, or does not ascend, is not that of its time.
		EXECUTE format($q$
			SELECT t, id, at FROM unnest($1) t, LATERAL (SELECT %s OFFSET 0) i (id) LEFT JOIN LATERAL %s k (at, exact) ON true
			WHERE (exact AND at = t) IS NOT TRUE ORDER BY t LIMIT 1$q$, bound_of, time_of)
			INTO wrong USING new_times;
		IF wrong.t IS NOT NULL THEN
			RAISE datetime_field_overflow USING
				MESSAGE = format('partitions of table "%s" cannot begin or end at %s', base, wrong.t),
				DETAIL = CASE WHEN wrong.id IS NULL THEN 'The key of this time is null.' ELSE format('The key of this time would be %L, which is the key of %s.', wrong.id, coalesce(wrong.at::text, 'no time')) END,
				HINT = 'Use times that have a key of their own, and keys that ascend with time in the order of the partition key.';
		END IF;
		EXIT WHEN attempt = 2;
		-- then look again, because another call might have created them
		EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', parent);
	END LOOP;

	EXECUTE format($q$
		SELECT array_agg(coalesce(l, (SELECT %1$s FROM lower(p) t)) ORDER BY p), array_agg(coalesce(u, (SELECT %1$s FROM upper(p) t)) ORDER BY p)
		FROM unnest($1, $2, $3) m (p, l, u)$q$, bound_of)
		INTO lower_ids, upper_ids USING missing, lower_ids, upper_ids;
	FOR i IN 1..coalesce(cardinality(missing), 0) LOOP
		start := regexp_replace(to_char(lower(missing[i]) AT TIME ZONE timezone, '_YYYYMMDD_HH24MISSUS'), '(_000000)?000000$', '');
		name := base;
		WHILE octet_length(name || start) > 63 LOOP
			name := left(name, -1);
		END LOOP;
		name := format('%s.%I', schema, name || start);
		BEGIN
			-- PARTITION OF would lock the parent against everyone.  ATTACH adds indexes, foreign
			-- keys, triggers and identity.
			EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL EXCLUDING COMMENTS EXCLUDING IDENTITY EXCLUDING INDEXES EXCLUDING STATISTICS)%s', name, parent, place);
			EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', parent, name, lower_ids[i], upper_ids[i]);
			RETURN NEXT name::regclass;
		EXCEPTION WHEN check_violation THEN
			RAISE WARNING USING
				ERRCODE = SQLSTATE,
				MESSAGE = format('could not create partition "%s"', name),
				DETAIL = SQLERRM,
				HINT = 'Move these rows out of the default partition, then call the function again.';
		END;
	END LOOP;
EXCEPTION WHEN lock_not_available THEN
	RAISE lock_not_available USING
		MESSAGE = format('could not create partitions of table "%s"', base),
		DETAIL = format('A lock was not available within %s.', current_setting('lock_timeout')),
		HINT = 'Look in pg_locks for sessions that use the table, its default partition, or a table to which it refers.  When their transactions have ended, call the function again to continue.';
END $$;
COMMENT ON FUNCTION wiji_partition_create(parent regclass, steps tstzrange[], first timestamptz, last timestamptz, timezone text, bound_of text, time_of text, bounds text) IS
'internal: creates the partitions that are missing of these steps';

--
-- Dropping
--

-- The partitions that ended by then and that nothing keeps, the oldest first, at most 100; with the
-- tables that DETACH would lock because they refer to the parent, and whether the caller may lock all
-- of these.  For those that something keeps, it raises warnings.  It holds no lock when it returns.
CREATE OR REPLACE FUNCTION wiji_partition_look(parent regclass, before timestamptz, bounds text, OUT partition regclass, OUT referencing regclass[], OUT lockable boolean) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
SET DateStyle = 'ISO'
SET standard_conforming_strings = on
SET lock_timeout = '200ms'
SET row_security = off	-- an error in place of an answer without the rows that are hidden
AS $$
DECLARE
	base CONSTANT text := (SELECT relname FROM pg_class WHERE oid = parent);
	small CONSTANT bigint := 16 * 1024 * 1024;	-- the server scans it in some 50 ms
	-- LOCK TABLE asks for one of these
	privileges CONSTANT text := 'UPDATE, DELETE, TRUNCATE' || CASE WHEN current_setting('server_version_num')::integer >= 170000 THEN ', MAINTAIN' ELSE '' END;
	old regclass[];
	lower_ids text[];
	upper_ids text[];
	unreadable regclass;
	key record;
	child record;
	children jsonb[] := '{}';
	findings jsonb[] := '{}';	-- what keeps partitions: SQLSTATE, detail and hint
	finding record;
	dependent text;
	refers boolean;
	free regclass[] := '{}';
BEGIN
	IF before IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'argument "before" must not be null';
	END IF;
	EXECUTE format($q$
		SELECT array_agg(partition ORDER BY upper) FILTER (WHERE is_old), array_agg(lower_id ORDER BY upper) FILTER (WHERE is_old), array_agg(upper_id ORDER BY upper) FILTER (WHERE is_old),
		       CASE WHEN bool_and((lower < upper) IS NULL) THEN min(partition::oid) END
		FROM (%s) b JOIN pg_class ON oid = partition, LATERAL (SELECT lower < upper AND upper <= $2 AND upper < 'infinity' AND relkind <> 'f') o (is_old)
		WHERE lower_time <= upper_time$q$, bounds)
		INTO old, lower_ids, upper_ids, unreadable USING parent, before;
	IF unreadable IS NOT NULL THEN
		RAISE WARNING USING
			MESSAGE = format('could not read both bounds of any partition of table "%s" as times', base),
			DETAIL = format('For example, partition "%s" is %s.', unreadable, (SELECT pg_get_expr(relpartbound, 0) FROM pg_class WHERE oid = unreadable)),
			HINT = 'Drop old partitions by DROP TABLE.  Partitions that wiji_create_partitions() creates have times as bounds.';
	END IF;
	IF old IS NULL THEN
		RETURN;
	END IF;

	-- A foreign key contains the partition key.  Where it is equal to a key of the partition, the row refers
	-- to it; the server, which joins the tables, is as strict once the foreign key has been validated.
	SELECT attnum, (SELECT format('%I.%I', nspname, typname) FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace WHERE t.oid = opcintype) AS type, format('OPERATOR(%s.%s)', oprnamespace::regnamespace, oprname) AS less,
	       (SELECT format(' COLLATE %I.%I', nspname, collname) FROM pg_collation l JOIN pg_namespace n ON n.oid = collnamespace WHERE l.oid = partcollation[0]) AS collation
	INTO key
	FROM pg_partitioned_table JOIN pg_attribute a ON attrelid = partrelid AND attnum = partattrs[0] JOIN pg_opclass o ON o.oid = partclass[0]
		JOIN pg_amop ON amopfamily = opcfamily AND amoplefttype = opcintype AND amoprighttype = opcintype AND amopstrategy = 1 JOIN pg_operator p ON p.oid = amopopr
	WHERE partrelid = parent;
	referencing := '{}';
	lockable := true;
	FOR child IN
		SELECT conrelid::regclass AS name, columns,
		       format('SELECT EXISTS (SELECT FROM %1$s%2$s f WHERE (%3$s) IS NOT NULL AND ($1 IS NULL OR NOT CAST(f.%4$I AS %5$s)%6$s %7$s CAST($1 AS %5$s)) AND CAST(f.%4$I AS %5$s)%6$s %7$s CAST($2 AS %5$s))',
		              CASE WHEN relkind <> 'p' THEN 'ONLY ' END, conrelid::regclass, columns, a.attname, key.type, key.collation, key.less) AS refers,
		       has_table_privilege(conrelid, privileges) AND has_schema_privilege(relnamespace, 'USAGE') AS lockable,
		       coalesce(to_jsonb(c) ->> 'conenforced', 'true') = 'true' AS is_enforced,
		       CASE WHEN relkind = 'p' THEN (SELECT sum(pg_relation_size(relid)) FROM pg_partition_tree(conrelid)) ELSE pg_relation_size(conrelid) END > small
		       AND NOT EXISTS (SELECT FROM pg_index i JOIN pg_class x ON x.oid = indexrelid JOIN pg_am m ON m.oid = relam
		                       WHERE indrelid = conrelid AND indisvalid AND amname = 'btree' AND (string_to_array(indkey::text, ' ')::smallint[])[:cardinality(conkey)] @> conkey
		                         AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = format('(%s IS NOT NULL)', columns))) AS is_unindexed,
		       CASE WHEN relkind <> 'p' THEN ' CONCURRENTLY' END AS concurrently
		FROM pg_constraint c JOIN pg_class r ON r.oid = conrelid JOIN pg_attribute a ON attrelid = conrelid AND attnum = conkey[array_position(confkey, key.attnum)],
			LATERAL (SELECT string_agg(quote_ident(attname), ', ' ORDER BY i) FROM unnest(conkey) WITH ORDINALITY k (num, i) JOIN pg_attribute ON attrelid = conrelid AND attnum = num) k (columns)
		WHERE confrelid = parent AND contype = 'f' AND NOT EXISTS (SELECT FROM pg_constraint u WHERE u.oid = c.conparentid AND u.confrelid = parent)
		ORDER BY conrelid
	LOOP
		IF child.is_unindexed THEN
			findings := findings || jsonb_build_object('code', '55000',
				'detail', format('Table %s refers to them, and the server would scan it for each under an exclusive lock.', child.name),
				'hint', format('Use CREATE INDEX%s ON %s (%s), then call the function again.', child.concurrently, child.name, child.columns));
		END IF;
		IF child.name <> parent THEN
			referencing := referencing || child.name;
			lockable := lockable AND child.lockable;
		END IF;
		IF child.is_enforced THEN
			children := children || to_jsonb(child);
		END IF;
	END LOOP;

	BEGIN
		FOR i IN 1..cardinality(old) LOOP
			EXIT WHEN cardinality(free) = 100 OR findings[1] ->> 'code' IN ('55000', '42501');	-- these keep all
			WITH RECURSIVE own (classid, objid) AS (
				VALUES ('pg_class'::regclass::oid, old[i]::oid)
				UNION
				SELECT d.classid, d.objid FROM own o JOIN pg_depend d ON refclassid = o.classid AND refobjid = o.objid WHERE deptype IN ('a', 'i', 'P', 'S')
			)
			SELECT CASE d.classid WHEN 'pg_rewrite'::regclass THEN (SELECT CASE ev_type WHEN '1' THEN pg_describe_object('pg_class'::regclass, ev_class, 0) ELSE pg_describe_object(d.classid, d.objid, 0) END FROM pg_rewrite WHERE oid = d.objid)
			       ELSE pg_describe_object(d.classid, d.objid, d.objsubid) END
			INTO dependent
			FROM own o JOIN pg_depend d ON refclassid = o.classid AND refobjid = o.objid LEFT JOIN pg_constraint c ON d.classid = 'pg_constraint'::regclass AND c.oid = d.objid
			WHERE deptype = 'n' AND (d.classid, d.objid) NOT IN (SELECT classid, objid FROM own)
			  AND NOT coalesce(contype = 'f' AND conparentid <> 0, false)	-- DETACH removes it
			ORDER BY 1 LIMIT 1;
			IF dependent IS NOT NULL THEN
				findings := findings || jsonb_build_object('code', '2BP01', 'detail', format('Partition %s: %s depends on it.', old[i], dependent),
					'hint', 'Drop the dependent objects, then call the function again.');
				CONTINUE;
			END IF;
			refers := false;
			FOR child IN SELECT f ->> 'name' AS name, f ->> 'refers' AS refers FROM unnest(children) f LOOP
				BEGIN
					EXECUTE child.refers INTO refers USING lower_ids[i], upper_ids[i];
				EXCEPTION WHEN data_exception OR undefined_table THEN
					refers := false;	-- a key that the partition's type does not have, or a table that has been dropped: left to the server
				WHEN insufficient_privilege THEN
					refers := true;
					findings := jsonb_build_object('code', SQLSTATE, 'detail', format('Whether rows of table %s refer to them cannot be seen: %s.', child.name, SQLERRM),
						'hint', format('Let role %I see all rows of that table: grant SELECT, and if it has row-level security, ownership or BYPASSRLS.', current_user)) || findings;
					EXIT;
				END;
				IF refers THEN
					findings := findings || jsonb_build_object('code', '23503', 'detail', format('Partition %s: rows of table %s refer to it.', old[i], child.name),
						'hint', 'Delete the referencing rows, then call the function again.');
					EXIT;
				END IF;
			END LOOP;
			IF NOT refers THEN
				free := free || old[i];
			END IF;
		END LOOP;
		RAISE SQLSTATE 'WP001';	-- releases the locks
	EXCEPTION WHEN SQLSTATE 'WP001' THEN
		NULL;
	END;

	FOR finding IN
		SELECT f ->> 'code' AS code, f ->> 'hint' AS hint, string_agg(f ->> 'detail', E'\n' ORDER BY n) AS detail
		FROM unnest(findings) WITH ORDINALITY u (f, n) GROUP BY 1, 2 ORDER BY min(n)
	LOOP
		RAISE WARNING USING
			ERRCODE = finding.code,
			MESSAGE = format('could not drop partitions of table "%s"', base),
			DETAIL = finding.detail,
			HINT = finding.hint;
	END LOOP;
	FOREACH partition IN ARRAY free LOOP
		RETURN NEXT;
	END LOOP;
EXCEPTION WHEN lock_not_available THEN
	RAISE lock_not_available USING
		MESSAGE = format('could not drop partitions of table "%s"', base),
		DETAIL = format('A lock on a table that refers to it was not available within %s.', current_setting('lock_timeout')),
		HINT = 'Look in pg_locks for sessions that use these tables.  When their transactions have ended, call the function again to continue.';
END $$;
COMMENT ON FUNCTION wiji_partition_look(parent regclass, before timestamptz, bounds text) IS
'internal: old partitions that nothing keeps, and the tables that refer to the parent';

CREATE OR REPLACE FUNCTION wiji_partition_drop(parent regclass, before timestamptz, bounds text, old regclass[]) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
SET DateStyle = 'ISO'
SET standard_conforming_strings = on
SET lock_timeout = '200ms'
SET row_security = off	-- an error in place of an answer without the rows that are hidden
AS $$
DECLARE
	base CONSTANT text := (SELECT relname FROM pg_class WHERE oid = parent);
	deadlock_ms CONSTANT integer := (SELECT setting FROM pg_settings WHERE name = 'deadlock_timeout');
	-- others queue for the locks; below deadlock_timeout, so that none is canceled
	longest_ms CONSTANT integer := least(200, greatest(deadlock_ms * 9 / 10, 1));
	quiet regclass[] := '{}';
	child regclass;
	children regclass[];
	referenced regclass[] := '{}';
	waits integer[];
	until timestamptz;
	partition regclass;
	name text;
	dropped integer := 0;
BEGIN
	IF old = '{}' THEN
		RETURN;
	END IF;
	-- Another call, ATTACH and DETACH wait for this; clients do not.  Then look again.
	EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', parent);
	EXECUTE format('SELECT array_agg(partition ORDER BY upper) FROM (%s) b WHERE partition = ANY ($3) AND lower < upper AND upper <= $2', bounds)
		INTO old USING parent, before, old;

	-- The server cancels an autovacuum that somebody waits for this long.  No client conflicts with it.
	PERFORM set_config('lock_timeout', (deadlock_ms + 500)::text, true);
	FOREACH partition IN ARRAY coalesce(old, '{}') LOOP
		name := partition;
		CONTINUE WHEN name ~ '^[0-9]';	-- an OID: dropped since this transaction took its snapshot
		BEGIN
			EXECUTE format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', name);
			quiet := quiet || partition;
		EXCEPTION WHEN insufficient_privilege THEN
			RAISE WARNING USING ERRCODE = SQLSTATE, MESSAGE = format('could not drop partition "%s"', name), DETAIL = SQLERRM,
				HINT = 'Give the partition to the owner of the table.';
		WHEN lock_not_available THEN
			RAISE WARNING USING ERRCODE = SQLSTATE, MESSAGE = format('could not drop partition "%s"', name),
				DETAIL = 'It is being vacuumed, analyzed or altered.',
				HINT = format('Look in pg_locks for the session (relation = %L::regclass).  The server does not cancel an autovacuum to prevent wraparound; call the function again when it has ended.', name);
		END;
	END LOOP;
	IF quiet = '{}' THEN
		RETURN;
	END IF;

	-- A writer's foreign key locks the referencing table before the referenced one, so the tables that refer
	-- to the parent are locked before it.  But a transaction that inserts the referenced row first locks
	-- them the other way round.  Hence attempts in either order, between which everybody goes on.  Last
	-- come the tables to which the parent refers: after a DETACH, DROP removes triggers of theirs.
	children := ARRAY(SELECT DISTINCT conrelid::regclass FROM pg_constraint WHERE contype = 'f' AND conparentid <> 0 AND confrelid = ANY (quiet) AND conrelid <> parent ORDER BY 1);
	IF children <> '{}' THEN
		referenced := ARRAY(SELECT DISTINCT confrelid::regclass FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY (quiet) AND confrelid <> ALL (children || parent) ORDER BY 1);
	END IF;
	waits := CASE WHEN children = '{}' THEN '{200}' ELSE '{25,25,50,50,200}' END;
	FOR attempt IN 1..cardinality(waits) LOOP
		BEGIN
			until := clock_timestamp() + least(waits[attempt], longest_ms) * interval '1 ms';
			FOREACH child IN ARRAY CASE WHEN attempt % 2 = 1 THEN children || parent ELSE parent || children END || referenced LOOP
				PERFORM set_config('lock_timeout', greatest(ceil(extract(epoch FROM until - clock_timestamp()) * 1000), 1)::text, true);
				BEGIN
					EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', child);
				EXCEPTION WHEN insufficient_privilege THEN
					NULL;	-- DETACH will wait for it
				END;
			END LOOP;
			EXIT;
		EXCEPTION WHEN lock_not_available THEN
			IF attempt = cardinality(waits) THEN
				RAISE;
			END IF;
		END;
		PERFORM pg_sleep(0.05);
	END LOOP;
	PERFORM set_config('lock_timeout', longest_ms::text, true);

	until := clock_timestamp() + interval '200 ms';
	FOREACH partition IN ARRAY quiet LOOP
		EXIT WHEN dropped > 0 AND clock_timestamp() > until;	-- others wait for the parent until this has committed
		name := partition;
		BEGIN
			EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE NOWAIT', name);
			CONTINUE WHEN to_regclass(name) IS DISTINCT FROM partition;	-- renamed
			-- A foreign key prevents DROP even if no rows reference the partition.
			IF EXISTS (SELECT FROM pg_constraint WHERE confrelid = partition AND contype = 'f' AND conparentid <> 0) THEN
				EXECUTE format('ALTER TABLE %s DETACH PARTITION %s%s', parent, name,
					(SELECT ' FINALIZE' FROM pg_inherits WHERE inhrelid = partition AND inhdetachpending));
			END IF;
			EXECUTE format('DROP TABLE %s', name);
			dropped := dropped + 1;
			RETURN NEXT name;
		EXCEPTION
			WHEN lock_not_available THEN
				RAISE WARNING USING ERRCODE = SQLSTATE, MESSAGE = format('could not drop partition "%s"', name), DETAIL = SQLERRM,
					HINT = format('Look in pg_locks for sessions that use the partition (relation = %L::regclass) or a table that refers to it.  When their transactions have ended, call the function again to continue.', name);
				EXIT;
			WHEN foreign_key_violation OR dependent_objects_still_exist OR insufficient_privilege THEN
				RAISE WARNING USING ERRCODE = SQLSTATE, MESSAGE = format('could not drop partition "%s"', name), DETAIL = SQLERRM,
					HINT = CASE WHEN SQLSTATE = '42501' THEN format('Let role %I see all rows of tables that refer to the partition.', current_user) ELSE 'Delete the referencing rows or drop the dependent objects, then call the function again.' END;
		END;
	END LOOP;
EXCEPTION WHEN lock_not_available THEN
	RAISE lock_not_available USING
		MESSAGE = format('could not drop partitions of table "%s"', base),
		DETAIL = 'A lock on the table, or on one that refers to it, was not available within 200 ms.',
		HINT = format('Look in pg_locks for sessions that use the table (relation = %L::regclass).  When their transactions have ended, call the function again to continue.', parent);
END $$;
COMMENT ON FUNCTION wiji_partition_drop(parent regclass, before timestamptz, bounds text, old regclass[]) IS
'internal: drops those partitions that are old, and returns their names';

--
-- The functions to call
--

CREATE OR REPLACE FUNCTION wiji_create_partitions(
	parent regclass, first timestamptz, last timestamptz, step interval,
	timezone text DEFAULT pg_catalog.current_setting('TimeZone'::pg_catalog.text), key_of regprocedure DEFAULT NULL
) RETURNS SETOF regclass
LANGUAGE SQL VOLATILE
SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
	SELECT c FROM wiji_partition_key(parent, key_of, true, CAST(NULL AS smallint), CAST(NULL AS pg_catalog.oid)) k,
		wiji_partition_create(parent, ARRAY(SELECT s FROM wiji_partition_steps(first, last, step, timezone) s), first, last, timezone, k.bound_of, k.time_of, k.bounds) c;
END;
COMMENT ON FUNCTION wiji_create_partitions(parent regclass, first timestamptz, last timestamptz, step interval, timezone text, key_of regprocedure) IS
'creates the missing partitions from first up to last, and returns them';

CREATE OR REPLACE FUNCTION wiji_drop_partitions(parent regclass, before timestamptz, key_of regprocedure DEFAULT NULL) RETURNS SETOF text
LANGUAGE SQL VOLATILE
SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
	SELECT d FROM wiji_partition_key(parent, key_of, true, CAST(NULL AS smallint), CAST(NULL AS pg_catalog.oid)) k,
		wiji_partition_drop(parent, before, k.bounds, ARRAY(SELECT l.partition FROM wiji_partition_look(parent, before, k.bounds) l)) d;
END;
COMMENT ON FUNCTION wiji_drop_partitions(parent regclass, before timestamptz, key_of regprocedure) IS
'drops partitions that end at or before a time, at most 100, and returns their names';

CREATE OR REPLACE FUNCTION wiji_partitions(parent regclass, key_of regprocedure DEFAULT NULL, OUT partition regclass, OUT lower timestamptz, OUT upper timestamptz) RETURNS SETOF record
LANGUAGE SQL STABLE
SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
	SELECT l.partition, l.lower, l.upper FROM wiji_partition_key(parent, key_of, false, CAST(NULL AS smallint), CAST(NULL AS pg_catalog.oid)) k, wiji_partition_list(parent, k.bounds) l;
END;
COMMENT ON FUNCTION wiji_partitions(parent regclass, key_of regprocedure) IS
'partitions of a table, with the times from lower up to upper';

--
-- A table that is not partitioned yet: the statements that make it the first partition of a new one
--

CREATE OR REPLACE FUNCTION wiji_partition_script_key("table" regclass, INOUT key name, OUT number smallint, OUT opclass oid) RETURNS record
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	me CONSTANT pg_class := (SELECT c FROM pg_class c WHERE c.oid = "table");
	flaw CONSTANT text := CASE
		WHEN me.relkind = 'p' THEN 'It is partitioned already.'
		WHEN me.relkind <> 'r' OR me.relpersistence = 't' THEN 'It is not a permanent table.'
		WHEN EXISTS (SELECT FROM pg_inherits WHERE "table" IN (inhrelid, inhparent)) THEN 'It is a partition, inherits, or is inherited from.'
		WHEN me.reloftype <> 0 THEN 'It is a table of a composite type.'
		WHEN EXISTS (SELECT FROM pg_subscription_rel WHERE srrelid = "table") THEN 'A subscription would skip the new table.'
		WHEN EXISTS (SELECT FROM pg_publication_rel r WHERE prrelid = "table" AND to_jsonb(r) ->> 'prexcept' = 'true') THEN 'It is in the EXCEPT clause of a publication.'	-- from 19 on
		WHEN EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = "table" AND deptype = 'e') THEN 'It belongs to an extension.' END;
BEGIN
	IF "table" IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'argument "table" must not be null';
	ELSIF me.oid IS NULL THEN
		RAISE undefined_table USING MESSAGE = format('relation with OID %s does not exist', "table"::oid), HINT = 'Pass the name of the table.';
	ELSIF flaw IS NOT NULL THEN
		RAISE wrong_object_type USING MESSAGE = format('cannot make table "%s" a partition', me.relname), DETAIL = flaw;
	END IF;
	key := coalesce(key, (SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0] WHERE indrelid = "table" AND indisprimary AND indnkeyatts = 1));
	IF key IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = format('table "%s" does not have a primary key of one column', me.relname), HINT = 'Pass the name of the time-ordered column as argument "key".';
	END IF;
	WITH RECURSIVE base (column_number, type) AS (
		SELECT attnum, atttypid FROM pg_attribute WHERE attrelid = "table" AND attname = key AND attnum > 0
		UNION ALL SELECT column_number, typbasetype FROM base JOIN pg_type t ON t.oid = type WHERE typtype = 'd'
	)
	SELECT column_number, o.oid INTO number, opclass
	FROM base LEFT JOIN pg_opclass o ON opcdefault AND opcmethod = (SELECT a.oid FROM pg_am a WHERE amname = 'btree') AND (opcintype = type
		OR EXISTS (SELECT FROM pg_cast WHERE castsource = type AND casttarget = opcintype AND castmethod = 'b' AND castcontext = 'i'))
	ORDER BY o.oid IS NULL, opcintype <> type LIMIT 1;
	IF number IS NULL THEN
		RAISE undefined_column USING MESSAGE = format('column "%s" of relation "%s" does not exist', key, me.relname);
	ELSIF opclass IS NULL THEN
		RAISE undefined_object USING MESSAGE = format('column "%s" of relation "%s" cannot be a partition key', key, me.relname), DETAIL = 'Its type does not have a default btree operator class.';
	END IF;
END $$;
COMMENT ON FUNCTION wiji_partition_script_key("table" regclass, key name) IS
'internal: key, its number and default operator class, of a table that can become a partition';

-- The text depends on the catalogs alone, not on the session: once it has its locks, the script
-- compares it with a new one.  The last argument tells the schema of wiji_partition_script().
CREATE OR REPLACE FUNCTION wiji_partition_script_text(
	"table" regclass, upto timestamptz, key name, key_of regprocedure, bound_of text, time_of text, less text, self regprocedure
) RETURNS SETOF text
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
	me CONSTANT pg_class := (SELECT c FROM pg_class c WHERE oid = "table");
	schema CONSTANT name := (SELECT nspname FROM pg_namespace WHERE oid = me.relnamespace);
	new CONSTANT text := format('%I.%I', schema, me.relname);	-- what the table is called, and then the new one
	short text := me.relname;
	first name;	-- what the table is called then
	old text;
	until name;	-- the constraint of its rows
	number CONSTANT smallint := (SELECT attnum FROM pg_attribute WHERE attrelid = "table" AND attname = key);
	bound record;
	seeker record;
	row_type CONSTANT oid[] := ARRAY(SELECT unnest(ARRAY[oid, typarray]) FROM pg_type WHERE oid = me.reltype);
	is_user CONSTANT oid[] := ARRAY(SELECT objid FROM pg_depend WHERE refclassid = 'pg_type'::regclass AND refobjid = ANY (row_type));	-- of the row type
	indexes CONSTANT oid[] := ARRAY(
		SELECT indexrelid FROM pg_index
		WHERE indrelid = "table" AND indisvalid AND NOT indisexclusion AND (NOT indisunique OR number = ANY ((indkey::smallint[])[:indnkeyatts - 1])));
	-- what goes over to the new table
	keys CONSTANT oid[] := ARRAY(SELECT oid FROM pg_constraint WHERE contype = 'f' AND confrelid = "table" AND conparentid = 0 AND conindid = ANY (indexes));
	constraints oid[];
	triggers CONSTANT oid[] := ARRAY(
		SELECT oid FROM pg_trigger WHERE tgrelid = "table" AND NOT tgisinternal AND (tgtype & 1 = 0 OR coalesce(tgoldtable, tgnewtable) IS NULL));
	rules CONSTANT oid[] := ARRAY(	-- its own, and those that read it
		SELECT DISTINCT r.oid FROM pg_depend JOIN pg_rewrite r ON classid = 'pg_rewrite'::regclass AND objid = r.oid JOIN pg_class v ON v.oid = ev_class
		WHERE refclassid = 'pg_class'::regclass AND refobjid = "table" AND v.relkind <> 'm' AND v.oid <> ALL (is_user));
	functions CONSTANT oid[] := ARRAY(
		SELECT DISTINCT p.oid FROM pg_depend JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
		WHERE refclassid = 'pg_class'::regclass AND refobjid = "table" AND prosqlbody IS NOT NULL AND p.oid <> ALL (is_user));
	policies CONSTANT oid[] := ARRAY(
		SELECT oid FROM pg_policy WHERE polrelid = "table" UNION
		SELECT objid FROM pg_depend WHERE classid = 'pg_policy'::regclass AND refclassid = 'pg_class'::regclass AND refobjid = "table");
	statistics CONSTANT oid[] := ARRAY(SELECT oid FROM pg_statistic_ext WHERE stxrelid = "table");
	sequences CONSTANT oid[] := ARRAY(	-- of identity columns
		SELECT objid FROM pg_depend WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND refobjid = "table"
		AND refobjsubid > 0 AND deptype = 'i' AND EXISTS (SELECT FROM pg_sequence WHERE seqrelid = objid));
	lost text[];
	relations text;
	locks text;
	locked oid[];
	changed oid[];
	body text[];
	keys_of jsonb;
	rights text;
	hash text;
	again text;
	tag text;
	is_done CONSTANT text := format('EXISTS (SELECT FROM pg_class WHERE oid = %L::regclass AND relkind = ''p'')', new);
	-- Clients queue for the locks, so these are tried for 100 ms in all, in the order in which clients
	-- take them, and for less than deadlock_timeout, so that no client is canceled.  The weak lock
	-- conflicts with no client, and an autovacuum gives way to it.
	frame CONSTANT text := $frame$DO %1$s
DECLARE
	statement text;
	deadline timestamptz;
BEGIN
	SET LOCAL search_path = pg_catalog, pg_temp;
	IF current_setting('transaction_isolation') <> 'read committed' THEN
		RAISE invalid_transaction_state USING MESSAGE = format('cannot run this script in a %%s transaction', upper(current_setting('transaction_isolation')));
	END IF;
	FOR attempt IN 1..100 LOOP
		IF %2$s THEN
			RETURN;	-- done before
		END IF;
		BEGIN
			PERFORM set_config('lock_timeout', (extract(epoch FROM current_setting('deadlock_timeout')::interval) * 1000 + 500)::integer::text, true);
			LOCK TABLE %3$s IN SHARE UPDATE EXCLUSIVE MODE;
			CONTINUE WHEN %2$s;%6$s
			deadline := clock_timestamp() + least(interval '100 ms', current_setting('deadlock_timeout')::interval * 0.9);
			FOREACH statement IN ARRAY ARRAY[
				%4$s] LOOP
				PERFORM set_config('lock_timeout', greatest(1, extract(epoch FROM deadline - clock_timestamp()) * 1000)::integer::text, true);
				EXECUTE statement;
			END LOOP;
			%5$s;
			RETURN;
		EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
			PERFORM pg_sleep(0.5);
		END;
	END LOOP;
	RAISE lock_not_available USING MESSAGE = 'could not lock the tables', HINT = 'Look in pg_locks for sessions that use them.  When their transactions have ended, run this script again.';
END %1$s;$frame$;
BEGIN
	IF upto IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'argument "upto" must not be null';
	ELSIF NOT isfinite(upto) THEN
		RAISE datetime_field_overflow USING MESSAGE = '"upto" must be finite', DETAIL = format('It is %s.', upto);
	END IF;
	-- The condition of an extension's trigger names the column that it seeks.
	SELECT tgname, extname, attname INTO seeker
	FROM pg_trigger t JOIN pg_depend e ON e.classid = 'pg_proc'::regclass AND e.objid = tgfoid AND e.deptype = 'e' JOIN pg_extension x ON x.oid = e.refobjid
		JOIN pg_depend d ON d.classid = 'pg_trigger'::regclass AND d.objid = t.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid = "table"
		JOIN pg_attribute ON attrelid = "table" AND attnum = d.refobjsubid JOIN pg_index i ON indrelid = "table" AND indkey[0] = attnum AND indisvalid AND indpred IS NULL
		JOIN pg_opclass o ON o.oid = indclass[0] AND opcdefault AND opcmethod = (SELECT a.oid FROM pg_am a WHERE amname = 'btree')
	WHERE t.oid = ANY (triggers) AND NOT EXISTS (
		SELECT FROM pg_index k WHERE k.indexrelid = ANY (indexes) AND k.indkey[0] = i.indkey[0] AND k.indclass[0] = i.indclass[0] AND k.indpred IS NULL)
	ORDER BY tgname LIMIT 1;
	IF FOUND THEN
		RAISE object_not_in_prerequisite_state USING MESSAGE = format('cannot make table "%s" a partition', me.relname),
			DETAIL = format('Trigger %I of extension %I needs an index of column %I, which would stay on the first partition.', seeker.tgname, seeker.extname, seeker.attname),
			HINT = format('Use CREATE INDEX CONCURRENTLY ON %s (%I), then call wiji_partition_script() again.', new, seeker.attname);
	END IF;
	EXECUTE format('SELECT id, at, exact FROM CAST($1 AS timestamptz) t, LATERAL (SELECT %s OFFSET 0) i (id) LEFT JOIN LATERAL %s k (at, exact) ON true', bound_of, time_of)
		INTO bound USING upto;
	IF (bound.exact AND bound.at = upto) IS NOT TRUE THEN
		RAISE datetime_field_overflow USING
			MESSAGE = format('a partition of table "%s" cannot end at %s', me.relname, upto),
			DETAIL = CASE WHEN bound.id IS NULL THEN 'The key of this time is null.' ELSE format('The key of this time would be %L, which is the key of %s.', bound.id, coalesce(bound.at::text, 'no time')) END,
			HINT = 'Use a time that has a key of its own, and keys that ascend with time in the order of the partition key.';
	END IF;
	less := less || ' ' || quote_literal(bound.id);
	WHILE octet_length(short) > 50 LOOP	-- leaves room for a suffix and a number
		short := left(short, -1);
	END LOOP;
	first := short || '_first';
	old := format('%I.%I', schema, first);
	until := short || '_upto';
	constraints := ARRAY(
		SELECT oid FROM pg_constraint WHERE conrelid = "table" AND conparentid = 0 AND conname <> until
		AND (contype = 'c' AND NOT connoinherit OR contype IN ('p', 'u') AND conindid = ANY (indexes) OR contype = 'f' AND confrelid <> "table"));

	lost := ARRAY(SELECT what FROM (
		SELECT pg_describe_object('pg_class'::regclass, indexrelid, 0) || ', which stays on the first partition' FROM pg_index WHERE indrelid = "table" AND indexrelid <> ALL (indexes)
		UNION ALL
		SELECT pg_describe_object('pg_constraint'::regclass, oid, 0) || CASE confrelid WHEN "table" THEN ', which is dropped' ELSE ', which stays on the first partition' END
		FROM pg_constraint WHERE conparentid = 0 AND (contype = 'f' AND confrelid = "table" AND oid <> ALL (keys) OR contype = 'c' AND conrelid = "table" AND connoinherit)
		UNION ALL
		SELECT pg_describe_object('pg_trigger'::regclass, oid, 0) || CASE tgrelid WHEN "table" THEN ', which is dropped' ELSE ', which keeps to the first partition' END FROM pg_trigger WHERE "table" IN (tgrelid, tgconstrrelid) AND NOT tgisinternal AND oid <> ALL (triggers)
		UNION ALL
		SELECT format('%s, if it changes column %I', pg_describe_object('pg_trigger'::regclass, oid, 0), key) FROM pg_trigger WHERE oid = ANY (triggers) AND tgtype & 3 = 3 AND tgtype & 20 <> 0	-- BEFORE ROW
		UNION ALL
		SELECT DISTINCT coalesce(pg_describe_object('pg_class'::regclass, v.oid, 0), pg_describe_object(classid, objid, 0)) || ', which keeps to the first partition'
		FROM pg_depend LEFT JOIN pg_rewrite r ON classid = 'pg_rewrite'::regclass AND r.oid = objid AND rulename = '_RETURN' LEFT JOIN pg_class v ON v.oid = ev_class
		WHERE (deptype = 'n' OR deptype = 'a' AND classid = 'pg_class'::regclass AND NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = objid AND c.relkind IN ('i', 'S')))
		AND (refclassid = 'pg_type'::regclass AND refobjid = ANY (row_type) OR refclassid = 'pg_class'::regclass AND refobjid = "table" AND objid <> ALL (rules || functions)
		     AND classid <> ALL ('{pg_constraint,pg_attrdef,pg_trigger,pg_policy,pg_publication_rel,pg_statistic_ext}'::regclass[]))
		UNION ALL
		SELECT format('publication %I: subscribers receive rows under the names of partitions, unless you run ALTER PUBLICATION %1$I SET (publish_via_partition_root)', pubname)
		FROM pg_publication p WHERE NOT pubviaroot AND (puballtables OR EXISTS (SELECT FROM pg_publication_namespace n WHERE pnpubid = p.oid AND pnnspid = me.relnamespace))
		UNION ALL
		SELECT format('publication %I: its other partitioned tables are published under their own names, too', pubname)
		FROM pg_publication p JOIN pg_publication_rel r ON prpubid = p.oid AND prrelid = "table"
		WHERE NOT pubviaroot AND EXISTS (SELECT FROM pg_publication_rel o JOIN pg_partitioned_table ON partrelid = o.prrelid WHERE o.prpubid = p.oid)
		UNION ALL
		SELECT 'in later partitions: ' || what FROM (VALUES
			(array_to_string(me.reloptions, ', ')),
			((SELECT 'toast.' || array_to_string(reloptions, ', toast.') FROM pg_class WHERE oid = me.reltoastrelid)),
			((SELECT string_agg(format('%I (%s)', relname, array_to_string(reloptions, ', ')), ', ') FROM pg_class JOIN pg_index ON indexrelid = oid
			  WHERE indrelid = "table" AND reloptions IS NOT NULL AND EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid))),
			(CASE me.relpersistence WHEN 'u' THEN 'UNLOGGED' END),
			((SELECT 'access method ' || amname FROM pg_am WHERE oid = me.relam AND amname <> 'heap')),
			(CASE WHEN me.relreplident <> 'd' THEN 'replica identity' END)) v (what) WHERE what IS NOT NULL
		UNION ALL
		SELECT 'on the new table: ' || what FROM (VALUES
			((SELECT 'CLUSTER ON ' || quote_ident(relname) FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indrelid = "table" AND indisclustered)),
			((SELECT 'statistics targets of indexes' FROM pg_index JOIN pg_attribute ON attrelid = indexrelid WHERE indrelid = "table" AND attstattarget >= 0 LIMIT 1)),
			((SELECT 'security labels' FROM pg_seclabel WHERE classoid = 'pg_class'::regclass AND objoid = "table" LIMIT 1)),
			((SELECT 'dependency on extension ' || string_agg(DISTINCT extname, ', ') FROM pg_depend JOIN pg_extension e ON e.oid = refobjid WHERE deptype = 'x' AND objid = ANY (indexes || triggers))),
			((SELECT 'who granted privileges: ' || string_agg(DISTINCT grantor::regrole::text, ', ') FROM (SELECT me.relacl UNION ALL SELECT attacl FROM pg_attribute WHERE attrelid = "table") a (acl), aclexplode(acl)
			  WHERE grantor <> me.relowner))) v (what) WHERE what IS NOT NULL
		) l (what) ORDER BY what COLLATE "C");

	-- Readers of a view lock it first, then its tables; writers lock a table, then those to which it refers.
	SELECT string_agg(oid::regclass::text, ', ' ORDER BY place, oid) FILTER (WHERE relkind <> 'v'),
	       string_agg(quote_literal(CASE WHEN relkind = 'v' THEN format('ALTER VIEW %s OWNER TO %I', oid::regclass, pg_get_userbyid(relowner))	-- LOCK would include its tables
	                  ELSE format('LOCK TABLE %s IN %s MODE', oid::regclass, CASE place WHEN 3 THEN 'SHARE ROW EXCLUSIVE' ELSE 'ACCESS EXCLUSIVE' END) END), E',\n\t\t\t\t' ORDER BY place, oid),
	       array_agg(oid) FILTER (WHERE relkind <> 'v'), array_agg(oid) FILTER (WHERE place < 3)
	INTO relations, locks, locked, changed
	FROM (SELECT oid, min(place) FROM (
			SELECT ev_class, 1 FROM pg_rewrite WHERE oid = ANY (rules) UNION ALL SELECT polrelid, 1 FROM pg_policy WHERE oid = ANY (policies)
			UNION ALL SELECT conrelid, 1 FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND confrelid = "table"
			UNION ALL SELECT confrelid, 3 FROM pg_constraint WHERE contype = 'f' AND oid = ANY (constraints) AND has_table_privilege(me.relowner, confrelid, 'UPDATE, DELETE, TRUNCATE')
		) r (oid, place) WHERE oid <> "table" GROUP BY oid UNION ALL SELECT "table", 2) p (oid, place) JOIN pg_class USING (oid);

	body := ARRAY[format('ALTER TABLE %s RENAME TO %I', new, first)];
	body := body || ARRAY(
		SELECT format('ALTER INDEX %s RENAME TO %I', oid::regclass, CASE WHEN octet_length(relname) > 57 THEN first || '_' || row_number() OVER (ORDER BY oid) ELSE relname || '_first' END)
		FROM pg_class JOIN pg_index ON indexrelid = oid WHERE indrelid = "table" ORDER BY oid);
	body := body || ARRAY(
		SELECT format('ALTER STATISTICS %s.%I RENAME TO %I', stxnamespace::regnamespace, stxname, CASE WHEN octet_length(stxname) > 57 THEN first || '_' || row_number() OVER (ORDER BY oid) ELSE stxname || '_first' END)
		FROM pg_statistic_ext WHERE stxrelid = "table" ORDER BY oid);
	body := body || ARRAY(SELECT format('DROP TRIGGER %I ON %s', tgname, old) FROM pg_trigger WHERE tgrelid = "table" AND NOT tgisinternal ORDER BY tgname);
	body := body || ARRAY(SELECT format('DROP RULE %I ON %s', rulename, old) FROM pg_rewrite WHERE ev_class = "table" ORDER BY rulename);
	body := body || ARRAY(SELECT format('DROP POLICY %I ON %s', polname, old) FROM pg_policy WHERE polrelid = "table" ORDER BY polname);
	body := body || ARRAY(
		SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', CASE conrelid WHEN "table" THEN old ELSE conrelid::regclass::text END, conname)
		FROM pg_constraint WHERE contype = 'f' AND confrelid = "table" AND conparentid = 0 ORDER BY oid);
	body := body || format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', old);
	body := body || ARRAY(
		SELECT format('REVOKE ALL ON TABLE %s FROM %s CASCADE', old, string_agg(DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END, ', '))
		FROM (SELECT me.relacl UNION ALL SELECT attacl FROM pg_attribute WHERE attrelid = "table") a (acl), aclexplode(acl)
		WHERE grantee <> me.relowner HAVING count(*) > 0);
	body := body || ARRAY['SET LOCAL default_tablespace = ''''',
		format('CREATE TABLE %s (LIKE %s INCLUDING ALL EXCLUDING COMMENTS EXCLUDING CONSTRAINTS EXCLUDING IDENTITY EXCLUDING INDEXES EXCLUDING STATISTICS) PARTITION BY RANGE (%I)%s',
			new, old, key, (SELECT ' TABLESPACE ' || quote_ident(spcname) FROM pg_tablespace WHERE oid = me.reltablespace)),
		format('ALTER TABLE %s OWNER TO %I', new, pg_get_userbyid(me.relowner))];
	body := body || ARRAY(
		SELECT format('ALTER TABLE %s ALTER %I SET %s', new, attname, what)
		FROM pg_attribute, unnest(ARRAY[CASE WHEN attstattarget >= 0 THEN 'STATISTICS ' || attstattarget END, (SELECT '(' || string_agg(o, ', ') || ')' FROM unnest(attoptions) o WHERE o ~ '^n_distinct')]) what
		WHERE attrelid = "table" AND attnum > 0 AND NOT attisdropped AND what IS NOT NULL ORDER BY attnum);
	body := body || ARRAY(
		SELECT unnest(ARRAY[
			format('ALTER TABLE %s ALTER %I SET CACHE %s', old, attname, seqcache),	-- locks it against nextval()
			format('ALTER TABLE %s ALTER %I ADD GENERATED %s AS IDENTITY (SEQUENCE NAME %s INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s %s)',
				new, attname, CASE attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END, taken, seqincrement, seqmin, seqmax, seqstart, seqcache, CASE WHEN seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END),
			format('PERFORM setval(%L, last_value, is_called) FROM %s', taken, seqrelid::regclass),
			format('ALTER TABLE %s ALTER %I DROP IDENTITY', old, attname),
			format('ALTER SEQUENCE %s RENAME TO %I', taken, relname)])
		FROM pg_sequence JOIN pg_class q ON q.oid = seqrelid JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = seqrelid AND deptype = 'i'
			JOIN pg_attribute ON attrelid = "table" AND attnum = refobjsubid, format('%I.%I', schema, first || '_s' || attnum) taken
		WHERE seqrelid = ANY (sequences) ORDER BY attnum);
	body := body || ARRAY(
		SELECT format('ALTER SEQUENCE %s OWNED BY %s.%I', objid::regclass, new, attname)
		FROM pg_depend JOIN pg_sequence ON seqrelid = objid JOIN pg_attribute ON attrelid = "table" AND attnum = refobjsubid
		WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND refobjid = "table" AND deptype = 'a' ORDER BY attnum);
	body := body || ARRAY(
		SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', new, conname, regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', ''))
		FROM pg_constraint WHERE oid = ANY (constraints) AND contype IN ('c', 'f') ORDER BY contype, conname);
	body := body || ARRAY(
		SELECT unnest(ARRAY['SET LOCAL default_tablespace = ' || quote_literal(spcname),
			coalesce(format('ALTER TABLE %s ADD CONSTRAINT ', new) || quote_ident(conname) || ' ' || pg_get_constraintdef(c.oid), pg_get_indexdef(indexrelid)),
			CASE WHEN spcname IS NOT NULL THEN 'SET LOCAL default_tablespace = ''''' END])
		FROM pg_index JOIN pg_class x ON x.oid = indexrelid LEFT JOIN pg_tablespace s ON s.oid = reltablespace
			LEFT JOIN pg_constraint c ON conindid = indexrelid AND c.oid = ANY (constraints) AND contype IN ('p', 'u')
		WHERE indexrelid = ANY (indexes) ORDER BY x.oid);
	body := body || ARRAY[format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (MINVALUE) TO (%L)', new, old, bound.id),
		format('ALTER TABLE %s DROP CONSTRAINT %I', old, until)];
	body := body || ARRAY(
		SELECT unnest(ARRAY[pg_get_triggerdef(oid), CASE WHEN tgenabled <> 'O' THEN format('ALTER TABLE %s %s TRIGGER %I', new, state, tgname) END])
		FROM pg_trigger, CAST(CASE tgenabled WHEN 'D' THEN 'DISABLE' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END AS text) state
		WHERE oid = ANY (triggers) ORDER BY tgname);
	body := body || ARRAY(
		SELECT unnest(ARRAY[CASE WHEN relkind = 'v' AND rulename = '_RETURN'
				THEN format('CREATE OR REPLACE VIEW %s%s AS%s', v.oid::regclass, ' WITH (' || array_to_string(reloptions, ', ') || ')', rtrim(pg_get_viewdef(v.oid), ';'))
				ELSE regexp_replace(rtrim(pg_get_ruledef(r.oid), ';'), '^CREATE', 'CREATE OR REPLACE') END,
			CASE WHEN ev_class = "table" AND ev_enabled <> 'O' THEN format('ALTER TABLE %s %s RULE %I', new, state, rulename) END])
		FROM pg_rewrite r JOIN pg_class v ON v.oid = ev_class, CAST(CASE ev_enabled WHEN 'D' THEN 'DISABLE' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END AS text) state
		WHERE r.oid = ANY (rules) ORDER BY r.oid);
	body := body || ARRAY(SELECT pg_get_functiondef(f) FROM unnest(functions) f ORDER BY f);
	body := body || ARRAY(
		SELECT format(CASE WHEN polrelid = "table" THEN 'CREATE POLICY %I ON %s AS %s FOR %s TO %s%s%s' ELSE 'ALTER POLICY %1$I ON %2$s%6$s%7$s' END, polname, polrelid::regclass,
			CASE WHEN polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END, CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
			(SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r)) END, ', ') FROM unnest(polroles) r),
			' USING (' || pg_get_expr(polqual, polrelid) || ')', ' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')')
		FROM pg_policy WHERE oid = ANY (policies) ORDER BY oid);
	body := body || ARRAY[CASE WHEN me.relrowsecurity THEN format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', new) END,
		CASE WHEN me.relforcerowsecurity THEN format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', new) END];
	body := body || ARRAY(
		SELECT unnest(ARRAY[pg_get_statisticsobjdef(oid), format('ALTER STATISTICS %s.%I OWNER TO %I', stxnamespace::regnamespace, stxname, pg_get_userbyid(stxowner)),
			CASE WHEN stxstattarget >= 0 THEN format('ALTER STATISTICS %s.%I SET STATISTICS %s', stxnamespace::regnamespace, stxname, stxstattarget) END])
		FROM pg_statistic_ext WHERE oid = ANY (statistics) ORDER BY oid);
	body := body || ARRAY(
		WITH acl AS (	-- null is what an owner has
			SELECT 'TABLE ' || new AS target, '' AS "column", me.relacl AS acl
			UNION ALL SELECT 'TABLE ' || new, format(' (%I)', attname), attacl FROM pg_attribute WHERE attrelid = "table" AND attacl IS NOT NULL
			UNION ALL SELECT 'SEQUENCE ' || oid::regclass, '', relacl FROM pg_class WHERE oid = ANY (sequences)
		), item AS (
			SELECT target, privilege_type || "column" AS privilege, is_grantable, grantee FROM acl, aclexplode(acl)
			UNION ALL SELECT target, 'ALL', false, me.relowner FROM acl WHERE acl IS NULL
		)
		SELECT statement FROM (
			SELECT 1, format('REVOKE ALL ON %s FROM PUBLIC, %s', target, string_agg(DISTINCT quote_ident(pg_get_userbyid(grantee)), ', ')) FROM acl,
				(SELECT me.relowner UNION ALL SELECT grantee FROM pg_default_acl, aclexplode(defaclacl) WHERE defaclobjtype IN ('r', 'S') AND grantee <> 0) d (grantee)
			WHERE "column" = '' GROUP BY target
			UNION ALL SELECT 2, format('GRANT %s ON %s TO %s%s', string_agg(privilege, ', ' ORDER BY privilege), target, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
				CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END)
			FROM item GROUP BY target, grantee, is_grantable) s (place, statement) ORDER BY place, statement COLLATE "C");
	body := body || CASE me.relreplident WHEN 'f' THEN format('ALTER TABLE %s REPLICA IDENTITY FULL', new) WHEN 'n' THEN format('ALTER TABLE %s REPLICA IDENTITY NOTHING', new) END;
	body := body || ARRAY(SELECT format('ALTER TABLE %s REPLICA IDENTITY USING INDEX %I', new, relname) FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indisreplident AND oid = ANY (indexes));
	body := body || ARRAY(
		SELECT unnest(ARRAY[CASE WHEN NOT pubviaroot THEN format('ALTER PUBLICATION %I SET (publish_via_partition_root)', pubname) END,
			format('ALTER PUBLICATION %I DROP TABLE %s', pubname, old),
			format('ALTER PUBLICATION %I ADD TABLE %s%s%s', pubname, new,
				(SELECT format(' (%s)', string_agg(quote_ident(attname), ', ' ORDER BY attnum)) FROM pg_attribute WHERE attrelid = "table" AND attnum = ANY (prattrs::smallint[]) HAVING count(*) > 0),
				' WHERE (' || pg_get_expr(prqual, prrelid) || ')')])
		FROM pg_publication_rel r JOIN pg_publication p ON p.oid = prpubid WHERE prrelid = "table" ORDER BY pubname);
	body := body || ARRAY(
		SELECT format('COMMENT ON %s %s IS %L', CASE type WHEN 'table constraint' THEN 'CONSTRAINT' WHEN 'statistics object' THEN 'STATISTICS' WHEN 'table column' THEN 'COLUMN' ELSE upper(type) END, identity, description)
		FROM pg_description, pg_identify_object(classoid, objoid, objsubid)
		WHERE classoid = 'pg_class'::regclass AND objoid = ANY (indexes || sequences || "table"::oid)
		OR classoid = 'pg_constraint'::regclass AND (objoid = ANY (constraints) OR objoid IN (SELECT oid FROM pg_constraint WHERE conrelid = "table" AND contype = 'n'))
		OR classoid = 'pg_trigger'::regclass AND objoid = ANY (triggers) OR classoid = 'pg_rewrite'::regclass AND objoid = ANY (rules)
		OR classoid = 'pg_policy'::regclass AND objoid = ANY (policies) OR classoid = 'pg_statistic_ext'::regclass AND objoid = ANY (statistics)
		ORDER BY identity);

	-- Foreign keys to the table.  A partitioned table cannot have one that is not valid, but takes over
	-- those of its partitions.
	keys_of := (
		SELECT jsonb_agg(to_jsonb(f) ORDER BY f)
		FROM (SELECT CASE conrelid WHEN "table" THEN new ELSE conrelid::regclass::text END AS root, leaf, conname AS name, obj_description(oid, 'pg_constraint') AS comment,
				regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '') AS def, coalesce((to_jsonb(c) ->> 'conenforced')::boolean, true) AS enforced
			FROM pg_constraint c, LATERAL (
				SELECT relid FROM pg_partition_tree(conrelid) WHERE isleaf UNION SELECT r.oid FROM pg_class r WHERE r.oid = conrelid AND relkind = 'r') l (relid),
				CAST(CASE relid WHEN "table" THEN old ELSE relid::regclass::text END AS text) leaf
			WHERE c.oid = ANY (keys)) f);
	body := array_remove(body, NULL) || ARRAY(
		SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', leaf, name, def, CASE WHEN enforced THEN ' NOT VALID' END)
		FROM jsonb_to_recordset(keys_of) k (leaf text, name name, def text, enforced boolean));

	rights := (
		WITH owned (class, id, owner, schema) AS (
			SELECT 'pg_class'::regclass, oid, relowner, CASE WHEN relkind = 'v' OR oid = "table" THEN relnamespace END
			FROM pg_class WHERE oid = ANY (changed) OR oid IN (SELECT relid FROM unnest(changed) c, pg_partition_tree(c) WHERE isleaf)
			UNION ALL SELECT 'pg_proc'::regclass, oid, proowner, pronamespace FROM pg_proc WHERE oid = ANY (functions)
			UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, stxowner, stxnamespace FROM pg_statistic_ext WHERE oid = ANY (statistics)
			UNION ALL SELECT 'pg_publication'::regclass, p.oid, pubowner, NULL FROM pg_publication p JOIN pg_publication_rel ON prpubid = p.oid WHERE prrelid = "table"
		), item (what, class, id, part, condition) AS (
			SELECT 'ownership of', class, id, 0, format('pg_has_role(%L, ''USAGE'')', pg_get_userbyid(owner)) FROM owned
			UNION SELECT 'SET ROLE to the owner of', class, id, 0, format('pg_has_role(%L, CASE WHEN current_setting(''server_version_num'')::integer < 160000 THEN ''MEMBER'' ELSE ''SET'' END)', pg_get_userbyid(owner))
			FROM owned WHERE id = "table" OR class = 'pg_statistic_ext'::regclass
			UNION SELECT 'CREATE on', 'pg_namespace', schema, 0, format('has_schema_privilege(%L, ''CREATE'')', nspname) FROM owned JOIN pg_namespace n ON n.oid = schema
			UNION SELECT 'CREATE on', 'pg_tablespace', s.oid, 0, format('has_tablespace_privilege(%L, ''CREATE'')', spcname) FROM pg_class c JOIN pg_tablespace s ON s.oid = reltablespace WHERE c.oid = ANY (indexes || "table"::oid)
			UNION SELECT 'REFERENCES on', 'pg_class', confrelid, attnum, format('has_column_privilege(%L, %L, ''REFERENCES'')', confrelid::regclass, attname)
			FROM pg_constraint c JOIN pg_attribute ON attrelid = confrelid AND attnum = ANY (confkey) WHERE contype = 'f' AND c.oid = ANY (constraints)
			UNION SELECT 'UPDATE, DELETE or TRUNCATE on', 'pg_class', oid, 0, format('has_table_privilege(%L, ''UPDATE, DELETE, TRUNCATE'')', oid::regclass) FROM unnest(locked) oid
			UNION SELECT 'EXECUTE on', 'pg_proc', tgfoid, 0, format('has_function_privilege(%L, ''EXECUTE'')', tgfoid::regprocedure) FROM pg_trigger t WHERE oid = ANY (triggers))
		SELECT string_agg(format('(%L, %s)', concat_ws(' ', what, type, identity), condition), E',\n\t\t' ORDER BY type COLLATE "C", identity COLLATE "C", what COLLATE "C") FROM item, pg_identify_object(class, id, part));
	hash := 'do_' || md5(concat_ws(' ', less, body, lost, keys_of, rights));	-- in none of these texts
	tag := format('$%s$', hash);
	again := format(E'\n\t\t\tIF NOT EXISTS (SELECT FROM %s.wiji_partition_script(%L, %L::timestamptz, %L::name, %L::regprocedure) line WHERE strpos(line, %L) > 0) THEN\n\t\t\t\tRAISE object_not_in_prerequisite_state USING MESSAGE = %L, HINT = %L;\n\t\t\tEND IF;\n\t\t\t',
		(SELECT pronamespace::regnamespace FROM pg_proc WHERE oid = self), new, upto, key, key_of, hash, format('table "%s" or what depends on it has changed since this script was written', me.relname), 'Call wiji_partition_script() again.');
	RETURN NEXT '\set ON_ERROR_STOP on';
	RETURN QUERY SELECT '-- ' || translate(unnest, E'\n\r', '  ') FROM unnest(ARRAY[
		format('Table %s becomes %s, the first partition of a new table %1$s.', new, old),
		'Run this by psql -X -f, as a role that owns all that it changes.  Whatever interrupts it, run it again.',
		format('To give up before the tables are swapped: ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I;', new, until),
		format('Keys from %s (%s) on are rejected, until wiji_create_partitions() has created partitions for them.', bound.id, upto)] || ARRAY(SELECT 'Not kept: ' || unnest FROM unnest(lost)));
	RETURN NEXT format(E'DO %1$s\nDECLARE\n\tlacking pg_catalog.text;\nBEGIN\n\tSET LOCAL search_path = pg_catalog, pg_temp;\n\tIF %2$s THEN\n\t\tRETURN;\t-- done before\n\tEND IF;\n'
		'\tSELECT string_agg(what, ''; '') INTO lacking FROM (VALUES\n\t\t%3$s) item (what, is_there) WHERE NOT is_there;\n'
		'\tIF lacking IS NOT NULL THEN\n\t\tRAISE insufficient_privilege USING MESSAGE = %4$L, DETAIL = format(''This requires %%s.'', lacking), HINT = ''Run this script as a role that has all of these.'';\n'
		'\tELSIF EXISTS (SELECT FROM %5$s WHERE NOT %7$s OR %6$I IS NULL) THEN\n\t\tRAISE check_violation USING MESSAGE = %8$L, HINT = %9$L;\n\tEND IF;\nEND %1$s;',
		tag, is_done, rights, format('permission denied to make table "%s" a partition', me.relname), new, key, less,
		format('table "%s" has rows that do not belong to the first partition', me.relname), format('Keys must be less than %s, and not null.  Call wiji_partition_script() with a later time.', quote_literal(bound.id)));
	RETURN NEXT format(frame, tag, is_done, new, quote_literal(format('LOCK TABLE %s', new)),
		format('ALTER TABLE %1$s DROP CONSTRAINT IF EXISTS %2$I, ADD CONSTRAINT %2$I CHECK (%3$I IS NOT NULL AND %4$s) NOT VALID', new, until, key, less), '');
	RETURN NEXT format(E'DO %s\nBEGIN\n\tSET LOCAL search_path = pg_catalog, pg_temp;\n\tIF NOT %s THEN\n\t\tALTER TABLE %s VALIDATE CONSTRAINT %I;\n\tEND IF;\nEND %1$s;', tag, is_done, new, until);
	RETURN QUERY SELECT format('ALTER TABLE %s VALIDATE CONSTRAINT %I;', new, conname) FROM pg_constraint c
		WHERE (oid = ANY (constraints) OR conrelid = "table" AND contype = 'n') AND NOT convalidated AND coalesce((to_jsonb(c) ->> 'conenforced')::boolean, true);
	RETURN NEXT format(frame, tag, is_done, relations, locks, ltrim(again, E'\n\t') || array_to_string(body, E';\n\t\t\t'), rtrim(again, E'\n\t'));	-- the first call takes longer
	RETURN QUERY SELECT DISTINCT format('ALTER TABLE %s VALIDATE CONSTRAINT %I;', leaf, name) FROM jsonb_to_recordset(keys_of) k (leaf text, name name, enforced boolean) WHERE enforced ORDER BY 1;
	RETURN QUERY SELECT DISTINCT format(frame, tag, format('EXISTS (SELECT FROM pg_constraint WHERE conrelid = %L::regclass AND conname = %L)', root, name),
			tables, quote_literal(format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', tables)), format('ALTER TABLE %s ADD CONSTRAINT %I %s', root, name, def), '')
		FROM jsonb_to_recordset(keys_of) k (root text, leaf text, name name, def text), concat_ws(', ', root, nullif(new, root)) tables WHERE root <> leaf ORDER BY 1;
	RETURN QUERY SELECT DISTINCT format('COMMENT ON CONSTRAINT %I ON %s IS %L;', name, root, comment) FROM jsonb_to_recordset(keys_of) k (root text, name name, comment text) WHERE comment IS NOT NULL ORDER BY 1;
	RETURN NEXT format('ANALYZE %s;', new);
END $$;
COMMENT ON FUNCTION wiji_partition_script_text("table" regclass, upto timestamptz, key name, key_of regprocedure, bound_of text, time_of text, less text, self regprocedure) IS
'internal: wiji_partition_script(), given the key of a time, the time of a key, and a comparison of the column';

CREATE OR REPLACE FUNCTION wiji_partition_script("table" regclass, upto timestamptz, key name DEFAULT NULL, key_of regprocedure DEFAULT NULL) RETURNS SETOF text
LANGUAGE SQL STABLE
SET search_path = pg_catalog, pg_temp
SET DateStyle = 'ISO'
SET IntervalStyle = 'postgres'
SET TimeZone = 'UTC'
SET extra_float_digits = 1
SET quote_all_identifiers = off
SET standard_conforming_strings = on
SET plan_cache_mode = force_generic_plan	-- so that a second call is fast
BEGIN ATOMIC
	SELECT s FROM wiji_partition_script_key("table", key) c, wiji_partition_key("table", key_of, false, c.number, c.opclass) k,
		wiji_partition_script_text("table", upto, c.key, key_of, k.bound_of, k.time_of, k.less,
			CAST('wiji_partition_script_text(regclass,timestamptz,name,regprocedure,text,text,text,regprocedure)' AS regprocedure)) s;
END;
COMMENT ON FUNCTION wiji_partition_script("table" regclass, upto timestamptz, key name, key_of regprocedure) IS
'statements that make a table the first partition of a new one';
