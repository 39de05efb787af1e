<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji\Eloquent;

use Illuminate\Contracts\Database\Eloquent\CastsAttributes;
use Illuminate\Database\Eloquent\Model;
use LogicException;

// PHP loads this before it compares our methods with those of the version that is there.
if (!method_exists(Model::class, 'casts')) {
	throw new LogicException('the casts of wiji/wiji require illuminate/database 11 or newer');
}

/** @internal */
abstract class Illuminate11Cast implements CastsAttributes
{
}
