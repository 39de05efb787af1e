import os

from loader import Program, url


class Tool(Program):
    def __init__(self, streams, fetched, folder):
        super().__init__(streams, fetched, folder)
        os.environ.update(DLT_DATA_DIR=folder, RUNTIME__DLTHUB_TELEMETRY='false')
        self.start(os.path.join(fetched, 'bin', 'python'), os.path.join(os.path.dirname(os.path.abspath(__file__)), 'poll.py'),
                   *[word for stream in streams for word in (url(stream.role), stream.name, stream.key, stream.target)])
