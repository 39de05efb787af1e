<?php
// Eloquent, as in Laravel.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
declare(strict_types=1);

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Query\Expression;
use Illuminate\Database\Schema\Blueprint;

require 'Illuminate/Database/autoload.php';

$manager = new Manager;
$manager->addConnection(['driver' => 'pgsql', 'host' => getenv('PGHOST'), 'port' => getenv('PGPORT'),
	'database' => getenv('PGDATABASE'), 'username' => getenv('PGUSER'), 'password' => (string) getenv('PGPASSWORD')]);
$manager->setAsGlobal();
$manager->bootEloquent();

$schema = Manager::schema();
$schema->create('orders', function (Blueprint $table) {
	$table->rawColumn('id', 'wiji')->primary()->default(new Expression('wiji_generate()'));
	$table->text('item');
});
$schema->create('lines', function (Blueprint $table) {
	$table->rawColumn('id', 'wiji')->primary()->default(new Expression('wiji_generate()'));
	$table->rawColumn('order_id', 'wiji');
	$table->foreign('order_id')->references('id')->on('orders');
});

// The key is not an integer; but with "incrementing", Eloquent reads it by RETURNING.
abstract class WithWiji extends Model
{
	protected $keyType = 'string';
	public $incrementing = true;
	public $timestamps = false;
	protected $guarded = [];
}

class Order extends WithWiji
{
}

class Line extends WithWiji
{
	public function order()
	{
		return $this->belongsTo(Order::class);
	}
}

function items(iterable $orders): string
{
	return implode(', ', array_map(fn ($order) => $order->item, [...$orders]));
}

$ids = [];
foreach (['coffee', 'tea', 'cake', 'bread'] as $item)
	$ids[$item] = Order::create(['item' => $item])->id;
echo 'inserted: ', implode(', ', array_keys($ids)), "\n";

echo 'by ID: ', Order::findOrFail($ids['coffee'])->item, "\n";
echo 'by a list of IDs: ', items(Order::whereIn('id', [$ids['coffee'], $ids['cake']])->orderBy('id')->get()), "\n";
echo 'first page: ', items(Order::orderBy('id')->limit(2)->get()), "\n";
echo 'next page: ', items(Order::where('id', '>', $ids['tea'])->orderBy('id')->limit(2)->get()), "\n";

// as text: Eloquent itself would send a time without its zone
$hourAgo = (new DateTimeImmutable('-1 hour'))->format('Y-m-d H:i:s.uP');
echo 'since an hour ago: ', items(Order::whereRaw('id >= wiji_lower(?)', [$hourAgo])->orderBy('id')->get()), "\n";

$at = new DateTimeImmutable(Manager::selectOne('SELECT wiji_timestamp(?) AS created', [$ids['coffee']])->created);
echo 'created: ', abs(microtime(true) - (float) $at->format('U.u')) < 60 ? 'just now' : $at->format('c'), "\n";

Line::create(['order_id' => $ids['tea']]);
if (Line::with('order')->first()->order->item !== 'tea')
	throw new Exception('a foreign key');

$schema->drop('lines');
$schema->drop('orders');
