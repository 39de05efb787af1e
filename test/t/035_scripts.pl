# The scripts of siq, tid62 and uid60 read like wiji's.  Intended differences are in the tables below,
# with the reason.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

my @siblings = qw(siq tid62 uid60);

# Objects that have a name of wiji's, and another declaration.
my %differs = (
	siq => [
		[ 'CREATE TYPE T', 'another length' ],
		[ 'OPERATOR CLASS T_ops', 'no window by interval, and no skipping' ],
		[ 'FUNCTION T_uuid(id T)', 'its bytes are not those of the uuid' ],
	],
	tid62 => [
		[ 'CREATE TYPE T', 'another length' ],
		[ 'OPERATOR CLASS T_ops', 'no window by interval, and no skipping' ],
		[ 'FUNCTION T_random(', '64 bits are no bigint without a sign' ],
	],
	uid60 => [
		[ 'CREATE TYPE T', "bigint's" ],
		[ 'FUNCTION T_send(', "bigint's" ],
		[ 'FUNCTION T_lt(T, T)', "bigint's" ],
		[ 'FUNCTION T_le(T, T)', "bigint's" ],
		[ 'FUNCTION T_eq(T, T)', "bigint's" ],
		[ 'FUNCTION T_ge(T, T)', "bigint's" ],
		[ 'FUNCTION T_gt(T, T)', "bigint's" ],
		[ 'FUNCTION T_ne(T, T)', "bigint's" ],
		[ 'FUNCTION T_cmp(T, T)', "bigint's" ],
		[ 'FUNCTION T_hash(T)', "bigint's" ],
		[ 'FUNCTION T_hash_extended(', "bigint's" ],
		[ 'FUNCTION T_smaller(', "bigint's" ],
		[ 'FUNCTION T_larger(', "bigint's" ],
		[ 'OPERATOR CLASS T_ops', "bigint's" ],
		[ 'FUNCTION T_random(', '9 bits are an integer' ],
		[ 'DO $$', 'other additions' ],
	]);

# Objects that not all three have.
my @own = (
	[ '(numeric|uuid|16|can_have_children|domain|make|is_leaf|qualifier|serial|shard)', 'siq', 'its document' ],
	[ 'simpledb_', 'tid62', 'its document' ],
	[ 'bigint', 'uid60', 'it is one' ],
	[ 'T_sequence\(', 'uid60', 'it has one' ],
	[ 'T_random\(', 'tid62 uid60', 'siqs have no random bits' ],
	[ 'T_generate\(\)', 'tid62 uid60', 'a siq needs a qualifier' ],
	[ 'T_generate\(at', 'tid62', 'siq and uid60 could repeat an ID' ],
	[ 'T_sortsupport\(', 'siq tid62', "uid60 has bigint's" ],
	[ 'DO \$\$', 'uid60', "bigint's additions" ],
);

# The statements of a type's script but comments, by their first lines; T stands for the type.
sub statements
{
	my ($type) = @_;
	my $script = slurp_file($type eq 'wiji' ? 'wiji--1.0.sql' : "siblings/$type/$type--1.0.sql");
	my (%statements, $body);

	$script =~ s/^(--|\\echo).*\n//mg;
	$script =~ s/(?<![A-Za-z0-9])$type(?![A-Za-z0-9])/T/g;
	$script =~ s/pgwiji_T_/pgwiji_/g;
	$script =~ s/(\$\$.*?\$\$)/$1 =~ tr!;!,!r/gse;
	foreach my $statement (split /;\n(?=\n|[A-Z]|\z)/, $script)
	{
		$statement =~ s/^\n+//;
		next if $statement =~ /^COMMENT/ || $statement eq '';
		# an operator's arguments stand in its second line
		my ($head) = $statement =~ /^(CREATE OPERATOR \S+ \(\n.*|.*?)(?: RETURNS .*)?$/m;
		$head .= " again" while exists $statements{$head};
		$statements{$head} = $statement;
	}
	return \%statements;
}

my %of = map { $_ => statements($_) } 'wiji', @siblings;
cmp_ok(scalar keys %{ $of{wiji} }, '>', 150, 'the scripts have statements');

foreach my $type (@siblings)
{
	my @found = grep { exists $of{wiji}{$_} && $of{wiji}{$_} ne $of{$type}{$_} } sort keys %{ $of{$type} };
	my @rows = @{ $differs{$type} };
	is_deeply([ grep { my $head = $_; !grep { index($head, $_->[0]) >= 0 } @rows } @found ], [],
		"$type declares the rest as wiji does");
	is_deeply([ map { $_->[0] } grep { my $row = $_; !grep { index($_, $row->[0]) >= 0 } @found } @rows ], [],
		'... and not what differs');
}

my %objects = map { $_ => 1 } map { keys %{ $of{$_} } } @siblings;
my @alone;
foreach my $head (sort keys %objects)
{
	my $have = join ' ', grep { exists $of{$_}{$head} } @siblings;
	push @alone, "$head: $have" unless $have eq "@siblings" || grep { $head =~ $_->[0] && $have eq $_->[1] } @own;
}
is_deeply(\@alone, [], 'what one of the three has, the others have');

done_testing();
