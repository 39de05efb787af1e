<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji\Eloquent;

use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\ModelNotFoundException;
use Wiji\Wiji;

/**
 * For a model of Eloquent whose key is a wiji.
 *
 *	class Order extends Model
 *	{
 *		use HasWiji;
 *	}
 *
 * A row that is saved without a key gets the column's default, by RETURNING; one whose key is set, by
 * Wiji::wiji(), keeps it.  A URL with a text that is not an ID is answered with 404, without a query.
 *
 * @mixin Model
 */
trait HasWiji
{
	public function initializeHasWiji(): void
	{
		$this->keyType = 'string';
		$this->incrementing = true;	// to Eloquent this means that the server generates it
		$this->mergeCasts([$this->getKeyName() => AsWiji::class]);
	}

	public function resolveRouteBindingQuery($query, $value, $field = null)
	{
		if (($field ?? $this->getRouteKeyName()) === $this->getKeyName() && !Wiji::isValid($value)) {
			throw (new ModelNotFoundException())->setModel(static::class, [$value]);
		}
		return parent::resolveRouteBindingQuery($query, $value, $field);
	}
}
