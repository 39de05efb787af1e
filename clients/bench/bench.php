<?php
// PHP's part of clients/bench/compare: its arguments, input and output are described there.

declare(strict_types=1);

require_once __DIR__ . '/../php/src/Wiji.php';
require_once 'Symfony/Component/Uid/autoload.php';

$generators = [
	'wiji' => fn () => Wiji\Wiji::wiji(),
	'symfony/uid, ULID' => fn () => (string) new Symfony\Component\Uid\Ulid(),
	'symfony/uid, version 7' => fn () => (string) new Symfony\Component\Uid\UuidV7(),
];

echo implode("\t", array_keys($generators)), "\n";
while ($line = fgets(STDIN)) {
	[$generator, $threads] = array_map(intval(...), explode(' ', $line));
	$generate = array_values($generators)[$generator];
	$began = hrtime(true);
	for ($i = 0; $threads === 1 && $i < (int) $argv[1]; $i++) {
		$generate();
	}
	echo $threads === 1 ? (hrtime(true) - $began) / 1e9 : '-', "\n";	// PHP has one thread
}
