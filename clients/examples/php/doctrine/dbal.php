<?php
// Doctrine DBAL with the package's type: an ID is a string.  In a database with CREATE EXTENSION wiji.
declare(strict_types=1);

use Doctrine\DBAL\ArrayParameterType;
use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Schema\Table;
use Doctrine\DBAL\Tools\DsnParser;
use Doctrine\DBAL\Types\Type;
use Wiji\Doctrine\WijiType;
use Wiji\Wiji;

require 'vendor/autoload.php';

Type::addType('wiji', WijiType::class);

$dsn = new DsnParser(['postgresql' => 'pdo_pgsql']);
$db = DriverManager::getConnection($dsn->parse(getenv('DATABASE_URL')));

// the definition creates the column; a comparison with the database reads the option "default"
$table = new Table('orders');
$table->addColumn('id', 'wiji', ['columnDefinition' => 'wiji NOT NULL DEFAULT wiji_generate()', 'default' => 'wiji_generate()']);
$table->addColumn('item', 'text');
$table->setPrimaryKey(['id']);

$schema = $db->createSchemaManager();
if ($schema->tablesExist(['orders'])) {
	$schema->dropTable('orders');
}
$schema->createTable($table);

$ids = [];
foreach (['coffee', 'tea', 'cake'] as $item) {
	$ids[$item] = $db->fetchOne('INSERT INTO orders (item) VALUES (?) RETURNING id', [$item]);
}
echo 'inserted: ', implode(', ', array_keys($ids)), "\n";

$created = Wiji::parse($ids['coffee'])->date;
echo 'created: ', $created > new DateTime('-1 minute') && $created <= new DateTime() ? 'just now' : $created->format('c'), "\n";

// the type's name has a parameter checked before it is sent
$since = $db->createQueryBuilder()->select('item')->from('orders')->where('id >= :since')->orderBy('id')
	->setParameter('since', Wiji::lower(new DateTimeImmutable('-1 day')), 'wiji');
echo 'the last day: ', implode(', ', $since->fetchFirstColumn()), "\n";

echo 'a list of IDs: ', implode(', ', $db->fetchFirstColumn('SELECT item FROM orders WHERE id IN (?) ORDER BY id',
	[[$ids['coffee'], $ids['cake']]], [ArrayParameterType::STRING])), "\n";

$id = Wiji::wiji();
$db->insert('orders', ['id' => $id, 'item' => 'sugar'], ['id' => 'wiji']);
echo 'from the application: ', $db->fetchOne('SELECT item FROM orders WHERE id = ?', [$id], ['wiji']), "\n";
