# The feed's windows: processes of a server are stopped at each step of the horizon's protocol, and
# others go on meanwhile.  Whatever the order, each committed row is read once, in order, and none
# is missing.
#
# A writer runs up to a step A, another one commits a row, the reader runs up to a step B, the
# writer goes on to a step C, and then both end, in either order.  The library is built for this
# test, with test/windows.h.  Takes some seconds; WIJI_TEST_WINDOWS tries all combinations.

use strict;
use warnings;

use lib 'test/t';

use Cwd;
use FakeClock;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep);

my $all = $ENV{WIJI_TEST_WINDOWS};
my $folder = PostgreSQL::Test::Utils::tempdir;
my %processes;	# name → what is known of it
my $last_row = 0;
my $position = '00000000000000040000000000';

# A library that can be stopped: a copy of the tree, in which the one file with steps is made anew.
sub build
{
	my $source = getcwd();
	my $copy = "$folder/library";
	local %ENV = %ENV;
	delete @ENV{qw(MAKEFLAGS MAKELEVEL MAKEOVERRIDES MFLAGS)};
	mkdir $copy or die $!;
	system_or_bail('cp', '-a', (grep { !m!/(?:tmp_check|results|output_iso)$! } glob "$source/*"), $copy);
	unlink "$copy/src/feed/horizon.o", "$copy/wiji.so";
	system_or_bail('make', '-C', $copy, qw(-s PG_CONFIG=pg_config with_llvm=no),
		'COPT=-include test/windows.h', 'wiji.so');
	return $copy;
}

my $library = build();
my $stops = "$folder/stops";
mkdir $stops or die $!;
my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', qq{
	shared_preload_libraries = '$library/wiji'
	max_connections = 10
	max_prepared_transactions = 5
	autovacuum = off
	fsync = off
	log_min_messages = panic
});

sub start
{
	local $ENV{WIJI_WINDOWS} = $stops;
	start_with_fake_clock($node, @_);
	return;
}
start();

# as CREATE EXTENSION would do it with the other library, but for what needs an extension
(my $script = slurp_file('wiji--1.0.sql')) =~ s/^\\echo.*//mg;
$script =~ s!'MODULE_PATHNAME'!'$library/wiji'!g;
$node->safe_psql('postgres', $script . q{
	CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer);
	CREATE TABLE other (n integer)});

#
# Processes: psql, which does one thing at a time and may be stopped meanwhile
#

sub open_process
{
	my ($name, $plan_later) = @_;
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	$processes{$name} = { session => $session, stop => undef, busy => 0 };
	$session->{stdin} .= "\\set QUIET on\n\\set VERBOSITY sqlstate\n\\pset format unaligned\n\\pset tuples_only on\n";
	# planned now, as the planner asks for a horizon, too
	ask($name, q(
		SET plan_cache_mode = force_generic_plan;
		PREPARE newer(wiji) AS SELECT id, n FROM event WHERE id > $1 AND id < wiji_horizon() ORDER BY id))
	  if $name eq 'reader';
	ask($name, "EXPLAIN EXECUTE newer('$position')") if $name eq 'reader' && !$plan_later;
	$processes{$name}{pid} = ask($name, 'SELECT pg_backend_pid()');
	return;
}

# Begin to do something, up to a step or to its end, and say "done" then.
sub begin
{
	my ($name, $script, $step) = @_;
	my $process = $processes{$name};
	my $session = $process->{session};
	die "$name is busy" if $process->{busy};
	append_to_file("$stops/trace.$process->{pid}", ".\n") if defined $process->{pid};
	$process->{busy} = 1;
	$session->{timeout}->start;
	$session->{stdout} = $session->{stderr} = '';
	$session->{stdin} .= "$script;\n\\echo done\n";
	return go_on($name, $step);
}

# This also ends a test in which a process neither comes to its step nor to its end.
sub is_done
{
	my ($process) = @_;
	$process->{session}{run}->pump_nb;
	return $process->{session}{stdout} =~ /^done$/m;
}

# Go on up to a step, or to the end of what it does.  Returns whether it has come to the step.
sub go_on
{
	my ($name, $step) = @_;
	my $process = $processes{$name};
	my $before = $process->{stop};
	my $stop = defined $step ? "$stops/$step.$process->{pid}" : undef;
	append_to_file($stop, '') if defined $stop;
	unlink $before if defined $before;
	while (!(defined $stop && -e "$stop.here"))
	{
		if (is_done($process))
		{
			unlink $stop if defined $stop;
			$process->{stop} = undef;
			$process->{busy} = 0;
			return 0;
		}
		sleep 0.0003;
	}
	$process->{stop} = $stop;
	return 1;
}

# where it stands
sub step_of { my ($name) = @_; return ($processes{$name}{stop} =~ m!/(\w+)\.\d+$!)[0]; }

sub end { my ($name) = @_; go_on($name) if $processes{$name}{busy}; return; }

sub ask
{
	my ($name, $query) = @_;
	begin($name, $query);
	my $answer = $processes{$name}{session}{stdout} =~ s/^done\n//mr;
	chomp $answer;
	return $answer;
}

#
# One combination, and what the reader must have read after it
#

my $newer = q(EXECUTE newer('%s'));
my %open = (
	'read committed' => '',
	'repeatable read' => 'BEGIN ISOLATION LEVEL REPEATABLE READ;',
	'serializable' => 'BEGIN ISOLATION LEVEL SERIALIZABLE;',
	'early snapshot' => 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM other LIMIT 1;');
my %make = (
	'xid after the id' => 'INSERT INTO event VALUES (DEFAULT, %d);',
	'xid before the id' => 'INSERT INTO other VALUES (1); INSERT INTO event VALUES (DEFAULT, %d);',
	'xid after another id' => q(
		SELECT wiji_generate() AS id \gset
		SELECT FROM (SELECT wiji_generate()) s;
		INSERT INTO event VALUES (:'id', %d);),
	# the clock has to be behind
	'many ids' => q(
		SELECT FROM (SELECT count(wiji_generate()) FROM generate_series(1, 65600)) s;
		INSERT INTO event VALUES (DEFAULT, %d);));
my %finish = (
	'commit' => [ 'COMMIT', qw(W6 W7 W8 W9) ],
	'rollback' => [ 'ROLLBACK', qw(W9) ],
	'prepared, commit' => [ q(PREPARE TRANSACTION 'w'), qw(W10 W9) ],
	'prepared, rollback' => [ q(PREPARE TRANSACTION 'w'), qw(W10 W9) ],
	'not prepared' => [ q(PREPARE TRANSACTION 'taken'), qw(W10 W9) ]);

# Between these steps of a process it has the lock, so it is stopped in it at these.
my %has_lock = map { $_ => 1 } qw(W8 W10 R6 R7);

# Does a process take the lock on the way from one step to another, or to its end?
sub takes_lock
{
	my ($from, $to, @path) = @_;
	my %at = map { $path[$_] => $_ } 0 .. $#path;
	my @way = @path[ (defined $from ? $at{$from} : 0) .. (defined $to ? $at{$to} : $#path) ];
	my $locks = sub { my ($step) = @_; return $has_lock{ $way[$step] } && ($step > 0 || !defined $from) };
	return grep { $locks->($_) } 0 .. $#way;
}

my (@read, @failed);

# What the reader has read, and its new position.
sub take
{
	my @rows = map { [ split /\|/ ] } grep { /\|/ } split /\n/, $processes{reader}{session}{stdout};
	push @read, map { $_->[1] } @rows;
	$position = $rows[-1][0] if @rows;
	return;
}

sub read_on { ask('reader', sprintf($newer, $position) . ($_[0] ? '; COMMIT' : '')); take(); return; }

sub prepare_another
{
	ask('other', q(
		BEGIN;
		INSERT INTO event VALUES (DEFAULT, 0);
		PREPARE TRANSACTION 'o';
		ROLLBACK PREPARED 'o'));
	return;
}

# The writer ends, and so does what it has prepared.
sub end_writer
{
	my ($finish) = @_;
	end('writer');
	return if $finish !~ /^prepared/;
	ask('other', ($finish =~ /commit/ ? 'COMMIT' : 'ROLLBACK') . q( PREPARED 'w'));
	# the next one that is kept takes its place
	prepare_another() unless $processes{reader}{busy} && $has_lock{ step_of('reader') };
	return;
}

sub end_reader
{
	my ($level) = @_;
	end('reader');
	take();
	read_on($open{$level});
	return;
}

sub combine
{
	my ($how, $a, $b, $c, $reader_first) = @_;
	my $row = $last_row += 2;
	my $step_clock = sub { set_clock('-3600') if $how->{clock} eq $_[0] };
	@read = ();

	$step_clock->('back before');
	ask('reader', $open{ $how->{level} }) if $how->{level} eq 'early snapshot';
	begin('writer', 'BEGIN;' . sprintf($make{ $how->{xid} }, $row) . $finish{ $how->{finish} }[0], $a);
	$step_clock->('back after A');
	ask('other', 'INSERT INTO event VALUES (DEFAULT, ' . ($row + 1) . ')') unless $has_lock{$a};
	ask('other', 'INSERT INTO other VALUES (1)');	# it takes an xid, and makes no id
	begin('reader', ($how->{level} eq 'early snapshot' ? '' : $open{ $how->{level} }) . sprintf($newer, $position), $b);
	$step_clock->('back after B');
	go_on('writer', $c) if $processes{writer}{busy};
	end_reader($how->{level}) if $reader_first;
	end_writer($how->{finish});
	end_reader($how->{level}) unless $reader_first;
	# an id that was made before the clock was set back is late; others are read all the same
	set_clock('+0') if $how->{clock} =~ /after/;
	read_on();
	set_clock('+0') if $how->{clock} eq 'back before';

	my $expected = ask('other', "SELECT string_agg(n::text, ' ' ORDER BY id) FROM event WHERE n >= $row");
	my $order = "$a $b " . ($c // 'end') . ($reader_first ? ' reader first' : '');
	push @failed, "$order: read @read instead of $expected" if "@read" ne $expected;
	return;
}

# All combinations, or each of some.
sub sweep
{
	my ($how, $stride) = @_;
	my @make = (qw(W1 W2 W3), ($how->{clock} eq 'back before' ? 'W4' : ()), ($how->{xid} eq 'many ids' ? 'W5' : ()));
	my @path = (@make, @{ $finish{ $how->{finish} } }[ 1 .. $#{ $finish{ $how->{finish} } } ]);
	my @reader = qw(R3 R4 R5 R6 R7 R8);
	my ($n, $tried) = (0, 0);
	@failed = ();

	foreach my $i (0 .. $#path)
	{
		foreach my $c (@path[ $i + 1 .. $#path ], undef)
		{
			foreach my $b (@reader)
			{
				# who finds the clock behind the mark takes the lock
				next if $how->{clock} ne 'right' && grep { defined && $has_lock{$_} } $path[$i], $b, $c;
				my $reader_waits = $has_lock{ $path[$i] } && takes_lock(undef, $b, @reader);
				my $writer_waits = $has_lock{$b} && takes_lock($path[$i], $c, @path);
				foreach my $reader_first (0, 1)
				{
					next if $reader_waits || $writer_waits;
					next if $reader_first && defined $c && $has_lock{$c};
					next if !$reader_first && $has_lock{$b} && takes_lock($c // $path[$i], undef, @path);
					next if $n++ % $stride;
					combine($how, $path[$i], $b, $c, $reader_first);
					$tried++;
				}
			}
		}
	}
	push @failed, 'none was tried' if !$tried;
	is(join("\n", @failed), '', "$tried combinations: " . join ', ', map { $how->{$_} } sort keys %$how);
	return;
}

open_process($_) foreach qw(writer other reader);
ask('other', q(BEGIN; INSERT INTO other VALUES (1); PREPARE TRANSACTION 'taken'));
my %usual = (level => 'read committed', xid => 'xid after the id', finish => 'commit', clock => 'right');
my %others = (
	level => [ 'repeatable read', 'serializable', 'early snapshot' ],
	xid => [ 'xid before the id', 'xid after another id' ],
	finish => [ grep { $_ ne 'commit' } sort keys %finish ],
	clock => [ 'back before', 'back after A', 'back after B' ]);

sweep(\%usual, 1);
foreach my $one (sort keys %others)
{
	foreach my $value (@{ $others{$one} })
	{
		sweep({ %usual, $one => $value }, $all ? 1 : 9);
		next if !$all;
		foreach my $two (grep { $_ gt $one } sort keys %others)
		{
			sweep({ %usual, $one => $value, $two => $_ }, 1) foreach @{ $others{$two} };
		}
	}
}
sweep({ %usual, clock => 'back before', xid => 'many ids' }, $all ? 7 : 97);


#
# What is between the steps of others
#

# Who clears a place finds that its transaction is over.  What ends then may still be seen running
# by a snapshot whose next xid is greater.
{
	@read = ();
	ask('writer', q(BEGIN; INSERT INTO event VALUES (DEFAULT, 1); PREPARE TRANSACTION 'w'));
	ask('other', 'INSERT INTO event VALUES (DEFAULT, 2)');
	begin('reader', sprintf($newer, $position), 'R4');
	ask('other', q(COMMIT PREPARED 'w'));
	begin('writer', q(
		BEGIN;
		INSERT INTO event VALUES (DEFAULT, 3);
		PREPARE TRANSACTION 'o';
		COMMIT PREPARED 'o'), 'W11');
	ask('other', 'INSERT INTO other VALUES (1)') foreach 1 .. 3;
	end('writer');
	end('reader');
	take();
	is("@read", '', 'a kept transaction that is over runs for an older snapshot');
	read_on();
	is("@read", '1 2 3', '... and not for a new one');
}

# Who could not be prepared has ended before its session knows, so its place may be another's by
# then.
foreach my $writes ('SELECT FROM (SELECT wiji_generate()) s', 'INSERT INTO event VALUES (DEFAULT, 1)')
{
	@read = ();
	ok(begin('writer', "BEGIN; $writes; PREPARE TRANSACTION 'taken'", 'W9'), "not prepared after $writes");
	ask('other', q(BEGIN; INSERT INTO event VALUES (DEFAULT, 2); PREPARE TRANSACTION 'o'));
	end('writer');
	ask('other', 'INSERT INTO event VALUES (DEFAULT, 3)');
	read_on();
	ask('other', q(COMMIT PREPARED 'o'));
	read_on();
	is("@read", '2 3', '... and another one is kept in its place');
}

# The server has prepared it when an extension fails in its callback.  The session rolls back, and
# the transaction stays.  (A server with assertions does not go on then.)
if (ask('other', 'SHOW debug_assertions') eq 'off')
{
	@read = ();
	append_to_file("$stops/W9.$processes{writer}{pid}.fail", '');
	ask('writer', q(BEGIN; INSERT INTO event VALUES (DEFAULT, 1); PREPARE TRANSACTION 'w'));
	ask('other', 'INSERT INTO event VALUES (DEFAULT, 2)');
	is(ask('other', q(SELECT gid FROM wiji_horizon_holders())), 'w', 'prepared, and rolled back by its session');
	read_on();
	is("@read", '', '... holds readers back');
	ask('other', q(ROLLBACK PREPARED 'w'));
	read_on();
	is("@read", '2', '... until it ends');
}

# The server starts.  Whoever comes first is stopped while horizons begin, and others come; a
# transaction may be prepared since before.  The clock was set back meanwhile.
sub start_anew
{
	my ($first, $step, $prepared) = @_;
	my $second = $first eq 'writer' ? 'reader' : 'writer';
	@read = ();

	ask('other', 'TRUNCATE event');
	ask('writer', q(BEGIN; INSERT INTO event VALUES (DEFAULT, 2); PREPARE TRANSACTION 'w')) if $prepared;
	ask('other', 'INSERT INTO event VALUES (DEFAULT, 3)');
	read_on();
	my $query = { writer => "INSERT INTO event VALUES (DEFAULT, 1)", reader => sprintf($newer, $position) };
	$_->{session}->quit foreach values %processes;
	$node->stop('immediate');
	start('-3600');
	open_process($_, 'nobody has asked yet') foreach qw(writer other reader);

	ask('reader', 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM other LIMIT 1');
	$query->{reader} .= '; COMMIT';
	ask('other', q(COMMIT PREPARED 'w')) if $prepared eq 'over';
	ok(begin($first, $query->{$first}, $step), "a start: the $first comes to $step");
	if ($step eq 'R1')
	{
		begin($second, $query->{$second});
		ask('other', 'INSERT INTO event VALUES (DEFAULT, 4)');
	}
	end($first);
	take() if $first eq 'reader' || $step eq 'R1';
	ask('reader', 'COMMIT') if $first eq 'writer' && $step ne 'R1';
	ask('other', q(COMMIT PREPARED 'w')) if $prepared eq 'running';
	set_clock('+0');
	read_on();
	is("@read", ask('other', "SELECT string_agg(n::text, ' ' ORDER BY id) FROM event"),
		'... and no row is missing, nor out of order'
		  . ($prepared ? ", with a prepared transaction that is $prepared" : ''));
	return;
}

ask('other', q(ROLLBACK PREPARED 'taken'));
foreach my $step ('R1', 'R2')
{
	foreach my $first ('writer', 'reader')
	{
		start_anew($first, $step, $_) foreach $all ? ('', 'running', 'over') : $first eq 'writer' ? 'running' : 'over';
	}
}

#
# The steps follow each other as they do in the model
#

my %follows;
foreach my $file (glob "$stops/trace.*")
{
	my $before = '.';
	foreach my $step (split /\n/, slurp_file($file))
	{
		$follows{"$before $step"}++ if $step ne '.' && $before ne '.' && $step ne $before;
		$before = $step;
	}
}
my %in_model = map { $_ => 1 } grep { !/^#/ } split /\n/, slurp_file('test/model/steps');
is(join(', ', grep { !$in_model{$_} } sort keys %follows), '', 'steps follow each other as in the model');
my %steps = map { $_ => 1 } map { split } keys %in_model;
my %taken = map { $_ => 1 } map { split } keys %follows;
is(join(' ', grep { !$taken{$_} } sort keys %steps), '', 'and each is taken');

$_->{session}->quit foreach values %processes;
$node->stop;
done_testing();
