SET timezone = 'UTC';

-- The test vectors: version 6, the version 1 that means the same moment, and the moment, cut to
-- microseconds.
CREATE TEMP TABLE v6 (v6 uuid, v1 uuid, at timestamptz);
INSERT INTO v6 VALUES
	('1eca7f65-1d92-6a38-8649-14fc43f97e43', '51d92a38-a7f6-11ec-8649-14fc43f97e43', '2022-03-20 02:34:51.862277+00'),
	('1f035720-1eb9-6856-a637-cb32a0c70c21', '01eb9856-3572-11f0-a637-cb32a0c70c21', '2025-05-20 12:00:22.324642+00'),
	('1f0b0bda-466e-6fce-8d38-336af49041c2', 'a466efce-b0bd-11f0-8d38-336af49041c2', '2025-10-24 09:41:40.200238+00'),
	('1f2b1390-ad0f-6011-84c8-b947ab5699a5', '0ad0f011-b139-11f2-84c8-b947ab5699a5', '2027-08-07 13:54:55.462401+00'),
	('1f4248e0-aa76-6948-8935-71d49c89371e', '0aa76948-248e-11f4-8935-71d49c89371e', '2028-11-22 03:08:03.802759+00'),
	('1ef66417-0bdf-6b2b-a5f4-ac90e511b54a', '70bdfb2b-6641-11ef-a5f4-ac90e511b54a', '2024-08-29 20:01:12.218090+00'),
	('1f100a76-08bd-6186-b0ac-e4670b4f0723', '608bd186-00a7-11f1-b0ac-e4670b4f0723', '2026-02-03 02:23:50.451034+00'),
	('1ef34fdb-e1fc-6d64-bbb0-22ab0dc17262', 'be1fcd64-34fd-11ef-bbb0-22ab0dc17262', '2024-06-28 03:23:09.290019+00'),
	('1f4507f4-2d6e-69b1-8ae5-6714e2603205', '42d6e9b1-507f-11f4-8ae5-6714e2603205', '2029-01-17 01:13:06.777745+00'),
	('1f15bdc4-d9c2-6307-8706-fe89b14267a3', '4d9c2307-5bdc-11f1-8706-fe89b14267a3', '2026-05-30 04:01:57.820698+00'),
	('1eebcbfe-449f-61da-ab04-ee936cbee745', 'e449f1da-bcbf-11ee-ab04-ee936cbee745', '2024-01-27 02:58:04.989077+00'),
	('1f4d1ddb-817b-6bbd-a299-ab8ad57e2812', 'b817bbbd-d1dd-11f4-a299-ab8ad57e2812', '2029-06-30 16:24:16.186873+00');
SELECT v6, uuidtime_v1_from_v6(v6) AS v1, uuidtime_timestamp(v6) FROM v6;
SELECT count(*), bool_and(uuidtime_v1_from_v6(v6) = v1) AS v1, bool_and(uuidtime_v6_from_v1(v1) = v6) AS v6,
       bool_and(uuidtime_timestamp(v6) = at) AS timestamp, bool_and(uuidtime_timestamp(v1) = at) AS timestamp_of_v1
       FROM v6;

-- The draft's version 7, at each precision.
CREATE TEMP TABLE v7 (id uuid, "precision" text, at timestamptz, sequence integer);
INSERT INTO v7 VALUES
	('069ea104-3000-7f43-b7c8-20b0e55364e5', 'ms', '2026-04-23 12:27:47.000000+00', 3907),
	('06093790-c005-7f0d-83eb-b149dfd478b0', 'ms', '2021-05-06 05:05:16.001000+00', 3853),
	('061f7ba7-a554-77f9-a4f6-ad3c9bf8aa48', 'ms', '2022-01-31 10:31:22.333000+00', 2041),
	('0627194e-3ffc-7ecb-9c37-555f850029c9', 'ms', '2022-05-03 20:47:31.999000+00', 3787),
	('05fe35d2-e000-7daf-aa14-aa3420592fc2', 'ms', '2020-12-23 15:07:26.000000+00', 3503),
	('067ca639-52fa-7a79-9fec-fabde73e67be', 'ms', '2025-03-07 03:10:13.186000+00', 2681),
	('071212a7-1000-7000-bcce-0d946b94bc3f', 'us', '2030-02-22 13:56:01.000000+00', 15566),
	('0639765f-0000-7011-b4ea-e73bf0f470ed', 'us', '2022-12-12 17:33:36.000001+00', 13546),
	('06d258e3-5555-7550-9164-82192973d39d', 'us', '2028-01-11 04:29:41.333333+00', 4452),
	('06e29310-afff-7ff0-8b5c-be7afadf22ea', 'us', '2028-07-26 03:01:30.999999+00', 2908),
	('0685bcb1-ea4a-771e-89b1-1a1b2778fa07', 'us', '2025-06-25 10:10:38.643175+00', 2481),
	('0618e150-a402-7fb6-9960-d45cfa98769d', 'us', '2021-11-12 07:17:30.250728+00', 6496),
	('0694c175-8000-7000-8000-6990ffd49f0c', 'ns', '2025-12-24 16:39:52.000000+00', 105),
	('06849485-5000-7000-8113-9c48fc6a84c9', 'ns', '2025-06-11 09:11:49.000000+00', 156),
	('06535e87-8555-7555-94fa-e4b5a6b6de72', 'ns', '2023-10-23 03:28:56.333333+00', 228),
	('06c94e4d-ffff-7fff-beee-3cfa0c005733', 'ns', '2027-09-23 11:00:47.999999+00', 60),
	('064376cf-adc7-7ad2-b681-ee8d4f36d0b0', 'ns', '2023-04-13 02:46:18.861249+00', 238),
	('06275687-ddda-7d85-be5c-80960869326f', 'ns', '2022-05-06 18:27:09.865929+00', 128);
SELECT id, "precision", uuidtime_v7_draft_timestamp(id, "precision"), uuidtime_v7_draft_sequence(id, "precision")
FROM v7;
SELECT count(*), bool_and(uuidtime_v7_draft_timestamp(id, "precision") = at) AS timestamp,
       bool_and(uuidtime_v7_draft_sequence(id, "precision") = sequence) AS sequence FROM v7;

-- Version 8, of each width.
CREATE TEMP TABLE v8 (id uuid, timestamp_bits integer, at timestamptz, sequence integer);
INSERT INTO v8 VALUES
	('6ef8835d-0000-870d-9820-5cdd8e79fea7', 32, '2028-12-30 09:11:57.000000+00', 1805),
	('704df0e3-0000-8330-9273-f2c8763369fa', 32, '2029-09-15 08:42:11.000000+00', 816),
	('6c410714-0000-8c54-8947-6385584068bb', 32, '2027-07-21 20:16:20.000000+00', 3156),
	('6d112f5c-0000-890a-b468-4e1daae60427', 32, '2027-12-26 17:39:40.000000+00', 2314),
	('018945d3-ffd6-8e33-a499-58b41a892aea', 48, '2023-07-11 16:41:08.822000+00', 3635),
	('01ba0b4d-8255-8a5c-bbe7-52fcaaf3be09', 48, '2030-03-01 03:12:53.845000+00', 2652),
	('01a00c8e-af4a-86c2-8675-4251b889cb73', 48, '2026-08-16 21:51:12.714000+00', 1730),
	('01b848ca-74aa-849c-97cc-cc8abb7380dc', 48, '2029-12-03 15:40:37.930000+00', 1180),
	('00632bad-3cc1-86e4-b30f-cece5595116d', 60, '2025-04-14 10:50:58.937572+00', 204),
	('00647efd-f450-8f5e-aef5-4d4103e86387', 60, '2026-01-09 07:57:08.864862+00', 187),
	('00665767-9db0-8ceb-9683-d74dde25371f', 60, '2027-01-20 01:43:05.209067+00', 90),
	('0061c510-9940-8de3-aeb4-46a4b920fa6b', 60, '2024-07-03 05:23:58.890467+00', 186),
	('174fa4c4-618a-88ad-801a-9c99115ff820', 64, '2023-03-25 11:05:49.389499+00', 0),
	('1705bf99-53d5-89e8-9cc7-3f220d42e204', 64, '2022-07-27 17:25:03.013305+00', 115),
	('187979b5-3093-84c8-b52b-c737702fa304', 64, '2025-11-19 17:49:08.203261+00', 212),
	('1784cd4d-a38f-8104-b555-2fcbcdf5da2b', 64, '2023-09-14 15:24:53.138387+00', 213);
SELECT id, timestamp_bits, uuidtime_v8_timestamp(id, timestamp_bits), uuidtime_v8_sequence(id, timestamp_bits) FROM v8;
SELECT count(*), bool_and(uuidtime_v8_timestamp(id, timestamp_bits) = at) AS timestamp,
       bool_and(uuidtime_v8_sequence(id, timestamp_bits) = sequence) AS sequence FROM v8;

-- Published elsewhere: the examples of RFC 9562 (A.1, A.5 and A.6), all of one moment.
SELECT uuidtime_version(id), uuidtime_timestamp(id) FROM (VALUES
	(uuid 'c232ab00-9414-11ec-b3c8-9f6bdeced846'),
	('1ec9414c-232a-6b00-b3c8-9f6bdeced846'),
	('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')) AS v (id);
SELECT uuidtime_v6_from_v1('c232ab00-9414-11ec-b3c8-9f6bdeced846') AS v6,
       uuidtime_v1_from_v6('1ec9414c-232a-6b00-b3c8-9f6bdeced846') AS v1;

-- The first and the last moment that each layout holds.
SELECT uuidtime_timestamp('00000000-0000-6000-8000-000000000000') AS v6,
       uuidtime_timestamp('00000000-0000-1000-8000-000000000000') AS v1,
       uuidtime_timestamp('00000000-0000-7000-8000-000000000000') AS v7;
SELECT uuidtime_timestamp('ffffffff-ffff-6fff-bfff-ffffffffffff') AS v6,
       uuidtime_timestamp('ffffffff-ffff-1fff-bfff-ffffffffffff') AS v1,
       uuidtime_timestamp('ffffffff-ffff-7fff-bfff-ffffffffffff') AS v7;
SELECT p AS "precision", uuidtime_v7_draft_timestamp('ffffffff-ffff-7fff-bfff-ffffffffffff', p),
       uuidtime_v7_draft_sequence('ffffffff-ffff-7fff-bfff-ffffffffffff', p)
FROM unnest('{ms,us,ns}'::text[]) p;
SELECT b AS timestamp_bits, uuidtime_v8_timestamp('ffffffff-ffff-8fff-bfff-ffffffffffff', b),
       uuidtime_v8_sequence('ffffffff-ffff-8fff-bfff-ffffffffffff', b)
FROM unnest('{32,48,60,64}'::integer[]) b;

-- 100 ns before 1970 is cut to the microsecond before it, as 100 ns after that is to the same one.
SELECT uuidtime_timestamp('1b21dd21-3813-6fff-8000-000000000000'),
       uuidtime_timestamp('1b21dd21-3813-6ff6-8000-000000000000'),
       uuidtime_timestamp('1b21dd21-3814-6000-8000-000000000000');
