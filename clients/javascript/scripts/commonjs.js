// Writes what package.json calls the modules for CommonJS, beside the sources: npm pack runs this.
//
// The sources use only the few forms of import and export that stand here; another one is an error.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'

const FORMS = [
	[/^import (\{.*\}) from ('.*')$/gm, 'const $1 = require($2)'],
	[/^export const (\w+) =/gm, 'const $1 = exports.$1 ='],
	[/^export (async function|function) (\w+)/gm, 'exports.$2 = $2\n\n$1 $2'],
	[/^export default (\w+)$/gm, 'module.exports = $1'],
]
const here = (name) => new URL(`../${name}`, import.meta.url)

for (const name of ['wiji', 'pg', 'drizzle']) {
	let text = readFileSync(here(`${name}.js`), 'utf8')
	for (const [form, replacement] of FORMS)
		text = text.replace(form, replacement)
	const [left] = text.match(/^(?:import|export)\b.*$/m) ?? []
	if (left)
		throw new Error(`${name}.js: nothing says what this is in CommonJS: ${left}`)
	writeFileSync(here(`${name}.cjs`), text)
}

// types that are exported by name are so in both; wiji.d.cts is different
for (const name of ['pg', 'drizzle'])
	copyFileSync(here(`${name}.d.ts`), here(`${name}.d.cts`))
