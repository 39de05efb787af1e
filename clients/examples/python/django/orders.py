# Django, after "manage.py makemigrations" and "manage.py migrate".
from datetime import timedelta

import django
import wiji
from django.utils import timezone

django.setup()

from shop.models import Order, Parcel  # noqa: E402
from wiji.django import Timestamp  # noqa: E402


def items(orders):
	return ", ".join(order.item for order in orders)


orders = [Order.objects.create(item="coffee"), *Order.objects.bulk_create([Order(item="tea"), Order(item="cake")])]
coffee, tea, cake = orders
print("inserted:", items(orders))

age = timezone.now() - Order.objects.annotate(created=Timestamp("id")).get(id=coffee.id).created
print("created:", "just now" if abs(age) < timedelta(minutes=1) else age)

yesterday = wiji.lower(timezone.now() - timedelta(days=1))
print("the last day:", items(Order.objects.filter(id__gte=yesterday).order_by("id")))

print("a list of IDs:", items(Order.objects.filter(id__in=[coffee.id, cake.id]).order_by("id")))

order = Order.objects.create(id=wiji.wiji(), item="sugar")
parcel = Parcel.objects.create(order=order)
print("from the application:", Parcel.objects.get(id=parcel.id).order.item)
