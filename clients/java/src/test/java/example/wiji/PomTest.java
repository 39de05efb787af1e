package example.wiji;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;

/** What Maven Central requires of an artifact's pom.xml. */
class PomTest {
	static final List<String> REQUIRED = List.of("groupId", "artifactId", "version", "name", "description", "url",
		"licenses/license/name", "licenses/license/url", "developers/developer/name", "developers/developer/url",
		"scm/connection", "scm/developerConnection", "scm/url", "issueManagement/url");

	@Test
	void bothHaveTheRequiredElements() throws Exception {
		for (String pom : List.of("pom.xml", "hibernate/pom.xml")) {
			var project = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File(pom)).getDocumentElement();
			for (String element : REQUIRED)
				assertTrue(!XPathFactory.newInstance().newXPath().evaluate(element, project).isBlank(), pom + " has no " + element);
			for (String plugin : List.of("maven-source-plugin", "maven-javadoc-plugin"))
				assertEquals(plugin, XPathFactory.newInstance().newXPath().evaluate(
					"profiles/profile[id='release']//artifactId[.='" + plugin + "']", project), pom);
		}
	}
}
