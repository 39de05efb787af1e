# Django.  An ID is a str.
# Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
import io
import os
import sys
from datetime import timedelta

import django
from django.conf import settings

settings.configure(
	DATABASES={"default": {
		"ENGINE": "django.db.backends.postgresql",
		"HOST": os.environ.get("PGHOST", ""),
		"PORT": os.environ.get("PGPORT", ""),
		"NAME": os.environ.get("PGDATABASE", ""),
		"USER": os.environ.get("PGUSER", ""),
		"PASSWORD": os.environ.get("PGPASSWORD", ""),
	}},
	USE_TZ=True,
)
django.setup()

from django.core.exceptions import ValidationError  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.management.color import no_style  # noqa: E402
from django.db import DataError, connection, models  # noqa: E402
from django.db.models.fields import AutoFieldMixin  # noqa: E402
from django.utils import timezone  # noqa: E402

sys.path.append(os.path.join(os.path.dirname(__file__), "../../clients/python"))  # where wiji is not installed
import wiji  # noqa: E402


class WijiValue(models.Field):
	"""Any column of the type, and a key whose IDs are generated here."""
	empty_strings_allowed = False

	def db_type(self, connection):
		return "wiji"

	def to_python(self, value):
		if value in (None, ""):
			return None
		if not wiji.is_valid(value):
			raise ValidationError("“%(value)s” is not an ID.", code="invalid", params={"value": value})
		return wiji.wiji(value)  # any form of an ID becomes its 26 characters

	def get_prep_value(self, value):  # like UUIDField: an invalid ID is not a database error
		return self.to_python(super().get_prep_value(value))


class WijiField(AutoFieldMixin, WijiValue):
	"""A primary key that the server generates and INSERT … RETURNING returns."""

	def db_type_suffix(self, connection):
		return "DEFAULT wiji_generate()"

	def pre_save(self, instance, add):  # bulk_create() would insert a null
		return super().pre_save(instance, add) or models.Func(function="wiji_generate")


class Order(models.Model):
	id = WijiField(primary_key=True)
	item = models.TextField()

	class Meta:
		app_label = "shop"
		db_table = "orders"


class Line(models.Model):
	order = models.ForeignKey(Order, models.CASCADE)
	what = models.TextField()

	class Meta:
		app_label = "shop"
		db_table = "lines"


class Parcel(models.Model):
	id = WijiValue(primary_key=True, default=wiji.wiji, editable=False)
	order = models.ForeignKey(Order, models.CASCADE)

	class Meta:
		app_label = "shop"
		db_table = "parcels"


class Timestamp(models.Func):
	function = "wiji_timestamp"
	output_field = models.DateTimeField()


class Lower(models.Func):
	function = "wiji_lower"
	output_field = WijiValue()


def items(orders):
	return ", ".join(order.item for order in orders)


# what every manage.py command does first, and loaddata last
assert not Order._meta.pk.check() + Parcel._meta.pk.check()
assert not connection.ops.sequence_reset_sql(no_style(), [Order, Parcel])

# what a migration does
with connection.schema_editor() as editor:
	editor.create_model(Order)
	editor.create_model(Line)
	editor.create_model(Parcel)

ids = {}
for item in ["coffee", "tea", "cake", "bread"]:
	ids[item] = Order.objects.create(item=item).id
print("inserted:", ", ".join(ids))

print("by ID:", Order.objects.get(id=ids["coffee"]).item)

# IN (…)
print("by a list of IDs:", items(Order.objects.filter(id__in=[ids["coffee"], ids["cake"]]).order_by("id")))

page = Order.objects.order_by("id")[:2]
print("first page:", items(page))
print("next page:", items(Order.objects.filter(id__gt=page[1].id).order_by("id")[:2]))

hour_ago = timezone.now() - timedelta(hours=1)
print("since an hour ago:", items(Order.objects.filter(id__gte=Lower(hour_ago)).order_by("id")))

created = Order.objects.annotate(created=Timestamp("id")).get(id=ids["coffee"]).created
print("created:", "just now" if abs(timezone.now() - created) < timedelta(minutes=1) else created)

# bulk inserts get their IDs back, too; a foreign key has the same type
milk, sugar = Order.objects.bulk_create([Order(item="milk"), Order(item="sugar")])
assert ids["bread"] < milk.id < sugar.id
Line.objects.create(order=milk, what="goat's")
assert Line.objects.get(order_id=milk.id).order.item == "milk"
assert Order.objects.raw("SELECT * FROM orders WHERE id = ANY (%s::wiji[])", [[milk.id]])[0] == milk

parcel = Parcel(order=milk)
assert wiji.is_valid(parcel.id)
parcel.save()
assert Parcel.objects.get(id=wiji.uuid(parcel.id)).order == milk
assert len(Parcel.objects.bulk_create([Parcel(order=milk), Parcel(order=sugar)])) == 2
assert Parcel.objects.filter(id__gte=wiji.lower(timezone.now() - timedelta(hours=1))).count() == 3

# an invalid ID: a web application answers 404; an empty one, as sent by a form
for wrong in ["coffee", ids["coffee"] + "0", "\0"]:
	try:
		raise AssertionError(Order.objects.filter(id=wrong))
	except ValidationError as error:
		assert error.code == "invalid"
assert not Order.objects.filter(id="").exists()
assert Order.objects.get(id=ids["coffee"].lower()).id == ids["coffee"]
try:
	raise AssertionError(Order.objects.raw("SELECT * FROM orders WHERE id = %s", ["coffee"])[0])
except DataError as error:
	assert type(error.__cause__).__name__ == "InvalidTextRepresentation"

# inspectdb guesses a TextField: replace it with WijiField
inspected = io.StringIO()
call_command("inspectdb", "orders", stdout=inspected)
assert "id = models.TextField(primary_key=True)  # This field type is a guess." in inspected.getvalue(), inspected.getvalue()

with connection.schema_editor() as editor:
	editor.delete_model(Parcel)
	editor.delete_model(Line)
	editor.delete_model(Order)
