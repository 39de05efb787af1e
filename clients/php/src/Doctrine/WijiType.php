<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji\Doctrine;

use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Types\ConversionException;
use InvalidArgumentException;
use Wiji\Wiji;

/**
 * The column type wiji of Doctrine DBAL 4, also for keys of Doctrine ORM 3.  In PHP an ID is a string.
 * WijiArrayType is for wiji[].
 *
 *	Type::addType('wiji', WijiType::class);
 *
 * It must be added before the first connection reads a table: the schema manager then knows the type.
 * A text that is not an ID is a ConversionException, which frameworks answer with 404, and not a query.
 */
final class WijiType extends Dbal4Type
{
	public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
	{
		return 'wiji';
	}

	/** @return list<string> */
	public function getMappedDatabaseTypes(AbstractPlatform $platform): array
	{
		return ['wiji'];
	}

	/**
	 * An ID in any form: 26 characters, upper case.
	 *
	 * @throws ConversionException if it is not an ID
	 */
	public function convertToDatabaseValue(mixed $value, AbstractPlatform $platform): ?string
	{
		if ($value === null) {
			return null;
		}
		if (!is_string($value)) {
			throw new ConversionException('a wiji is a string, not ' . get_debug_type($value));
		}
		try {
			return Wiji::wiji($value);
		} catch (InvalidArgumentException $error) {
			throw new ConversionException($error->getMessage(), 0, $error);
		}
	}

	/** @throws ConversionException if the column has another type, such as wiji[] */
	public function convertToPHPValue(mixed $value, AbstractPlatform $platform): ?string
	{
		return $this->convertToDatabaseValue($value, $platform);
	}
}
