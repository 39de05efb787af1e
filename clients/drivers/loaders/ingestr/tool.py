import os

from loader import Loader, connect, url


class Tool(Loader):
    """Keeps no position: it gets the greatest that it has read.  It takes times only, and so loads all rows by id."""
    started = False

    def poll(self):
        super().poll()
        self.started = True

    def since(self, stream):
        if not self.started or stream.key == 'id':
            return []
        with connect(stream.role) as connection, connection.cursor() as cursor:
            cursor.execute(f'SELECT max(updated_at) FROM {stream.target}.{stream.name}')
            return ['--interval-start', cursor.fetchone()[0].isoformat()]

    def poll_stream(self, stream):
        self.run(os.path.join(self.fetched, 'bin', 'ingestr'), 'ingest', '--yes', '--progress', 'log',
                 '--source-uri', url(stream.role) + '?sslmode=disable', '--source-table', f'public.{stream.name}',
                 '--dest-uri', url(stream.role) + '?sslmode=disable', '--dest-table', f'{stream.target}.{stream.name}',
                 '--incremental-strategy', 'merge', '--incremental-key', stream.key, '--primary-key', 'id',
                 *self.since(stream), HOME=self.folder, DISABLE_TELEMETRY='true', INGESTR_DISABLE_TELEMETRY='true')
