# The scripts of siq, tid62 and uid60 repeat wiji's: with T in place of the type's name, they have the
# same statements with the same text, including comments.  What is meant to differ stands in the two
# tables below, with the reason.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

my @siblings = qw(siq tid62 uid60);
my @types = ('wiji', @siblings);

# Comments that say what is special about a type: its text, bytes, times and generator.
my $special = qr/^COMMENT\ ON\ (TYPE\ T$ | CAST\ \( |
	FUNCTION\ T(_(in|out|recv|send|text|timestamp|sequence|generate|horizon))?\()/x;

# Statements of a sibling that have another text than wiji's, by what their first line contains.
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

# Statements that not all types have, by a pattern for their first line.
my @own = (
	[ 'uuid', 'wiji', "its bytes are a uuid's" ],
	[ 'T(_uuid)?\((uuid|id T)\)', 'wiji siq', 'they are converted to uuid and back' ],
	[ 'timestamptz_\w\w_T|T_\w\w_timestamptz|T_(since|after)\(', 'wiji', 'operators with timestamptz' ],
	[ 'gist|bloom|minmax_multi|brin_distance|skipsupport|in_range', 'wiji', 'more for indexes and windows' ],
	[ 'OPERATOR FAMILY', 'wiji', 'operators with uuid' ],
	[ 'feed|horizon_bigint|row_version|partition', 'wiji', 'they serve all types' ],
	[ 'T_(binary|hex|text|make|parse|is_valid|version|timestamp_[mu]s|factory|generator)', 'wiji', 'its document' ],
	[ 'T_generate_unpredictable', 'wiji', 'its document' ],
	[ 'CAST \(T AS bytea\)', 'siq tid62 uid60', 'it is the send function' ],
	[ 'numeric|uuid|16|can_have_children|domain|make|is_leaf|qualifier|serial|shard', 'siq', 'its document' ],
	[ 'simpledb_', 'tid62', 'its document' ],
	[ 'bigint', 'uid60', 'it is one' ],
	[ 'T_sequence\(', 'wiji uid60', 'the others have none' ],
	[ 'T_random\(', 'wiji tid62 uid60', 'siqs have no random bits' ],
	[ 'T_generate\(\)', 'wiji tid62 uid60', 'a siq needs a qualifier' ],
	[ 'T_generate\(at', 'wiji tid62', 'siq and uid60 could repeat an ID' ],
	[ 'T_sortsupport\(', 'wiji siq tid62', "uid60 has bigint's" ],
	[ 'DO \$\$', 'wiji uid60', 'additions on newer servers' ],
);

# The statements of a type's script by their first lines; T stands for the type.
sub statements
{
	my ($type) = @_;
	my $script = slurp_file($type eq 'wiji' ? 'wiji--1.0.sql' : "siblings/$type/$type--1.0.sql");
	my %statements;

	$script =~ s/^(--|\\echo).*\n//mg;
	$script =~ s/(?<![A-Za-z0-9])$type(?![A-Za-z0-9])/T/g;
	$script =~ s/pgwiji_T_/pgwiji_/g;
	$script =~ s/(\$\$.*?\$\$)/$1 =~ tr!;!,!r/gse;
	foreach my $statement (split /;\n(?=\n|(?!END)[A-Z]|\z)/, $script)
	{
		$statement =~ s/^\n+//;
		next if $statement eq '';
		# an operator's arguments stand in its second line
		my ($head) = $statement =~ /^(CREATE OPERATOR \S+ \(\n.*|.*?)(?: RETURNS .*| IS\b.*)?$/m;
		$head .= " again" while exists $statements{$head};
		$statements{$head} = $statement;
	}
	return \%statements;
}

my %of = map { $_ => statements($_) } @types;
cmp_ok(scalar keys %{ $of{wiji} }, '>', 150, 'the scripts have statements');

foreach my $type (@siblings)
{
	my @rows = map { $_->[0] } @{ $differs{$type} };
	my (@unexpected, %seen);

	foreach my $head (sort keys %{ $of{$type} })
	{
		next if !exists $of{wiji}{$head} || $of{wiji}{$head} eq $of{$type}{$head} || $head =~ $special;
		my @expected = grep { index($head, $_) >= 0 } @rows;
		$seen{$_} = 1 foreach @expected;
		push @unexpected, "wiji:\n$of{wiji}{$head}\n\n$type:\n$of{$type}{$head}\n" unless @expected;
	}
	is(join("\n", @unexpected), '', "$type: what wiji has, too, has the same text");
	is_deeply([ grep { !$seen{$_} } @rows ], [], '... and another text where that is expected');
}

my (%objects, @unexpected, %seen);
foreach my $type (@types)
{
	$objects{$_} .= " $type" foreach keys %{ $of{$type} };
}
foreach my $head (sort keys %objects)
{
	next if $objects{$head} eq " @types" || $head =~ /^COMMENT/;
	my @expected = grep { $head =~ $_->[0] && $objects{$head} eq " $_->[1]" } @own;
	$seen{ $_->[0] } = 1 foreach @expected;
	push @unexpected, "$head: only$objects{$head}" unless @expected;
}
is(join("\n", @unexpected), '', 'what one type has, the others have');
is_deeply([ grep { !$seen{$_} } map { $_->[0] } @own ], [], '... except where that is expected');

# The SQL-only edition has the same text for partitions as the newest script of wiji that has it.
sub partitions { return (slurp_file($_[0]) =~ /^(-- Partitions by time, .*^-- End of the partitions\.)$/ms)[0]; }

sub version { return join '', map { sprintf '%04d', $_ } ($_[0] =~ /--([\d.]+)\.sql$/)[0] =~ /\d+/g; }
my ($newest) = sort { version($b) cmp version($a) } grep { partitions($_) } glob 'wiji--*.sql';
cmp_ok(length partitions($newest), '>', 10000, "$newest has partitions");
is(partitions('portable/wiji.sql'), partitions($newest), 'portable/wiji.sql has the same text for them');

done_testing();
