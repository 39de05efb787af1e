<?php
// A model whose key is a wiji.
declare(strict_types=1);

use Illuminate\Database\Eloquent\Model;
use Wiji\Eloquent\HasWiji;

class Order extends Model
{
	use HasWiji;

	public $timestamps = false;	// the key has the time
	protected $fillable = ['id', 'item'];
}
