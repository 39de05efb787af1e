from peewee import SQL, Field


class WijiField(Field):
	"""A key of type wiji; PostgreSQL generates the IDs."""
	field_type = "wiji"
	auto_increment = True  # INSERT omits the ID if there is none, and returns it

	def __init__(self, **options):
		if options.get("primary_key"):
			options.setdefault("constraints", [SQL("DEFAULT wiji_generate()")])
		super().__init__(**options)
