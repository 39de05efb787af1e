# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# Ruby, for clients/check.  Programs use Debian's ORMs, and the gem as it is built and installed.

tools=(ruby:ruby rake:rake ruby-pg)
least=3.1
language_version() { ruby --version; }

can_test() { command -v rake >/dev/null; }
own_tests() { cd "$library" && rake test TESTOPTS=--verbose; }
tell() { ruby -w "$library/test/tell.rb" "$@"; }

file=ruby/lib/wiji.rb
alone()
{
	cp "$1" .
	ruby -w -r./wiji -e 'puts Wiji.wiji'
}

artifacts=(RubyGems)
can_pack() { gem --version; }
pack() { gem build --strict wiji.gemspec; }
contents() { tar -xOf ./*.gem data.tar.gz | tar -tz; }
install_pack() { gem install --user-install --local "$2"/*.gem; }
files()
{
	echo CHANGELOG.md LICENSE README.md Rakefile lib/wiji.rb lib/wiji/active_record.rb test/test_active_record.rb test/test_wiji.rb
}

readme_one=yes
readme_program=main.rb
readme_begin() { true; }
readme_run() { ruby -w "$1"; }
readme_has() { ruby -e 'require ARGV[0]' "$1" 2>/dev/null; }
readme_add() { gem install --user-install "$1"; }
readme_can() { gem --version; }
readme_copy() { cp "$library/lib/wiji.rb" .; }

packages=(ruby ruby-pg ruby-activerecord ruby-minitest ruby-sequel)

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
debians_ruby() { as_client env GEM_HOME="$fetched/gems" /usr/bin/ruby "$@"; }

example()
{
	debians_ruby orders.rb
	[ "$1" != activerecord ] || debians_ruby "$work/src/clients/ruby/test/test_active_record.rb" >&2
}
