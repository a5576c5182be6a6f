import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { minify_sync } from 'terser'

const FOLDER = fileURLToPath(new URL('../src/scripts/inline/', import.meta.url))
/** One script together, in the order of their names: src/layouts/foot-script.ts. */
const FOOT = `${FOLDER}foot/`

/**
 * Arrow functions for all, of which none reads `this`.
 *
 * @type {import('terser').MinifyOptions}
 */
const OPTIONS = { ecma: 2020, compress: { passes: 3, unsafe_arrows: true } }

/**
 * The scripts that stand in the HTML as they are (components/InlineScript.astro), as small as they get: `?raw` gives
 * them so.
 */
export const inlineScripts = /** @type {import('vite').Plugin} */ ({
  name: 'inline-scripts',
  enforce: 'pre',
  load: {
    filter: { id: /\/scripts\/inline\/[\w/-]+\.js(on)?\?raw$/ },
    handler: (id) => `export default ${JSON.stringify(inlineText(id.replace('?raw', '')))}`,
  },
})

/** What the content security policy names each of them by. */
export const inlineScriptHashes = [
  ...filesOf(FOLDER).map(inlineText),
  filesOf(FOOT)
    .filter((path) => path.endsWith('.js'))
    .map(inlineText)
    .join(''),
].map((text) => {
  const digest = createHash('sha256').update(text).digest('base64')
  return /** @type {const} */ (`sha256-${digest}`)
})

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => folder + name)
    .sort()
}

/** @param {string} path */
function inlineText(path) {
  const source = readFileSync(path, 'utf8')
  if (path.endsWith('.json')) return JSON.stringify(JSON.parse(source))
  return minify_sync(source, OPTIONS).code ?? ''
}
