-- CREATE EXTENSION says nothing, and needs no other of this library: it gives just uid60.

-- Every known id, in all its forms and fields.
SET timezone = 'UTC';
CREATE TEMP TABLE vectors (text text, bigint bigint, "timestamp" timestamptz, sequence integer, random integer);
INSERT INTO vectors VALUES
('AAAAAAAAAA', 0, '2018-03-01 00:00:00.000000+00', 0, 0),
('ABAAAAAAAA', 1, '2018-03-01 00:00:00.000000+00', 0, 1),
('H_AAAAAAAA', 511, '2018-03-01 00:00:00.000000+00', 0, 511),
('IAAAAAAAAA', 512, '2018-03-01 00:00:00.000000+00', 1, 0),
('__AAAAAAA_', 262143, '2018-03-01 00:00:00.000000+00', 511, 511),
('AAAAAAAABA', 262144, '2018-03-01 00:00:00.001000+00', 0, 0),
('xiAnaS8QBh', 11093174944930914, '2019-07-03 18:45:04.129000+00', 270, 98),
('__________', 1152921504606846975, '2157-07-13 07:35:11.103000+00', 511, 511),
('AdgtEiuRm_', 589147104591212573, '2089-05-18 18:44:08.934000+00', 504, 29),
('bDlWz8i-n3', 672953655436998339, '2099-07-05 23:21:09.287000+00', 443, 195),
('FtNsjIWfFt', 246726585126146413, '2047-12-27 08:53:49.637000+00', 360, 365),
('IxkAN7QntR', 648579593241170481, '2096-07-24 19:40:00.877000+00', 137, 49),
('yaOJr8gbf1', 254928127912795290, '2048-12-23 11:33:52.479000+00', 430, 154),
('Skdo1ayf9F', 533911493238084772, '2082-09-14 00:58:33.341000+00', 42, 164),
('fpu-wHK7ob', 846325378998974441, '2120-06-20 14:38:29.096000+00', 219, 489),
('UB7gU76yZX', 1071948789816063233, '2147-09-29 05:48:37.401000+00', 186, 257),
('8SJ00LiG1n', 176995776329056018, '2039-07-23 15:28:23.989000+00', 319, 274),
('8EGDv6Iaw3', 109141518941650692, '2031-05-10 18:30:53.872000+00', 447, 260),
('W6EAdG_S_U', 72185617667933626, '2026-11-21 02:37:58.335000+00', 162, 442),
('MxEAdG_S_i', 72185617667990321, '2026-11-21 02:37:58.335000+00', 273, 305),
('J0EAdG_S_6', 72185617668088436, '2026-11-21 02:37:58.335000+00', 465, 116),
('snEAdG_S_8', 72185617668098855, '2026-11-21 02:37:58.335000+00', 485, 295),
('K7EAdG_S_k', 72185617667998395, '2026-11-21 02:37:58.335000+00', 289, 187),
('C-EAdG_S_5', 72185617668083902, '2026-11-21 02:37:58.335000+00', 456, 190),
('p4EAdG_S_D', 72185617667865208, '2026-11-21 02:37:58.335000+00', 29, 120),
('M3EAdG_S_S', 72185617667924791, '2026-11-21 02:37:58.335000+00', 145, 311),
('7cEAdG_S_t', 72185617668038364, '2026-11-21 02:37:58.335000+00', 367, 220),
('ndEAdG_S_9', 72185617668102621, '2026-11-21 02:37:58.335000+00', 492, 477);

-- Each reads as its number, and comes back.
SELECT count(*) AS vectors,
       count(*) FILTER (WHERE text::uid60::text = text) AS text,
       count(*) FILTER (WHERE text::uid60::bigint = bigint) AS bigint,
       count(*) FILTER (WHERE bigint::uid60 = text::uid60) AS from_bigint,
       count(*) FILTER (WHERE uid60_timestamp(text::uid60) = "timestamp") AS "timestamp",
       count(*) FILTER (WHERE uid60_sequence(text::uid60) = sequence) AS sequence,
       count(*) FILTER (WHERE uid60_random(text::uid60) = random) AS random
FROM vectors;

-- Ids sort as their numbers do, and as time, sequence and random bits do; not as their texts.
SELECT array_agg(text ORDER BY text::uid60) = array_agg(text ORDER BY bigint) AS as_bigint,
       array_agg(text ORDER BY text::uid60) = array_agg(text ORDER BY "timestamp", sequence, random) AS as_fields,
       array_agg(text ORDER BY text::uid60) = array_agg(text ORDER BY text COLLATE "C") AS as_text
FROM vectors;

-- The leading digit stands third; where it is A, a zero, it may be left out, as the document does
-- in its example.
SELECT uid60 'xinaS8QBh' AS printed, uid60 'xinaS8QBh' = uid60 'xiAnaS8QBh' AS same,
       uid60 'xinaS8QBh'::bigint AS number;
SELECT count(*) AS short, bool_and((left(text, 2) || substr(text, 4))::uid60 = text::uid60) AS same
FROM vectors WHERE substr(text, 3, 1) = 'A';

-- Text that is not a uid60 is refused with 22P02 and the reason.  Case counts.
CREATE TEMP TABLE invalid (n integer GENERATED ALWAYS AS IDENTITY, text text, why text);
INSERT INTO invalid (text, why) VALUES
	('', 'empty'),
	('inaS8QBh', '8 characters'),
	('xiAAnaS8QBh', '11 characters'),
	('xiAnaS8QB+', 'the alphabet of base64, not of base64url'),
	('xi/naS8QBh', 'the alphabet of base64, not of base64url'),
	('xinaS8QBh=', 'padding'),
	(' iAnaS8QBh', 'blank'),
	('xiAnaS8QB ', 'blank'),
	('xiAnaS8QBh ', 'blank'),
	('xiAnaS8Qé', '9 characters in 10 bytes'),
	('xiAnaS8é', '9 bytes, not ASCII'),
	('11093174944930914', 'a number');
SELECT text, why, f.code, f.message = format('invalid input syntax for type uid60: "%s"', text) AS message, f.detail
FROM invalid, failure(format('SELECT uid60_in(%L)', text)) f ORDER BY n;

-- The cast from text, which is another way in, says the same.
SELECT count(*) AS invalid, count(*) FILTER (WHERE a = b) AS same_error
FROM invalid,
     failure(format('SELECT uid60_in(%L)', text)) a,
     failure(format('SELECT CAST(%L::text AS uid60)', text)) b;

-- As psql shows it.
SELECT uid60 'inaS8QBh';

-- A text of a megabyte is too long, and said so without reading past it.
SELECT f.code, f.detail FROM failure($$SELECT repeat('0', 1048576)::uid60$$) f;

-- Null in, null out.
SELECT uid60_timestamp(NULL), uid60_sequence(NULL), uid60_random(NULL), uid60_text(NULL);

-- Reading is IMMUTABLE: it may be stored and indexed.
CREATE TEMP TABLE t (id uid60, made timestamptz GENERATED ALWAYS AS (uid60_timestamp(id)) STORED);
CREATE INDEX ON t (uid60_timestamp(id));
INSERT INTO t VALUES ('xiAnaS8QBh');
SELECT * FROM t;
RESET timezone;
