import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ISLAND_URL = /(?:component|renderer)-url="\/_astro\/([\w.-]+\.js)"/g
/** `import"./x.js"` and `from"./x.js"`, as the bundler writes them. */
const STATIC_IMPORT = /(?:import|from)\s*"\.\/([\w.-]+\.js)"/g

/**
 * The `Link` header that has a browser fetch an island's modules, and all that they import, as soon as the page's head
 * arrives: without it each would be found only in the one before.
 */
export function createIslandPreloads(clientDirectory: string) {
  const imports = new Map<string, string[]>()

  function importsOf(name: string): string[] {
    const known = imports.get(name)
    if (known) return known
    const code = readFileSync(join(clientDirectory, '_astro', name), 'utf8')
    const found = [...code.matchAll(STATIC_IMPORT)].flatMap(([, imported = '']) => imported)
    imports.set(name, found)
    return found
  }

  return (html: string): string | undefined => {
    const islands = [...html.matchAll(ISLAND_URL)].flatMap(([, name = '']) => name)
    const modules = new Set(islands.filter((name) => existsSync(join(clientDirectory, '_astro', name))))
    // A set may grow during iteration, so imports of imports are visited too.
    for (const name of modules) for (const imported of importsOf(name)) modules.add(imported)
    return [...modules].map((name) => `</_astro/${name}>; rel=modulepreload`).join(', ') || undefined
  }
}

/** A bundled script of a page; not one that waits in a template already (components/shell/Ads.astro). */
const SCRIPT = /<script type="module" src="[^"]+"><\/script>(?!<\/template>)/g

/** Puts the scripts of a page into templates, which keep the browser from them: scripts/inline/late.js takes them out. */
export function delayScripts(html: string): string {
  return html.replace(SCRIPT, '<template data-script>$&</template>')
}
