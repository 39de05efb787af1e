# shellcheck shell=bash
# Python's clients, for script/long/clients
packages=(python3 python3-venv)
clients=(psycopg asyncpg sqlalchemy django peewee outbox package)

fetch()
{
	python3 -m venv .
	bin/pip install --quiet "psycopg[binary]" asyncpg sqlalchemy alembic django \
		peewee "$work/src/clients/python"
}

versions() { bin/pip list --format=freeze | sed 's/==/ /; /^pip /d'; }

example()
{
	case $1 in
		sqlalchemy)
			if [ ! -d migrations ]; then
				alembic init migrations
				run cp env.py migrations/env.py
				alembic revision --autogenerate
			fi
			alembic upgrade head
			alembic check
			as_client "$fetched/bin/python" orders.py
			alembic downgrade base
			;;
		django)
			django-admin makemigrations shop
			django-admin migrate
			django-admin makemigrations --check
			as_client env DJANGO_SETTINGS_MODULE=settings "$fetched/bin/python" orders.py
			django-admin migrate shop zero
			;;
		outbox) as_client "$fetched/bin/python" outbox.py ;;
		package)
			cd "$work/src/clients/python"
			as_client env WIJI_TEST_DATABASE="$database" "$fetched/bin/python" -m unittest --verbose tests.test_modules >"$fetched/log" 2>&1
			cat "$fetched/log" >&2
			[[ $(<"$fetched/log") != *skipped* ]]
			echo "the package's tests pass"
			;;
		*) as_client "$fetched/bin/python" orders.py ;;
	esac
}

# their output is not the program's
alembic() { as_client "$fetched/bin/alembic" "$@" >&2; }
django-admin() { as_client "$fetched/bin/django-admin" "$@" --pythonpath . --settings settings >&2; }
