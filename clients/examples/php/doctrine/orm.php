<?php
// Doctrine ORM with the package's type and generator: an ID is a string.  In a database with
// CREATE EXTENSION wiji.
declare(strict_types=1);

use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Tools\DsnParser;
use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\Configuration;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\Mapping\Driver\AttributeDriver;
use Doctrine\ORM\Tools\SchemaTool;
use Wiji\Doctrine\WijiType;
use Wiji\Wiji;

require 'vendor/autoload.php';
require 'Order.php';

Type::addType('wiji', WijiType::class);

$config = new Configuration();
$config->setMetadataDriverImpl(new AttributeDriver([__DIR__ . '/Order.php']));
$config->enableNativeLazyObjects(true);
$dsn = new DsnParser(['postgresql' => 'pdo_pgsql']);
$em = new EntityManager(DriverManager::getConnection($dsn->parse(getenv('DATABASE_URL')), $config), $config);

$tool = new SchemaTool($em);
$tool->dropSchema([$em->getClassMetadata(Order::class)]);
$tool->createSchema([$em->getClassMetadata(Order::class)]);

$items = fn (array $orders): string => implode(', ', array_column($orders, 'item'));

$ids = [];
foreach (['coffee', 'tea', 'cake'] as $item) {
	$em->persist($order = new Order($item));
	$ids[$item] = $order->id;
}
$em->flush();
echo 'inserted: ', implode(', ', array_keys($ids)), "\n";

$created = Wiji::parse($ids['coffee'])->date;
echo 'created: ', $created > new DateTime('-1 minute') && $created <= new DateTime() ? 'just now' : $created->format('c'), "\n";

$since = $em->createQuery('SELECT o FROM Order o WHERE o.id >= :since ORDER BY o.id')
	->setParameter('since', Wiji::lower(new DateTimeImmutable('-1 day')));
echo 'the last day: ', $items($since->getResult()), "\n";

$orders = $em->getRepository(Order::class);
echo 'a list of IDs: ', $items($orders->findBy(['id' => [$ids['coffee'], $ids['cake']]], ['id' => 'ASC'])), "\n";

// a key that is set stays
$sugar = new Order('sugar');
$sugar->id = Wiji::wiji();
$em->persist($sugar);
$em->flush();
$em->clear();
echo 'from the application: ', $orders->find($sugar->id)->item, "\n";
