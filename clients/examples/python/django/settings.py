import os

DATABASES = {"default": {
	"ENGINE": "django.db.backends.postgresql",
	"NAME": os.environ["PGDATABASE"],  # libpq takes the rest from the environment
}}
INSTALLED_APPS = ["shop"]
USE_TZ = True
