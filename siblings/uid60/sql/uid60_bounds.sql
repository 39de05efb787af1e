-- Bounds of a timestamp.  (types_bounds tests what other types have, too.)
SET timezone = 'UTC';
SET datestyle = 'ISO';
-- The smallest ID that is not before a timestamp, and the largest that is not after it.  Between two
-- times of the format these are IDs of the later and of the earlier one.
SELECT lower, upper, uid60_timestamp(lower), uid60_timestamp(upper)
FROM uid60_lower('2026-11-21 02:37:58.335123') lower, uid60_upper('2026-11-21 02:37:58.335123') upper;
-- The first and last times have IDs.
SELECT first, last, uid60_timestamp(first) AS its_time, uid60_timestamp(last) AS its_time
FROM uid60_lower('2018-03-01') first, uid60_upper('2157-07-13 07:35:11.103') last;
-- Beyond them is error 22008.
SELECT bound, f.code, f.message, f.detail
FROM (VALUES (1, 'lower', timestamptz '2018-03-01' - interval '1 us'), (2, 'lower', timestamptz '2157-07-13 07:35:11.103' + interval '1 us'),
             (3, 'upper', timestamptz '2157-07-13 07:35:11.103999' + interval '1 us')) v (n, bound, at),
     failure(format('SELECT uid60_%s(%L)', bound, at)) f ORDER BY n;
RESET timezone;
RESET datestyle;
