import type { FileContents } from '../http/static-files.ts'

const ISLAND_URL = /(?:component|renderer)-url="\/_astro\/([\w.-]+\.js)"/g
/** `import"./x.js"` and `from"./x.js"`, as the bundler writes them. */
const STATIC_IMPORT = /(?:import|from)\s*"\.\/([\w.-]+\.js)"/g

/** A bundled script of a page; not one that is in a template already (components/shell/Ads.astro). */
const SCRIPT = /<script type="module" src="[^"]+"><\/script>(?!<\/template>)/g

/**
 * Returns the `Link` header that preloads an island's modules with all their imports. Without it, a browser would
 * discover each module only in the one before.
 */
export function createIslandPreloads(files: FileContents) {
  const imports = new Map<string, string[]>()

  function importsOf(name: string): string[] {
    const known = imports.get(name)
    if (known) return known
    const code = String(files.get(`/_astro/${name}`) ?? '')
    const found = [...code.matchAll(STATIC_IMPORT)].flatMap(([, imported = '']) => imported)
    imports.set(name, found)
    return found
  }

  return (html: string): string | undefined => {
    const islands = [...html.matchAll(ISLAND_URL)].flatMap(([, name = '']) => name)
    const modules = new Set(islands.filter((name) => files.has(`/_astro/${name}`)))
    // A set may grow during iteration, so imports of imports are visited too.
    for (const name of modules) for (const imported of importsOf(name)) modules.add(imported)
    return [...modules].map((name) => `</_astro/${name}>; rel=modulepreload`).join(', ') || undefined
  }
}

/** Puts the scripts of a page into templates, so that they do not run before scripts/inline/delayed-scripts.js inserts them. */
export function delayScripts(html: string): string {
  return html.replace(SCRIPT, '<template data-script>$&</template>')
}
