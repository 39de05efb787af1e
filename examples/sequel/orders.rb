# Sequel.  Connects with PGHOST, PGUSER and so on; an ID is a String.
# Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
require 'sequel'

DB = Sequel.connect(adapter: :postgres, host: ENV['PGHOST'], port: ENV['PGPORT'], database: ENV['PGDATABASE'], user: ENV['PGUSER'], password: ENV['PGPASSWORD'])
DB.extension :pg_array
DB.register_array_type('wiji')		# wiji[] is returned as an array

DB.create_table :orders do
	column :id, :wiji, primary_key: true, default: Sequel.function(:wiji_generate)
	String :item, null: false
end

class Order < Sequel::Model
	unrestrict_primary_key
end
items = ->(orders) { orders.map(&:item).join(', ') }

ids = %w[coffee tea cake bread].to_h { |item| [item, Order.create(item: item).id] }
puts "inserted: #{ids.keys.join(', ')}"

puts "by ID: #{Order[ids['coffee']].item}"
puts "by a list of IDs: #{items.(Order.where(id: [ids['coffee'], ids['cake']]).order(:id))}"
puts "first page: #{items.(Order.order(:id).limit(2))}"
puts "next page: #{items.(Order.where { id > ids['tea'] }.order(:id).limit(2))}"
puts "since an hour ago: #{items.(Order.where { id >= wiji_lower(Time.now - 3600) }.order(:id))}"

created = DB.get(Sequel.function(:wiji_timestamp, ids['coffee']))
puts "created: #{(Time.now - created).abs < 60 ? 'just now' : created}"

all = Order.get(Sequel.function(:array_agg, :id).order(:id))
raise "not a list of IDs: #{all}" unless all == ids.values

DB.drop_table :orders
