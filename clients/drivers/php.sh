# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# PHP, for clients/check.  Programs use Debian's ORMs, and the package as Composer installs it.

tools=(php:php-cli composer:composer phpunit:phpunit php-pgsql)
least=8.2
language_version() { php --version; }

can_test() { command -v phpunit >/dev/null; }
own_tests() { cd "$library" && phpunit --testdox; }
tell() { php "$library/tests/tell.php" "$@"; }

file=php/src/Wiji.php
alone()
{
	cp "$1" .
	php -r 'require "Wiji.php"; echo Wiji\Wiji::wiji(), "\n";'
}

artifacts=(Packagist)
can_pack() { composer --version; }
pack()
{
	composer --no-plugins validate --strict --no-check-version
	composer --no-plugins archive --format=tar --dir="$PWD.archive"
}
contents() { tar -tf "$PWD.archive"/*.tar; }
install_pack()
{
	mkdir package
	tar -xf "$2.archive"/*.tar -C package
	composer config repositories.wiji path package
	composer require wiji/wiji:0.9.0
}
files()
{
	echo CHANGELOG.md LICENSE README.md composer.json
	printf 'src/%s.php\n' Doctrine/{Dbal4Type,Orm3Generator,WijiArrayType,WijiGenerator,WijiType} \
		Eloquent/{AsWiji,AsWijiArray,HasWiji,Illuminate11Cast} ServerArray Wiji
}

readme_one=yes
readme_program=main.php
readme_begin() { echo '{"repositories": [{"packagist.org": false}]}' >composer.json; }
readme_run() { php "$1"; }
readme_has() { php -m | grep -x "${1#ext-}" >/dev/null; }
readme_add() { false; }
readme_can() { composer --version; }
readme_copy() { mkdir vendor && cp "$library/src/Wiji.php" vendor/autoload.php; }

packages=(php-cli php-mbstring php-pgsql php-xml php-doctrine-orm php-illuminate-database composer phpunit)

fetch()
{
	cat >autoload.php <<-'EOF'
		<?php
		require 'Doctrine/ORM/autoload.php';
		require 'Illuminate/Database/autoload.php';
	EOF
	cat >composer.json <<-EOF
		{
			"repositories": [
				{ "packagist.org": false },
				{ "type": "path", "url": "$work/src/clients/php", "options": { "symlink": false } }
			],
			"require": { "wiji/wiji": "*" },
			"autoload": { "files": ["autoload.php"] }
		}
	EOF
	COMPOSER_ALLOW_SUPERUSER=1 composer --no-interaction --no-plugins update
}

versions()
{
	php -r 'echo "php ", PHP_VERSION, "\n";'
	dpkg-query -W -f '${Package} ${Version}\n' php-doctrine-dbal php-doctrine-orm php-illuminate-database
}

example()
{
	as_client ln -sfn "$fetched/vendor" vendor
	case $1 in
		pdo) as_client php orders.php ;;
		doctrine)
			as_client php dbal.php >dbal
			as_client php orm.php
			diff dbal "$work/src/clients/drivers/expected"
			modules Doctrine
			;;
		eloquent)
			as_client php orders.php
			modules Eloquent
			;;
	esac
}

# the tests of the package's module for an ORM
modules()
{
	as_client phpunit --bootstrap vendor/autoload.php --configuration "$work/src/clients/php" --fail-on-skipped \
		--filter "$1" "$work/src/clients/php/tests/OrmTest.php" >&2
}
