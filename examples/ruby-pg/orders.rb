# pg, Ruby's driver.  Connects with PGHOST, PGUSER and so on; an ID is a String.
# Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
require 'pg'
require 'time'
require_relative '../../clients/ruby/lib/wiji'	# or, where it is installed, require 'wiji'

db = PG.connect
items = ->(result) { result.map { |row| row['item'] }.join(', ') }

db.exec 'CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)'

ids = %w[coffee tea cake bread].to_h do |item|
	[item, db.exec_params('INSERT INTO orders (item) VALUES ($1) RETURNING id', [item]).getvalue(0, 0)]
end
puts "inserted: #{ids.keys.join(', ')}"

puts "by ID: #{items.(db.exec_params('SELECT item FROM orders WHERE id = $1', [ids['coffee']]))}"

list = PG::TextEncoder::Array.new.encode([ids['coffee'], ids['cake']])
puts "by a list of IDs: #{items.(db.exec_params('SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id', [list]))}"

puts "first page: #{items.(db.exec('SELECT item FROM orders ORDER BY id LIMIT 2'))}"
puts "next page: #{items.(db.exec_params('SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2', [ids['tea']]))}"
puts "since an hour ago: #{items.(db.exec_params('SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id', [Time.now - 3600]))}"

created = Time.parse(db.exec_params('SELECT wiji_timestamp($1)', [ids['coffee']]).getvalue(0, 0))
puts "created: #{(Time.now - created).abs < 60 ? 'just now' : created}"

# an invalid ID: a web application answers 404
begin
	raise db.exec_params('SELECT item FROM orders WHERE id = $1', ['coffee']).to_a.inspect
rescue PG::InvalidTextRepresentation
	raise 'valid?' if Wiji.valid?('coffee')
end

# rows with IDs that are generated here, by COPY
milk = Wiji.wiji
db.copy_data('COPY orders (id, item) FROM STDIN') { db.put_copy_data("#{milk}\tmilk\n") }
raise 'COPY' unless items.(db.exec_params('SELECT item FROM orders WHERE id = $1', [milk])) == 'milk'

# wiji and wiji[] by a type map: without it, PG::BasicTypeMapForResults warns and returns strings, even for arrays
registry = PG::BasicTypeRegistry.new.register_default_types
registry.register_type(0, 'wiji', PG::TextEncoder::String, PG::TextDecoder::String)
db.type_map_for_results = PG::BasicTypeMapForResults.new(db, registry: registry)
all = db.exec('SELECT array_agg(id ORDER BY id) FROM orders').getvalue(0, 0)
raise "not a list of IDs: #{all}" unless all == [*ids.values, milk]

db.exec 'DROP TABLE orders'
db.close
