from loader import DATABASE, HOST, PASSWORD, PORT, Singer


class Tool(Singer):
    catalog = '--properties'

    def config(self, stream):
        return {'host': HOST, 'port': PORT, 'dbname': DATABASE, 'user': stream.role, 'password': PASSWORD,
                'default_replication_method': 'INCREMENTAL', 'filter_schemas': 'public'}

    def select(self, stream, entry):
        for part in entry['metadata']:
            if not part['breadcrumb']:
                part['metadata'].update({'selected': True, 'replication-method': 'INCREMENTAL',
                                         'replication-key': stream.key})
                if stream.name.endswith('_feed'):
                    part['metadata']['view-key-properties'] = ['id']
