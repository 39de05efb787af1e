# The files are replaced under load, as a package does it: while sessions and new sessions write into
# feeds and a consumer reads, the next release's libraries take the place of this one's.  Without and with
# preloading.  docs/production.md, "Upgrade", says what is shown here.

use strict;
use warnings;

use File::Basename;
use File::Copy;
use lib 'test/t';
use NextRelease;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;
use Time::HiRes qw(usleep);

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', 'log_statement = none');
$node->start;
plan skip_all => 'this server searches for extensions only where it is installed'
  unless finds_extensions_elsewhere($node);

my $place = PostgreSQL::Test::Utils::tempdir;
my ($tree, $now, $next, $other, $live) = map { "$place/$_" } qw(tree now next other live);
my @releases = next_release($tree);
make_install('.', $now);
make_install($tree, $next);

# Its shared memory has another layout: what no release does without saying so.
my @layouts;
foreach my $file (glob '*/*.c */*/*.c')
{
	my ($layout) = slurp_file($file) =~ /^#ifndef (\w+_LAYOUT)$/m or next;
	push @layouts, "-D$layout=4711";
	unlink "$tree/" . $file =~ s/c$/o/r or die "$file: $!";
}
unlink "$tree/$_.so" or die "$_: $!" foreach with_shared_memory();
make_install($tree, $other, "COPT=@layouts");

# replace_files ROOT: as dpkg does, which renames each file that it has unpacked to the name of the old one
sub replace_files
{
	my ($root) = @_;
	foreach my $file (split /\n/, `cd '$root' && find . -type f`)
	{
		system_or_bail('mkdir', '-p', dirname("$live/$file"));
		copy("$root/$file", "$live/$file.dpkg-new") or die "$file: $!";
		rename("$live/$file.dpkg-new", "$live/$file") or die "$file: $!";
	}
	return;
}

# Tables of the extensions that have shared memory, and feeds, if they are there.
my %is_there = map { $_->[0] => 1 } @releases;
my %insert = ($is_there{wiji_feed} ? (
		wiji => 'INSERT INTO event (n) VALUES (1)',
		number => 'INSERT INTO numbered (n) VALUES (1)') : (),
	$is_there{siq} ? (siq => "INSERT INTO s VALUES (siq_generate('message'))") : (),
	$is_there{uid60} ? (uid60 => 'INSERT INTO u VALUES (uid60_generate())') : ());
my %create = (
	wiji => 'CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer)',
	number => 'CREATE TABLE numbered (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n integer)',
	siq => 'CREATE TABLE s (id siq PRIMARY KEY)',
	uid60 => 'CREATE TABLE u (id uid60 PRIMARY KEY)');
plan skip_all => 'no extension has shared memory' unless %insert;
foreach my $kind (keys %insert)
{
	append_to_file("$place/$kind.sql", "$insert{$kind};\n");
}
my @scripts = map { ('-f', "$place/$_.sql") } sort keys %insert;

# load SECONDS, OPTION…: pgbench in the background
sub load
{
	my ($seconds, @options) = @_;
	my %load = (out => '', err => '');
	my @command = ('pgbench', '-n', '-T', $seconds, @options, @scripts, '-h', $node->host, '-p', $node->port);
	$load{run} = IPC::Run::start([ @command, 'postgres' ],
		'>', \$load{out}, '2>', \$load{err});
	return \%load;
}

# the failed transactions of a load, and its errors
sub result_of
{
	my ($load) = @_;
	my $ended = $load->{run}->finish;
	my ($done) = $load->{out} =~ /^number of transactions actually processed: (\d+)/m;
	return !$ended ? "failed: $load->{err}" : $done > 0 ? '' : 'nothing was done';
}

# Two consumers, each with a connection for every query, as a new session is.
my %read;

sub consume
{
	return if !$is_there{wiji_feed};
	foreach my $feed ([ 'event', 'wiji_horizon' ], [ 'numbered', 'wiji_horizon_bigint' ])
	{
		my ($table, $horizon) = @$feed;
		my $position = $read{$table} //= { last => undef, rows => 0 };
		my $after = defined $position->{last} ? "id > '$position->{last}' AND" : '';
		my ($rows, $last) = split /\|/, $node->safe_psql('postgres',
			"SELECT count(*), max(id) FROM $table WHERE $after id < $horizon('$table')");
		next unless $rows;
		$position->{rows} += $rows;
		$position->{last} = $last;
	}
	return;
}

sub all_read
{
	consume();
	return join ', ',
	  map { "$_: " . ($node->safe_psql('postgres', "SELECT count(*) FROM $_") - $read{$_}{rows}) } sort keys %read;
}

my $all = $is_there{wiji_feed} ? 'event: 0, numbered: 0' : '';

# updated NAME: updates the extension.  Returns an empty string, or the error without the function's name.
sub updated
{
	my ($name) = @_;
	my (undef, undef, $error) = $node->psql('postgres',
		"SET client_min_messages = warning; ALTER EXTENSION $name UPDATE; SELECT ${name}_next()");
	return $error =~ /ERROR:  (could not find function) "\w+" in file/ ? $1 : $error;
}

my $has_named_memory = $node->pg_version >= 17;
foreach my $preload ($has_named_memory ? '' : (), join ', ', grep { -e libraries_in($now) . "/$_.so" } sort keys %is_there)
{
	my $how = $preload ? 'preloaded' : 'not preloaded';
	replace_files($now);
	use_files($node, $live, $preload);
	$node->safe_psql('postgres', join ';', 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public',
		(map { "CREATE EXTENSION $_->[0]" } @releases), @create{ sort keys %insert },
		$is_there{wiji_feed} ? q{SELECT wiji_create_feed('event'), wiji_create_feed('numbered')} : ());
	%read = ();

	my @loads = (load(5, '-c', 3), load(5, '-C', '-c', 1));
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	$session->query('SELECT wiji_generate()');
	consume() foreach 1 .. 3;
	replace_files($next);
	consume() foreach 1 .. 3;
	is($node->safe_psql('postgres', "SELECT extversion FROM pg_extension WHERE extname = '$releases[-1][0]'"),
		$releases[-1][1], "$how: declarations stay as they are");

	# From here on new sessions have the new library, unless the server has loaded the old one for them.
	if ($preload)
	{
		is(updated($_->[0]), -e libraries_in($now) . "/$_->[0].so" ? 'could not find function' : '',
			"$how: before the restart, $_->[0] can be updated only if it has no library")
		  foreach @releases;
		my (undef, undef, $error) = $node->psql('template1', 'CREATE EXTENSION wiji');
		like($error, qr/could not find function/, "$how: and not be created");
	}
	else
	{
		is(updated($_->[0]), '', "$how: $_->[0] can be updated under load") foreach @releases;
		like(error_of($session, 'SELECT wiji_next()'), qr/could not find function/,
			"$how: a session from before has the old library");
	}
	is($session->query('SELECT length(wiji_generate()::text)'), '26', "$how: and it goes on");
	$session->quit;
	while (grep { $_->{run}->pumpable && ($_->{run}->pump_nb, $_->{run}->pumpable) } @loads)
	{
		consume();
		usleep(10_000);
	}
	is(result_of($_), '', "$how: no statement failed") foreach @loads;
	is(all_read(), $all, "$how: the consumers missed no row");

	# After a restart all sessions have the new library.
	$node->restart;
	is(updated($_->[0]), '', "$how: after a restart, $_->[0] is updated") foreach @releases;
	$node->safe_psql('postgres', join ';', values %insert);
	is(all_read(), $all, "$how: consumers go on");

	# Another layout: new sessions of a server that has not been restarted get an error, and sessions
	# from before go on.  A server that preloads the library goes on with the old one.
	$session = $node->background_psql('postgres', on_error_stop => 0);
	$session->query("$_; SELECT 1") foreach values %insert;
	replace_files($other);
	foreach my $kind (sort keys %insert)
	{
		my ($failed, undef, $error) = $node->psql('postgres', "\\set VERBOSITY verbose\n$insert{$kind}");
		if ($preload)
		{
			is($error, '', "$how: $kind: another layout waits for the restart");
		}
		else
		{
			my $message = qr/ERROR:  55000: shared memory segment ".*" was created by a different version of the library/;
			like($error, qr/$message\n.*HINT:  Restart the server/s, "$how: $kind: another layout is an error");
		}
		is($session->query("$insert{$kind} RETURNING 1"), '1', "$how: $kind: a session from before goes on");
	}
	$session->quit;
	$node->restart;
	$node->safe_psql('postgres', join ';', values %insert);
	is(all_read(), $all, "$how: after the restart, all work");
}

done_testing();
