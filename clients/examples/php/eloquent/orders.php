<?php
// Eloquent, as in Laravel, with the package's trait: an ID is a string.  In a database with
// CREATE EXTENSION wiji.
declare(strict_types=1);

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Query\Expression;
use Illuminate\Database\Schema\Blueprint;
use Wiji\Wiji;

require 'vendor/autoload.php';
require 'Order.php';

// what Laravel does for an application
$manager = new Manager();
$manager->addConnection(['driver' => 'pgsql', 'url' => getenv('DATABASE_URL')]);
$manager->setAsGlobal();
$manager->bootEloquent();

// a migration; in Laravel, Schema::create() and DB::raw('wiji_generate()')
Manager::schema()->dropIfExists('orders');
Manager::schema()->create('orders', function (Blueprint $table) {
	$table->rawColumn('id', 'wiji')->primary()->default(new Expression('wiji_generate()'));
	$table->text('item');
});

$ids = [];
foreach (['coffee', 'tea', 'cake'] as $item) {
	$ids[$item] = Order::create(['item' => $item])->id;
}
echo 'inserted: ', implode(', ', array_keys($ids)), "\n";

$created = Wiji::parse($ids['coffee'])->date;
echo 'created: ', $created > new DateTime('-1 minute') && $created <= new DateTime() ? 'just now' : $created->format('c'), "\n";

// not wiji_lower(?), because Eloquent sends a time without its zone
$since = Order::where('id', '>=', Wiji::lower(new DateTimeImmutable('-1 day')))->orderBy('id');
echo 'the last day: ', $since->pluck('item')->implode(', '), "\n";

echo 'a list of IDs: ', Order::whereIn('id', [$ids['coffee'], $ids['cake']])->orderBy('id')->pluck('item')->implode(', '), "\n";

$sugar = Order::create(['id' => Wiji::wiji(), 'item' => 'sugar']);
echo 'from the application: ', Order::findOrFail($sugar->id)->item, "\n";
