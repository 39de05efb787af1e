"""Random conditions by time, asked of ids, of their times and of their microseconds: all rows have to be the same.

	ask.py SECONDS SEED PSQL...

Each question is one statement for psql: it counts the rows in which a condition on the ids
differs from the same condition on the times, and compares the rows that WHERE finds by each.
Prints the questions whose answers differ, and the sum.
"""

import random
import subprocess
import sys
import time

TABLES = ["plain", "btree", "brin", "hash", "parts", "buckets"]
TYPES = ["wiji", "tid62", "siq", "uid60", "uuidtime_v7"]


def moment(r):
    return r.choice([
        "timestamptz '2026-11-01 00:00'", "timestamptz 'infinity'", "timestamptz '-infinity'", "NULL::timestamptz",
        "timestamptz '1969-12-31'", "timestamptz '5000-01-01'", "timestamptz '2018-03-01'", "timestamptz '2200-01-01'", "timestamptz '40000-01-01'",
        f"timestamptz '2026-11-0{r.randint(1, 3)} {r.randint(0, 23):02}:00'",
        f"timestamptz '2026-11-01' + interval '{r.randint(0, 216000)}.{r.randint(0, 999999):06} s'",
        f"(timestamptz '2026-11-01' + {r.randint(0, 30000)} * interval '7.000013 s')",
        f"to_timestamp({1793491200 + r.randint(0, 216000)})",
        f"(date '2026-11-0{r.randint(1, 3)}')::timestamptz",
        "(now() - interval '1000 years')", "(now() + interval '900 years')", "current_date::timestamptz"])


def unknown_moment(r, joined):
    """What is not known when the query is planned."""
    return r.choice([
        f"(SELECT {moment(r)} OFFSET 0)", "(SELECT min(a) FROM shift)", f"(SELECT a FROM shift WHERE k = {r.randint(-3, 18)})",
        f"greatest({moment(r)}, now() - interval '1000 years')",
        "(now() - (SELECT interval '2 years' OFFSET 0))"] + (["s.a", "s.b", "(s.b + interval '1 s')"] if joined else []))


def period(r, joined):
    a = moment(r) if r.random() < 0.6 else unknown_moment(r, joined)
    b = moment(r) if r.random() < 0.6 else unknown_moment(r, joined)
    bounds = r.choice(["", ", '[]'", ", '[)'", ", '(]'", ", '()'"])
    # the constructor refuses ends in the wrong order: least and greatest pass over nulls
    return r.choice([
        f"tstzrange({a}, NULL{bounds})", f"tstzrange(NULL, {b}{bounds})",
        f"tstzrange(least({a}, {b}), greatest({a}, {b}){bounds})",
        f"(SELECT tstzrange(least({a}, {b}), greatest({a}, {b}){bounds}))",
        f"(SELECT period FROM shift WHERE k = {r.randint(-3, 18)})",
        "tstzrange '[2026-11-01 10:00,2026-11-01 20:00)'", "tstzrange 'empty'", "tstzrange '(,)'", "NULL::tstzrange",
        "tstzrange '[2026-11-02,infinity]'", "tstzrange '(-infinity,2026-11-02 10:00:00.000001]'",
        ] + (["s.period", "(s.period * tstzrange '[2026-11-01 05:00,)')", "tstzrange(s.a, NULL)"] if joined else []))


def several(r, joined):
    return r.choice([
        "tstzmultirange '{[2026-11-01 10:00,2026-11-01 20:00),(2026-11-02,2026-11-02 01:00]}'", "tstzmultirange '{}'", "NULL::tstzmultirange",
        f"tstzmultirange({period(r, False)})", f"(SELECT several FROM shift WHERE k = {r.randint(-3, 18)})",
        ] + (["s.several"] if joined else []))


def condition(r, t, depth, joined):
    """The same condition on ids, on times and on microseconds (None where a period has none)."""
    if depth and r.random() < 0.5:
        how = r.random()
        a = condition(r, t, depth - 1, joined)
        b = condition(r, t, depth - 1, joined)
        if how < 0.35:
            return [f"({x} AND {y})" for x, y in zip(a, b)]
        if how < 0.7:
            return [f"({x} OR {y})" for x, y in zip(a, b)]
        if how < 0.85:
            return [f"(NOT {x})" for x in a]
        if how < 0.95:
            return [f"({x} {s})" for s in [r.choice(["IS TRUE", "IS NOT TRUE", "IS NULL", "IS NOT FALSE"])] for x in a]
        return [f"(CASE WHEN {x} THEN {y} ELSE e.n % 2 = 0 END)" for x, y in zip(a, b)]
    uuid = t == "uuidtime_v7"
    how = r.random()
    if how < 0.5 and not uuid:
        op = r.choice(["<", "<=", "=", ">=", ">", "<>"])
        m = moment(r) if r.random() < 0.5 else unknown_moment(r, joined)
        if r.random() < 0.7:
            return [f"(e.id {op} {m})", f"(e.at {op} {m})", f"(e.us {op} us({m}))"]
        return [f"({m} {op} e.id)", f"({m} {op} e.at)", f"(us({m}) {op} e.us)"]
    if how < 0.6 and not uuid:
        a, b = moment(r), unknown_moment(r, joined)
        return [f"(e.{c} BETWEEN {f(a)} AND {f(b)})" for c, f in [("id", str), ("at", str), ("us", lambda m: f"us({m})")]]
    if how < 0.7 and not uuid:
        p = several(r, joined)
        return [f"{t}_within_any(e.id, {p})", f"(e.at <@ {p})", f"(e.at <@ {p})"]
    p = period(r, joined)
    ids = f"{t}_within(e.id, {p})" if uuid else r.choice([f"(e.id <@ {p})", f"({p} @> e.id)", f"{t}_within(e.id, {p})"])
    # not "e.at <@ p": from 17 to 19 at least, the server takes that for true or false where p is (,) or empty, and e.at may be null
    return [ids, f"(e.at <@ tstzmultirange({p}))", f"(e.at <@ tstzmultirange({p}))"]


def question(r):
    t = r.choice(TYPES + ["wiji"] * 3)
    table = f"{t}_{r.choice(TABLES + (['gist'] if t == 'wiji' else []))}"
    joined = r.random() < 0.3
    ids, times, numbers = condition(r, t, r.choice([0, 0, 1, 2]), joined)
    join = r.choice([", shift s WHERE", " JOIN shift s ON", " LEFT JOIN shift s ON"]) if joined else " WHERE"
    rows = lambda c: f"SELECT count(*), sum(e.n), sum(hashtext(e.at::text)::bigint) FROM {table} e{join} {c}"
    settings = " ".join(f"SET LOCAL {s} = off;" for s in ["enable_seqscan", "enable_indexscan", "enable_bitmapscan", "enable_indexonlyscan",
        "enable_nestloop", "enable_hashjoin", "enable_partition_pruning"] if r.random() < 0.3)
    if r.random() < 0.3:
        settings += " SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0; SET LOCAL min_parallel_table_scan_size = 0; SET LOCAL min_parallel_index_scan_size = 0;"
    if r.random() < 0.3:    # constants become parameters of a generic plan
        settings += " SET LOCAL plan_cache_mode = force_generic_plan;"
        constants = {}
        for m in ["timestamptz 'infinity'", "timestamptz '-infinity'", "NULL::timestamptz", "timestamptz '2026-11-01 00:00'", "tstzrange '(,)'", "tstzrange '[2026-11-02,infinity]'", "NULL::tstzrange",
                  "tstzrange '[2026-11-01 10:00,2026-11-01 20:00)'"]:
            if m in ids:
                constants[m] = f"${len(constants) + 1}"
                ids = ids.replace(m, constants[m])
        if constants:
            kinds = ", ".join("tstzrange" if "tstzrange" in m else "timestamptz" for m in constants)
            return (f"BEGIN; {settings} PREPARE q ({kinds}) AS {rows(ids)}; EXECUTE q ({', '.join(constants)}); COMMIT; DEALLOCATE q;",
                    rows(times), rows(numbers), "")
    values = f"SELECT count(*) FROM (SELECT {ids} AS a, {times} AS b FROM {table} e{', shift s' if joined else ''} OFFSET 0) v WHERE a IS DISTINCT FROM b"
    return f"BEGIN; {settings} {rows(ids)}; COMMIT;", rows(times), rows(numbers), values


def main():
    seconds, seed = int(sys.argv[1]), int(sys.argv[2])
    psql = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

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
    ask("SET TimeZone = 'UTC'; SET client_min_messages = error")
    end = time.time() + seconds
    while time.time() < end:
        ids, times, numbers, values = question(r)
        answers = [ask(ids), ask(times), ask(numbers)]
        asked += 1
        if "ERROR" in answers[0] and "ERROR" in answers[1]:
            ask("ROLLBACK")
            ask("DEALLOCATE ALL")
            errors += 1
        elif answers[0] != answers[1] or answers[1] != answers[2] or (values and ask(values) != "0"):
            different += 1
            print("differs:", ids, times, answers, values, sep="\n    ")
            ask("ROLLBACK")
            ask("DEALLOCATE ALL")
    print(f"{asked} questions, {errors} of them errors for ids and times alike; {different} answers differ")
    sys.exit(different > 0 or asked - errors < 10 or errors > asked / 2)


main()
