# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# Tools that load tables by their keys, for clients/check: on tables they lose rows, and through views over
# horizons none.  loaders/check.py is what each of them goes through, and loaders/TOOL/tool.py how it is
# configured.  A tool that is not to be had, or does not work, is skipped; only views can fail, and fewer than six.

# not for all of them today's Python has wheels
packages=(python3-psycopg2 python3.13-venv default-jdk-headless maven)

python_tool()
{
	python3.13 -m venv .
	bin/pip install --quiet "$@"
}

maven() { mvn --batch-mode --no-transfer-progress -Dmaven.repo.local="$HOME/.m2/repository" "$@"; }

# java_tool GROUP:ARTIFACT:VERSION…: in lib, with the driver, and the program of TOOL/Poll.java
java_tool()
{
	local dependencies

	dependencies=$(printf '%s\n' "$@" org.postgresql:postgresql:RELEASE org.slf4j:slf4j-simple:RELEASE | sed -E \
		's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|')
	cat >pom.xml <<-EOF
		<project><modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>loader</artifactId><version>1</version>
		<dependencies>$dependencies</dependencies></project>
	EOF
	rm -rf lib
	maven --quiet dependency:copy-dependencies -DoutputDirectory=lib
	javac -nowarn -d classes -cp 'lib/*' "$here/$(basename "$PWD")/Poll.java"
}

# fetch TOOL: in the current folder
fetch()
{
	local version nifi=()

	case $1 in
		dlt) python_tool 'dlt[postgres]' sqlalchemy ;;
		meltano) python_tool meltanolabs-tap-postgres ;;
		pipelinewise)	# without the old versions that it pins, which have no wheels
			python_tool --no-deps pipelinewise-tap-postgres pipelinewise-singer-python
			python_tool psycopg2-binary strict-rfc3339 backoff ciso8601 jsonschema orjson python-dateutil pytz simplejson
			;;
		# the last ones whose programs are in the registry: the packages of newer ones download them elsewhere
		sling) python_tool sling-linux-amd64 ;;
		ingestr) python_tool 'ingestr<1' ;;
		dbt) python_tool dbt-postgres 'dbt-core<1.12' ;;
		spring) java_tool org.springframework.integration:spring-integration-jdbc:RELEASE ;;
		camel) java_tool org.apache.camel:camel-core:RELEASE org.apache.camel:camel-sql:RELEASE ;;
		nifi)	# the processor with what the server would give it, all of one version
			maven --quiet dependency:copy -Dartifact=org.apache.nifi:nifi-standard-processors:RELEASE -DoutputDirectory=lib
			version=$(basename lib/nifi-standard-processors-*.jar .jar)
			mapfile -t nifi < <(printf "org.apache.nifi:nifi-%s:${version##*-}\n" standard-processors mock utils property-utils \
				dbcp-service-api database-dialect-service-api)
			java_tool "${nifi[@]}"
			;;
		*)
			cat "$here/$1/skip"
			return 1
			;;
	esac
}

# version TOOL: what was downloaded there
version()
{
	case $1 in
		dlt) installed_version dlt ;;
		meltano) installed_version meltanolabs-tap-postgres ;;
		pipelinewise) installed_version pipelinewise-tap-postgres ;;
		sling) installed_version sling-linux-amd64 ;;
		ingestr) installed_version ingestr ;;
		dbt) installed_version dbt-core ;;
		spring) basename lib/spring-integration-jdbc-*.jar .jar ;;
		camel) basename lib/camel-sql-*.jar .jar ;;
		nifi) basename lib/nifi-standard-processors-*.jar .jar ;;
	esac | sed -E 's/.*-([0-9])/\1/'
}
installed_version() { bin/python -c "import importlib.metadata as m; print(m.version('$1'))"; }

# last_line FILE: that is not empty, nor ours
last_line() { grep -v '^#\|^$' "$1" | tail -n 1 || true; }

# load TOOL VERSION: adds its row to the table
load()
{
	local tool=$1 folder why

	folder=$(mktemp -d "$scratch/$tool.XXXXXX")
	create_database "loaders-$tool"
	sql -d "$database" -v database="$database" -v password="$PGPASSWORD" -f "$here/roles.sql"
	cd "$here"
	attempt as_client python3 -B check.py "$tool" "$fetched/$tool" "$folder/files" >"$folder/lost" 2>"$folder/errors"
	drop_database
	sed -i '/^#/d' "$folder/lost"	# what the shell says of a failure
	if [ "$(wc -l <"$folder/lost")" != 4 ]; then
		why=$(last_line "$folder/errors")
		skip "$tool $2$on" "it does not work: $why"
		echo "$tool|$2|$server|skipped: $why" >>"$scratch/table"
		comment "$folder/errors"
		return
	fi
	if [ "$status" = 0 ]; then
		ok "$tool $2$on loses no row through the views"
	else
		not_ok "$tool $2$on loses no row through the views"
		comment "$folder/lost" "$folder/errors"
	fi
	ran=$((ran + 1))
	awk -v row="$tool|$2|$server" '{ row = row "|" $2 " forced, " $3 " of " $4 } END { print row }' "$folder/lost" >>"$scratch/table"
}

check_programs()
{
	local tool server ran why here=$src/clients/drivers/loaders

	echo "tool|version|PostgreSQL|lost on the table by id|by updated_at|lost through the view by id|by updated_at" >"$scratch/table"
	for tool; do
		mkdir "$fetched/$tool"
		cd "$fetched/$tool"
		attempt fetch "$tool" >"$scratch/log" 2>&1
		[ "$status" != 0 ] || continue
		rm -r "${fetched:?}/$tool"
		why=$(last_line "$scratch/log")
		skip "$tool" "it cannot be downloaded: $why"
		echo "$tool||${servers// /, }|skipped: $why" >>"$scratch/table"
		comment "$scratch/log"
	done
	for server in $servers; do
		use_server "$server"
		ran=0
		for tool; do
			[ ! -d "$fetched/$tool" ] || load "$tool" "$(cd "$fetched/$tool" && version "$tool")"
		done
		if [ $# -lt ${#clients[@]} ]; then
			continue
		elif [ $ran -ge 6 ]; then
			ok "$ran tools were run$on"
		else
			not_ok "six tools were run$on: $ran"
		fi
	done
	sed 's/|/ | /g; s/^/    | /; s/$/ |/' "$scratch/table"
}
