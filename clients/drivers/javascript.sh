# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# JavaScript and TypeScript, for clients/check

tools=(node:nodejs npm:npm tsc:node-typescript)
least=20
language_version() { node --version; }

can_test() { true; }
own_tests() { cd "$library" && node --test --test-reporter=tap; }
tell() { node "$library/tests/tell.js" "$@"; }

file=javascript/wiji.js
alone()
{
	cp "$1" wiji.mjs
	node --input-type=module -e 'import wiji from "./wiji.mjs"; console.log(wiji())'
}

artifacts=(npm)
can_pack() { npm --version; }
pack()
{
	npm pack
	[ ! "$registries" ] || { npx --yes publint --strict ./*.tgz && npx --yes @arethetypeswrong/cli ./*.tgz; }
}
contents() { tar -tzf ./*.tgz; }
install_pack() { npm install "$2"/*.tgz; }
files()
{
	echo CHANGELOG.md LICENSE README.md package.json {drizzle,pg,wiji}.{cjs,d.cts,d.ts,js}
}

readme_one=yes
readme_program=main.mjs
readme_begin() { npm init --yes; }
readme_run() { node "$1"; }
readme_has() { node -e 'import(process.argv[1])' "$1" 2>/dev/null; }
readme_add() { npm install "$1"; }
readme_can() { npm --version; }
readme_copy()
{
	mkdir -p node_modules/wiji
	cp "$library"/package.json "$library"/*.js node_modules/wiji
}

packages=(nodejs npm)

fetch()
{
	local mikro

	# its packages require each other's exact version; the last that is published has the newest
	mikro=$(npm view @mikro-orm/migrations version)
	npm pack --silent "$work/src/clients/javascript"
	npm install --ignore-scripts --no-package-lock --no-audit --no-fund ./wiji-*.tgz pg postgres \
		drizzle-orm drizzle-kit kysely knex typeorm reflect-metadata sequelize sequelize-cli \
		@mikro-orm/{core,sql,postgresql,migrations}@"$mikro" \
		prisma @prisma/{client,adapter-pg,driver-adapter-utils,schema-engine-wasm} typescript tsx @types/{node,pg}
	cp "$work/src/clients/drivers/javascript/schema-engine.mjs" .
	# the oldest that the modules take
	npm install --prefix oldest --ignore-scripts --no-package-lock --no-audit --no-fund drizzle-orm@0.34 pg@8.20
}

versions()
{
	echo "node $(node --version)"
	npm ls --depth 0 | sed -nE 's/^[^ ]+ (@?[^@]+)@([0-9][^ ]*).*/\1 \2/p'
}

# a command of a package, which prints what the example does not
tool() { as_client "$fetched/node_modules/.bin/$1" "${@:2}" >&2; }

# a program in TypeScript, which Debian's Node does not run by itself
typescript() { as_client "$fetched/node_modules/.bin/tsx" orders.ts; }

compile() { tool tsc --strict --target es2024 --module nodenext --skipLibCheck --types node "$@"; }

prisma()
{
	as_client env PRISMA_SCHEMA_ENGINE_BINARY="$fetched/schema-engine.mjs" "$fetched/node_modules/.bin/prisma" "$@" >&2
}

example()
{
	local check=(--noEmit --allowImportingTsExtensions)

	run ln -sfn "$fetched/node_modules" ../node_modules
	case $1 in
		drizzle)
			compile "${check[@]}" ./*.ts
			tool drizzle-kit generate
			tool drizzle-kit migrate
			typescript
			sql -d "$database" -c 'DROP TABLE orders' -c 'DROP SCHEMA drizzle CASCADE'
			;;
		kysely | mikro-orm)
			compile "${check[@]}" ./*.ts migrations/*.ts
			typescript
			;;
		typeorm)
			compile --experimentalDecorators ./*.ts
			as_client node orders.js
			;;
		sequelize)
			tool sequelize-cli db:migrate --url "postgresql://client:$password@127.0.0.1:$port/$database"
			as_client node orders.js
			tool sequelize-cli db:migrate:undo:all --url "postgresql://client:$password@127.0.0.1:$port/$database"
			;;
		prisma)
			prisma generate
			compile "${check[@]}" ./*.ts
			prisma migrate deploy
			# it leaves the table alone
			prisma migrate diff --exit-code --from-config-datasource --to-schema schema.prisma
			typescript
			sql -d "$database" -c 'DROP TABLE orders, _prisma_migrations'
			;;
		package)
			cd "$work/src/clients/javascript"
			run ln -sfn "$fetched/node_modules" node_modules
			as_client env WIJI_TEST_DATABASE="$database" PATH="$fetched/node_modules/.bin:$PATH" \
				node --test --test-reporter=tap tests/modules.test.js tests/commonjs.test.js >"$fetched/log" 2>&1 ||
				{ cat "$fetched/log" >&2; return 1; }
			run ln -sfn "$fetched/oldest/node_modules" node_modules
			as_client env WIJI_TEST_DATABASE="$database" \
				node --test --test-reporter=tap tests/modules.test.js >>"$fetched/log" 2>&1 ||
				{ cat "$fetched/log" >&2; return 1; }
			[[ $(<"$fetched/log") != *SKIP* ]]
			echo "the package's tests pass"
			;;
		outbox) as_client node outbox.js ;;
		*) as_client node orders.js ;;
	esac
}
