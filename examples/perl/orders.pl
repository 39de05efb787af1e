# DBD::Pg.  Connects with PGHOST, PGUSER and so on; an ID is a string.
# Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
use strict;
use warnings;

use DBI;
use Time::HiRes 'time';

my $db = DBI->connect('dbi:Pg:', undef, undef, { RaiseError => 1, PrintError => 0 });

sub items { return join ', ', map { $_->[0] } @{ $db->selectall_arrayref(@_) } }

$db->do('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)');

my %ids;
my @inserted = qw(coffee tea cake bread);
foreach my $item (@inserted)
{
	($ids{$item}) = $db->selectrow_array('INSERT INTO orders (item) VALUES (?) RETURNING id', undef, $item);
}
print 'inserted: ', join(', ', @inserted), "\n";

print 'by ID: ', items('SELECT item FROM orders WHERE id = ?', undef, $ids{coffee}), "\n";

# an array reference is an array
print 'by a list of IDs: ', items('SELECT item FROM orders WHERE id = ANY (?) ORDER BY id', undef, [ @ids{qw(coffee cake)} ]), "\n";

print 'first page: ', items('SELECT item FROM orders ORDER BY id LIMIT 2'), "\n";
print 'next page: ', items('SELECT item FROM orders WHERE id > ? ORDER BY id LIMIT 2', undef, $ids{tea}), "\n";

# a timestamp is a number of seconds
print 'since an hour ago: ', items('SELECT item FROM orders WHERE id >= wiji_lower(to_timestamp(?)) ORDER BY id', undef, time - 3600), "\n";

my ($created) = $db->selectrow_array('SELECT wiji_timestamp_us(?)', undef, $ids{coffee});
print 'created: ', abs(time - $created / 1e6) < 60 ? 'just now' : $created, "\n";

# rows with their IDs, by COPY
$db->do('COPY orders (id, item) FROM STDIN');
$db->pg_putcopydata("06C31QQ30K880007VPPQCVK2KZ\tmilk\n");
$db->pg_putcopyend;
die unless items('SELECT item FROM orders WHERE id = ?', undef, '06C31QQ30K880007VPPQCVK2KZ') eq 'milk';

# wiji[] is returned as text
my ($all) = $db->selectrow_array('SELECT array_agg(id ORDER BY id)::text[] FROM orders');
die unless @$all == 5 && $all->[1] eq $ids{coffee};

$db->do('DROP TABLE orders');
$db->disconnect;
