-- Bounds of a timestamp.  (types_bounds tests what other types have, too.)
SET timezone = 'UTC';
SET datestyle = 'ISO';
-- The smallest ID that is not before a timestamp, and the largest that is not after it.  Between two
-- times of the format these are IDs of the later and of the earlier one.
SELECT lower, upper, siq_timestamp(lower), siq_timestamp(upper)
FROM siq_lower('2026-11-21 02:37:58.335123') lower, siq_upper('2026-11-21 02:37:58.335123') upper;
-- The first and last times have IDs.
SELECT first, last, siq_timestamp(first) AS its_time, siq_timestamp(last) AS its_time
FROM siq_lower('1970-01-01') first, siq_upper('36812-02-20 00:36:15.999984') last;
-- Beyond them is error 22008.
SELECT bound, f.code, f.message, f.detail
FROM (VALUES (1, 'lower', timestamptz '1970-01-01' - interval '1 us'), (2, 'lower', timestamptz '36812-02-20 00:36:15.999984' + interval '1 us'),
             (3, 'upper', timestamptz '36812-02-20 00:36:15.999984' + interval '1 us')) v (n, bound, at),
     failure(format('SELECT siq_%s(%L)', bound, at)) f ORDER BY n;
RESET timezone;
RESET datestyle;
