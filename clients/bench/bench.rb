# frozen_string_literal: true

# Ruby's part of clients/bench/compare: its arguments, input and output are described there.

require 'securerandom'
require_relative '../ruby/lib/wiji'

generators = { 'wiji' => -> { Wiji.wiji }, 'SecureRandom.uuid_v7' => -> { SecureRandom.uuid_v7 } }
SecureRandom.uuid_v7 # from Ruby 3.3 on
ids = Integer(ARGV.shift)

$stdout.sync = true
puts generators.keys.join("\t")
while (line = $stdin.gets)
  generator, threads = line.split.map(&:to_i)
  generate = generators.values[generator]
  began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  Array.new(threads) { Thread.new { ids.times { generate.call } } }.each(&:join)
  puts Process.clock_gettime(Process::CLOCK_MONOTONIC) - began
end
