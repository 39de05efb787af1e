# frozen_string_literal: true

Gem::Specification.new do |s|
  s.name = 'wiji'
  s.version = File.read(File.join(__dir__, 'lib/wiji.rb'))[/^  VERSION = '(.*)'$/, 1]
  s.summary = 'Time-ordered 128-bit identifiers with microsecond timestamps'
  s.description = <<~TEXT
    IDs of 26 characters that sort by creation time, for primary keys. They are the same as those of the
    PostgreSQL extension wiji. Thread-safe, safe after a fork, without dependencies.
  TEXT
  s.authors = ['The wiji developers']
  s.license = 'PostgreSQL'
  s.homepage = 'https://wiji.example/ruby'
  s.metadata = {
    'bug_tracker_uri' => 'https://wiji.example/issues',
    'changelog_uri' => 'https://wiji.example/ruby/CHANGELOG.md',
    'documentation_uri' => 'https://wiji.example/ruby/documentation',
    'rubygems_mfa_required' => 'true',
    'source_code_uri' => 'https://wiji.example/wiji.git'
  }
  s.files = %w[CHANGELOG.md LICENSE README.md Rakefile lib/wiji.rb lib/wiji/active_record.rb test/test_active_record.rb test/test_wiji.rb]
  s.required_ruby_version = '>= 3.1'
  s.add_development_dependency 'minitest', '>= 5.0', '< 7'
  s.add_development_dependency 'rake', '~> 13.0'
end
