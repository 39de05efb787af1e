# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# Python, for clients/check

tools=(python3:python3 python3-venv)
least=3.11
language_version() { python3 --version; }

# with the tools of its registry in an environment of its own
prepare()
{
	[ "$registries" ] || return 0
	python3 -m venv "$HOME/tools"
	"$HOME/tools/bin/pip" install --quiet build twine 'setuptools>=77' >"$scratch/log" 2>&1 || { comment "$scratch/log"; return 1; }
	PATH=$HOME/tools/bin:$PATH
}

can_test() { true; }
own_tests() { cd "$library" && python3 -m unittest --verbose; }
tell() { PYTHONPATH="$library" python3 "$library/tests/tell.py" "$@"; }

file=python/wiji/__init__.py
alone()
{
	cp "$1" wiji.py
	python3 -c 'import wiji; print(wiji.wiji())'
}

artifacts=('PyPI, the source' 'PyPI, the wheel')
can_pack() { python3 -c 'import setuptools as s; exit(int(s.__version__.split(".")[0]) < 77)'; }
pack()
{
	local kind=${1##* }

	[ "$kind" = wheel ] || kind=sdist
	if [ "$registries" ]; then
		python3 -m build "--$kind"
		python3 -m twine check --strict dist/*
	else
		python3 -c "import setuptools.build_meta as b; b.build_$kind('dist')"
	fi
}
contents() { case $1 in *wheel) names dist/* ;; *) tar -tzf dist/* ;; esac; }
install_pack() { python3 -m pip install "$2"/dist/*; }
files()
{
	echo LICENSE wiji/__init__.py wiji/asyncpg.py wiji/django.py wiji/psycopg.py wiji/py.typed wiji/sqlalchemy.py
	[ "$1" = 'PyPI, the wheel' ] ||
		echo CHANGELOG.md MANIFEST.in README.md pyproject.toml tests/__init__.py tests/tell.py tests/test_modules.py tests/test_wiji.py
}

readme_one=yes
readme_program=main.py
readme_begin() { ! python3 -c 'import ensurepip' 2>/dev/null || python3 -m venv --system-site-packages .venv; }
readme_run() { python3 "$1"; }
# (wiji.psycopg requires 3.2)
readme_has()
{
	python3 -c "import ${1%%[*}" 2>/dev/null &&
		{ [[ $1 != psycopg* ]] || python3 -c 'import psycopg, sys; sys.exit(psycopg.__version__.startswith(("3.0.", "3.1.")))'; }
}
readme_add() { python3 -m pip install "$1"; }
readme_can() { [ "$registries" ] || python3 -c 'import ensurepip' && can_pack; }
readme_copy() { cp -R "$library/wiji" .; }

packages=(python3 python3-venv)

fetch()
{
	python3 -m venv .
	bin/pip install --quiet "psycopg[binary]" psycopg2-binary asyncpg "sqlalchemy[asyncio]" alembic django \
		peewee "$work/src/clients/python"
	# the oldest that the modules take; new Pythons have no asyncpg 0.29
	python3 -m venv oldest
	oldest/bin/pip install --quiet 'psycopg[binary]==3.2.*' psycopg2-binary 'sqlalchemy[asyncio]==2.0.*' 'alembic==1.13.*' \
		'django==5.2.*' 'asyncpg==0.29.*; python_version < "3.13"' 'asyncpg; python_version >= "3.13"'
}

versions() { bin/pip list --format=freeze | sed 's/==/ /; /^pip /d'; }

example()
{
	local python

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
			for python in "$fetched/bin/python" "$fetched/oldest/bin/python"; do
				as_client env WIJI_TEST_DATABASE="$database" "$python" -m unittest --verbose tests.test_modules >"$fetched/log" 2>&1 ||
					{ cat "$fetched/log" >&2; return 1; }
				[[ $(<"$fetched/log") != *skipped* ]]
			done
			echo "the package's tests pass"
			;;
		*) as_client "$fetched/bin/python" orders.py ;;
	esac
}

# their output is not the program's
alembic() { as_client "$fetched/bin/alembic" "$@" >&2; }
django-admin() { as_client "$fetched/bin/django-admin" "$@" --pythonpath . --settings settings >&2; }
