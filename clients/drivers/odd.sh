# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# Clients that have no example and need no package of ours, for clients/check
packages=(python3 python3-pyodbc odbc-postgresql libdbd-pg-perl nodejs npm)

fetch()
{
	local client

	for client in pgtyped postgraphile; do
		mkdir "$client"
		cp "$work/src/clients/drivers/odd/$client/package.json" "$client"
		(cd "$client" && npm install --ignore-scripts --no-audit --no-fund)
	done
}

versions()
{
	dpkg-query -W -f '${Package} ${Version}\n' python3-pyodbc odbc-postgresql libdbd-pg-perl nodejs
	cat pgtyped/node_modules/{@pgtyped/cli,pg,typescript}/package.json postgraphile/node_modules/postgraphile/package.json |
		 sed -nE 's/^\t*  ?"(name|version)": "(.*)",?$/\2/p' | paste -d ' ' - -
}

example()
{
	case $1 in
		odbc) as_client /usr/bin/python3 orders.py ;;
		perl) as_client /usr/bin/perl orders.pl ;;
		*)
			as_client ln -sfn "$fetched/$1/node_modules" node_modules
			as_client node orders.js
			;;
	esac
}
