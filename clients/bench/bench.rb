# frozen_string_literal: true

# Ruby's part of clients/bench/compare: its arguments, input and output are described there.

require 'securerandom'
require_relative '../ruby/wiji'

makers = { 'wiji' => -> { Wiji.wiji }, 'SecureRandom.uuid_v7' => -> { SecureRandom.uuid_v7 } }
SecureRandom.uuid_v7 # from Ruby 3.3 on
ids = Integer(ARGV.shift)

$stdout.sync = true
puts makers.keys.join("\t")
while (line = $stdin.gets)
  maker, threads = line.split.map(&:to_i)
  make = makers.values[maker]
  began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  Array.new(threads) { Thread.new { ids.times { make.call } } }.each(&:join)
  puts Process.clock_gettime(Process::CLOCK_MONOTONIC) - began
end
