-- Text: 17 characters of base62, 0-9A-Za-z, case-sensitive.

-- Every known id and its fields.
SET timezone = 'UTC';
CREATE TEMP TABLE vectors (text text, hex text, seconds_since_2020 bigint, "timestamp" timestamptz, random_hex text);
INSERT INTO vectors VALUES
('00000000000000000', '000000000000000000000000', 0, '2020-01-01 00:00:00.000000+00', '0000000000000000'),
('00000000000000001', '000000000000000000000001', 0, '2020-01-01 00:00:00.000000+00', '0000000000000001'),
('04XVaYIDfO3SmYAds', '0b47ddc00000000000000000', 189259200, '2025-12-30 12:00:00.000000+00', '0000000000000000'),
('1f2SI9UJPXvb7vdJ1', 'ffffffffffffffffffffffff', 4294967295, '2156-02-07 06:28:15.000000+00', 'ffffffffffffffff'),
('1RF5m6CE7WDxmKRRC', 'ddb9410b385dc0de6888fd42', 3719905547, '2137-11-17 11:05:47.000000+00', '385dc0de6888fd42'),
('1Lysazdms58IsPFMg', 'd0a6cd290b93b2fa1142c392', 3500592425, '2130-12-06 02:47:05.000000+00', '0b93b2fa1142c392'),
('1GBtosHGW5yOecFGN', 'c24433851cadef3f24ec4603', 3259249541, '2123-04-13 19:05:41.000000+00', '1cadef3f24ec4603'),
('0jcy5JSM6sb4BlBRb', '715cfd29ede69b89844bafd3', 1901919529, '2080-04-07 22:58:49.000000+00', 'ede69b89844bafd3'),
('1A3PYVvX3UGUTXBGZ', 'b304f66abf38564b158c5b37', 3003446890, '2115-03-06 02:48:10.000000+00', 'bf38564b158c5b37'),
('12kqm4SroWx56DJvA', 'a0e25d3bb24d8b032a75ec3c', 2699189563, '2105-07-14 14:52:43.000000+00', 'b24d8b032a75ec3c'),
('0adDua4c6axp5SZ6f', '5b035ce26631968a7039a6f9', 1526947042, '2068-05-20 23:57:22.000000+00', '6631968a7039a6f9'),
('04CJio6YNl6mWasHH', '0a6e796250df5e2095296ae7', 175012194, '2025-07-18 14:29:54.000000+00', '50df5e2095296ae7'),
('0oAa0bnuPypaLjahO', '7ca5e73b2e61855f2bc4553a', 2091247419, '2086-04-08 06:03:39.000000+00', '2e61855f2bc4553a'),
('1eBorDfdQe6Pl3CIL', 'fde40874780e7b593a2c82d9', 4259580020, '2154-12-24 16:40:20.000000+00', '780e7b593a2c82d9'),
('01gxROnagWP5H2rur', '0434b8369c47cd1f9d3d4839', 70563894, '2022-03-27 17:04:54.000000+00', '9c47cd1f9d3d4839'),
('1BY69UqQF7lxlhrz1', 'b6bbcaf96b899e0a632c7d13', 3065760505, '2117-02-24 08:08:25.000000+00', '6b899e0a632c7d13'),
('08Gk5Xjo86n4PBq9p', '148bfac7222bd968c634f229', 344718023, '2030-12-03 19:00:23.000000+00', '222bd968c634f229'),
('1bX8oCKSxPk36qe06', 'f74aae5e1f4b13b73d90a106', 4148866654, '2151-06-22 06:57:34.000000+00', '1f4b13b73d90a106'),
('0dIucXy8iAizSQGtP', '61a7151f0a729d1fd219f2fb', 1638339871, '2071-12-01 06:24:31.000000+00', '0a729d1fd219f2fb'),
('00wnOqcTPGpszvyaj', '025b2ac2605348c986d00fdd', 39529154, '2021-04-02 12:19:14.000000+00', '605348c986d00fdd'),
('1OMHjnTmqvxHMeubl', 'd68ef61c733dd3187c722e45', 3599693340, '2134-01-26 02:49:00.000000+00', '733dd3187c722e45'),
('0hGUKOishXywoHcX5', '6b7e52ec0267f14245076673', 1803440876, '2077-02-23 03:47:56.000000+00', '0267f14245076673'),
('1SIDjk6SgzIUYaZX1', 'e0555fca169407f5463ac6cb', 3763691466, '2139-04-08 05:51:06.000000+00', '169407f5463ac6cb'),
('12x5yFfrwmVaSwIsY', 'a15ffb0ad2fd22509f5730ae', 2707421962, '2105-10-17 21:39:22.000000+00', 'd2fd22509f5730ae'),
('0tVulS1FN5JeIcm4J', '89ece6ead9a1bd4a89453dfb', 2314004202, '2093-04-29 10:56:42.000000+00', 'd9a1bd4a89453dfb'),
('0dqsjPRNHuJ03M8jF', '63038f1b3cc239134aca9c55', 1661177627, '2072-08-21 14:13:47.000000+00', '3cc239134aca9c55'),
('1TlDXrjj6thRb8ZRA', 'e3faddc4454cfd6766fe3610', 3824868804, '2141-03-16 07:33:24.000000+00', '454cfd6766fe3610'),
('0kQ8JQsRxCZsLmdX9', '7355590d3d802f24d1231a73', 1934973197, '2081-04-25 12:33:17.000000+00', '3d802f24d1231a73'),
('1BJXTtVrHcswOHAbw', 'b6266fea44bc950214794990', 3055972330, '2116-11-03 01:12:10.000000+00', '44bc950214794990');

-- The text reads as the bytes and prints as the text; the fields are as in the vectors.
SELECT count(*) AS vectors,
       count(*) FILTER (WHERE text::tid62::text = text) AS text,
       count(*) FILTER (WHERE tid62_text(text::tid62) = text) AS tid62_text,
       count(*) FILTER (WHERE text::tid62::bytea = decode(hex, 'hex')) AS bytes,
       count(*) FILTER (WHERE decode(hex, 'hex')::tid62 = text::tid62) AS from_bytes,
       count(*) FILTER (WHERE tid62_timestamp(text::tid62) = "timestamp") AS "timestamp",
       count(*) FILTER (WHERE tid62_timestamp(text::tid62)
                              = timestamptz '2020-01-01' + seconds_since_2020 * interval '1s') AS seconds,
       count(*) FILTER (WHERE tid62_random(text::tid62) = decode(random_hex, 'hex')) AS random
FROM vectors;

-- Ids sort as their texts do byte by byte, and as time and random bits do.
SELECT array_agg(text ORDER BY text::tid62) = array_agg(text ORDER BY text COLLATE "C") AS as_text,
       array_agg(text ORDER BY text::tid62) = array_agg(text ORDER BY seconds_since_2020, random_hex) AS as_fields
FROM vectors;

-- Case matters.
SELECT tid62 '0000000000000000a' = tid62 '0000000000000000A' AS same, tid62_random('0000000000000000a') AS a,
       tid62_random('0000000000000000A') AS "A";

-- The document's example is of the year 2034, not of the 2025-12-30 12:00:00 that stands beside it,
-- which is second 189259200, not 189388800.
SELECT tid62_timestamp('0B4kZ7mNpQrStUvWx'), tid62_lower('2025-12-30 12:00:00'),
       extract(epoch FROM timestamptz '2025-12-30 12:00:00' - '2020-01-01')::int AS seconds;

-- Text that is not a tid62 is refused with 22P02 and the reason.
CREATE TEMP TABLE invalid (n integer GENERATED ALWAYS AS IDENTITY, text text, why text);
INSERT INTO invalid (text, why) VALUES
	('', 'empty'),
	('04XVaYIDfO3SmYAd', '16 characters'),
	('04XVaYIDfO3SmYAds0', '18 characters'),
	('1f2SI9UJPXvb7vdJ2', 'one more than the largest'),
	('1f2SI9UJPXvb7vdK0', 'more than 96 bits'),
	('1g000000000000000', 'more than 96 bits'),
	('2f2SI9UJPXvb7vdJ1', 'more than 96 bits'),
	('zzzzzzzzzzzzzzzzz', 'more than 96 bits'),
	('04XVaYID-O3SmYAds', 'hyphen'),
	('04XVaYIDfO3SmYAd_', 'underscore'),
	(' 4XVaYIDfO3SmYAds', 'blank'),
	('04XVaYIDfO3SmYAds ', 'blank'),
	('04XVaYIDfO3SmYAdé', '18 bytes, not ASCII'),
	('04XVaYIDfO3SmYAé', '17 bytes, not ASCII'),
	('user-04XVaYIDfO3SmYAds', 'prefixed'),
	('0b47ddc00000000000000000', 'hexadecimal');
SELECT text, why, f.code, f.message = format('invalid input syntax for type tid62: "%s"', text) AS message, f.detail
FROM invalid, failure(format('SELECT tid62_in(%L)', text)) f ORDER BY n;

-- The cast from text, which is another way in, says the same.
SELECT count(*) AS invalid, count(*) FILTER (WHERE a = b) AS same_error
FROM invalid,
     failure(format('SELECT tid62_in(%L)', text)) a,
     failure(format('SELECT CAST(%L::text AS tid62)', text)) b;

-- As psql shows it.
SELECT tid62 '1f2SI9UJPXvb7vdJ2';

-- A text of a megabyte is too long, and said so without reading past it.
SELECT f.code, f.detail FROM failure($$SELECT repeat('0', 1048576)::tid62$$) f;
RESET timezone;
