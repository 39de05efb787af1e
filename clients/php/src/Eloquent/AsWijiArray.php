<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji\Eloquent;

use Illuminate\Database\Eloquent\Model;
use InvalidArgumentException;
use Wiji\ServerArray;

/**
 * A cast of Eloquent for columns of type wiji[]: $casts = ['order_ids' => AsWijiArray::class].
 *
 * In PHP the value is a list of strings, and null.  Change it by setting a new list.
 */
final class AsWijiArray extends Illuminate11Cast
{
	public function get(Model $model, string $key, mixed $value, array $attributes): mixed
	{
		return is_string($value) ? ServerArray::read($value) : $value;
	}

	/** @throws InvalidArgumentException if the value is not a list of IDs */
	public function set(Model $model, string $key, mixed $value, array $attributes): mixed
	{
		if (is_array($value)) {
			return ServerArray::write($value);
		}
		if (is_string($value)) {
			throw new InvalidArgumentException('a list of wijis is an array, not string');
		}
		return $value;	// null, or an expression for the server
	}
}
