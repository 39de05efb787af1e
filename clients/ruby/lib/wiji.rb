# frozen_string_literal: true

# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

require 'securerandom'

# 128-bit identifiers that sort by creation time, to the microsecond.
#
#   require 'wiji'
#
#   id = Wiji.wiji                  # a new ID, such as "06C303ZADAJC00E40000000C1S"
#   created = Wiji.parse(id).date   # when it was generated, a Time in UTC
#
# Without dependencies.  Implements specification 1.0.0; where it contradicts itself, the repository's
# docs/internals/format.md applies.
#
# An ID is a String: 26 characters, UUID form (36) or hexadecimal (32), in upper or lower case.  Only
# from_binary reads 16 bytes, so that no text that has 16 bytes becomes an ID.  Methods that read an ID
# raise InvalidError, which is an ArgumentError, with the reason if it is not a wiji of version 1, and
# TypeError if it is not a String.  The module is thread-safe, and may be used after a fork: the child's generators draw their own
# random bits.  A Ractor needs its own factory.  A handler of Signal.trap cannot generate IDs, because
# Ruby does not allow a Mutex in it: start a Thread there.
module Wiji
  # The version of this library.
  VERSION = '1.0.0'
  # The version of the format, which is the only one.
  FORMAT_VERSION = 1
  # The largest timestamp, in microseconds since 1970: 4253-05-31 22:20:37.927935 UTC.
  MAX_TIMESTAMP_US = (1 << 56) - 1
  # The largest sequence.
  MAX_SEQUENCE = 0xFFFF
  # The largest random value.
  MAX_RANDOM = (1 << 52) - 1

  # A text or bytes that are not an ID.
  class InvalidError < ArgumentError; end

  # The fields of an ID: microseconds and milliseconds since 1970, a Time in UTC, the counter for IDs of
  # the same microsecond, the version (1), and the generator's 52 random bits.
  Fields = Struct.new(:timestamp_us, :timestamp_ms, :date, :sequence, :version, :random)

  # A generator.  Each ID is greater than the one before, whatever the clock does.
  #
  # Its methods raise RuntimeError if the clock was still behind after the longest wait, and RangeError
  # if the clock's time is before 1970 or after 4253.
  class Factory
    # clock::    returns microseconds since 1970; for tests
    # random::   the generator's 52 bits, random by default.  They must differ between generators.  A
    #            forked process draws new ones in any case
    # max_wait:: how many seconds to wait at most after the 65,536 IDs of a microsecond, until the clock
    #            has passed it; Float::INFINITY for no limit
    def initialize(clock: nil, random: nil, max_wait: 5)
      raise RangeError, "max_wait must be seconds, 0 or more, found #{max_wait}" unless max_wait >= 0

      @clock = clock
      @max_wait = max_wait
      @mutex = Mutex.new
      begin_with(random && Wiji.send(:in_range, 'random', random, MAX_RANDOM))
    end

    # A new ID: 26 characters, upper case.
    def wiji
      high, low = halves
      Wiji.send(:text_of, high, low)
    end

    # A new ID in the UUID form: 36 characters, lower case.
    def uuid = Wiji.send(:uuid_of, binary)

    # A new ID in hexadecimal: 32 characters, lower case.
    def hex = binary.unpack1('H*')

    # The 16 bytes of a new ID.
    def binary = halves.pack('Q>2')

    private

    # The first and the other eight bytes of a new ID, as numbers.
    def halves
      began = nil
      loop do
        high, low = @mutex.synchronize { try }
        return [high, low] if low

        began ||= monotonic
        wait(high, monotonic - began)
      end
    end

    def initialize_copy(_)
      raise TypeError, 'a copy of a generator would generate the same IDs'
    end

    def begin_with(random)
      @random = random
      @process = Process.pid
      @last = -1
      @sequence = 0
    end

    # Returns the halves of an ID, or how many microseconds the clock is behind the last one.
    def try
      us = @clock ? @clock.call : Process.clock_gettime(Process::CLOCK_REALTIME, :microsecond)
      Wiji.send(:in_range, 'the clock', us, MAX_TIMESTAMP_US) unless us.is_a?(Integer) && us.between?(0, MAX_TIMESTAMP_US)
      begin_with(nil) unless @process == Process.pid
      @random ||= SecureRandom.random_number(MAX_RANDOM + 1)
      if us > @last
        @last = us
        @sequence = 0
      elsif @sequence < MAX_SEQUENCE
        @sequence += 1
      else
        return [@last - us]
      end
      Wiji.send(:halves_of, @last, @sequence, @random)
    end

    def monotonic = Process.clock_gettime(Process::CLOCK_MONOTONIC)

    # Sleeps, or raises when the longest wait is over.  Called without the lock.
    def wait(behind, waited)
      left = @max_wait - waited
      if left <= 0
        raise "the clock is #{behind} µs behind the last ID, whose counter is exhausted; waited #{@max_wait} s"
      end

      # spin for as long as a sleep takes to start; the clock may leap ahead, so read it often
      sleep([behind / 1e6 + 0.0001, left, 0.02].min) if behind > 100 || waited > 0.0001
    end
  end

  HEX_OF_ZEROS = '0' * 32
  UUID_OF_ZEROS = '00000000-0000-0000-0000-000000000000'
  # Two characters of a text for each number of ten bits.
  PAIRS = [*'0'..'9', *'A'..'H', 'J', 'K', 'M', 'N', *'P'..'T', *'V'..'Z'].repeated_permutation(2).map(&:join).each(&:freeze).freeze
  # The texts that are written, and every ID in every form.  The version is in the last bit of a character
  # and the first three of the next.
  WRITTEN = /\A[0-7][0-9A-HJKMNP-TV-Z]{13}[02468ACEGJMPRTWY][4-7][0-9A-HJKMNP-TV-Z]{10}\z/
  FORMS = /\A(?:[0-7ILOilo][0-9A-Za-z]{13}[02468ACEGJMOPRTWYacegjmoprtwy][4-7][0-9A-Za-z]{10}
    |\h{8}-\h{4}-\h{4}-\h\h1\h-\h{12}|\h{18}1\h{13})\z/x
  NEW = Object.new.freeze # not nil: a variable that is nil by mistake must not generate an ID
  FACTORY = Factory.new # this process's
  private_constant :HEX_OF_ZEROS, :UUID_OF_ZEROS, :PAIRS, :WRITTEN, :FORMS, :NEW, :FACTORY

  class << self
    # A new ID of this process's generator, or the one given: 26 characters, upper case.
    def wiji(id = NEW)
      return FACTORY.wiji if id.equal?(NEW)

      written?(id) ? String.new(id, encoding: Encoding::UTF_8) : text_of(*read(id).unpack('Q>2'))
    end

    # The 16 bytes of a new ID, or of the one given.
    def binary(id = NEW) = bytes_of(id)

    # The ID of 16 bytes: 26 characters, upper case.
    def from_binary(bytes)
      raise TypeError, "the bytes of a wiji are a String, not #{bytes.class}" unless bytes.is_a?(String)

      invalid("expected 16 bytes, found #{bytes.bytesize}") unless bytes.bytesize == 16
      text_of(*checked(bytes).unpack('Q>2'))
    end

    # A new ID, or the one given, in the UUID form: 36 characters, lower case.
    def uuid(id = NEW) = uuid_of(bytes_of(id))

    # A new ID, or the one given, in hexadecimal: 32 characters, lower case.
    def hex(id = NEW) = bytes_of(id).unpack1('H*')

    # The fields of an ID.
    def parse(id)
      high, low = read(id).unpack('Q>2')
      us = high >> 8
      date = Time.at(us / 1_000_000, us % 1_000_000, :usec, in: 'UTC')
      Fields.new(us, us / 1000, date, (high & 0xFF) << 8 | low >> 56, low >> 52 & 15, low & MAX_RANDOM)
    end

    # Whether parse would accept the value, which may be of any class.
    def valid?(id)
      return FORMS.match?(id) if id.is_a?(String) && id.ascii_only?

      read(id)
      true
    rescue InvalidError, TypeError
      false
    end

    # The order of two IDs in any forms: -1, 0 or 1.
    def compare(a, b) = read(a) <=> read(b)

    # A new generator, with its own random bits and counter.  The arguments are those of Factory.new.
    def factory(**arguments) = Factory.new(**arguments)

    # Builds the ID with these fields.  RangeError if one of them is out of range.
    def make(timestamp_us, sequence, random)
      text_of(*halves_of(in_range('timestamp_us', timestamp_us, MAX_TIMESTAMP_US),
                         in_range('sequence', sequence, MAX_SEQUENCE), in_range('random', random, MAX_RANDOM)))
    end

    # The first possible ID at a time or later: id >= Wiji.lower(since).  The time is a Time, or
    # microseconds since 1970.  RangeError before 1970 and after 4253-05-31 22:20:37.927935 UTC.
    def lower(time)
      # IDs have microseconds, so nanoseconds are rounded up
      text_of(*halves_of(microseconds(time, &:ceil), 0, 0))
    end

    # The last possible ID at a time or before: id <= Wiji.upper(till).  Otherwise like lower.
    def upper(time) = text_of(*halves_of(microseconds(time, &:floor), MAX_SEQUENCE, MAX_RANDOM))

    private

    def in_range(name, value, most)
      raise TypeError, "#{name} must be an Integer, not #{value.class}" unless value.is_a?(Integer)
      raise RangeError, "#{name} must be 0 to #{most}, found #{value}" unless value.between?(0, most)

      value
    end

    def halves_of(us, sequence, random)
      [us << 8 | sequence >> 8, (sequence & 0xFF) << 56 | FORMAT_VERSION << 52 | random]
    end

    def microseconds(time)
      time = time.to_time if !time.is_a?(Time) && time.respond_to?(:to_time)
      if time.is_a?(Time)
        us = time.to_r * 1_000_000
        us = us.negative? ? us.floor : yield(us) # times before 1970 must not become 0
        return us if us.between?(0, MAX_TIMESTAMP_US)

        raise RangeError, "the time must be 1970-01-01 to 4253-05-31 22:20:37.927935 UTC, found #{time.inspect}"
      end
      in_range('microseconds since 1970', time, MAX_TIMESTAMP_US)
    end

    # The 26 characters of the first and the other 64 bits: 3 and 25 times 5.
    def text_of(high, low)
      "#{PAIRS[high >> 56]}#{PAIRS[high >> 46 & 1023]}#{PAIRS[high >> 36 & 1023]}#{PAIRS[high >> 26 & 1023]}" \
        "#{PAIRS[high >> 16 & 1023]}#{PAIRS[high >> 6 & 1023]}#{PAIRS[(high & 63) << 4 | low >> 60]}" \
        "#{PAIRS[low >> 50 & 1023]}#{PAIRS[low >> 40 & 1023]}#{PAIRS[low >> 30 & 1023]}#{PAIRS[low >> 20 & 1023]}" \
        "#{PAIRS[low >> 10 & 1023]}#{PAIRS[low & 1023]}"
    end

    def uuid_of(bytes) = bytes.unpack('H8H4H4H4H12').join('-')

    def bytes_of(id) = id.equal?(NEW) ? FACTORY.binary : read(id)

    def written?(id) = id.is_a?(String) && id.ascii_only? && WRITTEN.match?(id)

    # The 16 bytes of an ID's text.
    def read(id)
      raise TypeError, "a wiji is a String, not #{id.class}" unless id.is_a?(String)
      return checked_text(id) unless id.ascii_only? && FORMS.match?(id)
      return [id.bytesize == 36 ? id.delete('-') : id].pack('H32') unless id.bytesize == 26

      id = id.upcase.tr('ILOU', '110V') unless WRITTEN.match?(id)
      bits = id.tr('A-HJKMNP-TV-Z', 'a-v').to_i(32)
      [bits >> 64, bits & 0xFFFFFFFFFFFFFFFF].pack('Q>2')
    end

    # The same for texts in other encodings; raises for all that is not an ID, with the reason.
    def checked_text(id)
      text = ascii(id)
      checked(decode(text), text)
    end

    # The 16 bytes, if they have the version.
    def checked(bytes, text = nil)
      version = bytes.getbyte(9) >> 4
      return bytes if version == FORMAT_VERSION

      invalid("found version #{version}; the only version of a wiji is #{FORMAT_VERSION}", text)
    end

    # The bytes of the String; UTF-16 and the like are converted to UTF-8.
    def ascii(id)
      (id.encoding.ascii_compatible? ? id : id.encode(Encoding::UTF_8)).b
    rescue EncodingError
      invalid("it is not valid #{id.encoding}", id)
    end

    def decode(text)
      case text.bytesize
      when 26 then [crockford(text)].pack('H32')
      when 32, 36 then [hexadecimal(text)].pack('H32')
      else
        invalid("expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found #{text.bytesize}", text)
      end
    end

    def crockford(text)
      bad = text.index(/[^0-9A-Za-z]/n)
      wrong_character(text, bad, 'in the Crockford base32 alphabet') if bad
      if text.getbyte(0) > '7'.ord && !text.match?(/\A[IiLlOo]/n)
        invalid("a first character beyond \"7\", here #{text[0].inspect}, would need more than 128 bits", text)
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

    # Raises for the character that begins at byte i, which only ASCII precedes.
    def wrong_character(text, i, expected)
      character = text.byteslice(i..).force_encoding(Encoding::UTF_8)[0]
      invalid("character #{i + 1}, #{character.inspect}, is not #{expected}", text)
    end

    def invalid(reason, text = nil)
      shown = text&.dup&.force_encoding(Encoding::UTF_8)
      shown = "#{shown[0, 40]}…" if shown && shown.length > 40
      raise InvalidError, "invalid wiji#{" #{shown.inspect}" if shown}: #{reason}"
    end
  end
end
