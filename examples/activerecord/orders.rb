# Active Record, as in Rails.  Connects with PGHOST, PGUSER and so on; an ID is a String.
# Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
require 'active_record'
require 'stringio'
require_relative '../../clients/ruby/lib/wiji'	# or, where it is installed, require 'wiji'

# What wiji requires in config/initializers/wiji.rb: its name in migrations and schema.rb, and the type.
ActiveSupport.on_load(:active_record_postgresqladapter) do
	self::NATIVE_DATABASE_TYPES[:wiji] = { name: 'wiji' }
	ActiveRecord::ConnectionAdapters::PostgreSQL::TableDefinition.send :define_column_methods, :wiji
	singleton_class.prepend(Module.new do
		def initialize_type_map(map)
			super
			map.register_type 'wiji', ActiveRecord::ConnectionAdapters::PostgreSQL::OID::SpecializedString.new(:wiji)
		end
	end)
end

ActiveRecord::Base.establish_connection(adapter: 'postgresql', host: ENV['PGHOST'], port: ENV['PGPORT'],
	database: ENV['PGDATABASE'], username: ENV['PGUSER'], password: ENV['PGPASSWORD'])
ActiveRecord::Migration.verbose = false

ActiveRecord::Schema.define do
	create_table :orders, id: :wiji, default: -> { 'wiji_generate()' } do |t|
		t.string :item, null: false
	end
	create_table :lines, id: :wiji, default: -> { 'wiji_generate()' } do |t|
		t.references :order, type: :wiji, foreign_key: true
		t.wiji :parcel
	end
end

class Order < ActiveRecord::Base
	has_many :lines
	self.implicit_order_column = 'id'
end

class Line < ActiveRecord::Base
	belongs_to :order
end

items = ->(orders) { orders.map(&:item).join(', ') }

ids = %w[coffee tea cake bread].to_h { |item| [item, Order.create!(item: item).id] }
puts "inserted: #{ids.keys.join(', ')}"

puts "by ID: #{Order.find(ids['coffee']).item}"
puts "by a list of IDs: #{items.(Order.where(id: [ids['coffee'], ids['cake']]).order(:id))}"
puts "first page: #{items.(Order.order(:id).limit(2))}"
puts "next page: #{items.(Order.where('id > ?', ids['tea']).order(:id).limit(2))}"
puts "since an hour ago: #{items.(Order.where('id >= wiji_lower(?)', 1.hour.ago).order(:id))}"

created = Order.connection.select_value(ActiveRecord::Base.sanitize_sql(['SELECT wiji_timestamp(?)', ids['coffee']]))
puts "created: #{(Time.now - created).abs < 60 ? 'just now' : created}"

Line.create!(order: Order.first)
raise 'a foreign key' unless Order.joins(:lines).pluck(:item) == ['coffee']

# an invalid ID: a web application answers 404
begin
	raise Order.find('coffee').item
rescue ActiveRecord::StatementInvalid => e
	raise unless e.cause.is_a?(PG::InvalidTextRepresentation)
end

# IDs that are generated here, before the row is sent or saved
class Line
	attribute :id, default: -> { Wiji.wiji }
end
line = Line.new(order: Order.first)
id = line.id
line.save!
raise 'an ID generated here' unless Line.find(id) == line && Line.last == line

# schema.rb reproduces the tables
schema = StringIO.new
ActiveRecord::SchemaDumper.dump(ActiveRecord::Base.connection_pool, schema)
['create_table "orders", id: :wiji, default: -> { "wiji_generate()" }', 't.wiji "order_id"', 't.wiji "parcel"'].each do |line|
	raise "not in schema.rb: #{line}\n#{schema.string}" unless schema.string.include?(line)
end

Order.connection.drop_table :lines
Order.connection.drop_table :orders
