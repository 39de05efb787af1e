# frozen_string_literal: true

# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

require 'securerandom'

# Identifiers of 128 bits that sort by the time at which they were made, to the microsecond.
#
#   require 'wiji'
#
#   id = Wiji.wiji               # a new id, such as "06C303ZADAJC00E40000000C1S"
#   made = Wiji.parse(id).date   # when it was made, a Time in UTC
#
# Without dependencies.  Specification 1.0.0; where it contradicts itself, docs/internals/format.md of the
# repository holds.
#
# An id is a String: its 26 characters, its UUID form (36) or its hexadecimal form (32), in either
# case, or its 16 bytes.  A method that reads one raises ArgumentError, which tells what is wrong, if it
# is no wiji of version 1, and TypeError if it is no String.  All of this may be used in several threads,
# and after a fork: the child's generators draw random bits of their own.  A Ractor needs a factory of its
# own.  A handler of Signal.trap makes no ids, as Ruby allows it no Mutex: start a Thread there.
module Wiji
  # The largest timestamp, in microseconds since 1970: 4253-05-31 22:20:37.927935 UTC.
  MAX_TIMESTAMP_US = (1 << 56) - 1
  # The largest sequence.
  MAX_SEQUENCE = 0xFFFF
  # The largest random value.
  MAX_RANDOM = (1 << 52) - 1
  # The version of the format, and the only one that there is.
  VERSION = 1

  # The fields of an id: microseconds and milliseconds since 1970, a Time in UTC, the number of the id
  # among its generator's of that microsecond, 1, and the generator's 52 random bits.
  Fields = Struct.new(:timestamp_us, :timestamp_ms, :date, :sequence, :version, :random)

  # A generator.  Each id that it makes is greater than the one before, whatever the clock does.
  #
  # Its methods raise RuntimeError if the clock was still behind after the longest wait, and RangeError
  # if it reads before 1970 or after 4253.
  class Factory
    # clock::    gives microseconds since 1970; for tests
    # random::   the generator's 52 bits, if they shall not be drawn.  No other generator may have the
    #            same.  A forked process draws new ones all the same
    # max_wait:: for how many seconds to wait at most when the 65,536 ids of a microsecond are used up
    #            and the clock has not passed it; Float::INFINITY for ever
    def initialize(clock: nil, random: nil, max_wait: 5)
      raise RangeError, "max_wait must be seconds, 0 or more, found #{max_wait}" unless max_wait >= 0

      @clock = clock
      @max_wait = max_wait
      @mutex = Mutex.new
      begin_with(random && Wiji.send(:in_range, 'random', random, MAX_RANDOM))
    end

    # A new id: 26 characters, upper case.
    def wiji = Wiji.wiji(binary)

    # A new id in the UUID form: 36 characters, lower case.
    def uuid = Wiji.uuid(binary)

    # A new id in hexadecimal: 32 characters, lower case.
    def hex = Wiji.hex(binary)

    # The 16 bytes of a new id.
    def binary
      began = nil
      loop do
        id, behind = @mutex.synchronize { try }
        return id if id

        began ||= monotonic
        wait(behind, monotonic - began)
      end
    end

    private

    def initialize_copy(_)
      raise TypeError, 'a copy of a generator would make the same ids'
    end

    def begin_with(random)
      @random = random
      @process = Process.pid
      @last = -1
      @sequence = 0
    end

    # The bytes of an id, or nil and how many microseconds the clock is behind the last one.
    def try
      us = @clock ? @clock.call : Process.clock_gettime(Process::CLOCK_REALTIME, :microsecond)
      Wiji.send(:in_range, 'the clock', us, MAX_TIMESTAMP_US)
      begin_with(nil) unless @process == Process.pid
      @random ||= SecureRandom.random_number(MAX_RANDOM + 1)
      if us > @last
        @last = us
        @sequence = 0
      elsif @sequence < MAX_SEQUENCE
        @sequence += 1
      else
        return [nil, @last - us]
      end
      Wiji.send(:pack, @last, @sequence, @random)
    end

    def monotonic = Process.clock_gettime(Process::CLOCK_MONOTONIC)

    # Called without the lock: sleeps, or says why not.
    def wait(behind, waited)
      left = @max_wait - waited
      if left <= 0
        raise "the clock is #{behind} µs behind the last id, whose sequence is used up; waited #{@max_wait} s"
      end

      # spin for as long as a sleep takes to begin; the clock may leap ahead, so look at it often
      sleep([behind / 1e6 + 0.0001, left, 0.02].min) if behind > 100 || waited > 0.0001
    end
  end

  HEX_OF_ZEROS = '0' * 32
  UUID_OF_ZEROS = '00000000-0000-0000-0000-000000000000'
  NEW = Object.new.freeze # not nil: a variable that is nil by mistake is no wish for a new id
  FACTORY = Factory.new # this process's
  private_constant :HEX_OF_ZEROS, :UUID_OF_ZEROS, :NEW, :FACTORY

  class << self
    # A new id of this process's generator: 26 characters, upper case.  With an id, that one's.
    def wiji(id = NEW)
      number = bytes_of(id).unpack1('H*').to_i(16)
      number.to_s(32).rjust(26, '0').tr('a-v', 'A-HJKMNP-TV-Z')
    end

    # The 16 bytes of a new id, or of the one given.
    def binary(id = NEW) = bytes_of(id)

    # A new id, or the one given, in the UUID form: 36 characters, lower case.
    def uuid(id = NEW)
      bytes_of(id).unpack('H8H4H4H4H12').join('-')
    end

    # A new id, or the one given, in hexadecimal: 32 characters, lower case.
    def hex(id = NEW) = bytes_of(id).unpack1('H*')

    # The fields of an id.
    def parse(id)
      high, low = read(id).unpack('Q>2')
      us = high >> 8
      date = Time.at(us / 1_000_000, us % 1_000_000, :usec, in: 'UTC')
      Fields.new(us, us / 1000, date, (high & 0xFF) << 8 | low >> 56, low >> 52 & 15, low & MAX_RANDOM)
    end

    # Would parse read it?  Anything may be asked about.
    def valid?(id)
      read(id)
      true
    rescue ArgumentError, TypeError
      false
    end

    # The order of two ids in any forms: -1, 0 or 1.
    def compare(a, b) = read(a) <=> read(b)

    # A new generator, with random bits and a sequence of its own.  The arguments are Factory's.
    def factory(**arguments) = Factory.new(**arguments)

    # The id of these fields.  RangeError if one is out of its range.
    def make(timestamp_us, sequence, random)
      wiji(pack(in_range('timestamp_us', timestamp_us, MAX_TIMESTAMP_US), in_range('sequence', sequence, MAX_SEQUENCE),
                in_range('random', random, MAX_RANDOM)))
    end

    # The first id that was made at a moment or later: id >= Wiji.lower(since).  A moment is a Time, or
    # microseconds since 1970.  RangeError before 1970 and after 4253-05-31 22:20:37.927935 UTC.
    def lower(moment)
      # an id has microseconds, and what is finer belongs to the next one
      wiji(pack(microseconds(moment, &:ceil), 0, 0))
    end

    # The last id that was made at a moment or before: id <= Wiji.upper(till).  As with lower.
    def upper(moment) = wiji(pack(microseconds(moment, &:floor), MAX_SEQUENCE, MAX_RANDOM))

    private

    def in_range(name, value, most)
      raise TypeError, "#{name} must be an Integer, not #{value.class}" unless value.is_a?(Integer)
      raise RangeError, "#{name} must be 0 to #{most}, found #{value}" unless value.between?(0, most)

      value
    end

    def pack(us, sequence, random)
      [us << 8 | sequence >> 8, (sequence & 0xFF) << 56 | VERSION << 52 | random].pack('Q>2')
    end

    def microseconds(moment)
      moment = moment.to_time if !moment.is_a?(Time) && moment.respond_to?(:to_time)
      if moment.is_a?(Time)
        us = moment.to_r * 1_000_000
        moment = us.negative? ? us.floor : yield(us) # what is before 1970 is not to become 0
      end
      in_range('microseconds since 1970', moment, MAX_TIMESTAMP_US)
    end

    def bytes_of(id) = id.equal?(NEW) ? FACTORY.binary : read(id)

    # An id's 16 bytes, from any of its forms.
    def read(id)
      raise TypeError, "a wiji is a String, not #{id.class}" unless id.is_a?(String)

      bytes = decode(ascii(id))
      version = bytes.getbyte(9) >> 4
      return bytes if version == VERSION

      invalid(id, "found version #{version}; the only version of a wiji is #{VERSION}")
    end

    # Its bytes; of UTF-16 and the like, those of its characters in UTF-8.
    def ascii(id)
      (id.encoding.ascii_compatible? ? id : id.encode(Encoding::UTF_8)).b
    rescue EncodingError
      invalid(id, "it is no text in #{id.encoding}")
    end

    def decode(text)
      case text.bytesize
      when 16 then text
      when 26 then [crockford(text)].pack('H32')
      when 32, 36 then [hexadecimal(text)].pack('H32')
      else
        invalid(text, 'expected 26 characters, 32 of hexadecimal, 36 of the UUID form or 16 bytes, found ' \
                      "#{text.bytesize}")
      end
    end

    def crockford(text)
      bad = text.index(/[^0-9A-Za-z]/n)
      wrong_character(text, bad, 'in the Crockford base32 alphabet') if bad
      if text.getbyte(0) > '7'.ord && !text.match?(/\A[IiLlOo]/n)
        invalid(text, "a first character beyond \"7\", here #{text[0].inspect}, would need more than 128 bits")
      end
      digits = text.tr('a-z', 'A-Z').tr('ILOU', '110V').tr('A-HJKMNP-TV-Z', 'a-v')
      digits.to_i(32).to_s(16).rjust(32, '0')
    end

    def hexadecimal(text)
      form = text.tr('0-9A-Fa-f', '0')
      good = text.bytesize == 36 ? UUID_OF_ZEROS : HEX_OF_ZEROS
      return text.delete('-') if form == good

      bad = (0...good.length).find { |i| form[i] != good[i] }
      wrong_character(text, bad, good[bad] == '-' ? 'the hyphen that the UUID form has there' : 'a hexadecimal digit')
    end

    # The one that begins at byte i; before it, all are ASCII.
    def wrong_character(text, i, expected)
      character = text.byteslice(i..).force_encoding(Encoding::UTF_8)[0]
      invalid(text, "character #{i + 1}, #{character.inspect}, is not #{expected}")
    end

    def invalid(id, reason)
      shown = id.dup.force_encoding(Encoding::UTF_8)
      shown = shown.length > 40 ? "#{shown[0, 40]}…" : shown
      raise ArgumentError, "invalid wiji#{" #{shown.inspect}" unless id.bytesize == 16}: #{reason}"
    end
  end
end
