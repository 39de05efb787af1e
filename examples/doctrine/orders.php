<?php
// Doctrine DBAL.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
declare(strict_types=1);

use Doctrine\DBAL\ArrayParameterType;
use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Schema\Table;
use Doctrine\DBAL\Types\Type;
use Doctrine\DBAL\Types\Types;

require 'Doctrine/DBAL/autoload.php';

// What wiji requires: a type, and its names in the database.
final class WijiType extends Type
{
	public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
	{
		return 'wiji';
	}
}
Type::addType('wiji', WijiType::class);

$db = DriverManager::getConnection(['driver' => 'pdo_pgsql', 'host' => getenv('PGHOST'), 'port' => (int) getenv('PGPORT'),
	'dbname' => getenv('PGDATABASE'), 'user' => getenv('PGUSER'), 'password' => (string) getenv('PGPASSWORD')]);
$db->getDatabasePlatform()->registerDoctrineTypeMapping('wiji', 'wiji');
$db->getDatabasePlatform()->registerDoctrineTypeMapping('_wiji', 'wiji');	// to read schemas that have arrays

function items(iterable $rows): string
{
	return implode(', ', array_column([...$rows], 'item'));
}

$table = new Table('orders');
$table->addColumn('id', 'wiji', ['columnDefinition' => 'wiji NOT NULL DEFAULT wiji_generate()', 'default' => 'wiji_generate()']);
$table->addColumn('item', 'text');
$table->setPrimaryKey(['id']);
$db->createSchemaManager()->createTable($table);

$ids = [];
foreach (['coffee', 'tea', 'cake', 'bread'] as $item)
	$ids[$item] = $db->fetchOne('INSERT INTO orders (item) VALUES (?) RETURNING id', [$item]);
echo 'inserted: ', implode(', ', array_keys($ids)), "\n";

echo 'by ID: ', $db->fetchOne('SELECT item FROM orders WHERE id = ?', [$ids['coffee']]), "\n";
echo 'by a list of IDs: ', items($db->fetchAllAssociative('SELECT item FROM orders WHERE id IN (?) ORDER BY id',
	[[$ids['coffee'], $ids['cake']]], [ArrayParameterType::STRING])), "\n";
$page = $db->createQueryBuilder()->select('id', 'item')->from('orders')->orderBy('id')->setMaxResults(2);
echo 'first page: ', items($page->fetchAllAssociative()), "\n";
echo 'next page: ', items($page->where('id > :last')->setParameter('last', $ids['tea'], 'wiji')->fetchAllAssociative()), "\n";

// its type keeps the time zone
echo 'since an hour ago: ', items($db->fetchAllAssociative('SELECT item FROM orders WHERE id >= wiji_lower(?) ORDER BY id',
	[new DateTimeImmutable('-1 hour')], [Types::DATETIMETZ_IMMUTABLE])), "\n";

$created = new DateTimeImmutable($db->fetchOne('SELECT wiji_timestamp(?)', [$ids['coffee']]));
echo 'created: ', abs(microtime(true) - (float) $created->format('U.u')) < 60 ? 'just now' : $created->format('c'), "\n";

// the schema manager recognizes the column
// and a comparison finds no differences
$manager = $db->createSchemaManager();
$column = $manager->introspectTable('orders')->getColumn('id');
if (!$column->getType() instanceof WijiType || $column->getDefault() !== 'wiji_generate()')
	throw new Exception('the schema');
$changes = $manager->createComparator()->compareTables($manager->introspectTable('orders'), $table);
if ($changes = $db->getDatabasePlatform()->getAlterTableSQL($changes))
	throw new Exception('the schema is changed: ' . implode('; ', $changes));

$db->createSchemaManager()->dropTable('orders');
