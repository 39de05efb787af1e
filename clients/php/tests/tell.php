<?php
// Reads and generates IDs for other programs:
//
//	php tell.php answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
//	php tell.php generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex
declare(strict_types=1);

use Wiji\Wiji;

require __DIR__ . '/../src/Wiji.php';
set_error_handler(fn ($level, $message, $file, $line) => throw new ErrorException($message, 0, $level, $file, $line));

function answer(string $line): string
{
	[$word, $question] = explode(' ', $line);
	$bytes = hex2bin(ltrim($question, '.'));
	try {
		$id = $word === 'wiji_id' ? Wiji::fromBinary($bytes) : $bytes;
		$fields = Wiji::parse($id);
	} catch (InvalidArgumentException) {
		return '-';
	}
	return implode(' ', [Wiji::hex($id), Wiji::wiji($id), Wiji::uuid($id), $fields->timestampUs, $fields->sequence, $fields->random,
		Wiji::hex(Wiji::lower($fields->timestampUs)), Wiji::hex(Wiji::upper($fields->timestampUs))]);
}

switch ($argv[1]) {
	case 'answer':
		while (($line = fgets(STDIN)) !== false) {
			echo answer(rtrim($line, "\n")), "\n";
		}
		break;
	case 'generate':
		for ($n = (int) $argv[2]; $n > 0; $n--) {
			echo Wiji::wiji(), ' ', Wiji::uuid(), ' ', Wiji::hex(), ' ', bin2hex(Wiji::binary()), "\n";
		}
		break;
}
