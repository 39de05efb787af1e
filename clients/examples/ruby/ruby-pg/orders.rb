# pg, Ruby's driver: an ID is a String.  In a database with CREATE EXTENSION wiji.
require 'pg'
require 'wiji'

db = PG.connect(options: '-c search_path=wiji_example,public -c client_min_messages=warning') # PGHOST, PGDATABASE and so on
items = ->(result) { result.column_values(0).join(', ') }

db.exec 'CREATE SCHEMA wiji_example' # the example's own
db.exec 'CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)'

ids = %w[coffee tea cake].to_h do |item|
  [item, db.exec_params('INSERT INTO orders (item) VALUES ($1) RETURNING id', [item]).getvalue(0, 0)]
end
puts "inserted: #{ids.keys.join(', ')}"

created = Wiji.parse(ids['coffee']).date
puts "created: #{(Time.now - created).between?(0, 60) ? 'just now' : created}"

since = Time.now - 86_400
puts "the last day: #{items.(db.exec_params('SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id', [since]))}"

list = PG::TextEncoder::Array.new.encode(ids.values_at('coffee', 'cake'))
puts "a list of IDs: #{items.(db.exec_params('SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id', [list]))}"

id = Wiji.wiji
db.exec_params('INSERT INTO orders (id, item) VALUES ($1, $2)', [id, 'sugar'])
puts "from the application: #{items.(db.exec_params('SELECT item FROM orders WHERE id = $1', [id]))}"
db.exec 'DROP SCHEMA wiji_example CASCADE'

# In Sequel an ID is a String, too: column :id, :wiji, primary_key: true, default: Sequel.function(:wiji_generate)
