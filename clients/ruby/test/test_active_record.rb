# frozen_string_literal: true

# wiji/active_record, in a database that has the extension, whose URL is in DATABASE_URL.  Skipped
# without, or where Active Record is not installed.

require 'minitest/autorun'
require 'stringio'
require 'tmpdir'

begin
  raise LoadError, 'DATABASE_URL' unless ENV['DATABASE_URL']

  require 'wiji/active_record'
  require 'active_record/fixtures'
rescue LoadError => e
  WITHOUT = e.message
end

class TestActiveRecord < Minitest::Test
  ID = '06C303ZADAJC00E40000000C1S'
  UUID = '0660c03f-a9aa-9300-0710-000000003039'

  def setup
    skip "not here: #{WITHOUT}" if defined?(WITHOUT)
    return if defined?(Parcel)

    ActiveRecord::Base.establish_connection
    ActiveRecord::Schema.verbose = false
    Object.class_eval <<~RUBY, __FILE__, __LINE__ + 1
      class Parcel < ActiveRecord::Base
        has_many :lines
      end

      class Line < ActiveRecord::Base
        belongs_to :parcel, optional: true
        attribute :id, default: -> { Wiji.wiji }
      end
    RUBY
  end

  def teardown
    return if defined?(WITHOUT)

    %i[lines parcels].each { |table| connection.drop_table table, if_exists: true }
    connection.schema_cache.clear!
    [Parcel, Line].each(&:reset_column_information)
  end

  def connection = ActiveRecord::Base.connection

  def create_tables
    ActiveRecord::Schema.define do
      create_table :parcels, id: :wiji, default: -> { 'wiji_generate()' } do |t|
        t.wiji :list, array: true
      end
      create_table :lines, id: :wiji do |t|
        t.references :parcel, type: :wiji, foreign_key: true
      end
      change_table(:lines) { |t| t.wiji :note }
    end
  end

  def dump
    stream = StringIO.new
    ActiveRecord::SchemaDumper.ignore_tables = [/\A(?!parcels|lines)/]
    ActiveRecord::SchemaDumper.dump(ActiveRecord::Base.connection_pool, stream)
    stream.string
  end

  def test_schema_rb_has_the_tables_and_creates_them_again
    create_tables
    schema = dump
    ['create_table "parcels", id: :wiji, default: -> { "wiji_generate()" }', 't.wiji "list", array: true',
     'create_table "lines", id: :wiji, force: :cascade do', 't.wiji "parcel_id"', 't.wiji "note"'].each do |line|
      assert_includes schema, line
    end
    teardown
    eval(schema)
    assert_equal schema, dump
  end

  def test_the_server_generates_an_id_or_the_application_does
    create_tables
    first, second = Array.new(2) { Parcel.create!.id }
    assert_equal [first, second], Parcel.order(:id).ids
    assert Wiji.valid?(first)
    assert_equal ID, Parcel.create!(id: ID).reload.id

    line = Line.new(parcel_id: first)
    id = line.id
    line.save!
    assert_equal line, Line.find(id)
    assert_equal [first], Parcel.joins(:lines).ids
    assert_equal first, Line.includes(:parcel).first.parcel.id
  end

  def test_an_id_is_read_in_every_form
    create_tables
    parcel = Parcel.create!(id: UUID, list: [UUID, ID.downcase])
    assert_equal ID, parcel.id
    assert_equal [ID, ID], parcel.list
    assert_equal [ID, ID], parcel.reload.list
    refute_predicate parcel, :changed?
    assert_equal parcel, Parcel.find(ID.downcase)
    assert_equal [parcel], Parcel.where(id: [UUID]).to_a
    parcel.id = UUID
    refute_predicate parcel, :changed?
  end

  def test_a_text_that_is_not_an_id_is_not_found
    create_tables
    Parcel.create!
    assert_raises(ActiveRecord::RecordNotFound) { Parcel.find('coffee') }
    assert_nil Parcel.find_by(id: '')
    Line.create!
    ['', 'coffee', 5].each { |text| assert_equal [0, 0], [Line.where(parcel_id: text).count, Line.where(parcel_id: [text]).count] }
    assert_equal 1, Line.where(parcel_id: nil).count
    assert_nil Line.new(parcel_id: 'coffee').parcel_id
    assert_nil Line.new(parcel_id: 5).parcel_id
  end

  def test_lists_nulls_aggregates_json_and_rows_in_bulk
    create_tables
    parcel = Parcel.create!(list: [ID, nil])
    assert_equal [ID, nil], parcel.reload.list
    assert_equal [[], nil], [Parcel.create!(list: []), Parcel.create!(list: nil)].map { |p| p.reload.list }
    assert_equal [parcel], Parcel.where('? = ANY (list)', UUID).to_a
    assert_equal [parcel], Parcel.where(list: [UUID, nil]).to_a
    assert_equal({ 'id' => parcel.id, 'list' => [ID, nil] }, parcel.as_json)
    assert_equal 100, Parcel.insert_all(Array.new(100) { { id: Wiji.wiji, list: [UUID] } }).length
    assert_equal 103, Parcel.upsert_all(Parcel.all.map { |p| { id: p.id, list: [ID] } }).length
    assert_equal [[ID]], Parcel.distinct.pluck(:list)
    assert_equal Parcel.order(:id).ids.values_at(0, -1), [Parcel.minimum(:id), Parcel.maximum(:id)]
    assert_equal Parcel.order(:id).ids.last(2), Parcel.where(id: Parcel.order(:id).ids[-2]..).order(:id).ids
  end

  def test_fixtures_get_ids_of_their_labels
    create_tables
    Dir.mktmpdir do |folder|
      File.write("#{folder}/parcels.yml", "coffee: {}\ntea:\n  id: #{ID}\n")
      File.write("#{folder}/lines.yml", "cup:\n  parcel: coffee\n")
      ActiveRecord::FixtureSet.create_fixtures(folder, %w[parcels lines])
    end
    coffee = ActiveRecord::FixtureSet.identify(:coffee, :wiji)
    assert_equal [coffee, ID], Parcel.order(:id).ids
    assert_equal coffee, Line.first.parcel.id
    assert_equal 0, Wiji.parse(coffee).timestamp_us
  end
end

class TestOldActiveRecord < Minitest::Test
  def test_an_old_version_is_rejected
    Dir.mktmpdir do |folder|
      File.write("#{folder}/active_record.rb", "module ActiveRecord\n  def self.version = Gem::Version.new('6.1.7.10')\nend\n")
      program = 'begin; require "wiji/active_record"; rescue LoadError => e; print e.message; end'
      printed = IO.popen([RbConfig.ruby, '-I', folder, '-I', File.expand_path('../lib', __dir__), '-e', program], &:read)
      assert_equal 'wiji/active_record requires Active Record 7.2 or newer, found 6.1.7.10', printed
    end
  end
end
