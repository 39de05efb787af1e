# shellcheck shell=bash
# Java's clients, for script/long/clients
packages=(default-jdk-headless maven)
clients=(jdbc hibernate jooq)

maven() { mvn --batch-mode --quiet -Dmaven.repo.local="$fetched/m2" "$@"; }

fetch()
{
	maven -DskipTests -f "$work/src/clients/java/pom.xml" install
	maven -DskipTests -f "$work/src/clients/java/hibernate/pom.xml" install
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
	maven dependency:copy-dependencies -DoutputDirectory=lib
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
		java -cp "$fetched/lib/*:classes" Orders
}
