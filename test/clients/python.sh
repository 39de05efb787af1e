# shellcheck shell=bash
# Python's clients, for script/long/clients
packages=(python3 python3-venv)
clients=(psycopg)

fetch()
{
	python3 -m venv .
	bin/pip install --quiet "psycopg[binary]" "$work/src/clients/python"
}

versions() { bin/pip list --format=freeze | sed 's/==/ /; /^pip /d'; }

example() { as_client "$fetched/bin/python" orders.py; }
