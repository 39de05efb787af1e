# shellcheck shell=bash
# Ruby's clients, for script/long/clients: Debian's, and the gem as it is built and installed
packages=(ruby ruby-pg ruby-activerecord ruby-minitest ruby-sequel)
clients=(ruby-pg activerecord sequel)

fetch()
{
	(cd "$work/src/clients/ruby" && gem build --output "$fetched/wiji.gem" wiji.gemspec)
	gem install --local --no-document --install-dir gems wiji.gem
}

versions()
{
	/usr/bin/ruby -e 'puts "ruby #{RUBY_VERSION}"'
	dpkg-query -W -f '${Package} ${Version}\n' ruby-pg ruby-activerecord ruby-sequel
}

# Debian's Ruby, regardless of the PATH, because it has Debian's libraries
ruby() { as_client env GEM_HOME="$fetched/gems" /usr/bin/ruby "$@"; }

example()
{
	ruby orders.rb
	[ "$1" != activerecord ] || ruby "$work/src/clients/ruby/test/test_active_record.rb" >&2
}
