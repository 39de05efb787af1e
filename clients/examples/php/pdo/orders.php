<?php
// PDO: an ID is a string, and the package's IDs, too.  In a database with CREATE EXTENSION wiji.
declare(strict_types=1);

use Wiji\Wiji;

require 'vendor/autoload.php';

putenv('PGOPTIONS=-c search_path=wiji_example,public');	// a schema of the example's own
$db = new PDO('pgsql:');	// PGHOST, PGDATABASE and so on

$db->exec('CREATE SCHEMA wiji_example');
$db->exec('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)');

// RETURNING, because lastInsertId() is for sequences
$insert = $db->prepare('INSERT INTO orders (item) VALUES (?) RETURNING id');
$ids = [];
foreach (['coffee', 'tea', 'cake'] as $item) {
	$insert->execute([$item]);
	$ids[$item] = $insert->fetchColumn();
}
echo 'inserted: ', implode(', ', array_keys($ids)), "\n";

$created = Wiji::parse($ids['coffee'])->date;
echo 'created: ', $created > new DateTime('-1 minute') && $created <= new DateTime() ? 'just now' : $created->format('c'), "\n";

// a time is sent as text; wiji_lower(?) takes one in SQL, with its zone: format('Y-m-d H:i:s.uP')
$since = $db->prepare('SELECT item FROM orders WHERE id >= ? ORDER BY id');
$since->execute([Wiji::lower(new DateTimeImmutable('-1 day'))]);
echo 'the last day: ', implode(', ', $since->fetchAll(PDO::FETCH_COLUMN)), "\n";

// PDO has no arrays, and IDs have no commas, quotes or braces
$list = $db->prepare('SELECT item FROM orders WHERE id = ANY (?) ORDER BY id');
$list->execute(['{' . implode(',', [$ids['coffee'], $ids['cake']]) . '}']);
echo 'a list of IDs: ', implode(', ', $list->fetchAll(PDO::FETCH_COLUMN)), "\n";

$id = Wiji::wiji();
$db->prepare('INSERT INTO orders (id, item) VALUES (?, ?)')->execute([$id, 'sugar']);
$find = $db->prepare('SELECT item FROM orders WHERE id = ?');
$find->execute([$id]);
echo 'from the application: ', $find->fetchColumn(), "\n";

$db->exec('DROP SCHEMA wiji_example CASCADE');
