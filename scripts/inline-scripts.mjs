import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { transformSync } from 'esbuild'

import { AD_TAG_NAMES } from '../contract/ad-tags.ts'
import { SCRIPT_TIMEOUT_MS } from '../src/lib/platform/script-timeout.ts'

/** Constants of these scripts, which import nothing. */
const define = {
  SCRIPT_TIMEOUT_MS: String(SCRIPT_TIMEOUT_MS),
  AD_TAG_NAMES: JSON.stringify(AD_TAG_NAMES),
}
const FOLDER = fileURLToPath(new URL('../src/scripts/inline/', import.meta.url))

/**
 * Vite plugin: `?raw` imports of src/scripts/inline return the minified script, for
 * components/shell/InlineScript.astro.
 */
export const inlineScripts = /** @type {import('vite').Plugin} */ ({
  name: 'inline-scripts',
  enforce: 'pre',
  load: {
    filter: { id: /\/scripts\/inline\/[\w-]+\.js(?:on)?\?raw$/ },
    handler: (id) => `export default ${JSON.stringify(inlineText(id.replace('?raw', '')))}`,
  },
})

/** The hashes of these scripts for the content security policy. */
export const inlineScriptHashes = readdirSync(FOLDER)
  .sort()
  .map((name) => {
    const digest = createHash('sha256')
      .update(inlineText(FOLDER + name))
      .digest('base64')
    return /** @type {const} */ (`sha256-${digest}`)
  })

/** @param {string} path */
function inlineText(path) {
  const source = readFileSync(path, 'utf8')
  return path.endsWith('.js')
    ? transformSync(source, { minify: true, target: 'es2022', define }).code
    : JSON.stringify(JSON.parse(source))
}
