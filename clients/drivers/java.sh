# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# Java, for clients/check

tools=(javac:default-jdk-headless mvn:maven libpostgresql-jdbc-java)
least=17
language_version() { javac -version; }

maven() { mvn --batch-mode --no-transfer-progress -Dmaven.repo.local="$HOME/.m2/repository" "$@"; }

build()
{
	cd "$library"
	javac -Xlint:all -Werror -encoding UTF-8 --release 17 -d "$scratch/classes" \
		src/main/java/example/wiji/*.java src/test/java/example/wiji/Tell.java
}
can_test() { [ "$registries" ] && mvn --version >/dev/null 2>&1; }
own_tests()
{
	cd "$library"
	maven install
	maven -f hibernate/pom.xml test
}
tell() { java -cp "$scratch/classes" example.wiji.Tell "$@"; }

file=java/src/main/java/example/wiji/Wiji.java
alone()
{
	mkdir -p example/wiji
	cp "$1" example/wiji
	echo 'class Main { public static void main(String[] a) { System.out.println(example.wiji.Wiji.generate()); } }' >Main.java
	javac Main.java
	java Main
}

artifacts=(Maven)
can_pack() { can_test; }
pack()
{
	maven --quiet -DskipTests install
	maven --quiet -DskipTests -f hibernate/pom.xml package
}
contents()
{
	names target/wiji-*.jar
	names hibernate/target/wiji-*.jar
}
install_pack() { mkdir -p lib && cp "$2"/target/wiji-*.jar "$2"/hibernate/target/wiji-*.jar lib; }
files()
{
	printf 'example/wiji/%s.class\n' 'Wiji$Factory' Wiji
	printf 'example/wiji/hibernate/%s.class\n' 'GeneratedWiji$Generator' GeneratedWiji WijiContributor WijiJavaType \
		'WijiJdbcType$1' 'WijiJdbcType$2' WijiJdbcType
	printf 'example/wiji/jackson/%s.class\n' 'WijiJacksonModule$Deserializer' WijiJacksonModule 'WijiModule$Deserializer' WijiModule
}

readme_begin() { mkdir -p lib; }
readme_run() { javac -cp "lib/*:." -d . "$1" && java -cp "lib/*:." "${1%.java}"; }
readme_has()
{
	case $1 in
		org.postgresql:*) cp /usr/share/java/postgresql.jar lib 2>/dev/null ;;
		*) false ;;
	esac
}
readme_add()
{
	local group artifact version

	IFS=: read -r group artifact version <<<"$1"
	cat >pom.xml <<-EOF
		<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId><version>1</version>
		<dependencies><dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version></dependency></dependencies>
		</project>
	EOF
	maven --quiet dependency:copy-dependencies -DoutputDirectory=lib
}
readme_can() { can_test; }
# its blocks call Maven by themselves
readme_installed() { cp "$HOME"/.m2/repository/example/wiji/*/0.9.0/*.jar lib; }
readme_copy()
{
	mkdir -p example/wiji
	cp "$library/src/main/java/example/wiji/Wiji.java" example/wiji
}

packages=(default-jdk-headless maven)

fetch()
{
	maven --quiet -DskipTests -f "$work/src/clients/java/pom.xml" install
	maven --quiet -DskipTests -f "$work/src/clients/java/hibernate/pom.xml" install
	dependencies=$(printf '<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>' \
		example.wiji wiji-hibernate 0.9.0 org.postgresql postgresql RELEASE org.jooq jooq RELEASE \
		org.hibernate.orm hibernate-core '[7.4.15.Final,8-alpha)')	# RELEASE would be a beta
	cat >pom.xml <<-EOF
		<project>
			<modelVersion>4.0.0</modelVersion>
			<groupId>example</groupId>
			<artifactId>clients</artifactId>
			<version>1</version>
			<dependencies>$dependencies</dependencies>
		</project>
	EOF
	maven --quiet dependency:copy-dependencies -DoutputDirectory=lib
}

versions()
{
	javac -version
	(cd lib && printf '%s\n' postgresql-* hibernate-core-* jooq-*) | sed -E 's/-([0-9].*)\.jar/ \1/'
}

example()
{
	as_client javac -d classes -cp "$fetched/lib/*" ./*.java
	as_client env JDBC_URL="jdbc:postgresql://127.0.0.1:$port/$database?user=client&password=$password" \
		java -cp "$fetched/lib/*:classes" "$(basename "$(grep -l 'void main' ./*.java)" .java)"
	[ "$1" != hibernate ] || modules >&2
}

# The tests of wiji-hibernate, compiled as in a release, with the newest Hibernate and the oldest that it takes
modules()
{
	local version newest

	newest=$(cd "$fetched/lib" && printf '%s\n' hibernate-core-*)
	newest=${newest#hibernate-core-}
	cd "$library/hibernate"
	maven --quiet test-compile
	for version in "${newest%.jar}" 7.0.10.Final; do
		as_client mvn --batch-mode -Dmaven.repo.local="$HOME/.m2/repository" -Dhibernate.version="$version" surefire:test |
			tee "$scratch/module" | grep 'Tests run\|ERROR'
		grep -q 'Tests run:.*, Skipped: 0$' "$scratch/module"
	done
}
