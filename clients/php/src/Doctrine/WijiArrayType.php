<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji\Doctrine;

use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Types\ConversionException;
use InvalidArgumentException;
use Wiji\ServerArray;

/**
 * The column type wiji[] of Doctrine DBAL 4.  In PHP it is a list of strings, and null.
 *
 *	Type::addType('wiji_array', WijiArrayType::class);
 */
final class WijiArrayType extends Dbal4Type
{
	public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
	{
		return 'wiji[]';
	}

	/** @return list<string> */
	public function getMappedDatabaseTypes(AbstractPlatform $platform): array
	{
		return ['_wiji'];
	}

	/** @throws ConversionException if the value is not a list of IDs */
	public function convertToDatabaseValue(mixed $value, AbstractPlatform $platform): ?string
	{
		if ($value === null) {
			return null;
		}
		if (!is_array($value)) {
			throw new ConversionException('a list of wijis is an array, not ' . get_debug_type($value));
		}
		try {
			return ServerArray::write($value);
		} catch (InvalidArgumentException $error) {
			throw new ConversionException($error->getMessage(), 0, $error);
		}
	}

	/**
	 * @return ?list<?string>
	 * @throws ConversionException if the column has another type
	 */
	public function convertToPHPValue(mixed $value, AbstractPlatform $platform): ?array
	{
		try {
			return $value === null ? null : ServerArray::read($value);
		} catch (InvalidArgumentException $error) {
			throw new ConversionException($error->getMessage(), 0, $error);
		}
	}
}
