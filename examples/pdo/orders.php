<?php
// PDO.  Connects as PGHOST, PGUSER and the like say; an id is a string.
// The database needs CREATE EXTENSION wiji first.  The table orders is made here, and dropped at the end.
declare(strict_types=1);

use Wiji\Wiji;

require __DIR__ . '/../../clients/php/Wiji.php';	// where Composer does not load it

$db = new PDO('pgsql:', null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);

function query(string $sql, mixed ...$values): PDOStatement
{
	global $db;
	$statement = $db->prepare($sql);
	$statement->execute($values);
	return $statement;
}

function items(PDOStatement $statement): string
{
	return implode(', ', $statement->fetchAll(PDO::FETCH_COLUMN));
}

$db->exec('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)');

$ids = [];
foreach (['coffee', 'tea', 'cake', 'bread'] as $item)
	$ids[$item] = query('INSERT INTO orders (item) VALUES (?) RETURNING id', $item)->fetchColumn();
echo 'inserted: ', implode(', ', array_keys($ids)), "\n";

echo 'by id: ', items(query('SELECT item FROM orders WHERE id = ?', $ids['coffee'])), "\n";

// PDO has no arrays; as text it is one, for ids have no commas, quotes or braces
$some = '{' . implode(',', [$ids['coffee'], $ids['cake']]) . '}';
echo 'by a list of ids: ', items(query('SELECT item FROM orders WHERE id = ANY (?) ORDER BY id', $some)), "\n";

echo 'first page: ', items(query('SELECT item FROM orders ORDER BY id LIMIT 2')), "\n";
echo 'next page: ', items(query('SELECT item FROM orders WHERE id > ? ORDER BY id LIMIT 2', $ids['tea'])), "\n";

// a text, so it needs its zone
$hourAgo = (new DateTimeImmutable('-1 hour'))->format('Y-m-d H:i:s.uP');
echo 'since an hour ago: ', items(query('SELECT item FROM orders WHERE id >= wiji_lower(?) ORDER BY id', $hourAgo)), "\n";

$made = new DateTimeImmutable(query('SELECT wiji_timestamp(?)', $ids['coffee'])->fetchColumn());
echo 'made: ', abs(microtime(true) - (float) $made->format('U.u')) < 60 ? 'just now' : $made->format('c'), "\n";

// a wrong id, which a web application makes 404
try {
	query('SELECT item FROM orders WHERE id = ?', 'coffee');
	throw new Exception('a wrong id');
} catch (PDOException $wrong) {
	if ($wrong->getCode() !== '22P02')
		throw $wrong;
}

// rows with ids that are made here, by COPY
$milk = Wiji::wiji();
$db->pgsqlCopyFromArray('orders', ["$milk\tmilk"], "\t", '\\\\N', 'id, item');
if (items(query('SELECT item FROM orders WHERE id = ?', $milk)) !== 'milk')
	throw new Exception('COPY');

$db->exec('DROP TABLE orders');
