"""Random conditions by time, on IDs and on their times: all rows have to be the same.

	ask.py SECONDS SEED FOLDER PSQL...

Half of the questions are one statement for psql: it counts the rows in which a condition on the IDs
differs from the same condition on the times, and compares the rows that WHERE finds by each.  The
others use a condition in all the places that SQL has for it (WAYS).  FOLDER has each table's rows
for COPY.  Prints the questions whose answers differ, and the sum.
"""

import os
import random
import re
import subprocess
import sys
import time

TABLES = ["plain", "btree", "brin", "hash", "parts", "buckets", "listed", "two_keys", "parent", "domain", "foreign"]
UUIDS = ["uuidtime_v6", "uuidtime_v7", "uuidtime_v7_draft", "uuidtime_v8"]    # have T_within only
# Those that tables.sql made; only wiji has operators with timestamptz.
TYPES = [t for t in ["wiji", "tid62", "siq", "uid60"] + UUIDS if os.path.exists(f"{sys.argv[3]}/{t}_plain")]
SEVERAL = "tstzmultirange '{[2026-11-01 10:00,2026-11-01 20:00),(2026-11-02,2026-11-02 01:00]}'"


def timestamp(r):
    return r.choice([
        "timestamptz '2026-11-01 00:00'", "timestamptz 'infinity'", "timestamptz '-infinity'", "NULL::timestamptz",
        "timestamptz '1969-12-31'", "timestamptz '5000-01-01'", "timestamptz '2018-03-01'",
        "timestamptz '2200-01-01'", "timestamptz '40000-01-01'",
        "timestamptz '0044-03-15 BC'", "timestamptz '4713-01-01 BC'", "timestamp '2026-11-02 03:00'::timestamptz",
        f"timestamptz '2026-11-0{r.randint(1, 3)} {r.randint(0, 23):02}:00'",
        f"timestamptz '2026-11-01' + interval '{r.randint(0, 216000)}.{r.randint(0, 999999):06} s'",
        f"(timestamptz '2026-11-01' + {r.randint(0, 30000)} * interval '7.000013 s')",
        f"to_timestamp({1793491200 + r.randint(0, 216000)})",
        f"(date '2026-11-0{r.randint(1, 3)}')::timestamptz",
        "(now() - interval '1000 years')", "(now() + interval '900 years')", "current_date::timestamptz"])


def unplanned_timestamp(r, joined):
    """A timestamp that is not known when the query is planned."""
    return r.choice([
        f"(SELECT {timestamp(r)} OFFSET 0)", "(SELECT min(a) FROM shift)",
        f"(SELECT a FROM shift WHERE k = {r.randint(-3, 18)})",
        f"greatest({timestamp(r)}, now() - interval '1000 years')",
        "(now() - (SELECT interval '2 years' OFFSET 0))",
        ] + (["s.a", "s.b", "(s.b + interval '1 s')"] if joined else []))


def time_range(r, joined):
    a = timestamp(r) if r.random() < 0.6 else unplanned_timestamp(r, joined)
    b = timestamp(r) if r.random() < 0.6 else unplanned_timestamp(r, joined)
    bounds = r.choice(["", ", '[]'", ", '[)'", ", '(]'", ", '()'"])
    # the constructor rejects ends in the wrong order: least and greatest pass over nulls
    return r.choice([
        f"tstzrange({a}, NULL{bounds})", f"tstzrange(NULL, {b}{bounds})",
        f"tstzrange(least({a}, {b}), greatest({a}, {b}){bounds})",
        f"(SELECT tstzrange(least({a}, {b}), greatest({a}, {b}){bounds}))",
        f"(SELECT period FROM shift WHERE k = {r.randint(-3, 18)})",
        "tstzrange '[2026-11-01 10:00,2026-11-01 20:00)'", "tstzrange 'empty'", "tstzrange '(,)'", "NULL::tstzrange",
        "tstzrange '[2026-11-02,infinity]'", "tstzrange '(-infinity,2026-11-02 10:00:00.000001]'",
        ] + (["s.period", "(s.period * tstzrange '[2026-11-01 05:00,)')", "tstzrange(s.a, NULL)"] if joined else []))


def time_ranges(r, joined):
    return r.choice([
        SEVERAL, "tstzmultirange '{}'", "NULL::tstzmultirange",
        f"tstzmultirange({time_range(r, False)})", f"(SELECT several FROM shift WHERE k = {r.randint(-3, 18)})",
        ] + (["s.several"] if joined else []))


def other_form(r, t, joined):
    """Conditions other than plain comparisons: ANY, ALL, COALESCE, EXISTS, uuids."""
    if t not in UUIDS and r.random() < 0.2:
        form = f"({{}} <@ {r.choice(['ANY', 'ALL'])} (SELECT {{}} FROM shift WHERE k < {r.randint(-3, 18)}))"
        return form.format("e.id", "period"), form.format("e.at", "tstzmultirange(period)")
    if t != "wiji":
        exists = r.choice(["", "NOT "]) + "EXISTS (SELECT FROM shift x WHERE {})"
        return exists.format(f"{t}_within(e.id, x.period)"), exists.format("e.at <@ tstzmultirange(x.period)")
    if r.random() < 0.3:    # an ID, and the number of its row
        n = r.randint(1, 6000)
        operand = f"(SELECT id::{r.choice(['uuid', 'wiji'])} FROM numbered WHERE n = {n})"
        return f"(e.id = {operand})", f"(CASE WHEN e.at IS NULL OR {n} % 50 = 0 THEN NULL ELSE e.n = {n} END)"
    op = r.choice(["<", "<=", ">=", ">"])
    a, b, c = (timestamp(r) for _ in range(3))
    form = r.choice([
        f"({{e}} {op} ANY (ARRAY[{a}, {b}, {c}]))", f"({{e}} {op} ALL (ARRAY[{a}, {b}]))",
        f"({{e}} {op} ANY (SELECT a FROM shift))",
        f"({{e}} {op} ALL (SELECT b FROM shift WHERE k > {r.randint(0, 18)}))",
        f"({{e}} {op} coalesce({unplanned_timestamp(r, joined)}, {a}))",
        f"coalesce({{e}} {op} {a}, {r.choice(['true', 'false'])})",
        f"EXISTS (SELECT FROM shift x WHERE {{e}} {op} x.a AND {{e}} >= x.b)",
        f"(NOT EXISTS (SELECT FROM shift x WHERE {{e}} {op} x.b))"])
    return form.replace("{e}", "e.id"), form.replace("{e}", "e.at")


def condition(r, t, depth, joined, alone=False):
    """The same condition on IDs and on times.

    alone: without sub-selects, and without NOT, for COPY.  (Before 19, NOT before a comparison
    of any type fails there.)
    """
    if depth and r.random() < 0.5:
        how = r.random()
        pairs = list(zip(condition(r, t, depth - 1, joined, alone), condition(r, t, depth - 1, joined, alone)))
        test = r.choice(["IS TRUE", "IS NOT TRUE", "IS NULL", "IS NOT FALSE"])
        if how < 0.35:
            return [f"({x} AND {y})" for x, y in pairs]
        if how < 0.7:
            return [f"({x} OR {y})" for x, y in pairs]
        if how < 0.85 and not alone:
            return [f"(NOT {x})" for x, _ in pairs]
        if how < 0.95:
            return [f"({x} {test})" for x, _ in pairs]
        return [f"(CASE WHEN {x} THEN {y} ELSE e.n % 2 = 0 END)" for x, y in pairs]
    how = r.random()
    if how < 0.2 and not alone:
        return other_form(r, t, joined)
    unplanned = timestamp(r) if alone else unplanned_timestamp(r, joined)
    if how < 0.6 and t == "wiji":
        a, b = timestamp(r), r.choice([timestamp(r), unplanned])
        form = r.choice(["({e} {op} {b})", "({e} {op} {b})", "({b} {op} {e})", "({e} BETWEEN {a} AND {b})"])
        op = r.choice(["<", "<=", ">=", ">"])
        return [form.format(e=e, op=op, a=a, b=b) for e in ("e.id", "e.at")]
    if 0.6 < how < 0.7 and t not in UUIDS:
        p = SEVERAL if alone else time_ranges(r, joined)
        return f"{t}_within_any(e.id, {p})", f"(e.at <@ {p})"
    p = f"tstzrange(least({timestamp(r)}, {unplanned}), NULL)" if alone else time_range(r, joined)
    forms = [f"{t}_within(e.id, {p})"] + ([] if t in UUIDS else [f"(e.id <@ {p})", f"({p} @> e.id)"])
    # not "e.at <@ p": from 17 to 19 at least, the server takes that for true or false where p is (,)
    # or empty, and e.at may be null
    return r.choice(forms), f"(e.at <@ tstzmultirange({p}))"


SUMS = "count(*), sum(e.n), sum(hashtext(e.at::text)::bigint)"

# Uses of a condition: {t} is a table, {c} a condition on its rows as e, {bare} the same without e.  Each
# begins a transaction, and whatever it changed is undone.
WAYS = {
    "having": f"SELECT e.n % 7, {SUMS} FROM {{t}} e WHERE {{c}} GROUP BY 1 HAVING count(*) > 1 ORDER BY 1",
    "filter": "SELECT count(*) FILTER (WHERE {c}), sum(e.n) FILTER (WHERE NOT {c}), bool_and({c}) FROM {t} e",
    "grouped": "SELECT {c} AS holds, count(*), sum(e.n) FROM {t} e GROUP BY 1 ORDER BY 1",
    "window": "SELECT sum(x) FROM (SELECT count(*) FILTER (WHERE {c}) OVER (ORDER BY e.n, e.at) AS x FROM {t} e) s",
    "partitioned window": "SELECT sum(x) FROM (SELECT rank() OVER (PARTITION BY {c} ORDER BY e.n, e.at) AS x "
                          "FROM {t} e) s",
    "distinct on": "SELECT DISTINCT ON ({c}) e.n, e.at FROM {t} e ORDER BY {c}, e.n, e.at",
    "update": f"WITH e AS (UPDATE {{t}} e SET n = n + 7 WHERE {{c}} RETURNING e.n, e.at) SELECT {SUMS} FROM e",
    "returning": "WITH u AS (UPDATE {t} e SET n = n RETURNING {c} AS holds, e.n) SELECT holds, count(*), sum(n) "
                 "FROM u GROUP BY 1 ORDER BY 1",
    "delete": f"DELETE FROM {{t}} e WHERE {{c}}; SELECT {SUMS} FROM {{t}} e",
    "merge": f"MERGE INTO {{t}} e USING (VALUES (1)) v ON true WHEN MATCHED AND {{c}} THEN DELETE WHEN MATCHED "
             f"THEN UPDATE SET n = e.n + 1; SELECT {SUMS} FROM {{t}} e",
    "cursor": "DECLARE d SCROLL CURSOR FOR SELECT e.n, e.at FROM {t} e WHERE {c} ORDER BY e.n, e.at; "
              "MOVE FORWARD ALL IN d; FETCH BACKWARD 4 FROM d; "
              "FETCH ABSOLUTE 3 FROM d; FETCH BACKWARD 2 FROM d",
    "function": f"CREATE FUNCTION pg_temp.f(e {{t}}) RETURNS boolean LANGUAGE sql STABLE AS $f$ SELECT {{c}} "
                f"$f$; SELECT {SUMS} FROM {{t}} e WHERE pg_temp.f(e)",
    "PL/pgSQL": f"CREATE FUNCTION pg_temp.f(OUT a bigint, OUT b bigint, OUT d bigint) LANGUAGE plpgsql AS $f$ "
                f"BEGIN FOR i IN 1..7 LOOP "
                f"SELECT {SUMS} INTO a, b, d FROM {{t}} e WHERE {{c}} AND i > 0; END LOOP; END $f$; "
                f"SELECT * FROM pg_temp.f()",
    "PL/pgSQL, simple": "CREATE FUNCTION pg_temp.f() RETURNS bigint LANGUAGE plpgsql AS $f$ DECLARE e {t}; "
                        "found bigint := 0; BEGIN "
                        "FOR e IN SELECT * FROM {t} WHERE n % 40 = 0 LOOP IF {c} THEN found := found + e.n; "
                        "END IF; END LOOP; RETURN found; END $f$; SELECT pg_temp.f()",
    "policy": f"CREATE POLICY p ON {{t}} USING ({{bare}}); ALTER TABLE {{t}} ENABLE ROW LEVEL SECURITY; "
              f"SET LOCAL ROLE asker; SELECT {SUMS} FROM {{t}} e",
    "with a policy": f"CREATE POLICY p ON {{t}} USING (n % 2 = 0); ALTER TABLE {{t}} ENABLE ROW LEVEL SECURITY; "
                     f"SET LOCAL ROLE asker; SELECT {SUMS} FROM {{t}} e WHERE {{c}}",
    "barrier": f"CREATE TEMP VIEW v WITH (security_barrier) AS SELECT * FROM {{t}} WHERE n % 2 = 0; "
               f"SELECT {SUMS} FROM v e WHERE {{c}}",
    "view": f"CREATE TEMP VIEW v WITH (security_barrier) AS SELECT * FROM {{t}} WHERE {{bare}}; "
            f"SELECT {SUMS} FROM v e WHERE n > 10",
    "full join": f"SELECT {SUMS} FROM {{t}} e FULL JOIN shift y ON e.n % 18 = y.k WHERE {{c}}",
    "three tables": f"SELECT {SUMS} FROM {{t}} e JOIN shift y ON y.k = e.n % 20 LEFT JOIN shift z ON {{c}} AND "
                    f"z.k = y.k WHERE z.k IS NULL",
    "prepared": f"PREPARE q (integer) AS SELECT {SUMS} FROM {{t}} e WHERE {{c}} AND e.n > $1; " + "EXECUTE q (0); " * 7,
    "time zones": f"PREPARE q AS SELECT {SUMS} FROM {{t}} e WHERE {{c}}; EXECUTE q; "
                  f"SET LOCAL TimeZone = 'Asia/Tokyo'; EXECUTE q; SET LOCAL TimeZone = 'America/New_York'; EXECUTE q",
}
COPY = ("CREATE TEMP TABLE loaded (LIKE {t}) ON COMMIT DROP; "
        f"COPY loaded FROM '{{folder}}/{{t}}' WHERE {{bare}}; SELECT {SUMS} FROM loaded e")


def some_settings(r):
    if r.random() < 0.3:    # alone: with others, 19 starts workers again for each row of a join
        return ("SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0; "
                "SET LOCAL min_parallel_table_scan_size = 0; SET LOCAL min_parallel_index_scan_size = 0;")
    return " ".join(f"SET LOCAL enable_{s} = off;" for s in [
        "seqscan", "indexscan", "bitmapscan", "indexonlyscan", "nestloop", "hashjoin", "partition_pruning",
        ] if r.random() < 0.3)


def question_in_another_way(r, t, table, folder):
    copy = r.random() < 0.15
    pair = condition(r, t, r.choice([0, 1, 2]), False, copy)
    way = COPY if copy else WAYS[r.choice(sorted(WAYS))]
    settings = some_settings(r)

    def ask(c):
        parts = {"{t}": table, "{c}": c, "{bare}": re.sub(r"\be\.", "", c), "{folder}": folder}
        statement = way
        for part, text in parts.items():
            statement = statement.replace(part, text)
        return f"BEGIN; {settings} {statement}; ROLLBACK; DEALLOCATE ALL;"

    return [ask(c) for c in pair] + [""]


def question(r, folder):
    """Two statements that have to answer alike, and one that has to answer 0, or nothing."""
    t = r.choice(TYPES + ["wiji"] * 3)
    table = f"{t}_{r.choice(TABLES + (['gist', 'multi'] if t == 'wiji' else []))}"
    if r.random() < 0.5:
        return question_in_another_way(r, t, table, folder)
    joined = r.random() < 0.3
    ids, times = condition(r, t, r.choice([0, 0, 1, 2]), joined)
    join = r.choice([", shift s WHERE", " JOIN shift s ON", " LEFT JOIN shift s ON"]) if joined else " WHERE"
    rows = lambda c: f"SELECT {SUMS} FROM {table} e{join} {c}"
    settings = some_settings(r)
    if r.random() < 0.3:    # constants become parameters of a generic plan
        settings += " SET LOCAL plan_cache_mode = force_generic_plan;"
        constants = {}
        for m in ["timestamptz 'infinity'", "timestamptz '-infinity'", "NULL::timestamptz",
                  "timestamptz '2026-11-01 00:00'", "tstzrange '(,)'", "tstzrange '[2026-11-02,infinity]'",
                  "NULL::tstzrange", "tstzrange '[2026-11-01 10:00,2026-11-01 20:00)'"]:
            if m in ids:
                constants[m] = f"${len(constants) + 1}"
                ids = ids.replace(m, constants[m])
        if constants:
            kinds = ", ".join("tstzrange" if "tstzrange" in m else "timestamptz" for m in constants)
            prepared = f"PREPARE q ({kinds}) AS {rows(ids)}; EXECUTE q ({', '.join(constants)}); COMMIT; DEALLOCATE q;"
            return f"BEGIN; {settings} {prepared}", rows(times), ""
    source = f"{table} e{', shift s' if joined else ''}"
    values = (f"SELECT count(*) FROM (SELECT {ids} AS a, {times} AS b FROM {source} OFFSET 0) v "
              "WHERE a IS DISTINCT FROM b")
    return f"BEGIN; {settings} {rows(ids)}; COMMIT;", rows(times), values


def main():
    seconds, seed, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    pipe = subprocess.PIPE
    psql = subprocess.Popen(sys.argv[4:], stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)

    def ask(statement):
        psql.stdin.write(f"{statement};\n\\echo END\n")
        psql.stdin.flush()
        lines = []
        while (line := psql.stdout.readline()) != "END\n":
            if not line:
                sys.exit(f"the server has gone: {statement}")
            lines.append(line.strip())
        return "\n".join(lines)

    asked = different = errors = 0
    r = random.Random(seed)
    ask("SET TimeZone = 'UTC'; SET jit = off; SET client_min_messages = error;\n\\set VERBOSITY sqlstate")
    end = time.time() + seconds
    while time.time() < end:
        ids, times, values = question(r, folder)
        answers = [ask(ids), ask(times)]
        asked += 1
        both_fail = all("ERROR" in a for a in answers) and "XX000" not in answers[0]
        if both_fail:
            errors += 1
        elif answers[0] != answers[1] or (values and ask(values) != "0"):
            different += 1
            print("differs:", ids, times, answers, values, sep="\n    ")
        if any("ERROR" in a for a in answers):
            ask("ROLLBACK")
            ask("DEALLOCATE ALL")
    print(f"{asked} questions, {errors} of them errors for IDs and times alike; {different} answers differ")
    sys.exit(different > 0 or asked - errors < 10 or errors > asked / 2)


main()
