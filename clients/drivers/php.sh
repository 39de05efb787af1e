# shellcheck shell=bash
# PHP's clients, for script/long/clients: Debian's, and the package as Composer installs it
packages=(php-cli php-mbstring php-pgsql php-xml php-doctrine-orm php-illuminate-database composer phpunit)
clients=(pdo doctrine eloquent)

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
