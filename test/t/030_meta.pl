# META.json, the library, the Debian package and the control files tell the same.

use strict;
use warnings;

use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;

my $meta = decode_json(slurp_file('META.json'));
my ($short) = $meta->{version} =~ /^(\d+\.\d+)\.\d+$/ or die "version $meta->{version}";

# the fields that PGXN demands
ok($meta->{$_}, "META.json has $_") foreach qw(name version abstract maintainer license provides meta-spec);

my %known = map { $_ => 1 } qw(
	name version abstract description generated_by maintainer license provides prereqs release_status
  resources tags no_index meta-spec);
is_deeply([ grep { !$known{$_} } keys %$meta ], [], 'META.json has nothing that PGXN does not know');
is($meta->{license}, 'postgresql', 'the licence by the name that PGXN has for it');
like($meta->{release_status}, qr/^(stable|testing|unstable)$/, 'the status by the name that PGXN has for it');
is_deeply([ grep { m![[:cntrl:]/\\]! || length > 255 } @{ $meta->{tags} } ], [], 'tags are what tags may be');

my %control = map { m!([^/]+)\.control$! => $_ } glob 'wiji.control siblings/*/*.control';
is_deeply([ sort keys %{ $meta->{provides} } ], [ sort keys %control ], 'it provides every extension');

foreach my $name (sort keys %control)
{
	my $provided = $meta->{provides}{$name} or next;
	my ($version) = slurp_file($control{$name}) =~ /^default_version = '(.*)'/m;

	is($provided->{version}, "$version.0", "$name: the version is the control file's");
	(my $script = $control{$name}) =~ s/\.control$/--$version.sql/;
	is($provided->{file}, $script, "$name: its script is named");
	ok(-f $provided->{$_}, "$name: there is its $_") foreach qw(file docfile);
	ok($provided->{abstract}, "$name: there is an abstract");
}

like(slurp_file('src/module.c'), qr/^ID_MODULE_MAGIC\(\.name = "\Q$meta->{name}\E",\s*\.version = "\Q$short\E"\);/m,
	'the library tells the name and the version');
like(slurp_file('clients/c/Makefile'), qr/^VERSION = \Q$meta->{version}\E$/m, 'so does the C library');
like(slurp_file('debian/changelog'), qr/^wiji \(\Q$short\E\) /, "the Debian package's version is the release's");
like(slurp_file('CHANGELOG.md'), qr/^## \Q$short\E /m, 'the changes of the release are described');

# Go and PHP take theirs from the tag
my %library = (
	'javascript/package.json' => qr/^\t"version": "(.*)",$/m,
	'python/pyproject.toml' => qr/^version = "(.*)"$/m,
	'rust/Cargo.toml' => qr/^version = "(.*)"$/m,
	'java/pom.xml' => qr!^\t<version>(.*)</version>$!m,
	'ruby/wiji.gemspec' => qr/^  s\.version = '(.*)'$/m);
is((slurp_file("clients/$_") =~ $library{$_})[0], $meta->{version},
	"clients/$_: the version is the release's") foreach sort keys %library;

done_testing();
