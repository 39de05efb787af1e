<?php
// PHP's part of clients/bench/compare: its arguments and its output are described there.

declare(strict_types=1);

use Symfony\Component\Uid\Ulid;
use Symfony\Component\Uid\Uuid;
use Symfony\Component\Uid\UuidV7;
use Wiji\Wiji;

require_once __DIR__ . '/../php/src/Wiji.php';
require_once 'Symfony/Component/Uid/autoload.php';

[, $n, $rounds] = array_map(intval(...), $argv);
$text = Wiji::wiji();
$form = Wiji::uuid($text);
$ulid = new Ulid();
$uuid = class_exists(UuidV7::class) ? new UuidV7() : Uuid::v4();
$ulidText = (string) $ulid;
$uuidText = (string) $uuid;

$operations = [
	'generate' => [
		'wiji' => fn () => Wiji::wiji(),
		'symfony/uid, ULID' => fn () => (string) new Ulid(),
	],
	'parse text' => [
		'wiji' => fn () => Wiji::binary($text),
		'symfony/uid, ULID' => fn () => Ulid::fromString($ulidText)->toBinary(),
	],
	'parse UUID form' => [
		'wiji' => fn () => Wiji::binary($form),
		'symfony/uid' => fn () => Uuid::fromString($uuidText)->toBinary(),
	],
	'check' => [
		'wiji' => fn () => Wiji::isValid($text),
		'symfony/uid, ULID' => fn () => Ulid::isValid($ulidText),
	],
	'format' => [
		'wiji' => fn () => Wiji::uuid($text),
		'symfony/uid, ULID' => fn () => Ulid::fromString($ulidText)->toRfc4122(),
	],
];

if (class_exists(UuidV7::class)) {	// from 6.2 on
	$operations['generate']['symfony/uid, version 7'] = fn () => (string) new UuidV7();
}

foreach ($operations as $operation => $libraries) {
	$best = array_fill_keys(array_keys($libraries), INF);
	for ($round = 0; $round < $rounds; $round++) {
		foreach ($libraries as $library => $run) {
			$began = hrtime(true);
			for ($i = 0; $i < $n; $i++) {
				$run();
			}
			$best[$library] = min($best[$library], (hrtime(true) - $began) / $n);
		}
	}
	foreach ($best as $library => $ns) {
		echo "$operation\t$library\t$ns\n";
	}
}
