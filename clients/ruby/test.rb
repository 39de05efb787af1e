# frozen_string_literal: true

# Tests of wiji.rb, in TAP.
#
#   ruby test.rb              runs all of them
#   ruby test.rb answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
#   ruby test.rb generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex

require 'set'
require 'time'
require_relative 'wiji'

FORMS = %w[06C303ZADAJC00E40000000C1S 0660c03f-a9aa-9300-0710-000000003039 0660c03fa9aa93000710000000003039].freeze
$count = 0
$failed = false

def test(name)
  $wrong = []
  begin
    yield
  rescue Exception => e # rubocop:disable Lint/RescueException
    $wrong << e.full_message(highlight: false)
  end
  puts "#{'not ' unless $wrong.empty?}ok #{$count += 1} - #{name}"
  $wrong.first(10).join("\n").each_line { |line| puts "# #{line}" }
  $failed ||= !$wrong.empty?
end

def is(found, expected, what = '')
  $wrong << "#{what}: expected #{expected.inspect}, found #{found.inspect}" unless found == expected
end

def error_of
  yield
  RuntimeError.new('no error')
rescue StandardError => e
  e
end

def table(name)
  lines = File.readlines(File.join(__dir__, "../../docs/conformance/#{name}.tsv"), chomp: true, encoding: 'UTF-8')
  lines.drop(1).map { |line| line.split("\t", -1) }
end

def unhex(text) = [text].pack('H*')

def conformance
  test('valid.tsv') do
    before = nil
    table('valid').each do |text, uuid, hex, us, ms, date, sequence, version, random|
      id = Wiji.make(us.to_i, sequence.to_i, random.to_i)
      is(id, text)
      fields = nil
      [text, uuid, hex, unhex(hex), text.encode('UTF-16LE')].each do |form|
        is([Wiji.wiji(form), Wiji.uuid(form), Wiji.hex(form), Wiji.binary(form)], [text, uuid, hex, unhex(hex)], form)
        fields = Wiji.parse(form)
        is(fields.to_a.values_at(0, 1, 3, 4, 5), [us, ms, sequence, version, random].map(&:to_i), form)
        is(fields.date.iso8601(6), date, form)
        is(Wiji.valid?(form), true, form)
        is(Wiji.compare(form, text), 0, form)
      end
      is([Wiji.compare(before, id), Wiji.compare(id, before), before < id], [-1, 1, true], id) if before
      before = id
      is([Wiji.lower(fields.date), Wiji.upper(fields.date)], [Wiji.lower(us.to_i), Wiji.upper(us.to_i)], id)
      is(id.between?(Wiji.lower(us.to_i), Wiji.upper(us.to_i)), true, id)
    end
  end

  test('written_otherwise.tsv') do
    table('written_otherwise').each { |written, text| is(Wiji.wiji(written), text, written) }
  end

  test('invalid.tsv') do
    reasons = { 'length' => ': expected ', 'character' => ': character ', 'too large' => '128 bits', 'version' => ': found version ' }
    table('invalid').each do |form, value, why|
      id = form == 'bytes' ? unhex(value) : value
      error = error_of { Wiji.parse(id) }
      is(error.class, ArgumentError, value)
      # bytes of other lengths are read as text
      is(error.message.include?(reasons[why]), true, "#{value}: #{error.message}") unless form == 'bytes' && why == 'length'
      is(Wiji.valid?(id), false, value)
    end
  end

  test('clock.tsv') do
    running = factory = now = nil
    table('clock').each do |scenario, clock, ids, result, first, last|
      factory = Wiji.factory(clock: -> { now }, random: 0x123456789ABCD, max_wait: 0) if scenario != running
      running = scenario
      now = clock.to_i
      if result == 'wait'
        is(error_of { factory.wiji }.message[0, 12], 'the clock is', scenario)
        next
      end
      generated = Array.new(ids.to_i) { factory.wiji }
      is([generated.first, generated.last], [first, last], scenario)
      sequences = generated.map { |id| Wiji.parse(id).sequence }
      is(sequences, (sequences[0]...sequences[0] + generated.length).to_a, scenario)
    end
  end
end

def generators
  test('IDs ascend in every form, with the time of the clock') do
    before = Time.now.floor(6)
    last = ''
    100_000.times do |i|
      id = Wiji.hex(Wiji.send(%i[wiji uuid hex binary][i % 4]))
      is(id > last, true, id)
      last = id
    end
    is(Wiji.parse(last).date.between?(before, Time.now), true, last)
  end

  test('a waiting generator continues when its clock does') do
    reads = 0
    factory = Wiji.factory(clock: -> { (reads += 1) < 65_700 ? 1000 : 1001 }, max_wait: Float::INFINITY)
    65_536.times { factory.binary }
    is(Wiji.parse(factory.binary).to_a.values_at(0, 3), [1001, 0])
  end

  test('waits are limited') do
    now = Wiji::MAX_TIMESTAMP_US
    factory = Wiji.factory(clock: -> { now }, max_wait: 0.03)
    65_536.times { factory.binary }
    now = 5
    is(error_of { factory.binary }.message,
       'the clock is 72057594037927930 µs behind the last ID, whose counter is exhausted; waited 0.03 s')
  end

  test('factories have their own random bits') do
    randoms = Array.new(1000) { Wiji.parse(Wiji.factory.wiji).random }
    is(randoms.uniq.length, 1000)
    52.times do |bit|
      ones = randoms.count { |random| random[bit] == 1 }
      is(ones.between?(350, 650), true, "bit #{bit} is set in #{ones}")
    end
    two = Array.new(2) { Wiji.factory(clock: -> { 1000 }) }
    generated = (two * 3).map { |factory| Wiji.parse(factory.wiji) }
    is(generated.map(&:sequence), [0, 0, 1, 1, 2, 2], 'independent counters')
    is(generated.map(&:random).uniq.length, 2, 'each keeps its own')
    factory = Wiji.factory(random: 7)
    is([factory.uuid.length, factory.hex.length, factory.binary.bytesize], [36, 32, 16])
    is(Wiji.parse(factory.wiji).random, 7)
  end

  test('arguments that a factory rejects') do
    [-1, Wiji::MAX_TIMESTAMP_US + 1].each { |us| is(error_of { Wiji.factory(clock: -> { us }).wiji }.class, RangeError, us) }
    [-1, Wiji::MAX_RANDOM + 1].each { |random| is(error_of { Wiji.factory(random: random) }.class, RangeError, random) }
    [-1, Float::NAN].each { |seconds| is(error_of { Wiji.factory(max_wait: seconds) }.class, RangeError, seconds) }
    is(error_of { Wiji.factory.dup }.class, TypeError, 'dup: a copy would generate the same IDs')
    is(error_of { Wiji.factory.clone }.class, TypeError, 'clone')
    is(error_of { Marshal.dump(Wiji.factory) }.class, TypeError, 'marshal')
  end
end

# Runs the block in a child process; returns a lambda that returns the block's result.
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
    result = Marshal.load(read) # rubocop:disable Security/MarshalLoad
    read.close
    Process.wait(child)
    result
  end
end

def parallel
  test('a million IDs of threads in forked processes, and of their parent, which has generated one before') do
    first = Wiji.binary
    generate = -> { Array.new(4) { Thread.new { Array.new(50_000) { Wiji.binary } } }.map(&:value) }
    children = Array.new(4) { fork_off(&generate) }
    parts = generate.call + children.flat_map(&:call)
    parts.each { |part| is(part.each_cons(2).all? { |a, b| a < b }, true, 'ascend') }
    is(Set.new([first]).merge(parts.flatten).length, 1_000_001)
  end

  test('a fork while another thread generates IDs neither hangs the child nor repeats an ID') do
    generated = Set.new
    stop = false
    thread = Thread.new { generated << Wiji.binary until stop }
    children = Array.new(50) { fork_off { Wiji.binary }.call }
    stop = true
    thread.join
    is(children.map { |id| Wiji.parse(id).random }.uniq.length, 50, 'random bits of the children')
    is(generated.disjoint?(children.to_set), true, 'no ID twice')
  end
end

def edges
  test('bounds at both ends') do
    is(Wiji.lower(0), '00000000000000040000000000')
    is(Wiji.upper(Wiji::MAX_TIMESTAMP_US), '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ')
    last = Time.utc(4253, 5, 31, 22, 20, 37 + Rational(927_935, 1_000_000))
    is([Wiji.lower(last), Wiji.upper(last)], [Wiji.lower(Wiji::MAX_TIMESTAMP_US), Wiji.upper(Wiji::MAX_TIMESTAMP_US)])
    between = Time.at(1_795_348_800, 123_456_789, :nsec)
    is([Wiji.parse(Wiji.lower(between)).timestamp_us, Wiji.parse(Wiji.upper(between)).timestamp_us], [1_795_348_800_123_457, 1_795_348_800_123_456])
    is(Wiji.lower(DateTime.new(2026, 11, 22, 12)), Wiji.lower(1_795_348_800_000_000), 'a DateTime') if defined?(DateTime)
    [-1, Wiji::MAX_TIMESTAMP_US + 1, Time.at(-1, 0), Time.at(Rational(-1, 3_000_000)), last + Rational(1, 1_000_000), Time.utc(100_000)].each do |time|
      is([error_of { Wiji.lower(time) }.class, error_of { Wiji.upper(time) }.class], [RangeError, RangeError], time)
    end
    is(error_of { Wiji.lower(last + Rational(1, 2_000_000)) }.class, RangeError, 'after the last ID')
    [nil, 1.5, '0', Object.new].each { |time| is(error_of { Wiji.lower(time) }.class, TypeError, time) }
  end

  test('make reports which field is out of range') do
    {
      'timestamp_us must be 0 to 72057594037927935, found -1' => [-1, 0, 0],
      'timestamp_us must be 0 to 72057594037927935, found 72057594037927936' => [1 << 56, 0, 0],
      'sequence must be 0 to 65535, found 65536' => [0, 65_536, 0],
      'random must be 0 to 4503599627370495, found 4503599627370496' => [0, 0, 1 << 52],
      'random must be an Integer, not Float' => [0, 0, 1.0],
    }.each { |message, fields| is(error_of { Wiji.make(*fields) }.message, message) }
  end

  test('an invalid character at each position') do
    FORMS.each do |id|
      id.length.times do |i|
        ['!', ' ', '_', "\0", "\n", "\x80", "\xFF", 'é', 'ı', 'ſ', "\u212a", '０', '😀'].each do |character|
          is(Wiji.valid?(id.dup.tap { |s| s[i] = character }), false, [id, i, character])
          corrupted = id.b
          corrupted[i, character.bytesize] = character.b
          next if corrupted.bytesize != id.bytesize

          [Encoding::UTF_8, Encoding::BINARY].each do |encoding|
            message = error_of { Wiji.parse(corrupted.dup.force_encoding(encoding)) }.message
            is(message.include?(": character #{i + 1}, #{character.inspect}, is not "), true, message)
          end
        end
      end
    end
  end

  test('lengths 0 to 40, and encodings') do
    41.times do |n|
      is(error_of { Wiji.parse('0' * n) }.class, ArgumentError, n)
      is(Wiji.valid?("\x11" * n), n == 16, n)
    end
    is(error_of { Wiji.parse('x' * 1_000_000) }.message.length < 200, true, 'a long text is truncated in the message')
    %w[UTF-8 US-ASCII BINARY UTF-16BE UTF-32LE Shift_JIS].each { |name| is(Wiji.hex(FORMS[0].encode(name)), FORMS[2], name) }
    broken = "\xD8\x00".dup.force_encoding('UTF-16BE') * 26
    is(error_of { Wiji.parse(broken) }.class, ArgumentError, 'invalid UTF-16')
    frozen = FORMS[0].encode('UTF-16BE').freeze
    Wiji.parse(frozen)
    is(frozen.encoding, Encoding::UTF_16BE, 'the argument is unchanged')
  end

  test('values that are not Strings are a TypeError, and not valid') do
    [nil, 4, 4.0, [], {}, :symbol].each do |value|
      is([error_of { Wiji.parse(value) }.class, error_of { Wiji.uuid(value) }.class, Wiji.valid?(value)], [TypeError, TypeError, false], value)
    end
  end
end

def answer(line)
  word, question = line.split
  id = unhex(question.delete('.'))
  return '-' unless Wiji.valid?(id) && (id.bytesize == 16) == (word == 'wiji_id')

  us, _, _, sequence, _, random = *Wiji.parse(id)
  [Wiji.hex(id), Wiji.wiji(id), Wiji.uuid(id), us, sequence, random, Wiji.hex(Wiji.lower(us)), Wiji.hex(Wiji.upper(us))].join(' ')
end

case ARGV[0]
when 'answer'
  $stdin.each_line { |line| puts answer(line) }
when 'generate'
  ARGV[1].to_i.times { puts [Wiji.wiji, Wiji.uuid, Wiji.hex, Wiji.binary.unpack1('H*')].join(' ') }
else
  conformance
  generators
  parallel
  edges
  puts "1..#{$count}"
  exit(!$failed)
end
