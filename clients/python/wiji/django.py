"""Django 5.2 and newer, with PostgreSQL: a field for IDs.

    class Order(models.Model):
        id = WijiField(primary_key=True)

PostgreSQL generates the IDs of a primary key, and INSERT … RETURNING returns them.  With
default=wiji.wiji, the application generates them.  Forms leave the key out, unless it is editable=True.  An
ID is a str, also in a ForeignKey to such a key.

    Order.objects.filter(id__gte=wiji.lower(timezone.now() - timedelta(days=1)))
    Order.objects.annotate(created=Timestamp('id'))

Before the first table with IDs, a migration runs django.contrib.postgres.operations.CreateExtension('wiji').
"""
# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from . import Id, is_valid, wiji

__all__ = ['WijiField', 'Generate', 'Timestamp']

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
        if value is None or value == '':
            return None
        if not is_valid(value):
            raise ValidationError(self.error_messages['invalid'], code='invalid', params={'value': value})
        return wiji(value)

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
