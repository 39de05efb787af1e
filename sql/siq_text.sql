-- CREATE EXTENSION siq gives a type that a table can use at once, and nothing else.
CREATE TABLE t (id siq PRIMARY KEY DEFAULT siq_generate('message', 'example.com'), item text);
INSERT INTO t (item) VALUES ('first'), ('second'), ('third');
SELECT item FROM t ORDER BY id;
SELECT count(*) FROM t WHERE id::text ~ '^did:siq:[a-p][a-z2-7]{28}$';
DROP TABLE t;
SELECT typlen, typbyval, typalign, typstorage FROM pg_type WHERE typname = 'siq';

-- Every known id, in all its forms and fields.
SET timezone = 'UTC';
CREATE TEMP TABLE vectors (
	text text, hex text, "integer" numeric, ticks bigint, "timestamp" timestamptz,
	shard integer, domain bigint, qualifier text, serial integer, is_leaf boolean, uuid uuid
);
INSERT INTO vectors VALUES
('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah', '005e0bd2f0000000000000000007', 7451106619238957490390643507207,
 103404876595200, '2019-12-31 23:00:00.000000+00', 0, 0, 'content', 0, 't', '005e0bd2-f000-8000-8000-000000001c00'),
('did:siq:p4ltviuagwaiebd26scugzymup5qh', '006b010408f5e90a86ce1947f607', 8477727752054560469490977994247,
 117652106835433, '2026-11-21 02:38:00.960586+00', 10, 2261653831, 'content', 7872, 't',
 '006b0104-08f5-8e90-aa1b-38651fd81c00'),
('did:siq:kyswtfiagwaiebdtbtcugzymupznd', '006b010408e6198a86ce1947e5a3', 8477727751762907357622464669091,
 117652106831385, '2026-11-21 02:38:00.898818+00', 138, 2261653831, 'element', 7348, 't',
 '006b0104-08e6-8198-aa1b-38651f968c00'),
('did:siq:dvfth2yagwaiecu3qwp4gzymuooaf', '006b010415370b3f86ce19473805', 8477727809924461505088896579589,
 117652107638539, '2026-11-21 02:38:13.215011+00', 63, 2261653831, 'many_to_many', 1792, 't',
 '006b0104-1537-80b3-be1b-38651ce01400'),
('did:siq:pu4epaeagwaiebu2ozcegzymuppvr', '006b01040d34ec8886ce1947beb1', 8477727772106422916242439913137,
 117652107113708, '2026-11-21 02:38:05.206726+00', 136, 2261653831, 'relationship', 6102, 't',
 '006b0104-0d34-8ec8-a21b-38651efac400'),
('did:siq:i2444zyagwaiece56gsmgzymuoc4c', '006b0104113be34986ce19470b82', 8477727791124349804967113460610,
 117652107377635, '2026-11-21 02:38:09.233932+00', 73, 2261653831, 'tag', 92, 'f',
 '006b0104-113b-8e34-a61b-38651c2e0800'),
('did:siq:br2nx7qagwaiech6jkbugzymup6dk', '006b010411fc950686ce1947f86a', 8477727794678932060034658990186,
 117652107426965, '2026-11-21 02:38:09.986648+00', 6, 2261653831, 'channel', 1987, 'f',
 '006b0104-11fc-8950-9a1b-38651fe1a800'),
('did:siq:hfjncsaagwaiebf3r6yegzymuozrg', '006b010409771f6086ce19476626', 8477727754438105771925555340838,
 117652106868511, '2026-11-21 02:38:01.465316+00', 96, 2261653831, 'thread', 1634, 'f',
 '006b0104-0977-81f6-821b-38651d989800'),
('did:siq:ncrgzu4agwaieb5daq3egzymupxz6', '006b01040f46086c86ce1947df3e', 8477727781866760262568506810174,
 117652107249160, '2026-11-21 02:38:07.273559+00', 108, 2261653831, 'message', 3571, 'f',
 '006b0104-0f46-8086-b21b-38651f7cf800'),
('did:siq:eauvm3iagwaiebc7nbgegzymuoypa', '006b010408bed09886ce194761e0', 8477727751038228075032697332192,
 117652106821328, '2026-11-21 02:38:00.745361+00', 152, 2261653831, 'user', 783, 'f',
 '006b0104-08be-8d09-a21b-38651d878000'),
('did:siq:cd3bpoaagwaiecpft4jugzymuonoe', '006b010413cb3e2686ce194735c4', 8477727803213514562680136349124,
 117652107545406, '2026-11-21 02:38:11.793914+00', 38, 2261653831, 'group', 430, 'f',
 '006b0104-13cb-83e2-9a1b-38651cd71000'),
('did:siq:isq5kvmagwaiebkfpgfugzymuojqi', '006b01040a8af31686ce19472608', 8477727759526215772983446152712,
 117652106939123, '2026-11-21 02:38:02.542770+00', 22, 2261653831, 'event', 304, 'f',
 '006b0104-0a8a-8f31-9a1b-38651c982000'),
('did:siq:bke7l6iagwaiecdfqstmgzymupukm', '006b010410cb094d86ce1947d14c', 8477727789042607039111282282828,
 117652107348745, '2026-11-21 02:38:08.793106+00', 77, 2261653831, 'invite', 1674, 'f',
 '006b0104-10cb-8094-b61b-38651f453000'),
('did:siq:cq3rbbiagwaiebwvgvaegzymupq3q', '006b01040daa6a8086ce1947c370', 8477727774273768977915422688112,
 117652107143786, '2026-11-21 02:38:05.665679+00', 128, 2261653831, 'application', 1563, 'f',
 '006b0104-0daa-86a8-821b-38651f0dc000'),
('did:siq:gxjbdzaagwaiecjp3bc4gzymuoacu', '006b0104125fb08b86ce19470054', 8477727796507142714542831108180,
 117652107452336, '2026-11-21 02:38:10.373779+00', 139, 2261653831, 'collection', 2, 'f',
 '006b0104-125f-8b08-ae1b-38651c015000'),
('did:siq:groa7raagwaiecwu6pdugzymupkzy', '006b010415a9e78e86ce1947ab38', 8477727812043265236703289781048,
 117652107667943, '2026-11-21 02:38:13.663681+00', 142, 2261653831, 'product', 1369, 'f',
 '006b0104-15a9-8e78-ba1b-38651eace000'),
('did:siq:ndo3zy4aaaaaaaaaaaaaaaaaaaaaa', '0000000000000000000000000000', 0, 0, '1970-01-01 00:00:00.000000+00', 0, 0,
 'user', 0, 'f', '00000000-0000-8000-8000-000000000000'),
('did:siq:byp2edyp777777777777777777777', '1fffffffffffffffffffffffffff', 649037107316853453566312041152511,
 9007199254740991, '6325-04-08 15:04:31.999984+00', 255, 4294967295, 'content', 8191, 't',
 '1fffffff-ffff-8fff-bfff-fffffffffc00');

-- Each form reads as the same id, and the id comes back in each.
SELECT count(*) AS vectors,
       count(*) FILTER (WHERE text::siq::text = text) AS text,
       count(*) FILTER (WHERE substr(text, 9)::siq = text::siq) AS without_prefix,
       count(*) FILTER (WHERE hex::siq = text::siq) AS hex,
       count(*) FILTER (WHERE upper(hex)::siq = text::siq) AS hex_upper_case,
       count(*) FILTER (WHERE siq_send(text::siq) = decode(hex, 'hex')) AS siq_send
FROM vectors;
SELECT count(*) FILTER (WHERE text::siq::numeric = "integer") AS to_integer,
       count(*) FILTER (WHERE "integer"::siq = text::siq) AS from_integer,
       count(*) FILTER (WHERE text::siq::uuid = uuid) AS to_uuid,
       count(*) FILTER (WHERE uuid::siq = text::siq) AS from_uuid,
       count(*) FILTER (WHERE text::siq::bytea = decode(hex, 'hex')) AS to_bytea,
       count(*) FILTER (WHERE decode(hex, 'hex')::siq = text::siq) AS from_bytea
FROM vectors;

-- The fields are as in the vectors.
SELECT count(*) FILTER (WHERE siq_timestamp(text::siq) = "timestamp"
                        AND text::siq::timestamptz = "timestamp") AS "timestamp",
       count(*) FILTER (WHERE floor(ticks * 1000000.0 / 65536)
                              = floor(extract(epoch FROM siq_timestamp(text::siq)) * 1000000)) AS ticks,
       count(*) FILTER (WHERE siq_shard(text::siq) = shard) AS shard,
       count(*) FILTER (WHERE siq_domain(text::siq) = domain) AS domain,
       count(*) FILTER (WHERE siq_qualifier(text::siq) = qualifier) AS qualifier,
       count(*) FILTER (WHERE siq_serial(text::siq) = serial) AS serial,
       count(*) FILTER (WHERE siq_is_leaf(text::siq) = is_leaf) AS is_leaf
FROM vectors;

-- Ids sort as their integers and their UUIDs do.  Their texts begin with a checksum, and do not.
SELECT array_agg(text ORDER BY text::siq) = array_agg(text ORDER BY "integer") AS as_integer,
       array_agg(text ORDER BY text::siq) = array_agg(text ORDER BY uuid) AS as_uuid,
       array_agg(text ORDER BY text::siq) = array_agg(text ORDER BY text COLLATE "C") AS as_text
FROM vectors;

-- Text that is not a siq is refused with 22P02 and the reason.
CREATE TEMP TABLE invalid (n integer GENERATED ALWAYS AS IDENTITY, text text, why text);
INSERT INTO invalid (text, why) VALUES
	('', 'empty'),
	('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaa', '36 characters'),
	('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaahh', '38 characters'),
	('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag', 'the last bit is another'),
	('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaab', 'three bits of the qualifier are others'),
	('did:siq:uixvojaaf4c6s6aaaaaaaaaaaaaah', 'two characters are swapped, the first of which is beyond p'),
	('did:siq:ixuvojaaf4c6s6aaaaaaaaaaaaaah', 'two characters are swapped'),
	('ixuvojaaf4c6s6aaaaaaaaaaaaaah', 'two characters are swapped'),
	('did:siq:zuxvojaaf4c6s6aaaaaaaaaaaaaah', 'first character beyond p'),
	('7uxvojaaf4c6s6aaaaaaaaaaaaaah', 'first character beyond p'),
	('did:siq:IUXVOJAAF4C6S6AAAAAAAAAAAAAAH', 'upper case'),
	('DID:SIQ:iuxvojaaf4c6s6aaaaaaaaaaaaaah', 'upper-case prefix'),
	('did:sis:iuxvojaaf4c6s6aaaaaaaaaaaaaah', 'another prefix'),
	('did:siq:iuxvojaaf4c6s6aaaaaa1aaaaaaah', 'a character outside the alphabet'),
	(' iuxvojaaf4c6s6aaaaaaaaaaaaaa', 'blank'),
	('iuxvojaaf4c6s6aaaaaaaaaaaaaa=', 'padding'),
	('iuxvojaaf4c6s6aaaaaaaaaaaaaé', '29 bytes, not ASCII'),
	('siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah', 'half a prefix'),
	('did-siq-iuxvojaaf4c6s6aaaaaaaaaaaaaahhhh', 'no length of any form, and hyphens'),
	('005e0bd2f000000000000000000g', 'not hex'),
	('7451106619238957490390643507207', 'the integer form'),
	('005e0bd2-f000-8000-8000-000000001c00', 'the UUID form');
SELECT text, why, f.code, f.message = format('invalid input syntax for type siq: "%s"', text) AS message, f.detail
FROM invalid, failure(format('SELECT siq_in(%L)', text)) f ORDER BY n;

-- The cast from text, which is another way in, says the same.
SELECT count(*) AS invalid, count(*) FILTER (WHERE a = b) AS same_error
FROM invalid,
     failure(format('SELECT siq_in(%L)', text)) a,
     failure(format('SELECT CAST(%L::text AS siq)', text)) b;

-- Any other character at any place is noticed.
SELECT count(*) AS changed, count(*) FILTER (WHERE f.code = '22P02') AS refused
FROM generate_series(9, 37) place, regexp_split_to_table('abcdefghijklmnopqrstuvwxyz234567', '') c,
     overlay('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah' PLACING c FROM place) AS text,
     failure(format('SELECT siq_in(%L)', text)) f
WHERE text <> 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah';

-- As psql shows it.
SELECT siq 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag';
RESET timezone;
