"""Tests of the modules for drivers and ORMs: python3 -m unittest.

A module's tests are run where its library is installed; those that need a database, with the extension
and a schema that may be written, where WIJI_TEST_DATABASE names it; PGHOST and so on say where it is.
"""
import asyncio
import os
import subprocess
import sys
import unittest
import uuid
from datetime import datetime, timedelta, timezone
from importlib.util import find_spec
from types import SimpleNamespace

import wiji

ID = '06C303ZADAJC00E40000000C1S'
FORMS = [ID, ID.lower(), wiji.uuid(ID), wiji.hex(ID), uuid.UUID(wiji.uuid(ID)), wiji.binary(ID)]
DATABASE = os.environ.get('WIJI_TEST_DATABASE')
if DATABASE:
    os.environ['PGDATABASE'] = DATABASE


def needs(*modules):
    missing = [module for module in modules if not find_spec(module)]
    return unittest.skipIf(missing, f'{", ".join(missing)} is not installed')


def needs_database(test):
    return unittest.skipUnless(DATABASE, 'WIJI_TEST_DATABASE names no database')(test)


class Versions(unittest.TestCase):
    def test_a_library_that_is_too_old_is_refused(self):
        for library, attribute, old, found, needed in [
                ('asyncpg', '__version__', '0.27.0', '0.27.0', 'asyncpg 0.29'),
                ('django', 'VERSION', (4, 2, 7, 'final', 0), '4.2.7', 'Django 5.2'),
                ('psycopg', '__version__', '3.1.18', '3.1.18', 'psycopg 3.2'),
                ('sqlalchemy', '__version__', '1.4.46', '1.4.46', 'SQLAlchemy 2.0')]:
            if not find_spec(library):
                continue
            with self.subTest(library):
                program = (f'import {library}; {library}.{attribute} = {old!r}\n'
                           f'try: import wiji.{library}\nexcept ImportError as error: print(error)')
                ran = subprocess.run([sys.executable, '-c', program], stdout=subprocess.PIPE, text=True, check=True)
                self.assertEqual(ran.stdout.strip(), f'wiji.{library} requires {needed} or newer, found {found}')


@needs('psycopg')
@needs_database
class Psycopg(unittest.TestCase):
    def setUp(self):
        import psycopg
        import wiji.psycopg
        self.db = psycopg.connect()
        self.addCleanup(self.db.close)
        wiji.psycopg.register(self.db)
        self.db.execute('CREATE TEMPORARY TABLE ids (id wiji)')

    def test_results(self):
        for binary in False, True:
            with self.db.cursor(binary=binary) as cursor:
                cursor.execute('SELECT id, ARRAY[id, NULL], NULL::wiji FROM CAST(%s AS wiji) id', [ID])
                self.assertEqual(cursor.fetchone(), (ID, [ID, None], None))

    def test_parameters(self):
        for form in ID, FORMS[4]:
            for mark in '%s', '%t':
                for expression in f'$ = {mark}', f'$ = ANY (ARRAY[{mark}]::wiji[])':
                    query = f'SELECT {expression}'.replace('$', 'CAST(%s AS wiji)')
                    self.assertEqual(self.db.execute(query, [ID, form]).fetchone(), (True,), query)
            self.assertEqual(self.db.execute('SELECT CAST(%s AS wiji) = ANY (%s)', [ID, [form]]).fetchone(), (True,))

    def test_copy(self):
        for binary, forms in ('', FORMS[:5]), (' (FORMAT binary)', FORMS):
            with self.db.cursor().copy('COPY ids FROM STDIN' + binary) as copy:
                copy.set_types(['wiji'])
                for form in forms:
                    copy.write_row([form])
            with self.db.cursor().copy('COPY ids TO STDOUT' + binary) as copy:
                copy.set_types(['wiji'])
                self.assertEqual(set(copy.rows()), {(ID,)})

    def test_unknown(self):
        with self.assertRaisesRegex(LookupError, 'CREATE EXTENSION wiji'):
            wiji.psycopg.register(self.db, 'missing')

    def test_async(self):
        import psycopg

        async def main():
            async with await psycopg.AsyncConnection.connect() as db:
                await wiji.psycopg.register_async(db)
                cursor = await db.execute('SELECT ARRAY[CAST(%s AS wiji)]', [ID], binary=True)
                return await cursor.fetchone()

        self.assertEqual(asyncio.run(main()), ([ID],))


@needs('asyncpg')
@needs_database
class Asyncpg(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        import asyncpg
        import wiji.asyncpg
        self.db = await asyncpg.connect()
        self.addAsyncCleanup(self.db.close)
        await wiji.asyncpg.register(self.db)

    async def test_values(self):
        for form in FORMS:
            row = await self.db.fetchrow('SELECT $1::wiji, $2::wiji[], NULL::wiji', form, [form, None])
            self.assertEqual(tuple(row), (ID, [ID, None], None))

    async def test_copy(self):
        await self.db.execute('CREATE TEMPORARY TABLE ids (id wiji)')
        await self.db.copy_records_to_table('ids', records=[(form,) for form in FORMS])
        self.assertEqual({row[0] for row in await self.db.fetch('SELECT id FROM ids')}, {ID})

    async def test_wrong(self):
        import asyncpg
        with self.assertRaisesRegex(asyncpg.DataError, 'invalid wiji'):
            await self.db.fetchval('SELECT $1::wiji', 'coffee')
        with self.assertRaisesRegex(LookupError, 'CREATE EXTENSION wiji'):
            await wiji.asyncpg.register(self.db, 'missing')


@needs('sqlalchemy')
class SQLAlchemy(unittest.TestCase):
    def setUp(self):
        from sqlalchemy import ARRAY, Column, MetaData, Table, func
        from wiji.sqlalchemy import Wiji
        self.metadata = MetaData()
        self.table = Table('ids', self.metadata, Column('id', Wiji, primary_key=True, server_default=func.wiji_generate()),
                           Column('others', ARRAY(Wiji)))

    def test_ddl(self):
        from sqlalchemy.dialects import postgresql
        from sqlalchemy.schema import CreateTable
        ddl = str(CreateTable(self.table).compile(dialect=postgresql.dialect()))
        self.assertIn('id wiji DEFAULT wiji_generate() NOT NULL', ddl)
        self.assertIn('others wiji[]', ddl)

    def test_function_types(self):
        from sqlalchemy import DateTime, func
        from wiji.sqlalchemy import Wiji
        now = datetime.now(timezone.utc)
        for function in func.wiji_generate(), func.wiji_lower(now), func.wiji_upper(now):
            self.assertIsInstance(function.type, Wiji)
        self.assertIsInstance(func.wiji_timestamp(self.table.c.id).type, DateTime)

    @needs('alembic')
    def test_alembic(self):
        from alembic.autogenerate import render_python_code
        from alembic.operations import ops
        from wiji.sqlalchemy import render_item
        imports = set()
        code = render_python_code(ops.UpgradeOps([ops.CreateTableOp.from_table(self.table)]), render_item=render_item)
        self.assertIn("sa.Column('id', wiji.sqlalchemy.Wiji(), server_default=sa.text('wiji_generate()'), nullable=False)", code)
        self.assertIn("sa.Column('others', sa.ARRAY(wiji.sqlalchemy.Wiji()), nullable=True)", code)
        self.assertEqual(render_item('type', self.table.c.id.type, SimpleNamespace(imports=imports)), 'wiji.sqlalchemy.Wiji()')
        self.assertEqual(imports, {'import wiji.sqlalchemy'})
        self.assertIs(render_item('server_default', None, SimpleNamespace(imports=imports)), False)

    def test_literals(self):
        from sqlalchemy import ARRAY, bindparam, func, literal, select
        from sqlalchemy.dialects import postgresql
        from wiji.sqlalchemy import Wiji

        def sql(expression):
            return str(expression.compile(dialect=postgresql.dialect(), compile_kwargs={'literal_binds': True}))

        for form in FORMS:
            self.assertEqual(sql(self.table.c.id > bindparam('id', form, Wiji())), f"ids.id > CAST('{ID}' AS wiji)")
        self.assertEqual(sql(literal([ID, None], ARRAY(Wiji))), f"ARRAY[CAST('{ID}' AS wiji), NULL]")
        self.assertEqual(sql(select(func.wiji_timestamp(ID))), f"SELECT wiji_timestamp(CAST('{ID}' AS wiji)) AS wiji_timestamp_1")
        for wrong in "' OR true --", '', 7:
            self.assertRaises(Exception, sql, literal(wrong, Wiji))

    @needs('alembic')
    def test_offline_migration(self):
        from io import StringIO
        from alembic.migration import MigrationContext
        from alembic.operations import Operations
        written = StringIO()
        context = MigrationContext.configure(dialect_name='postgresql', opts={'as_sql': True, 'output_buffer': written})
        Operations(context).bulk_insert(self.table, [{'id': ID, 'others': [ID]}])
        Operations(context).create_index('later', 'ids', ['id'], postgresql_where=self.table.c.id > ID)
        self.assertIn(f"VALUES (CAST('{ID}' AS wiji), ARRAY[CAST('{ID}' AS wiji)])", written.getvalue())
        self.assertIn(f"WHERE id > CAST('{ID}' AS wiji)", written.getvalue())

    def engine(self, driver):
        """A new engine of a driver, or None where that is not installed."""
        needed = {'psycopg_async': ['psycopg', 'greenlet'], 'asyncpg': ['asyncpg', 'greenlet']}.get(driver, [driver])
        if not all(map(find_spec, needed)):
            return None
        if 'greenlet' in needed:
            from sqlalchemy.ext.asyncio import create_async_engine as create
        else:
            from sqlalchemy import create_engine as create
        return create(f'postgresql+{driver}://')

    def on_engines(self, body, *drivers, register=True):
        """Runs body(driver, connection) on an engine of each driver that is installed, in a transaction with the tables."""
        from wiji.sqlalchemy import register as registered

        def with_tables(connection, driver):
            self.metadata.drop_all(connection)
            self.metadata.create_all(connection)
            body(driver, connection)
            self.metadata.drop_all(connection)

        async def asynchronously(engine, driver):
            async with engine.begin() as connection:
                await connection.run_sync(with_tables, driver)
            await engine.dispose()

        engines = {driver: self.engine(driver) for driver in drivers or ('psycopg', 'psycopg2', 'psycopg_async', 'asyncpg')}
        if not any(engines.values()):
            self.skipTest('no driver is installed')
        for driver, engine in engines.items():
            if engine is None:
                continue
            if register:
                registered(engine)
            with self.subTest(driver):
                if hasattr(engine, 'sync_engine'):
                    asyncio.run(asynchronously(engine, driver))
                else:
                    with engine.begin() as connection:
                        with_tables(connection, driver)
                    engine.dispose()

    @needs_database
    def test_drivers(self):
        from sqlalchemy import any_, func, insert, inspect, literal, select
        from wiji.sqlalchemy import Wiji

        def check(driver, db):
            for form in FORMS:
                db.execute(insert(self.table), {'id': form, 'others': [ID, None]})
                self.assertEqual(db.scalar(select(self.table.c.id).where(self.table.c.id == form)), ID)
                self.assertEqual(db.scalar(select(self.table.c.id).where(self.table.c.id.in_([form]))), ID)
                self.assertEqual(db.scalar(select(self.table.c.others)), [ID, None])
                db.execute(self.table.delete())
            first = db.scalars(insert(self.table).returning(self.table.c.id)).one()
            self.assertLess(abs(db.scalar(select(func.wiji_timestamp(first))) - datetime.now(timezone.utc)), timedelta(minutes=1))
            columns = {column['name']: column['type'].compile(db.dialect) for column in inspect(db).get_columns('ids')}
            self.assertEqual(columns, {'id': 'wiji', 'others': 'wiji[]'})

            rows = [{'others': each} for each in ([], [ID], None, [first, None])]
            ids = db.scalars(insert(self.table).returning(self.table.c.id, sort_by_parameter_order=True), rows).all()
            self.assertEqual(ids, sorted(ids))
            self.assertEqual(db.scalars(select(self.table.c.others).where(self.table.c.id > first).order_by(self.table.c.id)).all(),
                             [row['others'] for row in rows])
            self.assertEqual(db.scalar(select(func.array_agg(self.table.c.id))), [first, *ids])
            self.assertEqual(db.execute(select(func.min(self.table.c.id), func.max(self.table.c.id))).one(), (first, ids[-1]))
            self.assertEqual(db.scalar(select(func.count()).where(literal(ID, Wiji()) == any_(self.table.c.others))), 1)

        self.on_engines(check)

    @needs_database
    def test_a_list_that_the_driver_does_not_know_is_an_error(self):
        from sqlalchemy import func, insert, select
        from sqlalchemy.exc import InvalidRequestError

        def check(driver, db):
            for others in [], [ID]:
                db.execute(insert(self.table), {'others': others})
                for query in select(self.table.c.others), select(func.array_agg(self.table.c.id)):
                    with self.assertRaisesRegex(InvalidRequestError, r'wiji\.sqlalchemy\.register\(engine\)'):
                        db.execute(query).all()

        self.on_engines(check, 'psycopg', 'psycopg2', register=False)

    @needs('alembic')
    @needs_database
    def test_migrations_are_empty_the_second_time(self):
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext
        from sqlalchemy import Index
        Index('later', self.table.c.others, postgresql_where=self.table.c.id > ID)

        def check(driver, db):
            def include(object, name, type, reflected, other):
                return type != 'table' or name == 'ids'

            context = MigrationContext.configure(db, opts={
                'compare_type': True, 'compare_server_default': True, 'include_object': include})
            self.assertEqual(compare_metadata(context, self.metadata), [])

        self.on_engines(check, 'psycopg', 'psycopg2')


@needs('django')
@unittest.skipUnless(find_spec('psycopg') or find_spec('psycopg2'), 'neither psycopg nor psycopg2 is installed')
class Django(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import django
        from django.apps import AppConfig, apps
        from django.conf import settings
        from django.db import models
        if not settings.configured:
            settings.configure(USE_TZ=True, INSTALLED_APPS=[AppConfig('wiji', wiji)], DATABASES={'default': {
                'ENGINE': 'django.db.backends.postgresql', 'NAME': DATABASE or 'none',
                'OPTIONS': {'server_side_binding': bool(find_spec('psycopg'))}}})
        django.setup()
        apps.get_app_config('wiji').models_module = wiji  # it has models, which are here
        from django.contrib.postgres.fields import ArrayField
        from wiji.django import WijiField

        class Order(models.Model):
            id = WijiField(primary_key=True)
            item = models.TextField()
            other = WijiField(null=True)

            class Meta:
                app_label = 'wiji'

        class Parcel(models.Model):
            id = WijiField(primary_key=True, default=wiji.wiji)
            order = models.ForeignKey(Order, models.CASCADE)
            others = ArrayField(WijiField(), default=list)
            rows = ArrayField(ArrayField(WijiField()), null=True)
            copied = WijiField(db_default=ID)

            class Meta:
                app_label = 'wiji'
                constraints = [models.UniqueConstraint('order', condition=models.Q(copied__gt=ID), name='copied')]

        cls.Order, cls.Parcel = Order, Parcel

    @classmethod
    def tearDownClass(cls):
        from django.apps import apps
        apps.all_models['wiji'].clear()

    def test_migration(self):
        from django.db.migrations.writer import MigrationWriter
        for field, expected in [
                (self.Order._meta.pk,
                 'wiji.django.WijiField(db_default=wiji.django.Generate(), editable=False, '
                 'primary_key=True, serialize=False)'),
                (self.Order._meta.get_field('other'), 'wiji.django.WijiField(null=True)'),
                (self.Parcel._meta.pk, 'wiji.django.WijiField(default=wiji.wiji, editable=False, primary_key=True, serialize=False)')]:
            self.assertEqual(MigrationWriter.serialize(field)[0], expected)
            again = field.clone()
            self.assertEqual(again.deconstruct()[1:], field.deconstruct()[1:])

    def test_values(self):
        from django.core.exceptions import ValidationError
        field = self.Order._meta.pk
        for form in FORMS:
            self.assertEqual(field.to_python(form), ID)
        self.assertIsNone(field.to_python(None))
        for wrong in '', 'coffee', ID + '0', '\0', 7:
            with self.assertRaises(ValidationError):
                field.get_prep_value(wrong)
        self.assertIsNone(self.Order().pk)
        self.Order(item='coffee').clean_fields(exclude=['other'])
        self.assertTrue(wiji.is_valid(self.Parcel().pk))

    def test_an_empty_text_is_wrong_but_in_a_form(self):
        from django import forms
        from django.core.exceptions import ValidationError
        for query in (lambda: self.Order.objects.filter(other=''), lambda: self.Order.objects.exclude(id__in=['']),
                      lambda: self.Parcel.objects.filter(order_id=''), lambda: self.Order.objects.update(other=''),
                      lambda: str(self.Order.objects.filter(other__gt='').query)):
            self.assertRaises(ValidationError, query)
        form = forms.modelform_factory(self.Order, fields=['item', 'other'])
        filled = form({'item': 'coffee', 'other': ''})
        self.assertTrue(filled.fields['other'].required)
        optional = self.Order._meta.get_field('other').clone()
        optional.blank = True
        self.assertIsNone(optional.formfield().clean(''))
        self.assertEqual(optional.formfield().clean(ID), ID)
        wrong = form({'item': 'coffee', 'other': 'tea'})
        self.assertEqual(wrong.errors, {'other': ['“tea” is not a valid ID.']})

    @needs_database
    def test_arrays(self):
        import json
        from django.contrib.postgres.aggregates import ArrayAgg
        from django.core.management import call_command
        from django.db import InterfaceError, connection
        from django.db.models import Max, Min
        from io import StringIO
        from tempfile import NamedTemporaryFile
        import wiji.django
        Order, Parcel = self.Order, self.Parcel
        with connection.schema_editor() as editor:
            editor.create_model(Order)
            editor.create_model(Parcel)
        try:
            order = Order.objects.create(item='coffee')
            lists = [[], [ID], [ID, order.id, None]]
            parcels = Parcel.objects.bulk_create([Parcel(order=order, others=each) for each in lists])
            nested = Parcel.objects.create(order=order, others=[uuid.UUID(wiji.uuid(ID))], rows=[[ID, order.id], [order.id, None]])

            def check():
                self.assertEqual(list(Parcel.objects.order_by('id').values_list('others', flat=True)), [*lists, [ID]])
                self.assertEqual(Parcel.objects.get(id=nested.id).rows, [[ID, order.id], [order.id, None]])
                self.assertEqual(Parcel.objects.get(others__1=order.id).id, parcels[2].id)
                self.assertEqual(Parcel.objects.filter(others__contains=[ID]).count(), 3)
                self.assertEqual(Parcel.objects.aggregate(ids=ArrayAgg('id', order_by='id'))['ids'], [*(p.id for p in parcels), nested.id])
                self.assertEqual(Parcel.objects.aggregate(least=Min('id'), most=Max('id')), {'least': parcels[0].id, 'most': nested.id})
                self.assertEqual({p.copied for p in Parcel.objects.all()}, {ID})

            check()
            with connection.cursor() as cursor:
                cursor.execute('SELECT array_agg(id) FROM wiji_order')
                self.assertEqual(cursor.fetchone(), ([order.id],))

            # a backup can be restored
            dump = StringIO()
            call_command('dumpdata', 'wiji', stdout=dump)
            self.assertEqual(json.loads(json.loads(dump.getvalue())[3]['fields']['others']), [ID, order.id, None])
            Order.objects.all().delete()
            with NamedTemporaryFile('w', suffix='.json') as file:
                file.write(dump.getvalue())
                file.flush()
                call_command('loaddata', file.name, verbosity=0)
            check()

            # a connection that was opened before there was a type, as in the first migration
            connection.close()
            wiji.django._known.clear()
            types, wiji.django._TYPES = wiji.django._TYPES, 'SELECT 0, 0 WHERE false'
            try:
                connection.ensure_connection()
            finally:
                wiji.django._TYPES = types
            with self.assertRaisesRegex(InterfaceError, 'WijiExtension'):
                Parcel.objects.get(id=nested.id)
            with connection.schema_editor() as editor:
                wiji.django.WijiExtension().database_forwards('wiji', editor, None, None)
            check()
            connection.close()
            check()
        finally:
            with connection.schema_editor() as editor:
                editor.delete_model(Parcel)
                editor.delete_model(Order)
            connection.close()

    @needs_database
    def test_after_migrations_lists_can_be_read(self):
        from django.db import connection
        from django.db.models.signals import post_migrate
        import wiji.django
        connection.close()
        wiji.django._known.clear()
        types, wiji.django._TYPES = wiji.django._TYPES, 'SELECT 0, 0 WHERE false'
        try:
            connection.ensure_connection()
        finally:
            wiji.django._TYPES = types
        query = f"SELECT ARRAY[CAST('{ID}' AS wiji)]"
        with connection.cursor() as cursor:
            cursor.execute(query)
            self.assertEqual(cursor.fetchone(), (f'{{{ID}}}',))
        post_migrate.send(None, using='default')
        with connection.cursor() as cursor:
            cursor.execute(query)
            self.assertEqual(cursor.fetchone(), ([ID],))
        connection.close()

    @needs_database
    def test_migrations_are_empty_the_second_time(self):
        from django.db.migrations.autodetector import MigrationAutodetector
        from django.db.migrations.graph import MigrationGraph
        from django.db.migrations.questioner import MigrationQuestioner
        from django.db.migrations.state import ModelState, ProjectState
        from django.db.migrations.writer import MigrationWriter
        from wiji.django import WijiExtension

        def changes_since(before):
            after = ProjectState()
            for model in self.Order, self.Parcel:
                after.add_model(ModelState.from_model(model))
            return MigrationAutodetector(before, after, MigrationQuestioner({'ask_initial': True})).changes(MigrationGraph())

        changes = changes_since(ProjectState())
        self.assertEqual(list(changes), ['wiji'])
        before = ProjectState()
        for migration in changes['wiji']:
            migration.operations.insert(0, WijiExtension())
            names = {}
            exec(MigrationWriter(migration).as_string(), names)  # what is written is what is read
            before = names['Migration']('0001', 'wiji').mutate_state(before)
        self.assertEqual(changes_since(before), {})

    @needs_database
    def test_database(self):
        from django.db import connection
        from wiji.django import Timestamp
        Order, Parcel = self.Order, self.Parcel
        with connection.schema_editor() as editor:
            editor.create_model(Order)
            editor.create_model(Parcel)
        try:
            first = Order.objects.create(item='first')
            second, third = Order.objects.bulk_create([Order(item='second'), Order(item='third', other=first.id)])
            self.assertLess(first.id, second.id)
            self.assertLess(second.id, third.id)
            copy = Order.objects.get(id=third.id)
            copy.pk, copy._state.adding = None, True
            copy.save()
            self.assertLess(third.id, copy.id)
            self.assertEqual(Order.objects.get(id=copy.id).other, first.id)
            third.other = None
            third.save()
            self.assertIsNone(Order.objects.get(id=third.id).other)

            one, two = Parcel.objects.bulk_create([Parcel(order=first), Parcel(order=second)])
            for form in wiji.uuid(two.id), uuid.UUID(wiji.uuid(two.id)), two.id.lower(), wiji.binary(two.id):
                self.assertEqual(Parcel.objects.get(id=form).order, second)
            self.assertEqual(Parcel.objects.filter(order__in=[first, second]).count(), 2)
            self.assertEqual(Parcel.objects.filter(id__gte=wiji.lower(datetime.now(timezone.utc) - timedelta(hours=1))).count(), 2)
            created = Order.objects.annotate(created=Timestamp('id')).get(id=first.id).created
            self.assertEqual(created, wiji.parse(first.id).date)
        finally:
            with connection.schema_editor() as editor:
                editor.delete_model(Parcel)
                editor.delete_model(Order)
            connection.close()


if __name__ == '__main__':
    unittest.main()
