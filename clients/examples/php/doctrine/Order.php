<?php
// An entity whose key is a wiji.
declare(strict_types=1);

use Doctrine\ORM\Mapping as ORM;
use Wiji\Doctrine\WijiGenerator;

#[ORM\Entity, ORM\Table(name: 'orders')]
class Order
{
	// the definition creates the column; a comparison with the database reads the option "default"
	#[ORM\Id, ORM\GeneratedValue(strategy: 'CUSTOM'), ORM\CustomIdGenerator(class: WijiGenerator::class)]
	#[ORM\Column(type: 'wiji', columnDefinition: 'wiji NOT NULL DEFAULT wiji_generate()', options: ['default' => 'wiji_generate()'])]
	public string $id;

	public function __construct(#[ORM\Column(type: 'text')] public string $item)
	{
	}
}
