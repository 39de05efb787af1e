from loader import DATABASE, HOST, PASSWORD, PORT, Singer


class Tool(Singer):
    def config(self, stream):
        return {'host': HOST, 'port': int(PORT), 'database': DATABASE, 'user': stream.role, 'password': PASSWORD}

    def select(self, stream, entry):
        entry.update(replication_method='INCREMENTAL', replication_key=stream.key, key_properties=['id'])
        for part in entry['metadata']:
            if not part['breadcrumb']:
                part['metadata'].update({'selected': True, 'replication-method': 'INCREMENTAL',
                                         'replication-key': stream.key, 'table-key-properties': ['id']})
