# A feed's windows: writers and a reader are stopped before each step of the protocol in feed/core.h,
# and continue in another order.  In any order, the reader reads each committed row
# once.  When a rule of the protocol is broken, rows are lost in the same orders.
#
# A writer or the reader takes some steps, the other takes some, the first takes more, and both end.
# Or a second writer takes some, too, and each ends in turn.  A third session inserts a row and polls
# in between, and a taker uses other feeds, which get the entry of this one: the server has five.  The
# hostile case is a session that claims another entry as soon as it can, so that a claim ends there.
# The writer may have rolled back to a savepoint before.  Between steps the clock stands still; a
# process that waits for it goes on later.  The libraries are built for this test, with
# feed/windows/windows.h.
#
# Of each kind (a feed, what its clock does, an isolation level, when the writer gets its xid) it tries
# six random orders; of both writers, twelve for each feed and clock.  That is each step beside each other
# one several times, and each rule has an order of its own.  WIJI_TEST_WINDOWS=3/8 tries the third of
# eight parts of all orders, which are some 250,000 and take an hour and a half.

use strict;
use warnings;

use lib 'test/t';

use FakeClock;
use Fcntl qw(O_NONBLOCK O_WRONLY);
use IPC::Open3;
use List::Util qw(shuffle);
use POSIX qw(ENXIO mkfifo strftime);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use TestHelp;

my ($part, $parts) = ($ENV{WIJI_TEST_WINDOWS} // '') =~ m!^(\d+)/(\d+)$!;
my $folder = PostgreSQL::Test::Utils::tempdir;
my ($library, $stops) = ("$folder/library", "$folder/stops");
my $node = PostgreSQL::Test::Cluster->new('main');

#
# The library, and one that can break the protocol's rules
#

# Each with a feed and an order in which rows are lost without it.
my %rules = (
	start => [ 'new keys are above those that the table has when the feed starts', 'event-start-committed-late', 'wwwwwwww' ],
	look => [ 'a writer looks at the mark again', 'late-right-committed-late', 'wwwitrrrrrr' ],
	publish => [ 'a writer publishes its floor before it looks at the mark again',
		'late-right-committed-late', 'wwwwwitrrrrrr' ],
	next => [ 'a commit reads the next xid after its end', 'event-right-committed-late', 'wwwwwitrwwww' ],
	clear => [ 'a slot is cleared after the ring has its commit', 'event-right-committed-late', 'wwwwwitrwwrrrrr' ],
	raise => [ 'a reader raises the mark', 'late-right-committed-late', 'wwwitrrrrrr' ],
	early => [ 'a reader raises the mark before it looks at the slots', 'late-right-committed-late', 'wwwitrrrrrwwr' ],
	found => [ 'a horizon is what the clock was when the mark was raised', 'late-right-committed-late', 'irrrrwwwwwtpr' ],
	slots => [ 'a reader looks at the slots', 'number-right-committed-late', 'wwwwwitrrrrrr' ],
	ring => [ 'a reader looks at the ring', 'number-right-committed-late', 'wwwwwitrwwww' ],
	order => [ 'a reader looks at the ring after the slots', 'number-right-committed-late', 'wwwwwitrrrrwwww' ],
	stop => [ 'a reader looks at commits whose next xid is its xmax', 'number-right-committed-late', 'wwwwwitrwwww' ],
	claim => [ 'an entry that a session claims is not given', 'late-right-committed-late', 'wwwkitrrrrrrrr' ],
	lock => [ 'an entry is claimed with the lock under which it was found',
		'late-right-committed-late', 'wwkwwitrrrrrrrr' ],
	twice => [ 'whoever gives an entry looks again before', 'late-right-committed-late', 'kwwvvwwwwvvvvitp' ]);

my $publish = 'atomic_store(&slot->floor[pair], floor);';
my $read_next = 'U64FromFullTransactionId(ReadNextFullTransactionId());';
my $raise = '= feed_raise(&claimed->mark, now - f->lag);';
my $raise_mark = 'feed_raise_mark(f, feed_now(f));';
my $raise_mark_again = $raise_mark =~ s/;//r;
my $claim = 'feed_claim_entry(entries, number, memory->givings, own_slot);';
my $unclaim = 'atomic_store(&own_slot->claim, 0);';
my $slots = '*horizon = feed_lower_by_slots(slots, MaxBackends, f->id, *horizon);';
my @hostile = (
	[ 'feed/session.c',
		'return e;' => "$unclaim return e;",
		"return f->key->is_number ? mark" => "$unclaim return f->key->is_number ? mark" ]);
my @changes = (
	[ 'feed/core.h',
		'feed_raise(&entry->mark, time);' => 'if (!BREAKS(start)) feed_raise(&entry->mark, time);',
		'if (!is_claimed[i] &&' => 'if ((!is_claimed[i] || BREAKS(claim)) &&',
		$publish => "if (!BREAKS(publish)) $publish",
		"FEED_STEP(W3);\n\tseen = atomic_load(mark);" => "FEED_STEP(W3);
			seen = BREAKS(look) ? floor : atomic_load(mark);
			if (BREAKS(publish)) { FEED_STEP(W3_publish); $publish }",
		'if (commit->next < xmax)' => 'if (commit->next < xmax + BREAKS(stop))' ],
	[ 'feed/session.c',
		$claim => "if (!BREAKS(lock)) $claim",
		'return number != 0;' => "if (number != 0 && BREAKS(lock)) { FEED_STEP(C1_claim); $claim } return number != 0;",
		'pfree(is_claimed);' => "pfree(is_claimed); if (number != 0 && BREAKS(lock)) $claim",
		"number = find_entry(f);\n\tif (number == 0)" => "number = BREAKS(twice) ? 0 : find_entry(f);\n\tif (number == 0)",
		'/* W6.  ' => 'static uint64 early_next; /* W6.  ',
		'FEED_STEP(W5);' => "{ early_next = $read_next FEED_STEP(W5); }",
		'FEED_STEP(W6);' => 'if (BREAKS(clear)) feed_clear(own_slot, entered_count); FEED_STEP(W6);',
		"$read_next\n\tFEED_STEP(W6_ring);" => "BREAKS(next) ? early_next : $read_next FEED_STEP(W6_ring);",
		$raise => "= BREAKS(raise) || BREAKS(early) ? Max(now - f->lag, atomic_load(&claimed->mark)) $raise" =~ s/ = feed/ : feed/r,
		$slots => "if (!BREAKS(slots) && !BREAKS(order)) $slots",
		'is_complete = feed_lower' => 'is_complete = BREAKS(ring) || feed_lower',
		'return is_complete;' => "if (BREAKS(order)) $slots return is_complete;" ],
	[ 'feed/horizon.c',
		"horizon = $raise_mark" => "horizon = $raise_mark if (BREAKS(found)) horizon = PG_INT64_MAX;",
		'FEED_STEP(R5);' => "FEED_STEP(R5);
			if (BREAKS(early) || BREAKS(found)) { feed_claim_started(f); horizon = Min(horizon, $raise_mark_again); }" ]);

sub change
{
	my ($file, @change) = @_;
	my $text = slurp_file("$library/$file");
	while (my ($from, $to) = splice @change, 0, 2)
	{
		my @parts = split /\Q$from\E/, $text, -1;
		BAIL_OUT("$file has this not once: $from") if @parts != 2;
		$text = join $to, @parts;
	}
	unlink "$library/$file";
	append_to_file("$library/$file", $text);
	return;
}

# Only the objects that have steps are built again.
sub build
{
	local %ENV = %ENV;
	delete @ENV{qw(MAKEFLAGS MAKELEVEL MAKEOVERRIDES MFLAGS)};
	unlink "$library/wiji_feed.so", glob "$library/feed/*.o";
	system_or_bail('make', '-C', $library, qw(-s -j2 -f feed/Makefile VPATH= PG_CONFIG=pg_config with_llvm=no),
		'COPT=-include feed/windows/windows.h -DFEED_ENTRIES=5', 'wiji_feed.so');
	return;
}

#
# Processes: psql, which does one thing at a time and may be stopped
#

my %processes;
my %stopped;	# a process, at a step
my ($steps, %step_of);	# the pipe that says who is at a step, and the last one of each process

# Not a background_psql, whose bookkeeping takes longer than what it waits for.
sub open_process
{
	my ($name) = @_;
	open my $errors, '+>>', "$folder/$name.errors" or die $!;
	my $psql = open3(my $in, my $out, '>&' . fileno $errors, qw(psql -XAtq -v VERBOSITY=sqlstate -f - -d), $node->connstr('postgres'));
	$processes{$name} = { psql => $psql, in => $in, out => $out, errors => $errors };
	return;
}

sub close_process
{
	my ($process) = @_;
	close $process->{in} or die $!;
	waitpid $process->{psql}, 0;
	return;
}

sub errors
{
	my ($process) = @_;
	seek $process->{errors}, 0, 0 or die $!;
	local $/ = undef;
	return readline($process->{errors}) // '';
}

sub forget_errors
{
	my ($process) = @_;
	seek $process->{errors}, 0, 0 or die $!;
	truncate $process->{errors}, 0 or die $!;
	return;
}

# A process that neither comes to a step nor to its end in time ends the test.
sub begin
{
	my ($process, $script) = @_;
	$process->{time_out} = time + $PostgreSQL::Test::Utils::timeout_default;
	$process->{answer} = '';
	syswrite $process->{in}, "$script;\n\\echo done\n" or die $!;
	return;
}

# Waits for at most so many seconds until it has come to a step or to its end.  Returns whether it has.
sub has_come
{
	my ($process, $seconds) = @_;
	my ($out, $at) = (fileno $process->{out}, fileno $steps);
	vec(my $ready = '', $out, 1) = 1;
	vec($ready, $at, 1) = 1;
	if ((select $ready, undef, undef, $seconds) > 0)
	{
		if (vec $ready, $at, 1)
		{
			sysread $steps, my $lines, 65536 or die $!;
			%step_of = (%step_of, $lines =~ /^(\d+) (\w+)$/gm);
		}
		!vec($ready, $out, 1) || sysread $process->{out}, $process->{answer}, 65536, length $process->{answer}
		  or die 'psql has ended: ' . errors($process);
	}
	die "timed out after: $process->{answer}" if time > $process->{time_out};
	return $process->{pid} && $step_of{ $process->{pid} } || $process->{answer} =~ /^done\n/m;
}

sub answer
{
	my ($process) = @_;
	1 until has_come($process, 1);
	die 'it is at a step, not at its end' if $process->{answer} !~ /^done\n/m;
	return $process->{answer} =~ s/\n?done\n//r;
}

# From its step.  It opens its pipe for reading soon after it has said where it is; until then, there is no reader.
sub let_go
{
	my ($process) = @_;
	delete $step_of{ $process->{pid} };
	$process->{is_stopped} = 0;
	until (sysopen my $pipe, "$stops/$process->{pid}", O_WRONLY | O_NONBLOCK)
	{
		die "cannot let it go on: $!" if $! != ENXIO || time > $process->{time_out};
		select undef, undef, undef, 0.0001;
	}
	return;
}

sub ask
{
	my ($name, $query) = @_;
	begin($processes{$name}, $query);
	return answer($processes{$name});
}

sub reconnect
{
	begin($_, "\\c\nSELECT pg_backend_pid()") foreach @processes{@_};
	$_->{pid} = answer($_) foreach @processes{@_};
	return;
}

sub is_busy { my ($process) = @_; return $process->{waits} || $process->{is_stopped} || @{ $process->{scripts} // [] }; }

# On to where the next step begins, to the end of a script, or to where it waits for the clock, which
# only inserts do.  Before its first sleep a process may have read the clock as it was before this step,
# so the second one shows that it waits.  Returns where that is.
sub take_step
{
	my ($name) = @_;
	my $process = $processes{$name};
	my $stop = "$stops/$process->{pid}";
	if ($process->{is_stopped})
	{
		let_go($process);
	}
	elsif (!$process->{waits})
	{
		return 'end' if !@{ $process->{scripts} };
		mkfifo($stop, 0600) or die $! if $name =~ /writer|second|reader/;
		my $script = shift @{ $process->{scripts} };
		begin($process, ref $script ? $script->() : $script);
	}
	my $sleeps = 0;
	$process->{waits} = 0;
	unlink "$stop.waits";
	until (has_come($process, 0.0005))
	{
		$sleeps += unlink "$stop.waits";
		return 'waits' if $process->{waits} = $sleeps > 1;
	}
	my $step = $process->{is_stopped} = $step_of{ $process->{pid} };
	$step //= 'done';
	unlink $stop if $step eq 'done';
	take($name, $process->{answer}) if $step eq 'done';
	$stopped{"$name $step"} = 1;
	return $step;
}

#
# Feeds
#

my ($now, $row) = (time + 10, 0);
my $tried_feed;

sub at
{
	my ($time) = @_;
	return strftime('%Y-%m-%d %H:%M:%S', gmtime $time) . sprintf '.%06d', 1e6 * ($time - int $time);
}
sub set_now { ($now) = @_; set_clock(at($now)); return; }
sub key_at { my ($time) = @_; return "wiji_lower('" . at($time) . "Z')"; }

my @id = ('id wiji PRIMARY KEY DEFAULT wiji_generate()', 'wiji_horizon');
my @number = ('id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY', 'wiji_horizon_bigint');

# The key's column; the horizon; the lag; and the keys of the writer, of the third session and of the
# second writer.  Some are generated before the order begins: the lag allows for these, or the third
# session takes both from the sequence.
my %feeds = (
	event => [ @id, 0, sub { return ('DEFAULT') x 3; } ],
	late => [ @id, 1, sub { return map { key_at($now - $_) } 0.988, 0.98, 0.984; } ],
	number => [ @number, 0, sub { return ('DEFAULT') x 3; } ],
	skipped => [ @number, 0, sub {
		return (ask('third', 'SELECT last_value + is_called::integer FROM skipped_id_seq'),
			("0 * nextval('skipped_id_seq') + nextval('skipped_id_seq')") x 2);
	} ]);

# Feeds that get the entries of others.  So many get each entry that nobody claims, because some of them
# can have one.
my @takers = map { "taker_$_" } 1 .. 10;

sub create_feed { my ($feed) = @_; return "SELECT wiji_create_feed('$feed', lag => '$feeds{$feed}[2] s')"; }

sub create
{
	$node->init;
	$node->append_conf('postgresql.conf', "max_connections = 10
		autovacuum = off
		fsync = off
		wiji_feed.max_clock_wait = -1
		log_min_messages = panic");
	$node->append_conf('postgresql.conf', "shared_preload_libraries = 'wiji_feed'") if $node->pg_version < 17;
	start_with_fake_clock($node);
	$node->safe_psql('postgres', join ';', 'CREATE EXTENSION wiji_feed', 'CREATE EXTENSION wiji', 'CREATE TABLE other (n integer)',
		(map { ("CREATE TABLE $_ ($feeds{$_}[0], n integer UNIQUE)", create_feed($_)) } keys %feeds),
		(map { ("CREATE TABLE $_ ($number[0], n integer)", "SELECT wiji_create_feed('$_')") } @takers),
		"UPDATE pg_proc SET probin = '$library/wiji_feed' WHERE probin ~ '\\mwiji_feed\$'");
	$node->stop;
	$node->append_conf('postgresql.conf', "shared_preload_libraries = '$library/wiji_feed'") if $node->pg_version < 17;
	return;
}

sub start
{
	local @ENV{qw(WIJI_WINDOWS FAKE_CLOCK_WAITS)} = ($stops) x 2;
	start_with_fake_clock($node, at($now));
	open_process($_) foreach 'writer', 'second', 'reader', 'third', 'taker';
	reconnect(keys %processes);
	poll('reader', $_) foreach keys %feeds;
	poll('third', $_) foreach keys %feeds;
	return;
}

sub stop { close_process($_) foreach values %processes; $node->stop; return; }

sub newer
{
	my ($name, $feed) = @_;
	my $position = $processes{$name}{position}{$feed};
	return "SELECT id, n FROM $feed WHERE id < (SELECT $feeds{$feed}[1]('$feed'))"
	  . (defined $position ? " AND id > '$position'" : '') . ' ORDER BY id';
}

# What it has read, and its new position.
sub take
{
	my ($name, $answer, $feed) = (@_, $tried_feed);
	my @rows = map { [ split /\|/ ] } grep { /\|/ } split /\n/, $answer;
	push @{ $processes{$name}{read} }, map { $_->[1] } @rows;
	$processes{$name}{position}{$feed} = $rows[-1][0] if @rows;
	return;
}

sub poll { my ($name, $feed) = @_; take($name, ask($name, newer($name, $feed)), $feed); return; }

#
# Orders
#

sub prepare
{
	my ($key, $second_key, $feed, $clock, $level, $xid) = @_;
	$_->{read} = [] foreach values %processes;
	if ($clock eq 'start')
	{
		# the feed starts after a row was read, and the clock set back
		ask('third', "INSERT INTO $feed VALUES (DEFAULT, $row + 3)");
		set_now($now + 0.002);
		poll($_, $feed) foreach 'reader', 'third';
		ask('third', "SELECT wiji_drop_feed('$feed');" . create_feed($feed));
		reconnect('writer', 'reader', 'third', defined $second_key ? 'second' : ());
	}
	else
	{
		# has its entry, whichever feed was tried before
		ask('third', "SELECT $feeds{$feed}[1]('$feed')");
	}
	set_now($now - { before => 0.004, start => 0.02 }->{$clock}) if $clock =~ /before|start/;
	forget_errors($_) foreach values %processes;
	my $insert = "INSERT INTO $feed VALUES ($key, $row); COMMIT";
	$processes{writer}{scripts} =
	  $xid eq 'early' ? [ 'BEGIN; INSERT INTO other VALUES (0)', $insert ] :
	  $xid eq 'savepoint' ? ["BEGIN; SAVEPOINT a; INSERT INTO $feed VALUES ($key, $row); ROLLBACK TO a; $insert"] : ["BEGIN; $insert"];
	$processes{second}{scripts} =
	  defined $second_key ? ["BEGIN; INSERT INTO $feed VALUES ($second_key, $row + 2); COMMIT"] : [];
	$processes{reader}{scripts} = [
		('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM other LIMIT 1') x ($level eq 'repeatable'),
		newer('reader', $feed) ];
	$processes{third}{scripts} = [];
	$processes{taker}{scripts} = [ join ';', map { "SELECT wiji_horizon_bigint('$_')" } @takers ];
	return;
}

# Returns what is wrong.
sub try_order
{
	my ($how, $order) = @_;
	my ($feed, $clock, $level) = split /-/, $how;
	my ($key, $third_key, $second_key) = $feeds{$feed}[3]->();
	my $right = $now;
	my @way = $how;
	$tried_feed = $feed;
	$row += 4;
	prepare($key, $order =~ /v/ ? $second_key : undef, split /-/, $how);
	my %turn = (
		w => sub { return take_step('writer'); },
		v => sub { return take_step('second'); },
		r => sub { return take_step('reader'); },
		k => sub { return take_step('taker'); },
		i => sub {
			push @{ $processes{third}{scripts} }, "INSERT INTO $feed VALUES ($third_key, $row + 1); INSERT INTO other VALUES (0)";
			return take_step('third');
		},
		t => sub { set_now($now + ($clock eq 'between' ? -0.004 : 0.05)); return 'time goes'; },
		p => sub {
			push @{ $processes{third}{scripts} }, sub { return newer('third', $feed); };
			return take_step('third');
		});
	foreach (split(//, $order))
	{
		set_now($now + 0.001);
		push @way, "$_:" . $turn{$_}->();
	}
	# each to its end; a process may have to wait for one that comes later here
	foreach my $process (('writer', 'second', 'reader', 'third', 'taker') x 30)
	{
		last if !grep { is_busy($_) } values %processes;
		set_now($now + 0.001);
		push @way, "$process:" . take_step($process);
	}
	die "not at the end: @way" if grep { is_busy($_) } values %processes;
	ask('reader', 'COMMIT') if $level eq 'repeatable';
	poll('reader', $feed);
	set_now($right + 10);
	poll($_, $feed) foreach 'reader', 'third';

	my $rows = ask('third', "SELECT string_agg(n::text, ' ' ORDER BY id) FROM $feed WHERE n >= $row");
	my $errors = join '', map { errors($_) } values %processes;
	$errors =~ s/.*ERROR:  23514\n//g if $key ne 'DEFAULT';
	return map { join(' ', grep { !/:end/ } @way) . ": $_" } $errors || (),
	  map { "@{ $processes{$_}{read} }" eq $rows ? () : "the $_ has @{ $processes{$_}{read} } of rows $rows" }
	  'reader', 'third';
}

# w is a step of the writer, v one of the second, r one of the reader; i, t, p and k are of the third
# session, the clock and the taker.
sub orders
{
	my ($how) = @_;
	my %steps = (w => 9 + 3 * ($how =~ /start/) + ($how =~ /early/), r => 6 + 3 * ($how =~ /start/) + ($how =~ /repeatable/));
	my $to = join ',', 0 .. 13;
	my %orders;
	foreach (glob "{wr,rw}-{$to}-{$to}-{$to}")
	{
		my ($one, $two, $i, $j, $k) = /(.)(.)-(\d+)-(\d+)-(\d+)/;
		next if !$i || $i + $k > $steps{$one} || !$j || $j > $steps{$two};
		my ($x, $y, $z) = ($one x $i, $two x $j, $one x $k . $two x ($steps{$two} - $j) . $one x ($steps{$one} - $i - $k));
		$orders{$_} = 1 foreach "i$x${y}tp$z", "${x}itp$y$z", "${x}it$y$z", "${x}it${y}p$z", "$x${y}itp$z",
		  "${x}k${y}itp$z", "i${x}kt${y}p$z", "${x}kitp$y$z", "${x}ik$y${z}";
	}
	return sort keys %orders;
}

# With the second writer: each takes some steps, then each ends.  For one isolation level and one time
# of the xid, or they would be too many.
sub orders_of_both
{
	my ($how) = @_;
	my @orders;
	return if $how !~ /committed-late/;
	foreach (glob '{wvr,wrv,vwr,vrw,rwv,rvw}-{1,2,3,4,5,6,7,8}-{1,2,3,4,5,6,7,8}-{1,2,3,4,5,6,7,8}')
	{
		my ($one, $two, $three, $i, $j, $k) = /(.)(.)(.)-(\d)-(\d)-(\d)/;
		next if /^r..-[78]|^.r.-.-[78]|^..r-.-.-[78]/;
		my ($x, $y, $z) = ($one x $i, $two x $j, $three x $k);
		push @orders, map { "$_$one$one$two$two$three$three" } "${x}i$y$z", "$x${y}itp$z", "$x${y}tk$z";
	}
	return @orders;
}

# the feed; how the clock is; the reader's isolation level; when the writer gets its xid
my @hows = glob '{event-{right,before,between,start},{late,number,skipped}-right}-{committed,repeatable}-{early,late,savepoint}';

mkdir $_ or die $! foreach $library, $stops;
mkfifo("$stops/at", 0600) or die $!;
open $steps, '+<', "$stops/at" or die $!;
system_or_bail('cp', '-a', (grep { !/^(?:tmp_check|results|output_iso)$/ } glob '*'), $library);
change(@$_) foreach @hostile;
build();
create();
seed_random();
my @tried;
foreach my $how (@hows)
{
	foreach ([ 6, orders($how) ], [ 12, orders_of_both($how) ])
	{
		my ($n, @orders) = @$_;
		@orders = map { [ $how, $_ ] } $parts ? @orders : shuffle(@orders);
		push @tried, $parts ? @orders : grep { defined } @orders[ 0 .. $n - 1 ];
	}
}
@tried = @tried[ grep { $_ % $parts == $part - 1 } 0 .. $#tried ] if $parts;
@tried = shuffle((map { [ @$_[ 1, 2 ] ] } values %rules), @tried);
start();
is(join("\n", map { try_order(@$_) } @tried), '', @tried . ' orders');
stop();
is(join(' ', grep { /^(reader|writer)/ } sort keys %stopped), join(' ', (map { "reader $_" } qw(C1 C2 R2 R3 R4 R5 S0 S1 done)),
	map { "writer $_" } qw(C1 C2 S0 S1 W1 W2 W3 W3a W5 W6 W6_ring W7 done)), 'reader and writer were stopped at each step');

change(@$_) foreach @changes;
build();
start();
foreach my $rule (sort keys %rules)
{
	my ($tried, $loses) = (0, 0);
	append_to_file("$stops/breaks.$rule", '');
	foreach my $case ([ @{ $rules{$rule} }[ 1, 2 ] ], @tried[ 0 .. 299 ])
	{
		$tried++;
		last if $loses = grep { /has/ } try_order(@$case);
	}
	unlink "$stops/breaks.$rule";
	ok($loses, "$rules{$rule}[0], or order $tried loses rows");
}
stop();
done_testing();
