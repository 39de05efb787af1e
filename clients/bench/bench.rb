# frozen_string_literal: true

# Ruby's part of clients/bench/compare: its arguments and its output are described there.

require 'securerandom'
require_relative '../ruby/lib/wiji'

n, rounds = ARGV.map { |argument| Integer(argument) }
text = Wiji.wiji
form = Wiji.uuid(text)

operations = {
  'generate' => { 'wiji' => -> { Wiji.wiji }, 'SecureRandom.uuid' => -> { SecureRandom.uuid } },
  'parse text' => { 'wiji' => -> { Wiji.binary(text) } },
  'parse UUID form' => { 'wiji' => -> { Wiji.binary(form) } },
  'format' => { 'wiji' => -> { Wiji.wiji(text) } }
}
# from Ruby 3.3 on
operations['generate']['SecureRandom.uuid_v7'] = -> { SecureRandom.uuid_v7 } if SecureRandom.respond_to?(:uuid_v7)

operations.each do |operation, libraries|
  best = Hash.new(Float::INFINITY)
  rounds.times do
    libraries.each do |library, run|
      began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      n.times { run.call }
      best[library] = [best[library], (Process.clock_gettime(Process::CLOCK_MONOTONIC) - began) / n * 1e9].min
    end
  end
  best.each { |library, ns| puts [operation, library, ns].join("\t") }
end
