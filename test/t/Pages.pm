# The blocks of the pages, for tests that run them or look at them.
package Pages;

use strict;
use warnings;

use Exporter 'import';
use PostgreSQL::Test::Utils;

our @EXPORT = qw(all_pages changed examples is_here pages runs_here statements);

# Every page that has blocks of SQL, and those of the clients, whose blocks their own tests run.
sub pages { return grep { slurp_file($_) =~ /^\s*```sql/m } 'README.md', glob('docs/*.md docs/internals/*.md siblings/*/README.md'); }
sub all_pages { return pages(), grep { slurp_file($_) =~ /^\s*```/m } glob('clients/*/README.md'); }

# The blocks that another test reads from the page by test/block, by "PAGE, HEADING, NUMBER".
sub other_tests
{
	my %other_test;
	foreach my $test (glob 'sql/*.sql */sql/*.sql */*/sql/*.sql test/t/*.pl */t/*.pl */*/t/*.pl')
	{
		my $text = slurp_file($test);
		while ($text =~ /(?:test\/block"|block\()\s*(["'])(.*?)\1,? (\d+),? ["']?(\w+)/g)
		{
			$other_test{"docs/$4.md, $2, $3"} = $test;
		}
	}
	return \%other_test;
}

# A page as a list of blocks of SQL.  Each is
#	sql		its text
#	shown	what it prints at its end, or undef
#	line	where it ends
#	remark	what <!-- … --> above it says, such as "not run: reason", or undef
#	changes	the tables that <!-- changes: … --> above it names, which the reader already has, or undef
#	batches	whether this says "in batches": each of its transactions is complete by itself
# Lines of a page between such comments and the block are not allowed.
my $other_test;
sub examples
{
	my ($page) = @_;
	my (@examples, $language, $text, $line, $answers, $remark, $changes);
	my ($heading, $n) = ('', 0);
	$other_test //= other_tests();

	foreach (split /\n/, slurp_file($page))
	{
		$line++;
		if (defined $language)
		{
			if (!/^\s*```\s*$/) { $text .= "$_\n"; next; }
			if ($language eq 'sql')
			{
				my $key = "$page, $heading, " . ++$n;
				$remark = "run by $other_test->{$key}" if $other_test->{$key};
				push @examples, { page => $page, sql => $text, line => $line, remark => $remark };
				if (defined $changes)
				{
					$examples[-1]{batches} = $changes =~ s/; in batches$//;
					$examples[-1]{changes} = [ split /,\s*/, $changes ];
				}
			}
			elsif ($language eq '' && $answers) { $examples[-1]{shown} = $text; }
			$answers = $language eq 'sql';
			undef $_ foreach $language, $remark, $changes;
		}
		elsif (/^\s*```(.*?)\s*$/) { ($language, $text) = ($1, ''); }
		elsif (/^#+ (.*)/) { ($heading, $n) = ($1, 0); }
		elsif (/^<!-- changes: (.*) -->$/) { $changes = $1; }
		elsif (/^<!-- (.*) -->$/) { $remark = $1; }
		elsif (/\S/) { $answers = 0; undef $_ foreach $remark, $changes; }
	}
	return @examples;
}

# Whether a block is run by psql on a server of that version.
sub runs_here
{
	my ($example, $version) = @_;
	return !defined $example->{remark} || $example->{remark} =~ /^from PostgreSQL (\d+) on$/ && $version >= $1;
}

# Whether the rooms are there of all extensions of this project that a block creates.
my %is_here;
sub is_here
{
	my ($example) = @_;
	%is_here = map { m!([^/]+)\.control$! => 1 } glob '*.control */*.control */*/*.control' unless %is_here;
	return !grep { !$is_here{$_} } $example->{sql} =~ /CREATE EXTENSION (?:IF NOT EXISTS )?(wiji_feed|wiji_partition|siq|tid62|uid60|uuidtime)\b/g;
}

# SQL for psql as a list of its statements and lines with a backslash, which end a statement.
sub statements
{
	my ($sql) = @_;
	my @statements = ('');
	my $is_new = sub { return $statements[-1] !~ /\S/ };

	pos($sql) = 0;
	while (pos($sql) < length $sql)
	{
		if ($sql =~ /\G(?:--[^\n]*|\/\*.*?\*\/)/gcs) { }
		elsif ($sql =~ /\G\\[^\n]*/gc)
		{
			$statements[-1] .= $&;
			push @statements, '';
		}
		elsif ($sql =~ /\G(?:'(?:[^']|'')*'|"[^"]*"|(\$\w*\$).*?\g1)/gcs) { $statements[-1] .= $&; }
		elsif ($sql =~ /\G\bBEGIN ATOMIC\b.*?\bEND\b/gcs) { $statements[-1] .= $&; }
		elsif ($sql =~ /\G;/gc)
		{
			$statements[-1] .= ';';
			push @statements, '';
		}
		elsif ($sql =~ /\G(?:\w+|\s+|.)/gcs) { $statements[-1] .= $&; }
	}
	return grep { /\S/ } map { s/^\s+|\s+$//gr } @statements;
}

my $name = qr/(?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?/;
my $names = qr/$name(?:\s*,\s*$name)*/;

# Tables that a block changes or locks without having created them.
sub changed
{
	my ($sql) = @_;
	my (%created, %changed);

	foreach my $statement (statements($sql))
	{
		# what the body of a function does is not done yet, and what a string says only in DO
		my $text = $statement =~ /^CREATE\b.*?\b(?:FUNCTION|PROCEDURE)\b/is ? $statement =~ s/(\$\w*\$).*?\g1//gsr : $statement;
		$created{ lc $_ } = 1 foreach $text =~ /\bCREATE\s+(?:(?:TEMP|TEMPORARY|UNLOGGED|FOREIGN)\s+)?(?:TABLE|MATERIALIZED VIEW|VIEW)\s+(?:IF NOT EXISTS\s+)?($name)/gi;
		$text =~ s/\b(?:ON|DO|FOR(?: NO KEY)?|BEFORE|AFTER|OR|INSTEAD OF)\s+(?:UPDATE|DELETE|TRUNCATE)\b//gi;
		$text =~ s/\b(?:GRANT|REVOKE)\b.*?\b(?:TO|FROM)\b//gis;
		my @found = (
			$text =~ /\b(?:ALTER|DROP|TRUNCATE|LOCK|REINDEX|ANALYZE)\s+(?:FOREIGN\s+)?TABLE\s+(?:IF EXISTS\s+)?(?:ONLY\s+)?($names)/gi,
			$text =~ /\b(?:TRUNCATE|LOCK)\s+(?!TABLE\b)($names)/gi,
			$text =~ /\bDELETE\s+FROM\s+(?:ONLY\s+)?($name)/gi,
			$text =~ /\bMERGE\s+INTO\s+(?:ONLY\s+)?($name)/gi,
			$text =~ /\bUPDATE\s+(?:ONLY\s+)?($name)(?:\s+(?:AS\s+)?(?!SET\b)\w+)?\s+SET\b/gi,
			$text =~ /\bINDEX\s+(?:CONCURRENTLY\s+)?(?:IF NOT EXISTS\s+)?(?:(?!ON\b)$name\s+)?ON\s+(?:ONLY\s+)?($name)/gi,
			$text =~ /\bCREATE\s+(?:OR REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\b.*?\bON\s+($name)/gis,
			$text =~ /\b(?:CREATE|ALTER|DROP)\s+(?:POLICY|RULE|TRIGGER)\s+(?:IF EXISTS\s+)?$name\s+(?:.*?\s)??ON\s+($name)/gis,
			$text =~ /\bPARTITION\s+OF\s+($name)/gi,
			$text =~ /\bwiji_(?:create|drop)_feed\s*\(\s*'($name)'/gi);
		$changed{$_} = 1 foreach map { lc } map { split /\s*,\s*/ } @found;
	}
	delete @changed{ keys %created };
	return sort keys %changed;
}

1;
