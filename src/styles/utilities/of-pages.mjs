import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import base from '../../../tailwind.config.mjs'

const root = resolve(import.meta.dirname, '../../..')
const pages = join(root, 'src/pages')
const IMPORT = /(?:from|import) ?\(?'(\.[^']+)'/g
/** No class is named there. */
const WITHOUT_CLASSES = /^src\/(lib|server)\//

/** What every page may show at some time: the parts that come late, and the messages. */
const ALWAYS = ['fragments/footer', 'fragments/suggestions', 'fragments/viewed']

/**
 * Tailwind's settings for pages that share a style sheet: the utilities that they, their late parts and all that these
 * import may use, and none of other pages. `names` are files of src/pages without their ending.
 */
export function ofPages(...names) {
  const sources = new Map()
  const waiting = [...ALWAYS, ...names].map((name) => join(pages, `${name}.astro`))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = relative(root, file)
    if (sources.has(name) || !/\.(astro|tsx?)$/.test(name) || WITHOUT_CLASSES.test(name)) continue
    if (!existsSync(file))
      throw new Error(`The style sheet of ${names.join(', ')} needs ${name}: no such file.`)
    const source = readFileSync(file, 'utf8')
    sources.set(name, source)
    waiting.push(...[...source.matchAll(IMPORT)].map(([, address]) => resolve(dirname(file), address)))
  }
  const content = [...sources].map(([name, raw]) =>
    // Tailwind reads brackets in the name of a file as a choice of letters.
    name.includes('[') ? { raw, extension: 'astro' } : join(root, name),
  )
  return { ...base, content }
}
