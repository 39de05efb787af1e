<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji\Doctrine;

use Doctrine\DBAL\Types\Type;
use LogicException;

// PHP loads this before it compares our methods with those of the version that is there.
if (method_exists(Type::class, 'getName')) {
	throw new LogicException('the types of wiji/wiji require doctrine/dbal 4 or newer');
}

/** @internal */
abstract class Dbal4Type extends Type
{
}
