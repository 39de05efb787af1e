# Sequel.  Connects with PGHOST, PGUSER and so on; an ID is a String.
require 'sequel'
require 'wiji'

DB = Sequel.connect(adapter: :postgres, host: ENV['PGHOST'], port: ENV['PGPORT'], database: ENV['PGDATABASE'], user: ENV['PGUSER'], password: ENV['PGPASSWORD'])
DB.extension :pg_array
DB.register_array_type('wiji') # wiji[] is returned as an array

DB.create_table :orders do
  column :id, :wiji, primary_key: true, default: Sequel.function(:wiji_generate)
  String :item, null: false
end

class Order < Sequel::Model
  unrestrict_primary_key
end
items = ->(orders) { orders.order(:id).map(&:item).join(', ') }

ids = %w[coffee tea cake].to_h { |item| [item, Order.create(item: item).id] }
puts "inserted: #{ids.keys.join(', ')}"

created = DB.get(Sequel.function(:wiji_timestamp, ids['coffee']))
puts "created: #{(Time.now - created).abs < 60 ? 'just now' : created}"

puts "the last day: #{items.(Order.where { id >= wiji_lower(Time.now - 86_400) })}"
puts "a list of IDs: #{items.(Order.where(id: ids.values_at('coffee', 'cake')))}"

id = Wiji.wiji
Order.create(id: id, item: 'sugar')
puts "from the application: #{Order[id].item}"

all = Order.get(Sequel.function(:array_agg, :id).order(:id))
raise "not a list of IDs: #{all}" unless all == [*ids.values, id]

DB.drop_table :orders
