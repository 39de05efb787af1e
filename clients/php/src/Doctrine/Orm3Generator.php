<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji\Doctrine;

use Doctrine\ORM\Id\AbstractIdGenerator;
use LogicException;

// PHP loads this before it compares our methods with those of the version that is there.
if (method_exists(AbstractIdGenerator::class, 'generate')) {
	throw new LogicException('the generator of wiji/wiji requires doctrine/orm 3 or newer');
}

/** @internal */
abstract class Orm3Generator extends AbstractIdGenerator
{
}
