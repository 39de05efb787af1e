"""What the tools have in common, for check.py."""
import json
import os
import subprocess
from collections import namedtuple

import psycopg2

# A table or a view that a tool loads, the column that it reads it by, the role that it does so as, and
# a schema of that role for what it loads.
Stream = namedtuple('Stream', 'name key role target')
HOST, PORT, DATABASE, PASSWORD = (os.environ[name] for name in ('PGHOST', 'PGPORT', 'PGDATABASE', 'PGPASSWORD'))


def url(role):
    return f'postgresql://{role}:{PASSWORD}@{HOST}:{PORT}/{DATABASE}'


def connect(role=None):
    return psycopg2.connect(user=role)


class Loader:
    """The base of each class Tool."""

    def __init__(self, streams, fetched, folder):
        """Configures the tool to load these streams."""
        self.streams, self.fetched, self.folder = streams, fetched, folder

    def poll(self):
        """Loads each stream once, as far as it can be read."""
        for stream in self.streams:
            self.poll_stream(stream)

    def rows(self, stream):
        """What was loaded: id and n of rows, in any number of versions."""
        with connect(stream.role) as connection, connection.cursor() as cursor:
            cursor.execute(f'SELECT id, n FROM {stream.target}.{stream.name}')
            return cursor.fetchall()

    def close(self):
        pass

    def run(self, *command, **variables):
        """Runs a program of the tool."""
        done = subprocess.run(command, cwd=self.folder, env=os.environ | variables, text=True, capture_output=True)
        if done.returncode:
            raise SystemExit(f'{command[0]}: {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}')
        return done.stdout

    def write(self, name, content):
        """A file of the configuration."""
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return path


class Singer(Loader):
    """A tap: prints rows and, at last, its state, with which the next run goes on."""
    catalog = '--catalog'

    def __init__(self, streams, fetched, folder):
        super().__init__(streams, fetched, folder)
        self.loaded = {stream: [] for stream in streams}
        self.tap = os.path.join(fetched, 'bin', 'tap-postgres')
        for stream in streams:
            self.write(f'{stream.name}.config.json', self.config(stream))
            found = json.loads(self.run(self.tap, '--config', f'{stream.name}.config.json', '--discover'))
            found['streams'] = [entry for entry in found['streams'] if entry['table_name'] == stream.name]
            self.select(stream, found['streams'][0])
            self.write(f'{stream.name}.catalog.json', found)

    def poll_stream(self, stream):
        state = []
        if os.path.exists(os.path.join(self.folder, f'{stream.name}.state.json')):
            state = ['--state', f'{stream.name}.state.json']
        for line in self.run(self.tap, '--config', f'{stream.name}.config.json', self.catalog,
                             f'{stream.name}.catalog.json', *state).splitlines():
            message = json.loads(line)
            if message['type'] == 'RECORD':
                self.loaded[stream].append((message['record']['id'], message['record']['n']))
            elif message['type'] == 'STATE':
                self.write(f'{stream.name}.state.json', message['value'])

    def rows(self, stream):
        return self.loaded[stream]


class Program(Loader):
    """A program that stays.  For each line that it reads, it polls all streams; prints NAME, id and n of each
    row that it loads, unless it has a target, and then an empty line."""

    def start(self, *command):
        self.loaded = {stream.name: [] for stream in self.streams}
        with open(os.path.join(self.folder, 'log'), 'w') as log:
            self.program = subprocess.Popen(command, cwd=self.folder, text=True, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=log)

    def poll(self):
        self.program.stdin.write('\n')
        self.program.stdin.flush()
        while (line := self.program.stdout.readline()) != '\n':
            if not line:
                with open(os.path.join(self.folder, 'log')) as log:
                    raise SystemExit('it has ended:\n' + log.read()[-4000:])
            name, row, n = line.split()
            self.loaded[name].append((int(row), int(n)))

    def close(self):
        self.program.kill()
        self.program.wait()


class Java(Program):
    """Its class Poll."""

    def __init__(self, streams, fetched, folder):
        super().__init__(streams, fetched, folder)
        self.start('java', '-cp', f'{fetched}/lib/*:{fetched}/classes', 'Poll', f'jdbc:postgresql://{HOST}:{PORT}/{DATABASE}',
                   *[word for stream in streams for word in stream])

    def rows(self, stream):
        return self.loaded[stream.name]
