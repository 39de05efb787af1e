-- The functions of partitions as extension wiji had them until they became an extension of their own:
-- the old answer, for tests that compare.  They are as they were, but for these changes: they are in
-- schema "before"; what another extension had for UUIDs stands here, so that they work without it; they take
-- any type of an extension of the same name; and the functions without the argument "wiji" are left out.

CREATE SCHEMA before;
GRANT USAGE ON SCHEMA before TO PUBLIC;

-- the first UUID of version 7 of a time, and the time of any
CREATE FUNCTION before.uuid_v7_lower(at timestamptz) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT
AS $$
DECLARE
	ms bigint;
BEGIN
	IF isfinite(at) THEN
		ms := ceil(extract(epoch FROM at) * 1000);
	END IF;
	IF (ms BETWEEN 0 AND 281474976710655) IS NOT TRUE THEN
		RAISE datetime_field_overflow USING MESSAGE = format('timestamp out of range: "%s"', at);
	END IF;
	RETURN lpad(to_hex(ms), 12, '0') || '70008000000000000000';
END $$;
CREATE FUNCTION before.uuid_timestamp(id uuid) RETURNS timestamptz IMMUTABLE STRICT
RETURN (SELECT timestamptz 'epoch' + make_interval(secs => ms / 1000) + ms % 1000 * interval '1 ms'
        FROM CAST(('x' || translate(left(id::text, 13), '-', ''))::bit(48) AS bigint) ms);

CREATE FUNCTION before.wiji_partition_key(parent regclass, wiji regtype, as_owner boolean, OUT type text, OUT lower text, OUT "timestamp" text) RETURNS record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	owner name;
BEGIN
	IF parent IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'argument "parent" must not be null';
	END IF;
	-- Anyone can create a type of such a name, with functions that a superuser must not run.  Only
	-- superusers can create base types, so one that belongs to the extension came with it.
	SELECT pg_get_userbyid(relowner), t.oid::regtype, f || CASE WHEN u.oid IS NULL THEN '_lower' ELSE '_v7_lower' END, f || '_timestamp'
	INTO owner, type, lower, "timestamp"
	FROM pg_partitioned_table JOIN pg_class c ON c.oid = partrelid
		JOIN pg_attribute a ON a.attrelid = c.oid AND attnum = partattrs[0] JOIN pg_type d ON d.oid = atttypid
		JOIN pg_type t ON t.oid = CASE WHEN d.oid = wiji OR d.typbasetype IN (0, 'uuid'::regtype) THEN d.oid ELSE d.typbasetype END	-- a domain's checks do not run
		LEFT JOIN pg_namespace u ON u.nspname = 'before' AND t.oid = 'uuid'::regtype,
		concat(coalesce(u.oid, t.typnamespace)::regnamespace, '.', CASE WHEN t.oid = wiji THEN 'wiji' WHEN u.oid IS NOT NULL THEN 'uuid' ELSE t.typname END) f
	WHERE partrelid = parent AND partstrat = 'r' AND partnatts = 1
	  AND (t.oid = wiji OR u.oid IS NOT NULL OR t.typtype = 'b'
	       AND EXISTS (SELECT FROM pg_depend JOIN pg_extension e ON e.oid = refobjid AND refclassid = 'pg_extension'::regclass
	                   WHERE classid = 'pg_type'::regclass AND objid = t.oid AND deptype = 'e' AND e.extname = t.typname));
	IF NOT FOUND THEN
		IF NOT EXISTS (SELECT FROM pg_class WHERE oid = parent) THEN
			RAISE undefined_table USING
				MESSAGE = format('relation with OID %s does not exist', parent::oid),
				HINT = 'Pass the name of the partitioned table.';
		END IF;
		RAISE wrong_object_type USING
			MESSAGE = format('table "%s" is not range-partitioned by an ID column', (SELECT relname FROM pg_class WHERE oid = parent)),
			HINT = 'Use PARTITION BY RANGE on one column of a time-ordered type.';
	END IF;
	IF as_owner AND owner <> current_user THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('must be owner of table %s', (SELECT relname FROM pg_class WHERE oid = parent)),
			DETAIL = 'Triggers and index expressions of the owner would run with the privileges of the caller.',
			HINT = format('Connect as %I, or use SET ROLE.', owner);
	END IF;
END $$;
CREATE FUNCTION before.wiji_partition_bounds(
	parent regclass, wiji regtype,
	OUT partition regclass, OUT lower timestamptz, OUT upper timestamptz,
	OUT lower_id text, OUT lower_time timestamptz, OUT upper_id text, OUT upper_time timestamptz
) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	key record;
	full_id text := 'id';	-- with all fields that tell its time
	is_first text := '%2$s(t)::text = id';
	bound text;
BEGIN
	EXECUTE format('SELECT * FROM %s.wiji_partition_key($1, $2, false)', 'before')
		INTO key USING parent, wiji;
	-- Other software writes the first UUID of a time with zeros after its 48 bits, or after the
	-- version.  These times are whole seconds.  Those of two successive prefixes of UUIDs are not.
	IF key.type = 'uuid' THEN
		full_id := $t$left(id, 13) || '-7000-8000-000000000000'$t$;
		is_first := is_first || $t$ OR id ~ '-[07]000-0000-0{12}$' AND t = date_trunc('second', t)$t$;
	END IF;
	bound := format($t$
		(SELECT id, coalesce(t, infinite), CASE WHEN id IS NULL OR $t$ || is_first || $t$ THEN coalesce(t, infinite) END, %4$s(CAST(id AS %1$s))
		 FROM substring(b[%%1$s], '''(.*)''') id, %3$s(CAST($t$ || full_id || $t$ AS %1$s)) t,
			CAST(CASE b[%%1$s] WHEN 'MINVALUE' THEN '-infinity' WHEN 'MAXVALUE' THEN 'infinity' END AS timestamptz) infinite)$t$,
		key.type, key.lower, key."timestamp", (SELECT typsend FROM pg_type WHERE oid = key.type::regtype));
	-- With the OID of a table, pg_get_expr would wait for a lock on it.
	RETURN QUERY EXECUTE format($q$
		SELECT c.oid::regclass, l.exact, u.exact, l.id, l.at, u.id, u.at
		FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid,
			regexp_match(pg_get_expr(relpartbound, 0), '^FOR VALUES FROM [(](MINVALUE|''.*'')[)] TO [(](MAXVALUE|''.*'')[)]$') b,
			LATERAL %s l (id, at, exact, bytes), LATERAL %s u (id, at, exact, bytes)
		WHERE inhparent = $1 ORDER BY b IS NULL, l.bytes NULLS FIRST $q$,
		format(bound, 1), format(bound, 2)) USING parent;
END $$;
CREATE FUNCTION before.wiji_partition_steps(first timestamptz, last timestamptz, step interval, timezone text) RETURNS SETOF tstzrange
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
CREATE FUNCTION before.wiji_create_partitions(parent regclass, first timestamptz, last timestamptz, step interval, timezone text, wiji regtype) RETURNS SETOF regclass
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '1s'
AS $$
DECLARE
	home CONSTANT regnamespace := 'before';
	key record;
	steps tstzrange[];
	missing tstzrange[];
	lower_ids text[];
	upper_ids text[];
	name text;
	start text;
	schema CONSTANT text := (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = parent);
	base CONSTANT text := (SELECT relname FROM pg_class WHERE oid = parent);
	place CONSTANT text := (
		SELECT concat(' USING ' || quote_ident(amname), ' TABLESPACE ' || quote_ident(spcname))
		FROM pg_class c LEFT JOIN pg_am m ON m.oid = relam LEFT JOIN pg_tablespace s ON s.oid = reltablespace WHERE c.oid = parent);
BEGIN
	EXECUTE format('SELECT * FROM %s.wiji_partition_key($1, $2, true)', home) INTO key USING parent, wiji;
	EXECUTE format('SELECT %1$s($1), %1$s($2)', key.lower) USING first, last;	-- 22008 for a time out of range
	EXECUTE format('SELECT array_agg(s) FROM %s.wiji_partition_steps($1, $2, $3, $4) s', home) INTO steps USING first, last, step, timezone;
	FOR attempt IN 1..2 LOOP
		-- What is missing is what remains of the steps.  Where it meets a partition, the bound is that of
		-- the partition, as it is written.  Ranges include both ends, because a bound can be within a time.
		EXECUTE format($q$
			WITH b AS MATERIALIZED (SELECT * FROM %1$s.wiji_partition_bounds($1, $2) WITH ORDINALITY WHERE lower_time <= upper_time)
			SELECT array_agg(p ORDER BY p),
			       array_agg(coalesce((SELECT upper_id FROM b WHERE upper_time = lower(p) ORDER BY ordinality DESC LIMIT 1), %2$s(lower(p))::text) ORDER BY p),
			       array_agg(coalesce((SELECT lower_id FROM b WHERE lower_time = upper(p) ORDER BY ordinality LIMIT 1), %2$s(upper(p))::text) ORDER BY p)
			FROM (SELECT coalesce(range_agg(tstzrange(lower_time, upper_time, '[]')), '{}') FROM b) t (taken),
				unnest($3) s, unnest(tstzmultirange(s) - taken) p
			WHERE p && tstzrange($4, $5) $q$, home, key.lower)
			INTO missing, lower_ids, upper_ids USING parent, wiji, steps, first, last;
		EXIT WHEN missing IS NULL OR attempt = 2;
		IF cardinality(missing) > 1000 THEN	-- the lock table has room for some thousands
			RAISE program_limit_exceeded USING
				MESSAGE = 'too many partitions in one call',
				DETAIL = format('The call would create %s partitions; the limit is %s.', cardinality(missing), 1000),
				HINT = 'Use a larger step or a shorter range.';
		END IF;
		-- then look again, because another call might have created them
		EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', parent);
	END LOOP;

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
CREATE FUNCTION before.wiji_drop_partitions(parent regclass, before timestamptz, wiji regtype) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '200ms'	-- others queue for the lock; below deadlock_timeout, so that none is canceled
AS $$
DECLARE
	home CONSTANT regnamespace := 'before';
	base CONSTANT text := (SELECT relname FROM pg_class WHERE oid = parent);
	old regclass[];
	unreadable regclass;
	partition regclass;
	name text;
	dropped integer := 0;
BEGIN
	EXECUTE format('SELECT FROM %s.wiji_partition_key($1, $2, true)', home) USING parent, wiji;
	IF before IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'argument "before" must not be null';
	END IF;
	FOR attempt IN 1..2 LOOP
		EXECUTE format($q$
			SELECT array_agg(partition ORDER BY upper) FILTER (WHERE lower < upper AND upper <= $3 AND upper < 'infinity' AND relkind <> 'f'),
			       CASE WHEN bool_and((lower < upper) IS NULL) THEN min(partition::oid) END
			FROM %s.wiji_partition_bounds($1, $2) JOIN pg_class ON oid = partition WHERE lower_time <= upper_time $q$, home) INTO old, unreadable USING parent, wiji, before;
		EXIT WHEN old IS NULL OR attempt = 2;
		EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', parent);
	END LOOP;

	IF unreadable IS NOT NULL THEN
		RAISE WARNING USING
			MESSAGE = format('could not read both bounds of any partition of table "%s" as times', base),
			DETAIL = format('For example, partition "%s" is %s.', unreadable, (SELECT pg_get_expr(relpartbound, 0) FROM pg_class WHERE oid = unreadable)),
			HINT = 'Drop old partitions by DROP TABLE.  Partitions that wiji_create_partitions() creates have times as bounds.';
	END IF;

	FOREACH partition IN ARRAY coalesce(old, '{}') LOOP
		EXIT WHEN dropped = 100;	-- others wait for the parent until this has committed
		name := partition;
		CONTINUE WHEN name ~ '^[0-9]';	-- an OID: dropped since this transaction took its snapshot
		BEGIN
			EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE NOWAIT', name);
			CONTINUE WHEN to_regclass(name) IS DISTINCT FROM partition;	-- renamed
			-- A foreign key prevents DROP even if no rows reference the partition.
			IF EXISTS (SELECT FROM pg_constraint WHERE confrelid = parent AND contype = 'f') THEN
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
			WHEN foreign_key_violation OR dependent_objects_still_exist THEN
				RAISE WARNING USING ERRCODE = SQLSTATE, MESSAGE = format('could not drop partition "%s"', name), DETAIL = SQLERRM, HINT = 'Delete the referencing rows or drop the dependent objects, then call the function again.';
		END;
	END LOOP;
EXCEPTION WHEN lock_not_available THEN
	RAISE lock_not_available USING
		MESSAGE = format('could not drop partitions of table "%s"', base),
		DETAIL = format('A lock on the table was not available within %s.', current_setting('lock_timeout')),
		HINT = format('Look in pg_locks for sessions that use the table (relation = %L::regclass).  When their transactions have ended, call the function again to continue.', parent);
END $$;
