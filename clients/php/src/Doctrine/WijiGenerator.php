<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji\Doctrine;

use Doctrine\ORM\EntityManagerInterface;

/**
 * Keys of Doctrine ORM 3 that the column's default generates.
 *
 *	#[ORM\Id, ORM\GeneratedValue(strategy: 'CUSTOM'), ORM\CustomIdGenerator(class: WijiGenerator::class)]
 *	#[ORM\Column(type: 'wiji')]
 *	public string $id;
 *
 * The ORM needs a key before it inserts a row, so persist() asks the server for one: it evaluates the
 * option "default" of the column, or wiji_generate().  An entity that has a key keeps it: one that sets
 * its own by Wiji::wiji() needs no query.
 */
final class WijiGenerator extends Orm3Generator
{
	public function generateId(EntityManagerInterface $em, ?object $entity): string
	{
		$class = $em->getClassMetadata($entity::class);
		$key = $class->getSingleIdentifierFieldName();
		return $class->getIdentifierValues($entity)[$key]
			?? $em->getConnection()->fetchOne('SELECT ' . ($class->getFieldMapping($key)->options['default'] ?? 'wiji_generate()'));
	}
}
