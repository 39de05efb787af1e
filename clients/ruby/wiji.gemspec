# frozen_string_literal: true

Gem::Specification.new do |s|
  s.name = 'wiji'
  s.version = '1.0.0'
  s.summary = 'Time-ordered 128-bit identifiers with microsecond timestamps'
  s.authors = ['The wiji developers']
  s.license = 'PostgreSQL'
  s.files = %w[LICENSE wiji.rb]
  s.require_paths = ['.']
  s.required_ruby_version = '>= 3.0'
end
