import glob
import os

from loader import Loader, url


class Tool(Loader):
    def __init__(self, streams, fetched, folder):
        super().__init__(streams, fetched, folder)
        self.program, = glob.glob(fetched + '/lib/python3*/site-packages/sling_linux_amd64/bin/sling-linux-amd64')
        for role in {stream.role for stream in streams}:
            self.write(f'{role}.json', {
                'source': role, 'target': role, 'defaults': {'mode': 'incremental', 'primary_key': ['id']},
                'streams': {f'public.{stream.name}': {'update_key': stream.key, 'object': f'{stream.target}.{stream.name}'}
                            for stream in streams if stream.role == role}})

    def poll(self):
        for role in sorted({stream.role for stream in self.streams}):
            self.run(self.program, 'run', '-r', f'{role}.json', HOME=self.folder, SLING_HOME_DIR=self.folder,
                     SLING_DISABLE_TELEMETRY='true', **{role: url(role) + '?sslmode=disable'})
