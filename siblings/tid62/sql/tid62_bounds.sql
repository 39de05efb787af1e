-- Bounds of a timestamp.  (types_bounds tests what other types have, too.)
SET timezone = 'UTC';
SET datestyle = 'ISO';
-- The smallest ID that is not before a timestamp, and the largest that is not after it.  Between two
-- times of the format these are IDs of the later and of the earlier one.
SELECT lower, upper, tid62_timestamp(lower), tid62_timestamp(upper)
FROM tid62_lower('2026-11-21 02:37:58.335123') lower, tid62_upper('2026-11-21 02:37:58.335123') upper;
-- The first and last times have IDs.
SELECT first, last, tid62_timestamp(first) AS its_time, tid62_timestamp(last) AS its_time
FROM tid62_lower('2020-01-01') first, tid62_upper('2156-02-07 06:28:15') last;
-- Beyond them is error 22008.
SELECT bound, f.code, f.message, f.detail
FROM (VALUES (1, 'lower', timestamptz '2020-01-01' - interval '1 us'), (2, 'lower', timestamptz '2156-02-07 06:28:15' + interval '1 us'),
             (3, 'upper', timestamptz '2156-02-07 06:28:15.999999' + interval '1 us')) v (n, bound, at),
     failure(format('SELECT tid62_%s(%L)', bound, at)) f ORDER BY n;
RESET timezone;
RESET datestyle;
