# frozen_string_literal: true

# Reads and generates IDs for other programs:
#
#   ruby tell.rb answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
#   ruby tell.rb generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex

require_relative '../lib/wiji'

def answer(line)
  word, question = line.split
  bytes = [question.delete('.')].pack('H*')
  id = word == 'wiji_id' ? Wiji.from_binary(bytes) : bytes
  us, _, _, sequence, _, random = *Wiji.parse(id)
  [Wiji.hex(id), Wiji.wiji(id), Wiji.uuid(id), us, sequence, random, Wiji.hex(Wiji.lower(us)), Wiji.hex(Wiji.upper(us))].join(' ')
rescue ArgumentError
  '-'
end

case ARGV
in ['answer']
  $stdin.each_line { |line| puts answer(line) }
in ['generate', n]
  Integer(n).times { puts [Wiji.wiji, Wiji.uuid, Wiji.hex, Wiji.binary.unpack1('H*')].join(' ') }
end
