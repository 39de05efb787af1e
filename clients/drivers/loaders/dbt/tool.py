import os

from loader import DATABASE, HOST, PASSWORD, PORT, Program


class Tool(Program):
    def __init__(self, streams, fetched, folder):
        super().__init__(streams, fetched, folder)
        roles = sorted({(stream.role, stream.target) for stream in streams})
        self.write('dbt_project.yml', {'name': 'loader', 'version': '1.0.0', 'profile': 'loader', 'model-paths': ['models']})
        self.write('profiles.yml', {'loader': {'target': roles[0][0], 'outputs': {
            role: {'type': 'postgres', 'host': HOST, 'port': int(PORT), 'user': role, 'password': PASSWORD,
                   'dbname': DATABASE, 'schema': target, 'threads': 1} for role, target in roles}}})
        for stream in streams:
            self.write(f'models/{stream.role}/{stream.name}.sql', f"""
                {{{{ config(materialized='incremental', unique_key='id') }}}}
                SELECT * FROM public.{stream.name}
                {{% if is_incremental() %}}
                WHERE {stream.key} >= (SELECT max({stream.key}) FROM {{{{ this }}}})
                {{% endif %}}""")
        os.environ['DBT_SEND_ANONYMOUS_USAGE_STATS'] = 'false'
        self.start(os.path.join(fetched, 'bin', 'python'), os.path.join(os.path.dirname(os.path.abspath(__file__)), 'poll.py'),
                   *[role for role, _ in roles])
