<?php
// The modules for Doctrine and Eloquent, in a database that has the extension, whose URL is in
// DATABASE_URL: phpunit --bootstrap vendor/autoload.php, of a project that has them.  Skipped without.
declare(strict_types=1);

namespace Wiji\Tests;

use Doctrine\DBAL\Connection;
use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Platforms\PostgreSQLPlatform;
use Doctrine\DBAL\Schema\Table;
use Doctrine\DBAL\Tools\DsnParser;
use Doctrine\DBAL\Types\ConversionException;
use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\Configuration;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Mapping\Driver\AttributeDriver;
use Doctrine\ORM\Tools\SchemaTool;
use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\ModelNotFoundException;
use Illuminate\Database\Query\Expression;
use Illuminate\Database\Schema\Blueprint;
use InvalidArgumentException;
use PHPUnit\Framework\TestCase;
use Wiji\Doctrine\WijiArrayType;
use Wiji\Doctrine\WijiGenerator;
use Wiji\Doctrine\WijiType;
use Wiji\Eloquent\AsWiji;
use Wiji\Eloquent\AsWijiArray;
use Wiji\Eloquent\HasWiji;
use Wiji\Wiji;

#[ORM\Entity, ORM\Table(name: 'parcels')]
class Parcel
{
	#[ORM\Id, ORM\GeneratedValue(strategy: 'CUSTOM'), ORM\CustomIdGenerator(class: WijiGenerator::class)]
	#[ORM\Column(type: 'wiji', columnDefinition: 'wiji NOT NULL DEFAULT wiji_generate_unpredictable()',
		options: ['default' => 'wiji_generate_unpredictable()'])]
	public string $id;

	#[ORM\Column(type: 'wiji', nullable: true)]
	public ?string $note = null;

	/** @var ?list<?string> */
	#[ORM\Column(type: 'wiji_array', nullable: true)]
	public ?array $list = null;
}

#[ORM\Entity, ORM\Table(name: 'lines')]
class Line
{
	#[ORM\Id, ORM\Column(type: 'wiji')]
	public string $id;

	public function __construct(#[ORM\ManyToOne, ORM\JoinColumn(nullable: false)] public Parcel $parcel)
	{
		$this->id = Wiji::wiji();
	}
}

if (class_exists(Model::class)) {
	class Box extends Model
	{
		use HasWiji;

		public $timestamps = false;
		protected $guarded = [];
	}

	class Label extends Model
	{
		use HasWiji;

		public $timestamps = false;
		protected $guarded = [];
		protected $casts = ['box_id' => AsWiji::class, 'list' => AsWijiArray::class];

		public function box()
		{
			return $this->belongsTo(Box::class);
		}
	}
}

final class OrmTest extends TestCase
{
	private const ID = '06C303ZADAJC00E40000000C1S';
	private const UUID = '0660c03f-a9aa-9300-0710-000000003039';

	private function needs(string $class): void
	{
		if (!class_exists($class) || !getenv('DATABASE_URL')) {
			$this->markTestSkipped("$class or DATABASE_URL is not here");
		}
	}

	private function connection(?Configuration $config = null): Connection
	{
		if (!Type::hasType('wiji')) {
			Type::addType('wiji', WijiType::class);
			Type::addType('wiji_array', WijiArrayType::class);
		}
		$dsn = new DsnParser(['postgres' => 'pdo_pgsql', 'postgresql' => 'pdo_pgsql']);
		return DriverManager::getConnection($dsn->parse(getenv('DATABASE_URL')), $config);
	}

	public function testTheDoctrineTypeConverts(): void
	{
		$this->needs(Type::class);
		$this->connection();
		$type = Type::getType('wiji');
		$platform = new PostgreSQLPlatform();
		$this->assertSame(self::ID, $type->convertToDatabaseValue(self::UUID, $platform));
		$this->assertSame(self::ID, $type->convertToPHPValue(self::ID, $platform));
		$this->assertNull($type->convertToDatabaseValue(null, $platform));
		foreach (['coffee' => 'expected 26 characters', '' => 'found 0', 5 => 'a wiji is a string, not int'] as $value => $message) {
			try {
				$type->convertToDatabaseValue($value, $platform);
				$this->fail("$value was converted");
			} catch (ConversionException $error) {
				$this->assertStringContainsString($message, $error->getMessage());
			}
		}
	}

	public function testTheDoctrineTypeOfArraysConverts(): void
	{
		$this->needs(Type::class);
		$this->connection();
		$type = Type::getType('wiji_array');
		$platform = new PostgreSQLPlatform();
		$text = '{' . self::ID . ',NULL,' . self::ID . '}';
		$this->assertSame($text, $type->convertToDatabaseValue([self::UUID, null, self::ID], $platform));
		$this->assertSame([self::ID, null, self::ID], $type->convertToPHPValue($text, $platform));
		$this->assertSame('{}', $type->convertToDatabaseValue([], $platform));
		$this->assertSame([], $type->convertToPHPValue('{}', $platform));
		$this->assertSame([null, null], [$type->convertToDatabaseValue(null, $platform), $type->convertToPHPValue(null, $platform)]);
		foreach ([
			'expected 26 characters' => fn () => $type->convertToDatabaseValue(['coffee'], $platform),
			'found 0' => fn () => $type->convertToDatabaseValue([''], $platform),
			'a wiji is a string, not int' => fn () => $type->convertToDatabaseValue([5], $platform),
			'is an array, not string' => fn () => $type->convertToDatabaseValue(self::ID, $platform),
			'expected an array of one dimension' => fn () => $type->convertToPHPValue(self::ID, $platform),
			// a column of the other type is never a string without a word
			'invalid wiji "{' => fn () => Type::getType('wiji')->convertToPHPValue($text, $platform),
		] as $message => $convert) {
			try {
				$convert();
				$this->fail($message);
			} catch (ConversionException $error) {
				$this->assertStringContainsString($message, $error->getMessage());
			}
		}
	}

	public function testDoctrineReadsTablesThatItDidNotCreate(): void
	{
		$this->needs(Type::class);
		$db = $this->connection();
		$db->executeStatement('CREATE TABLE others (id wiji PRIMARY KEY DEFAULT wiji_generate(), list wiji[])');
		$table = $db->createSchemaManager()->introspectTable('others');
		$db->executeStatement('DROP TABLE others');
		$this->assertInstanceOf(WijiType::class, $table->getColumn('id')->getType());
		$this->assertInstanceOf(WijiArrayType::class, $table->getColumn('list')->getType());
		$this->assertSame('wiji_generate()', $table->getColumn('id')->getDefault());
	}

	public function testDoctrinesSchemaHasNoDifferences(): void
	{
		$this->needs(Type::class);
		$db = $this->connection();
		$table = new Table('ours');
		$table->addColumn('id', 'wiji', ['columnDefinition' => 'wiji NOT NULL DEFAULT wiji_generate()', 'default' => 'wiji_generate()']);
		$table->addColumn('list', 'wiji_array', ['notnull' => false]);
		$table->setPrimaryKey(['id']);
		$manager = $db->createSchemaManager();
		$manager->createTable($table);
		$found = $manager->introspectTable('ours');
		$manager->dropTable('ours');
		$this->assertTrue($manager->createComparator()->compareTables($found, $table)->isEmpty());
	}

	public function testDoctrinesOrm(): void
	{
		$this->needs(EntityManager::class);
		$config = new Configuration();
		$config->setMetadataDriverImpl(new AttributeDriver([__DIR__]));
		if (method_exists($config, 'enableNativeLazyObjects') && PHP_VERSION_ID >= 80400) {
			$config->enableNativeLazyObjects(true);
		} else {
			$config->setProxyDir(sys_get_temp_dir());
			$config->setProxyNamespace('Proxies');
		}
		$config->setSchemaAssetsFilter(fn ($table) => in_array($table, ['parcels', 'lines'], true));
		$db = $this->connection($config);
		$em = new EntityManager($db, $config);
		$classes = array_map($em->getClassMetadata(...), [Parcel::class, Line::class]);
		$tool = new SchemaTool($em);
		$tool->dropSchema($classes);
		$tool->createSchema($classes);
		$this->assertSame([], $tool->getUpdateSchemaSql($classes));

		// by the default of the column, each with random bits of its own
		$parcels = [new Parcel(), new Parcel(), new Parcel()];
		array_map($em->persist(...), $parcels);
		$this->assertCount(3, array_unique(array_map(fn ($parcel) => Wiji::parse($parcel->id)->random, $parcels)));
		$this->assertLessThan(0, strcmp($parcels[0]->id, $parcels[1]->id));

		// a key that is set stays; a row that refers to it needs no key from the server
		$mine = new Parcel();
		$mine->id = Wiji::wiji();
		$id = $mine->id;
		$mine->list = [$id, null, Wiji::uuid($id)];
		$em->persist($mine);
		$em->persist(new Line($mine));
		$em->flush();
		$this->assertSame($id, $mine->id);
		$em->clear();
		$line = $em->createQuery('SELECT l, p FROM ' . Line::class . ' l JOIN l.parcel p')->getSingleResult();
		$this->assertSame($id, $line->parcel->id);
		$this->assertSame([$id, null, $id], $line->parcel->list);
		$this->assertSame(max($id, ...array_map(fn ($parcel) => $parcel->id, $parcels)),
			$em->createQuery('SELECT max(p.id) FROM ' . Parcel::class . ' p')->getSingleScalarResult());

		// an ID in another form finds the row; a text that is not an ID is not sent
		$this->assertSame($id, $em->find(Parcel::class, Wiji::uuid($id))->id);
		try {
			$em->find(Parcel::class, 'coffee');
			$this->fail('coffee was found');
		} catch (ConversionException $error) {
			$this->assertStringContainsString('invalid wiji "coffee"', $error->getMessage());
		}
		$tool->dropSchema($classes);
	}

	public function testEloquent(): void
	{
		$this->needs(Manager::class);
		$manager = new Manager();
		$manager->addConnection(['driver' => 'pgsql', 'url' => getenv('DATABASE_URL')]);
		$manager->setAsGlobal();
		$manager->bootEloquent();
		$schema = Manager::schema();
		$schema->dropIfExists('labels');
		$schema->dropIfExists('boxes');
		foreach (['boxes', 'labels'] as $table) {
			$schema->create($table, function (Blueprint $table) {
				$table->rawColumn('id', 'wiji')->primary()->default(new Expression('wiji_generate()'));
				$table->rawColumn('box_id', 'wiji')->nullable();
				$table->rawColumn('list', 'wiji[]')->nullable();
			});
		}

		// by the default, by the application, by an expression of the server
		$box = Box::create();
		$this->assertSame($box->id, Wiji::wiji($box->id));
		$this->assertSame(self::ID, Box::create(['id' => self::UUID])->id);
		$this->assertSame(self::ID, Box::find(self::ID)->id);
		$other = Box::create(['id' => new Expression('wiji_generate()')]);
		$this->assertGreaterThan(0, strcmp($other->id, $box->id));
		$this->assertSame(json_encode(['id' => $box->id]), Box::select('id')->find($box->id)->toJson());

		// a reference in another form is the same
		$label = Label::create(['box_id' => self::UUID]);
		$this->assertSame(self::ID, $label->box_id);
		$this->assertSame(self::ID, Label::with('box')->find($label->id)->box->id);
		$this->assertNull(Label::create(['box_id' => null])->box_id);
		foreach (['coffee', ''] as $text) {
			try {
				Label::create(['box_id' => $text]);
				$this->fail("'$text' is a reference");
			} catch (InvalidArgumentException $error) {
				$this->assertStringContainsString("invalid wiji \"$text\"", $error->getMessage());
			}
		}

		// lists
		$this->assertNull($label->refresh()->list);
		$label->update(['list' => [self::UUID, null]]);
		$this->assertSame([self::ID, null], $label->list);
		$this->assertSame([self::ID, null], $label->refresh()->list);
		$this->assertFalse($label->fill(['list' => [self::ID, null]])->isDirty());
		$this->assertSame([], Label::create(['list' => []])->refresh()->list);
		$this->assertSame('{"list":["' . self::ID . '",null]}', Label::select('list')->find($label->id)->toJson());
		foreach ([['coffee'], [5], self::ID] as $value) {
			try {
				$label->list = $value;
				$this->fail(json_encode($value) . ' is a list');
			} catch (InvalidArgumentException $error) {
				$this->assertStringContainsString('wiji', $error->getMessage());
			}
		}
		try {
			$wrong = Label::select('list AS box_id')->find($label->id)->box_id;
			$this->fail("a list is $wrong");
		} catch (InvalidArgumentException $error) {
			$this->assertStringContainsString('invalid wiji "{', $error->getMessage());
		}

		// in a URL
		$this->assertSame($box->id, (new Box())->resolveRouteBinding(Wiji::uuid($box->id))->id);
		$this->assertNull((new Box())->resolveRouteBinding(Wiji::wiji()));
		try {
			(new Box())->resolveRouteBinding('coffee');
			$this->fail('coffee was found');
		} catch (ModelNotFoundException $error) {
			$this->assertSame(['coffee'], $error->getIds());
		}
		$schema->drop('labels');
		$schema->drop('boxes');
	}
}
