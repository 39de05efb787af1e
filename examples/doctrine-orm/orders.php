<?php
// Doctrine ORM.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
declare(strict_types=1);

use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Types\Type;
use Doctrine\DBAL\Types\Types;
use Doctrine\ORM\Configuration;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\Id\AbstractIdGenerator;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Mapping\Driver\AttributeDriver;
use Doctrine\ORM\Query\ResultSetMappingBuilder;
use Doctrine\ORM\Tools\SchemaTool;
use Wiji\Wiji;

require 'Doctrine/ORM/autoload.php';
require __DIR__ . '/../../clients/php/src/Wiji.php';	// where Composer does not load it

// What wiji requires: a type, its names in the database, and a generator for the IDs.
final class WijiType extends Type
{
	public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
	{
		return 'wiji';
	}
}
Type::addType('wiji', WijiType::class);

// The ORM requires an ID before it inserts; its IDENTITY is for integers.
final class WijiGenerator extends AbstractIdGenerator
{
	public function generateId(EntityManagerInterface $em, ?object $entity): string
	{
		return Wiji::wiji();
	}
}

#[ORM\Entity, ORM\Table(name: 'orders')]
class Order
{
	// the definition creates the column, the option is for comparisons
	#[ORM\Id, ORM\GeneratedValue(strategy: 'CUSTOM'), ORM\CustomIdGenerator(class: WijiGenerator::class)]
	#[ORM\Column(type: 'wiji', columnDefinition: 'wiji NOT NULL DEFAULT wiji_generate()', options: ['default' => 'wiji_generate()'])]
	public string $id;

	public function __construct(#[ORM\Column(type: 'text')] public string $item)
	{
	}
}

#[ORM\Entity, ORM\Table(name: 'lines')]
class Line
{
	#[ORM\Id, ORM\GeneratedValue(strategy: 'CUSTOM'), ORM\CustomIdGenerator(class: WijiGenerator::class)]
	#[ORM\Column(type: 'wiji')]
	public string $id;

	public function __construct(#[ORM\ManyToOne, ORM\JoinColumn(nullable: false)] public Order $order)
	{
	}
}

$config = new Configuration;
$config->setMetadataDriverImpl(new AttributeDriver([__DIR__]));
$config->enableNativeLazyObjects(true);
$db = DriverManager::getConnection(['driver' => 'pdo_pgsql', 'host' => getenv('PGHOST'), 'port' => (int) getenv('PGPORT'),
	'dbname' => getenv('PGDATABASE'), 'user' => getenv('PGUSER'), 'password' => (string) getenv('PGPASSWORD')], $config);
$db->getDatabasePlatform()->registerDoctrineTypeMapping('wiji', 'wiji');
$db->getDatabasePlatform()->registerDoctrineTypeMapping('_wiji', 'wiji');	// to read schemas that have arrays
$em = new EntityManager($db, $config);

$tool = new SchemaTool($em);
$classes = [$em->getClassMetadata(Order::class), $em->getClassMetadata(Line::class)];
$tool->createSchema($classes);
if ($changes = $tool->getUpdateSchemaSql($classes))
	throw new Exception('the schema is changed: ' . implode('; ', $changes));

function items(iterable $orders): string
{
	return implode(', ', array_map(fn ($order) => $order->item, [...$orders]));
}

$ids = [];
foreach (['coffee', 'tea', 'cake', 'bread'] as $item) {
	$em->persist($order = new Order($item));
	$ids[$item] = $order->id;
}
$em->flush();
$em->clear();
echo 'inserted: ', implode(', ', array_keys($ids)), "\n";

$orders = $em->getRepository(Order::class);
echo 'by ID: ', $orders->find($ids['coffee'])->item, "\n";
echo 'by a list of IDs: ', items($orders->findBy(['id' => [$ids['coffee'], $ids['cake']]], ['id' => 'ASC'])), "\n";
echo 'first page: ', items($orders->findBy([], ['id' => 'ASC'], 2)), "\n";
$next = $em->createQuery('SELECT o FROM Order o WHERE o.id > :last ORDER BY o.id')->setParameter('last', $ids['tea'])->setMaxResults(2);
echo 'next page: ', items($next->getResult()), "\n";

// SQL, because DQL does not support custom functions; the type keeps the time zone
$mapping = new ResultSetMappingBuilder($em);
$mapping->addRootEntityFromClassMetadata(Order::class, 'o');
$since = $em->createNativeQuery('SELECT * FROM orders WHERE id >= wiji_lower(?) ORDER BY id', $mapping)
	->setParameter(1, new DateTimeImmutable('-1 hour'), Types::DATETIMETZ_IMMUTABLE);
echo 'since an hour ago: ', items($since->getResult()), "\n";

$created = new DateTimeImmutable($db->fetchOne('SELECT wiji_timestamp(?)', [$ids['coffee']]));
echo 'created: ', abs(microtime(true) - (float) $created->format('U.u')) < 60 ? 'just now' : $created->format('c'), "\n";

// the server generates IDs for other clients' rows, and a foreign key has the type
$db->insert('orders', ['item' => 'milk']);
$em->persist(new Line($orders->findOneBy(['item' => 'milk'])));
$em->flush();
$em->clear();
if ($em->createQuery('SELECT l, o FROM Line l JOIN l.order o')->getSingleResult()->order->item !== 'milk')
	throw new Exception('a foreign key');

$tool->dropSchema($classes);
