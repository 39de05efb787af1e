# frozen_string_literal: true

# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

require 'active_record'
require 'wiji'

if ActiveRecord.version < Gem::Version.new('7.2')
  raise LoadError, "wiji/active_record requires Active Record 7.2 or newer, found #{ActiveRecord.version}"
end

# The type wiji of PostgreSQL for Active Record, in columns and arrays, migrations, schema.rb and
# fixtures.  In Rails, config/initializers/wiji.rb is this line:
#
#   require 'wiji/active_record'
#
# A migration:
#
#   create_table :orders, id: :wiji, default: -> { 'wiji_generate()' } do |t|
#     t.wiji :parcel
#     t.references :customer, type: :wiji, foreign_key: true
#   end
#
# An ID is a String.  What is set or looked up may be any of its forms, and becomes 26 characters in
# upper case.  As with a uuid, a text that is not an ID becomes nil where it is set, also in a list and by
# update_all.  Where it is looked up no row is found, also none whose column is NULL: Order.find raises
# RecordNotFound, which Rails answers with 404.  A model whose IDs the application generates:
#
#   class Order < ApplicationRecord
#     attribute :id, default: -> { Wiji.wiji }
#   end
module Wiji
  module ActiveRecord
    # The values of a column.
    class Type < ::ActiveRecord::Type::Value
      def type = :wiji

      # what the server sends needs no check
      def deserialize(value) = value

      def serialize(value) = cast(value)

      private

      def cast_value(value) = (Wiji.wiji(value) if Wiji.valid?(value))
    end

    # Of PostgreSQL's adapter, which finds an array's type by that of its elements.
    module Adapter
      def initialize_type_map(map)
        super
        map.register_type 'wiji', Type.new
      end
    end

    # Of create_table and change_table.
    module Columns
      # t.wiji :parcel, null: false
      def wiji(*names, **options)
        raise ArgumentError, 'wiji needs the name of a column' if names.empty?

        names.each { |name| column(name, :wiji, **options) }
      end
    end

    # A fixture without an ID gets one of 1970 that depends on its label, like fixtures with other keys.
    module Fixtures
      def identify(label, column_type = :integer)
        column_type == :wiji ? Wiji.make(0, 0, super(label)) : super
      end
    end
  end
end

ActiveRecord::Type.register :wiji, Wiji::ActiveRecord::Type # attribute :parcel, :wiji
ActiveSupport.on_load(:active_record_postgresqladapter) do
  self::NATIVE_DATABASE_TYPES[:wiji] = { name: 'wiji' }
  singleton_class.prepend Wiji::ActiveRecord::Adapter
  ActiveRecord::ConnectionAdapters::PostgreSQL::ColumnMethods.include Wiji::ActiveRecord::Columns
end
ActiveSupport.on_load(:active_record_fixture_set) { singleton_class.prepend Wiji::ActiveRecord::Fixtures }
