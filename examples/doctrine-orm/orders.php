<?php
// Doctrine ORM.  Connects as PGHOST, PGUSER and the like say; an id is a string.
// The database needs CREATE EXTENSION wiji first.  The tables are made here, and dropped at the end.
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
require __DIR__ . '/../../clients/php/Wiji.php';	// where Composer does not load it

// What wiji needs: a type, which one the database's names stand for, and who makes the ids.
final class WijiType extends Type
{
	public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
	{
		return 'wiji';
	}
}
Type::addType('wiji', WijiType::class);

// The ORM wants an id before it inserts; its IDENTITY is for integers.
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
	// the definition makes the column, the option is what a comparison finds
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
$db->getDatabasePlatform()->registerDoctrineTypeMapping('_wiji', 'wiji');	// to read the schema of a table with arrays
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
echo 'by id: ', $orders->find($ids['coffee'])->item, "\n";
echo 'by a list of ids: ', items($orders->findBy(['id' => [$ids['coffee'], $ids['cake']]], ['id' => 'ASC'])), "\n";
echo 'first page: ', items($orders->findBy([], ['id' => 'ASC'], 2)), "\n";
$next = $em->createQuery('SELECT o FROM Order o WHERE o.id > :last ORDER BY o.id')->setParameter('last', $ids['tea'])->setMaxResults(2);
echo 'next page: ', items($next->getResult()), "\n";

// SQL, as DQL has no functions of others; the type says that the moment has a zone
$mapping = new ResultSetMappingBuilder($em);
$mapping->addRootEntityFromClassMetadata(Order::class, 'o');
$since = $em->createNativeQuery('SELECT * FROM orders WHERE id >= wiji_lower(?) ORDER BY id', $mapping)
	->setParameter(1, new DateTimeImmutable('-1 hour'), Types::DATETIMETZ_IMMUTABLE);
echo 'since an hour ago: ', items($since->getResult()), "\n";

$made = new DateTimeImmutable($db->fetchOne('SELECT wiji_timestamp(?)', [$ids['coffee']]));
echo 'made: ', abs(microtime(true) - (float) $made->format('U.u')) < 60 ? 'just now' : $made->format('c'), "\n";

// the server makes ids for rows of others, and a foreign key has the type
$db->insert('orders', ['item' => 'milk']);
$em->persist(new Line($orders->findOneBy(['item' => 'milk'])));
$em->flush();
$em->clear();
if ($em->createQuery('SELECT l, o FROM Line l JOIN l.order o')->getSingleResult()->order->item !== 'milk')
	throw new Exception('a foreign key');

$tool->dropSchema($classes);
