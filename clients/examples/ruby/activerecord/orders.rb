# Active Record, as in Rails, with the gem's type: an ID is a String.  In a database with
# CREATE EXTENSION wiji.
require 'active_record'
require 'wiji/active_record' # in Rails, all of config/initializers/wiji.rb

ActiveRecord::Base.establish_connection # to DATABASE_URL
ActiveRecord::Migration.verbose = false

class CreateOrders < ActiveRecord::Migration[7.1]
  def change
    create_table :orders, id: :wiji, default: -> { 'wiji_generate()' } do |t|
      t.text :item, null: false
    end
  end
end

class Order < ActiveRecord::Base
end

CreateOrders.migrate(:down) if Order.table_exists?
CreateOrders.migrate(:up)

items = ->(orders) { orders.order(:id).pluck(:item).join(', ') }

ids = %w[coffee tea cake].to_h { |item| [item, Order.create!(item: item).id] }
puts "inserted: #{ids.keys.join(', ')}"

created = Wiji.parse(ids['coffee']).date
puts "created: #{(Time.now - created).between?(0, 60) ? 'just now' : created}"

puts "the last day: #{items.(Order.where('id >= wiji_lower(?)', 1.day.ago))}"

puts "a list of IDs: #{items.(Order.where(id: ids.values_at('coffee', 'cake')))}"

order = Order.create!(id: Wiji.wiji, item: 'sugar')
puts "from the application: #{Order.find(order.id).item}"
