# frozen_string_literal: true

require 'date'
require 'minitest/autorun'
require 'time'
require 'wiji'

FORMS = %w[06C303ZADAJC00E40000000C1S 0660c03f-a9aa-9300-0710-000000003039 0660c03fa9aa93000710000000003039].freeze

# A child process that runs the block; a lambda that returns the block's result.
def fork_off
  read, write = IO.pipe(binmode: true)
  child = fork do
    read.close
    Marshal.dump(yield, write)
    write.close
    exit!(0)
  end
  write.close
  lambda do
    result = Marshal.load(read)
    read.close
    Process.wait(child)
    result
  end
end

# The conformance suite, which the repository has in docs/conformance.
class TestConformance < Minitest::Test
  FOLDER = File.expand_path('../../../docs/conformance', __dir__)

  def table(name)
    skip 'the conformance suite is not here' unless File.directory?(FOLDER)
    lines = File.readlines("#{FOLDER}/#{name}.tsv", chomp: true, encoding: 'UTF-8')
    lines.drop(1).map { |line| line.split("\t", -1) }
  end

  def test_valid
    before = nil
    table('valid').each do |text, uuid, hex, us, ms, date, sequence, version, random|
      bytes = [hex].pack('H*')
      id = Wiji.make(us.to_i, sequence.to_i, random.to_i)
      assert_equal text, id
      assert_equal text, Wiji.from_binary(bytes)
      [text, uuid, hex, text.encode('UTF-16LE')].each do |form|
        assert_equal [text, uuid, hex, bytes], [Wiji.wiji(form), Wiji.uuid(form), Wiji.hex(form), Wiji.binary(form)]
        fields = Wiji.parse(form)
        assert_equal [us, ms, sequence, version, random].map(&:to_i), fields.to_a.values_at(0, 1, 3, 4, 5), form
        assert_equal date, fields.date.iso8601(6)
        assert Wiji.valid?(form), form
        assert_equal 0, Wiji.compare(form, text)
      end
      assert_equal [-1, 1, true], [Wiji.compare(before, id), Wiji.compare(id, before), before < id], id if before
      before = id
      time = Wiji.parse(id).date
      assert_equal [Wiji.lower(us.to_i), Wiji.upper(us.to_i)], [Wiji.lower(time), Wiji.upper(time)]
      assert id.between?(Wiji.lower(time), Wiji.upper(time)), id
    end
  end

  def test_written_otherwise
    table('written_otherwise').each { |written, text| assert_equal text, Wiji.wiji(written), written }
  end

  def test_invalid
    reasons = { 'length' => ': expected ', 'character' => ': character ', 'too large' => '128 bits', 'version' => ': found version ' }
    table('invalid').each do |form, value, why|
      if form == 'bytes'
        error = assert_raises(ArgumentError, value) { Wiji.from_binary([value].pack('H*')) }
      else
        error = assert_raises(ArgumentError, value) { Wiji.parse(value) }
        refute Wiji.valid?(value), value
      end
      assert_includes error.message, reasons[why]
    end
  end

  def test_clock
    running = factory = now = nil
    table('clock').each do |scenario, clock, ids, result, first, last|
      factory = Wiji.factory(clock: -> { now }, random: 0x123456789ABCD, max_wait: 0) if scenario != running
      running = scenario
      now = clock.to_i
      if result == 'wait'
        assert_match(/\Athe clock is/, assert_raises(RuntimeError, scenario) { factory.wiji }.message)
        next
      end
      generated = Array.new(ids.to_i) { factory.wiji }
      assert_equal [first, last], [generated.first, generated.last], scenario
      sequences = generated.map { |id| Wiji.parse(id).sequence }
      assert_equal (sequences[0]...sequences[0] + generated.length).to_a, sequences, scenario
    end
  end
end

# Generators: the module's own, and factories.
class TestGenerators < Minitest::Test
  def test_ids_ascend_in_every_form_with_the_time_of_the_clock
    before = Time.now.floor(6)
    last = ''
    100_000.times do |i|
      id = Wiji.send(%i[wiji uuid hex binary][i % 4])
      id = Wiji.hex(i % 4 == 3 ? Wiji.from_binary(id) : id)
      assert_operator id, :>, last
      last = id
    end
    assert_includes before..Time.now, Wiji.parse(last).date
  end

  def test_a_waiting_generator_continues_when_its_clock_does
    reads = 0
    factory = Wiji.factory(clock: -> { (reads += 1) < 65_700 ? 1000 : 1001 }, max_wait: Float::INFINITY)
    65_536.times { factory.binary }
    assert_equal [1001, 0], Wiji.parse(factory.wiji).to_a.values_at(0, 3)
  end

  def test_waits_are_limited
    now = Wiji::MAX_TIMESTAMP_US
    factory = Wiji.factory(clock: -> { now }, max_wait: 0.03)
    65_536.times { factory.binary }
    now = 5
    assert_equal 'the clock is 72057594037927930 µs behind the last ID, whose counter is exhausted; waited 0.03 s',
                 assert_raises(RuntimeError) { factory.binary }.message
  end

  def test_factories_have_their_own_random_bits
    randoms = Array.new(1000) { Wiji.parse(Wiji.factory.wiji).random }
    assert_equal 1000, randoms.uniq.length
    52.times { |bit| assert_includes 350..650, randoms.count { |random| random[bit] == 1 }, "bit #{bit}" }
  end

  def test_two_factories_have_independent_counters
    two = Array.new(2) { Wiji.factory(clock: -> { 1000 }) }
    generated = (two * 3).map { |factory| Wiji.parse(factory.wiji) }
    assert_equal [0, 0, 1, 1, 2, 2], generated.map(&:sequence)
    assert_equal 2, generated.map(&:random).uniq.length
  end

  def test_forms_of_a_factory
    factory = Wiji.factory(random: 7)
    assert_equal [26, 36, 32, 16], [factory.wiji, factory.uuid, factory.hex, factory.binary].map(&:bytesize)
    [factory.wiji, factory.uuid, factory.hex, Wiji.from_binary(factory.binary)].each { |id| assert_equal 7, Wiji.parse(id).random }
  end

  def test_arguments_that_a_factory_rejects
    [-1, Wiji::MAX_TIMESTAMP_US + 1].each { |us| assert_raises(RangeError) { Wiji.factory(clock: -> { us }).wiji } }
    [-1, Wiji::MAX_RANDOM + 1].each { |random| assert_raises(RangeError) { Wiji.factory(random: random) } }
    [-1, Float::NAN].each { |seconds| assert_raises(RangeError) { Wiji.factory(max_wait: seconds) } }
  end

  # A copy would generate the same IDs.
  def test_a_factory_cannot_be_copied
    assert_raises(TypeError) { Wiji.factory.dup }
    assert_raises(TypeError) { Wiji.factory.clone }
    assert_raises(TypeError) { Marshal.dump(Wiji.factory) }
  end

  def test_a_million_ids_of_threads_in_forked_processes_and_of_their_parent
    first = Wiji.binary
    generate = -> { Array.new(4) { Thread.new { Array.new(50_000) { Wiji.binary } } }.map(&:value) }
    children = Array.new(4) { fork_off(&generate) }
    parts = generate.call + children.flat_map(&:call)
    parts.each { |part| assert(part.each_cons(2).all? { |a, b| a < b }) }
    assert_equal 1_000_001, [first, *parts.flatten].uniq.length
  end

  def test_a_fork_while_another_thread_generates_neither_hangs_nor_repeats
    generated = []
    stop = false
    thread = Thread.new { generated << Wiji.binary until stop }
    children = Array.new(20) { fork_off { Wiji.binary }.call }
    stop = true
    thread.join
    assert_equal 20, children.map { |id| Wiji.parse(Wiji.from_binary(id)).random }.uniq.length
    assert_empty generated & children
  end
end

# What is read, and what is not.
class TestReading < Minitest::Test
  def test_bounds_at_both_ends
    assert_equal '00000000000000040000000000', Wiji.lower(0)
    assert_equal '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ', Wiji.upper(Wiji::MAX_TIMESTAMP_US)
    last = Time.utc(4253, 5, 31, 22, 20, 37 + Rational(927_935, 1_000_000))
    assert_equal [Wiji.lower(Wiji::MAX_TIMESTAMP_US), Wiji.upper(Wiji::MAX_TIMESTAMP_US)], [Wiji.lower(last), Wiji.upper(last)]
    [-1, Wiji::MAX_TIMESTAMP_US + 1, Time.at(-1, 0), Time.at(Rational(-1, 3_000_000)), last + Rational(1, 1_000_000), Time.utc(100_000)].each do |time|
      assert_raises(RangeError, time.to_s) { Wiji.lower(time) }
      assert_raises(RangeError, time.to_s) { Wiji.upper(time) }
    end
    assert_raises(RangeError) { Wiji.lower(last + Rational(1, 2_000_000)) }
    [nil, 1.5, '0', Object.new].each { |time| assert_raises(TypeError) { Wiji.lower(time) } }
  end

  def test_bounds_between_two_microseconds
    between = Time.at(1_795_348_800, 123_456_789, :nsec)
    assert_equal 1_795_348_800_123_457, Wiji.parse(Wiji.lower(between)).timestamp_us
    assert_equal 1_795_348_800_123_456, Wiji.parse(Wiji.upper(between)).timestamp_us
    assert_equal Wiji.lower(1_795_348_800_000_000), Wiji.lower(DateTime.new(2026, 11, 22, 12))
  end

  def test_make_reports_which_field_is_out_of_range
    {
      'timestamp_us must be 0 to 72057594037927935, found -1' => [-1, 0, 0],
      'timestamp_us must be 0 to 72057594037927935, found 72057594037927936' => [1 << 56, 0, 0],
      'sequence must be 0 to 65535, found 65536' => [0, 65_536, 0],
      'random must be 0 to 4503599627370495, found 4503599627370496' => [0, 0, 1 << 52],
    }.each { |message, fields| assert_equal message, assert_raises(RangeError) { Wiji.make(*fields) }.message }
    assert_equal 'random must be an Integer, not Float', assert_raises(TypeError) { Wiji.make(0, 0, 1.0) }.message
  end

  def test_an_invalid_character_at_each_position
    FORMS.each do |id|
      id.length.times do |i|
        ['!', ' ', '_', "\0", "\n", "\x80", "\xFF", 'é', 'ı', 'ſ', "\u212a", '０', '😀'].each do |character|
          refute Wiji.valid?(id.dup.tap { |s| s[i] = character }), [id, i, character].inspect
          corrupted = id.b
          corrupted[i, character.bytesize] = character.b
          next if corrupted.bytesize != id.bytesize

          [Encoding::UTF_8, Encoding::BINARY].each do |encoding|
            message = assert_raises(ArgumentError) { Wiji.parse(corrupted.dup.force_encoding(encoding)) }.message
            assert_includes message, ": character #{i + 1}, #{character.inspect}, is not "
          end
        end
      end
    end
  end

  # What the regular expressions take is what is read, and what they do not take has a reason.
  def test_each_character_at_each_position
    FORMS.each do |id|
      id.length.times do |i|
        256.times do |c|
          text = id.b
          text.setbyte(i, c)
          begin
            bytes = Wiji.binary(text)
            assert_equal Wiji.wiji(text), Wiji.from_binary(bytes)
            assert_equal bytes, Wiji.binary(text.encode(Encoding::UTF_16LE))
          rescue Wiji::InvalidError => e
            bytes = nil
            assert_match(/is not |found version |128 bits/, e.message)
          end
          assert_equal !bytes.nil?, Wiji.valid?(text), text.inspect
        end
      end
    end
  end

  def test_errors_have_a_class_of_their_own
    [-> { Wiji.parse('coffee') }, -> { Wiji.parse('') }, -> { Wiji.uuid("\xFF" * 26) }, -> { Wiji.from_binary("\0" * 16) }].each do |read|
      assert_instance_of Wiji::InvalidError, assert_raises(ArgumentError, &read)
    end
  end

  def test_texts_are_new_strings_of_utf8
    [Wiji.wiji, Wiji.wiji(FORMS[0]), Wiji.wiji(FORMS[0].b), Wiji.wiji(FORMS[1]), Wiji.make(0, 0, 0)].each do |text|
      assert_equal [String, Encoding::UTF_8, false], [text.class, text.encoding, text.frozen?]
    end
    refute_same FORMS[0], Wiji.wiji(FORMS[0])
  end

  def test_times_out_of_range_are_named
    [Wiji.method(:lower), Wiji.method(:upper)].each do |bound|
      assert_equal 'the time must be 1970-01-01 to 4253-05-31 22:20:37.927935 UTC, found 1969-12-31 23:59:59.999999 UTC',
                   assert_raises(RangeError) { bound.call(Time.at(-1, 999_999, in: 'UTC')) }.message
      assert_equal 'microseconds since 1970 must be 0 to 72057594037927935, found -1',
                   assert_raises(RangeError) { bound.call(-1) }.message
    end
  end

  # 16 bytes with the version in its place are bytes of an ID, and no text of one.
  def test_bytes_are_not_text
    bytes = "aaaaaaaaa\x10aaaaaa"
    refute Wiji.valid?(bytes)
    %i[parse wiji uuid hex binary].each { |method| assert_raises(ArgumentError) { Wiji.send(method, bytes) } }
    assert_raises(ArgumentError) { Wiji.compare(bytes, FORMS[0]) }
    assert_equal 'invalid wiji "aaaaaaaaa\u0010aaaaaa": expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found 16',
                 assert_raises(ArgumentError) { Wiji.parse(bytes) }.message
    assert_equal bytes, Wiji.binary(Wiji.from_binary(bytes))
    assert_equal 'invalid wiji: found version 2; the only version of a wiji is 1',
                 assert_raises(ArgumentError) { Wiji.from_binary("aaaaaaaaa\x20aaaaaa") }.message
  end

  def test_lengths_0_to_40
    41.times do |n|
      assert_raises(ArgumentError) { Wiji.parse('0' * n) }
      refute Wiji.valid?("\x11" * n), n
      next if n == 16

      assert_equal "invalid wiji: expected 16 bytes, found #{n}",
                   assert_raises(ArgumentError) { Wiji.from_binary("\x11" * n) }.message
    end
    assert_operator assert_raises(ArgumentError) { Wiji.parse('x' * 1_000_000) }.message.length, :<, 200
  end

  def test_encodings
    %w[UTF-8 US-ASCII BINARY UTF-16BE UTF-32LE Shift_JIS].each { |name| assert_equal FORMS[2], Wiji.hex(FORMS[0].encode(name)), name }
    assert_raises(ArgumentError) { Wiji.parse("\xD8\x00".dup.force_encoding('UTF-16BE') * 26) }
    frozen = FORMS[0].encode('UTF-16BE').freeze
    Wiji.parse(frozen)
    assert_equal Encoding::UTF_16BE, frozen.encoding
    assert_equal FORMS[0], Wiji.from_binary(Wiji.binary(FORMS[0]).force_encoding('UTF-16BE'))
  end

  def test_values_that_are_not_strings
    [nil, 4, 4.0, [], {}, :symbol].each do |value|
      assert_raises(TypeError) { Wiji.parse(value) }
      assert_raises(TypeError) { Wiji.uuid(value) }
      assert_raises(TypeError) { Wiji.from_binary(value) }
      refute Wiji.valid?(value)
    end
  end
end
