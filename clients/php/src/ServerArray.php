<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji;

use InvalidArgumentException;

/** @internal Values of type wiji[] as the server writes and reads them, such as {06C303ZADAJC00E40000000C1S,NULL}. */
final class ServerArray
{
	/**
	 * @return list<?string> the IDs: 26 characters, upper case
	 * @throws InvalidArgumentException if it is not an array of one dimension
	 */
	public static function read(string $text): array
	{
		if (!preg_match('/\A\{([^{}]*)\}\z/', $text, $inner)) {
			throw new InvalidArgumentException("invalid list of wijis \"$text\": expected an array of one dimension");
		}
		return $inner[1] === '' ? [] : array_map(
			fn ($element) => $element === 'NULL' ? null : Wiji::wiji($element), explode(',', $inner[1]));
	}

	/**
	 * @param array<mixed> $ids IDs in any forms, and null
	 * @throws InvalidArgumentException if one of them is anything else
	 */
	public static function write(array $ids): string
	{
		$text = [];
		foreach ($ids as $id) {
			if ($id !== null && !is_string($id)) {
				throw new InvalidArgumentException('a wiji is a string, not ' . get_debug_type($id));
			}
			$text[] = $id === null ? 'NULL' : Wiji::wiji($id);
		}
		return '{' . implode(',', $text) . '}';
	}
}
