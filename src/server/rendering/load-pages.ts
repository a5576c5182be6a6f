import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Render } from './render-page.ts'

/**
 * Loads the built pages of a directory; `undefined` when it has none. Their code is read at once, because Astro imports
 * a page only when it is first requested: a later build in the same directory changes nothing for this process.
 */
export async function loadPages(directory: string): Promise<Render | undefined> {
  const names = globSync('**/*.mjs', { cwd: directory })
  const paths = new Map(
    names.map((name) => [pathToFileURL(join(directory, name)).href, join(directory, name)]),
  )
  const entry = pathToFileURL(join(directory, 'entry.mjs')).href
  if (!paths.has(entry)) return undefined
  const sources = new Map([...paths].map(([url, path]) => [url, readFileSync(path, 'utf8')]))
  registerHooks({
    resolve(specifier, context, next) {
      const url = URL.parse(specifier, context.parentURL)?.href ?? specifier
      return paths.has(url) ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
    },
    load(url, context, next) {
      const source = sources.get(url)
      if (source === undefined) return next(url, context)
      // Node keeps the module.
      sources.delete(url)
      return { source, format: 'module', shortCircuit: true }
    },
  })
  const { render } = (await import(entry)) as { render: Render }
  return render
}
