# DBD::Pg.  Connects with PGHOST, PGUSER and so on; an ID is a string.
use strict;
use warnings;

use DBI;
use Time::HiRes 'time';

my $db = DBI->connect('dbi:Pg:', undef, undef, { RaiseError => 1, PrintError => 0 });

sub items { return join ', ', map { $_->[0] } @{ $db->selectall_arrayref(@_) } }

$db->do('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)');

my %ids;
my @inserted = qw(coffee tea cake);
foreach my $item (@inserted)
{
	($ids{$item}) = $db->selectrow_array('INSERT INTO orders (item) VALUES (?) RETURNING id', undef, $item);
}
print 'inserted: ', join(', ', @inserted), "\n";

my ($created) = $db->selectrow_array('SELECT wiji_timestamp_us(?)', undef, $ids{coffee});
print 'created: ', abs(time - $created / 1e6) < 60 ? 'just now' : $created, "\n";

# a timestamp is a number of seconds
print 'the last day: ', items('SELECT item FROM orders WHERE id >= wiji_lower(to_timestamp(?)) ORDER BY id', undef, time - 86400), "\n";

# an array reference is an array
print 'a list of IDs: ', items('SELECT item FROM orders WHERE id = ANY (?) ORDER BY id', undef, [ @ids{qw(coffee cake)} ]), "\n";

# rows with their IDs, by COPY
$db->do('COPY orders (id, item) FROM STDIN');
$db->pg_putcopydata("06C31QQ30K880007VPPQCVK2KZ\tsugar\n");
$db->pg_putcopyend;
print 'from the application: ', items('SELECT item FROM orders WHERE id = ?', undef, '06C31QQ30K880007VPPQCVK2KZ'), "\n";

# wiji[] is returned as text
my ($all) = $db->selectrow_array('SELECT array_agg(id ORDER BY id)::text[] FROM orders');
die unless @$all == 4 && $all->[1] eq $ids{coffee};

$db->do('DROP TABLE orders');
$db->disconnect;
