<?php
// The modules for Doctrine and Eloquent reject versions of them that are too old.
declare(strict_types=1);

namespace Wiji\Tests;

use PHPUnit\Framework\TestCase;

final class VersionTest extends TestCase
{
	/** With what the older versions declare. */
	public function testOldVersionsAreRejected(): void
	{
		$dbal = 'namespace Doctrine\DBAL\Types { abstract class Type { abstract public function getName(); } }';
		$orm = 'namespace Doctrine\ORM\Id { abstract class AbstractIdGenerator { public function generate($em, $entity) {}
			public function generateId($em, $entity) {} } }';
		$illuminate = 'namespace Illuminate\Database\Eloquent { abstract class Model {} }
			namespace Illuminate\Contracts\Database\Eloquent { interface CastsAttributes { public function get($model, string $key, $value, array $attributes);
			public function set($model, string $key, $value, array $attributes); } }';
		$source = var_export(dirname(__DIR__) . '/src', true);
		foreach ([
			'Doctrine\WijiType' => [$dbal, 'the types of wiji/wiji require doctrine/dbal 4 or newer'],
			'Doctrine\WijiArrayType' => [$dbal, 'the types of wiji/wiji require doctrine/dbal 4 or newer'],
			'Doctrine\WijiGenerator' => [$orm, 'the generator of wiji/wiji requires doctrine/orm 3 or newer'],
			'Eloquent\AsWiji' => [$illuminate, 'the casts of wiji/wiji require illuminate/database 11 or newer'],
			'Eloquent\AsWijiArray' => [$illuminate, 'the casts of wiji/wiji require illuminate/database 11 or newer'],
		] as $class => [$declared, $message]) {
			$program = "$declared namespace { spl_autoload_register(fn (\$class) => is_file(\$file = $source . '/'
				. strtr(substr(\$class, 5), '\\\\', '/') . '.php') && require \$file);
				try { class_exists('Wiji\\\\$class'); echo 'it loads'; } catch (LogicException \$error) { echo \$error->getMessage(); } }";
			$this->assertSame($message, shell_exec(escapeshellarg(PHP_BINARY) . ' -d display_errors=1 -r ' . escapeshellarg($program)), $class);
		}
	}

	/** Beside the newer of two versions Composer installs ours, and not beside the older. */
	public function testComposerInstallsNoOldVersion(): void
	{
		if (!shell_exec('command -v composer')) {
			$this->markTestSkipped('composer is not here');
		}
		$folder = sys_get_temp_dir() . '/wiji-' . bin2hex(random_bytes(6));
		mkdir($folder);
		foreach ([
			['doctrine/dbal', '4.0.0', 0], ['doctrine/dbal', '3.10.9', 2],
			['doctrine/orm', '3.0.0', 0], ['doctrine/orm', '2.20.9', 2],
			['illuminate/database', '11.0.0', 0], ['illuminate/database', '10.49.9', 2],
			['laravel/framework', '11.0.0', 0], ['laravel/framework', '10.49.9', 2],
		] as [$package, $version, $expected]) {
			file_put_contents("$folder/composer.json", json_encode([
				'repositories' => [
					['packagist.org' => false],
					['type' => 'package', 'package' => ['name' => $package, 'version' => $version, 'type' => 'metapackage']],
					['type' => 'path', 'url' => dirname(__DIR__)],
				],
				'require' => ['wiji/wiji' => '*', $package => $version],
			]));
			$output = [];
			exec("HOME=$folder COMPOSER_ALLOW_SUPERUSER=1 composer --working-dir=$folder --no-interaction --no-plugins --dry-run update 2>&1",
				$output, $status);
			$output = implode("\n", $output);
			$this->assertSame($expected, $status, "$package $version: $output");
			$this->assertSame($expected !== 0, preg_match("!wiji/wiji \S* conflicts with $package!", $output) === 1, $output);
		}
		exec('rm -r ' . escapeshellarg($folder));
	}
}
