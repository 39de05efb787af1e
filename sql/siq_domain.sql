-- Domains: their hashes, the settings, and the local id that tells servers of one domain apart.
SELECT domain, local_id, siq_domain_hash(domain, local_id) = hash AS as_it_should_be FROM (VALUES
	(1, '0', 0, 0),
	(2, 'example.com', 0, 2261653831),
	(3, 'example.com', 1, 30284103),
	(4, 'example.com', 255, 4291696967),
	(5, 'example.com', 256, 13506887),
	(6, 'sakuragasaki46.net', 0, 3242486577),
	(7, 'xn--bcher-kva.example', 7, 130958390)) AS v (n, domain, local_id, hash) ORDER BY n;
SELECT siq_domain_hash('example.com'), siq_domain_hash(domain => 'example.com', local_id => 1);

-- No domain, written either way, has the hash 0, whatever the local id is.
SELECT siq_domain_hash(''), siq_domain_hash('0'), siq_domain_hash('', 7), siq_domain_hash('0', 256);
SELECT siq_domain_hash(NULL), siq_domain_hash('example.com', NULL);

-- It is the hash of the domain as it is written: names in the DNS have no case, so write them in
-- lower case.
SELECT siq_domain_hash('Example.com') = siq_domain_hash('example.com') AS same;

-- A domain that is longer than any, and one that follows it.
SELECT siq_domain_hash(repeat('x', 1000)) = siq_domain_hash(repeat('x', 1000)) AS same,
       siq_domain_hash(repeat('x', 1000)) = siq_domain_hash(repeat('x', 1001)) AS another,
       siq_domain_hash('example.com');

-- A name that is not ASCII does not have the form of a domain in the DNS.
SELECT f.* FROM failure($$SELECT siq_domain_hash('bücher.example')$$) f;
SELECT f.code, f.hint FROM failure($$SELECT siq_generate('user', 'bücher.example')$$) f;
SELECT f.* FROM failure($$SET siq.domain = 'bücher.example'$$) f;
SELECT f.* FROM (VALUES (-1), (257)) AS v (n), failure(format('SELECT siq_domain_hash(%L, %s)', 'example.com', n)) f;

-- Ids carry the domain and the local id of the settings, or the domain of the argument and the
-- local id of the setting.
SHOW siq.domain;
SELECT siq_domain(siq_generate('user'));
SET siq.domain = 'example.com';
SELECT siq_domain(siq_generate('user')), siq_domain(siq_generate('user', 'sakuragasaki46.net')),
       siq_domain(siq_generate('user', ''));
SET siq.local_id = 1;
SELECT siq_domain(siq_generate('user')) = siq_domain_hash('example.com', 1) AS setting,
       siq_domain(siq_generate('user', 'sakuragasaki46.net')) = siq_domain_hash('sakuragasaki46.net', 1) AS argument,
       siq_domain(siq_generate('user', '')) AS none;
RESET siq.local_id;
RESET siq.domain;
SELECT name, setting, min_val, max_val, context, short_desc FROM pg_settings WHERE name LIKE 'siq.%'
ORDER BY name COLLATE "C";
SELECT f.code, f.message, f.detail
FROM (VALUES (1, 'siq.local_id = 257'), (2, 'siq.local_id = -1'), (3, 'siq.shard = 256'),
             (4, 'siq.shard = -2')) AS v (n, setting),
	failure('SET ' || setting) f ORDER BY n;
