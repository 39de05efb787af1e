# The twelve tasks that a new user tries first, test/tasks: their commands stand on the pages, and they work.

use strict;
use warnings;

use lib 'test/t';

use IPC::Run;
use NextRelease;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $folder = PostgreSQL::Test::Utils::tempdir;
my $pg_config = $ENV{PG_CONFIG} // 'pg_config';
my $python = '/usr/bin/python3';
my %program = (sql => [ qw(psql -X -q -At -v ON_ERROR_STOP=1) ], shell => [ 'sh', '-e' ], python => [ $python, '-' ]);

# The tasks: each has a name, pages, and steps of [kind, text, what it prints or undef].
sub tasks
{
	my @tasks;
	foreach (split /\n/, slurp_file($_[0]))
	{
		if (/^== (\d+\. .*): (.*)$/) { push @tasks, { name => $1, pages => [ split ' ', $2 ], steps => [] }; }
		elsif (/^prints$/) { $tasks[-1]{steps}[-1][2] = ''; }
		elsif (/^((?:given )?(?:sql|shell|python)|open)$/) { push @{ $tasks[-1]{steps} }, [ $1, '' ]; }
		elsif (s/^\t//)
		{
			my $step = $tasks[-1]{steps}[-1];
			$step->[ defined $step->[2] ? 2 : 1 ] .= "$_\n";
		}
		elsif (!/^(#|$)/) { die "what is $_?\n"; }
	}
	return @tasks;
}

# The lines of a task's commands that do not stand on its pages.  Spaces at both ends do not count.
sub not_on_page
{
	my ($task) = @_;
	my %there;

	foreach my $page (@{ $task->{pages} })
	{
		my $text = slurp_file($page);
		while ($text =~ /^[ \t]*```(?:sql|sh|python|crontab)\n(.*?)^[ \t]*```/gms) { $there{ s/^\s+|\s+$//gr } = 1 foreach split /\n/, $1; }
	}
	return grep { /\S/ && !$there{ s/^\s+|\s+$//gr } } map { split /\n/, $_->[1] } grep { $_->[0] =~ /^(sql|shell|python)$/ } @{ $task->{steps} };
}

# Replaces what differs from day to day, and removes empty lines, as those of functions that return nothing.
sub shape
{
	local $_ = shift;
	s/\b[0-9A-HJKMNP-TV-Z]{26}\b/ID/g;
	s/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/UUID/g;
	s/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?([+-]\d\d)?/TIME/g;
	s/_\d{8}\b/_DATE/g;
	s/^\n//mg;
	return $_;
}

sub server
{
	my ($name) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init(extra => [ '--encoding=UTF8', '--no-locale' ]);
	return $node;
}

# One with the extensions, and one that does not have them, at least not where Debian's and newer servers look
my $node = server('main');
$node->append_conf('postgresql.conf', "shared_preload_libraries = '" . join(', ', with_shared_memory()) . "'")
  if $node->pg_version < 17;
$node->start;
my $bare;
{
	local %ENV = %ENV;
	delete $ENV{TEMP_CONFIG};
	$bare = server('bare');
	$bare->start;
}

# A shell's command, as on the page but for the folders of this machine, in a copy of the tree
sub for_here
{
	my ($command) = @_;
	$command =~ s!/usr/lib/postgresql/18/bin/pg_config!$pg_config!g;
	$command =~ s!^sudo (make install)!$1 DESTDIR="\$PWD/stage"!mg;
	return $command;
}

sub run_task
{
	my ($task) = @_;
	my @open;
	my $database = 'app';
	my $server = $task->{name} =~ /without C/ ? $bare : $node;

	$server->safe_psql('postgres', "CREATE DATABASE $database");
	local %ENV = %ENV;
	@ENV{qw(PGHOST PGPORT PGDATABASE PGTZ MAKEFLAGS PYTHONPATH)} =
	  ($server->host, $server->port, $database, 'UTC', '-s -j2 with_llvm=no', join(':', "$folder/tree/clients/python", $ENV{PYTHONPATH} // ()));
	delete @ENV{qw(MAKELEVEL MFLAGS)};

	# Steps of one language that follow each other run in one session, up to one of which the output is known.
	my ($script, $first) = ('');
	foreach my $i (0 .. $#{ $task->{steps} })
	{
		my ($kind, $commands, $prints) = @{ $task->{steps}[$i] };
		my $next = $i < $#{ $task->{steps} } ? $task->{steps}[ $i + 1 ][0] : '';
		my ($stdout, $stderr) = ('', '');

		if ($kind eq 'open')
		{
			push @open, $server->background_psql($database);
			$open[-1]->query_safe($commands);
			next;
		}
		$kind =~ s/^given //;
		$script .= $kind eq 'shell' ? for_here($commands) : $commands;
		$first //= (split /\n/, $commands)[0];
		next if $next =~ /$kind$/ && !defined $prints;

		my $right = IPC::Run::run($program{$kind}, '<', \$script, '>', \$stdout, '2>', \$stderr,
			init => sub { chdir($kind eq 'python' ? $folder : "$folder/tree") or die; });
		ok($right && (!defined $prints || shape($stdout) eq shape($prints)), "$task->{name}: $first")
		  or diag("$script\nprinted:\n$stdout$stderr" . (defined $prints ? "and not:\n$prints" : ''));
		($script, $first) = ('');
	}
	$_->quit foreach @open;
	$server->safe_psql('postgres', "DROP DATABASE $_")
	  foreach split /\n/, $server->safe_psql('postgres', q{SELECT datname FROM pg_database WHERE datname !~ '^(postgres|template.)$'});
	return;
}

system_or_bail('sh', '-c', "mkdir '$folder/tree' && tar --exclude=./tmp_check --exclude=./.git --exclude='*.so' --exclude='*.o' --exclude='*.d'"
	. " --exclude='*.bc' --exclude='built-for-*' -cf - . | tar -C '$folder/tree' -xf -");

# Mistakes are found.
append_to_file("$folder/tasks", "== 1. A: README.md\nsql\n\tSELECT 'on no page';\ngiven sql\n\tSELECT 1;\nprints\n\t2\n");
is_deeply([ map { not_on_page($_) } tasks("$folder/tasks") ], ["SELECT 'on no page';"], 'a command that is on no page is found');

my %is_here = map { m!([^/]+)\.control$! => 1 } glob '*.control */*.control */*/*.control';
my @tasks = tasks('test/tasks');
$tasks[0]{steps}[-1][2] =~ s/^(\w+)\.control\n/$is_here{$1} ? $& : ''/gme;
is_deeply([ map { $_->{name} =~ /^(\d+)/ } @tasks ], [ 1 .. 12 ], 'there are twelve tasks');
foreach my $task (@tasks)
{
	my $text = join '', map { $_->[1] } @{ $task->{steps} };

	is_deeply([ not_on_page($task) ], [], "$task->{name}: its commands stand on @{ $task->{pages} }");
  SKIP:
	{
		my @missing = grep { !$is_here{$_} } $text =~ /CREATE EXTENSION (\w+)/g, $text =~ /(\w+)--\d/g;
		skip "without @missing", 1 if @missing;
		skip "language: Python has no SQLAlchemy 2 with psycopg 3", 1
		  if $text =~ /sqlalchemy/
		  && system("$python -c 'import psycopg, sqlalchemy; assert sqlalchemy.__version__ > \"2\"' 2>/dev/null") != 0;
		run_task($task);
	}
}

done_testing();
