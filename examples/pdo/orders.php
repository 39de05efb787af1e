<?php
// PDO.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
declare(strict_types=1);

use Wiji\Wiji;

require __DIR__ . '/../../clients/php/src/Wiji.php';	// where Composer does not load it

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

echo 'by ID: ', items(query('SELECT item FROM orders WHERE id = ?', $ids['coffee'])), "\n";

// PDO has no arrays, so send one as text: IDs have no commas, quotes or braces
$some = '{' . implode(',', [$ids['coffee'], $ids['cake']]) . '}';
echo 'by a list of IDs: ', items(query('SELECT item FROM orders WHERE id = ANY (?) ORDER BY id', $some)), "\n";

echo 'first page: ', items(query('SELECT item FROM orders ORDER BY id LIMIT 2')), "\n";
echo 'next page: ', items(query('SELECT item FROM orders WHERE id > ? ORDER BY id LIMIT 2', $ids['tea'])), "\n";

// a text, so it must include its time zone
$hourAgo = (new DateTimeImmutable('-1 hour'))->format('Y-m-d H:i:s.uP');
echo 'since an hour ago: ', items(query('SELECT item FROM orders WHERE id >= wiji_lower(?) ORDER BY id', $hourAgo)), "\n";

$created = new DateTimeImmutable(query('SELECT wiji_timestamp(?)', $ids['coffee'])->fetchColumn());
echo 'created: ', abs(microtime(true) - (float) $created->format('U.u')) < 60 ? 'just now' : $created->format('c'), "\n";

// an invalid ID: a web application answers 404
try {
	query('SELECT item FROM orders WHERE id = ?', 'coffee');
	throw new Exception('an invalid ID');
} catch (PDOException $wrong) {
	if ($wrong->getCode() !== '22P02')
		throw $wrong;
}

// rows with IDs that are generated here, by COPY
$milk = Wiji::wiji();
$db->pgsqlCopyFromArray('orders', ["$milk\tmilk"], "\t", '\\\\N', 'id, item');
if (items(query('SELECT item FROM orders WHERE id = ?', $milk)) !== 'milk')
	throw new Exception('COPY');

$db->exec('DROP TABLE orders');
