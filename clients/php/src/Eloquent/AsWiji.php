<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji\Eloquent;

use Illuminate\Database\Eloquent\Model;
use InvalidArgumentException;
use Stringable;
use Wiji\Wiji;

/**
 * A cast of Eloquent for columns of type wiji, such as references: $casts = ['order_id' => AsWiji::class].
 *
 * An ID that is set becomes 26 characters in upper case, whatever its form, because Eloquent compares
 * keys as strings.
 */
final class AsWiji extends Illuminate11Cast
{
	/** @throws InvalidArgumentException if the column has another type, such as wiji[], which is for AsWijiArray */
	public function get(Model $model, string $key, mixed $value, array $attributes): mixed
	{
		return is_string($value) ? Wiji::wiji($value) : $value;
	}

	/** @throws InvalidArgumentException if a text is not an ID */
	public function set(Model $model, string $key, mixed $value, array $attributes): mixed
	{
		// anything else is null, or an expression for the server
		return is_string($value) || $value instanceof Stringable ? Wiji::wiji((string) $value) : $value;
	}
}
