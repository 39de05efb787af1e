"""Django 5.2 and newer, with PostgreSQL and psycopg 3 or psycopg2: a field for IDs.

    class Order(models.Model):
        id = WijiField(primary_key=True)

PostgreSQL generates the IDs of a primary key, and INSERT … RETURNING returns them.  With
default=wiji.wiji, the application generates them.  Forms leave the key out, unless it is editable=True.  An
ID is a str, also in a ForeignKey to such a key and in the lists of an ArrayField(WijiField()).

    Order.objects.filter(id__gte=wiji.lower(timezone.now() - timedelta(days=1)))
    Order.objects.annotate(created=Timestamp('id'))

Before the first table with IDs, a migration runs WijiExtension().
"""
# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
from typing import TYPE_CHECKING, Any

import django
from django import forms
from django.contrib.postgres.operations import CreateExtension
from django.core.exceptions import ValidationError
from django.db import InterfaceError, connections, models
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from . import Id, is_valid, wiji

__all__ = ['WijiField', 'WijiExtension', 'Generate', 'Timestamp']

if django.VERSION < (5, 2):
    raise ImportError(f'wiji.django requires Django 5.2 or newer, found {django.get_version()}')

if TYPE_CHECKING:
    _Field = models.Field[Id | None, Any]
else:
    _Field = models.Field


class WijiField(_Field):
    """A column of IDs.  Values may be of every type that wiji reads, and become 26 characters."""
    empty_strings_allowed = False
    description = _('Wiji, a time-ordered ID')
    default_error_messages = {'invalid': _('“%(value)s” is not a valid ID.')}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if kwargs.get('primary_key'):
            kwargs.setdefault('editable', False)  # a form does not ask for it
            if 'default' not in kwargs:
                kwargs.setdefault('db_default', Generate())
        super().__init__(*args, **kwargs)

    def db_type(self, connection: Any) -> str:
        return 'wiji'

    def to_python(self, value: Any) -> Any:
        if value is None:
            return None
        if not is_valid(value):
            raise ValidationError(self.error_messages['invalid'], code='invalid', params={'value': value})
        return wiji(value)

    # an empty field of a form is None; elsewhere, '' is as wrong as any other text
    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{'form_class': forms.CharField, 'empty_value': None, **kwargs})

    # PostgreSQL's text is what a column's value shall be.  Only ArrayField calls this, for each element of a
    # list; if the driver does not know the type of the list, these are the characters of its text.
    def from_db_value(self, value: Any, expression: Any, connection: Any) -> str | None:
        if value is None:
            return None
        if not is_valid(value):
            raise InterfaceError(
                'the database driver read a list of IDs as text, as this connection was opened before the type '
                'wiji was created; in a migration, create it by WijiExtension(), and elsewhere close the connection')
        return wiji(value)

    def get_db_converters(self, connection: Any) -> list[Any]:
        return []

    # as UUIDField does: a wrong ID is a ValidationError, which a view can answer with 404
    def get_prep_value(self, value: Any) -> Any:
        return self.to_python(super().get_prep_value(value))

    # Until it is saved, a key that PostgreSQL generates is None, as with Django's own such fields.
    # bulk_create() returns it only then, and instance.pk = None lets save() make a copy.
    def get_default(self) -> Any:
        return None if self._is_generated() else super().get_default()

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = super().pre_save(model_instance, add)
        return self.db_default if value is None and self._is_generated() else value

    def _is_generated(self) -> bool:
        return self.primary_key and self.db_default is not models.NOT_PROVIDED


class Generate(models.Func):
    """wiji_generate(): a new ID, for db_default."""
    function = 'wiji_generate'
    arity = 0
    output_field = WijiField()


class Timestamp(models.Func):
    """wiji_timestamp(id): when an ID was generated."""
    function = 'wiji_timestamp'
    arity = 1
    output_field = models.DateTimeField()


class WijiExtension(CreateExtension):
    """A migration's operation: CREATE EXTENSION wiji.  Later operations can read lists of IDs."""

    def __init__(self, **options: Any) -> None:
        super().__init__('wiji', **options)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        super().database_forwards(app_label, schema_editor, from_state, to_state)
        _register_new(schema_editor.connection)


#
# Drivers do not know the lists of a type whose OID differs between databases, and need to be told for each
# connection.
#
_TYPES = """SELECT t.oid, t.typarray FROM pg_catalog.pg_type t
            WHERE t.typname = 'wiji' AND t.typtype IN ('b', 'd')"""  # not a table's row type

_known: dict[tuple[Any, ...], list[tuple[int, int]]] = {}  # by database: asked for once


def _database(connection: Any) -> tuple[Any, ...]:
    return tuple(str(connection.settings_dict.get(setting)) for setting in ('HOST', 'PORT', 'NAME', 'OPTIONS'))


def _register(sender: Any, connection: Any, **kwargs: Any) -> None:
    if connection.vendor != 'postgresql':
        return
    types = _known.get(_database(connection))
    if not types:
        with connection.cursor() as cursor:
            cursor.execute(_TYPES)
            types = _known[_database(connection)] = cursor.fetchall()
    from django.db.backends.postgresql.psycopg_any import is_psycopg3
    for oid, array_oid in types:
        if is_psycopg3:
            from psycopg.types import TypeInfo
            from .psycopg import register_info
            register_info(TypeInfo('wiji', oid, array_oid), connection.connection)
        else:
            from psycopg2 import STRING
            from psycopg2.extensions import new_array_type, register_type
            register_type(new_array_type((array_oid,), 'wiji[]', STRING), connection.connection)


def _register_new(connection: Any) -> None:
    """Once more, as the type may have been created since the connection was opened."""
    if connection.connection is not None:
        _known.pop(_database(connection), None)
        _register(None, connection)


def _after_migrations(sender: Any, using: str, **kwargs: Any) -> None:
    _register_new(connections[using])


connection_created.connect(_register, dispatch_uid='wiji.django')
post_migrate.connect(_after_migrations, dispatch_uid='wiji.django')
