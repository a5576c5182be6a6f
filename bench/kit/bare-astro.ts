import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { root } from '../../scripts/processes/dev-processes.ts'
import { SERVER_CORE, startScript } from '../../tests/kit/processes.ts'

const CARD = /<li>\s*<article[^]*?<\/article>\s*<\/li>/g
/** An attribute's value, or a text between two tags. */
const VALUE = /([\w-]+)="([^"]*)"|>([^<>]*[^<>\s][^<>]*)</g
const ENTITIES: Record<string, string> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}
/** Attributes that differ between cards. */
const OWN_ATTRIBUTES = ['data-card', 'href', 'src', 'srcset', 'alt', 'aria-label', 'data-id']

interface Card {
  template: string
  values: string[]
}

/**
 * Starts a bare Astro page on the servers' core that reproduces the given listing without middleware, tenancy, policy
 * or calls: the cards are components with data from memory, one per shape of card, and the rest is static text. At
 * `/whole` it first calls the store API on this port, and compresses the page. Built in a temporary directory with
 * this repository's Astro.
 */
export async function startBareAstro(listing: string, storePort: number) {
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-bare-'))
  writeProject(directory, listing)
  const built = spawnSync('astro', ['build', '--silent'], {
    cwd: directory,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`The bare Astro page was not built. ${built.stderr.slice(-1000)}`)
  const script = fileURLToPath(new URL('./bare-astro-process.ts', import.meta.url))
  const running = await startScript([script, directory, String(storePort)], { core: SERVER_CORE })
  return {
    ...running,
    stop: async () => {
      await running.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function writeProject(directory: string, listing: string): void {
  const cards = [...listing.matchAll(CARD)].map(([html]) => toCard(html))
  const [first = ''] = listing.match(CARD) ?? []
  if (cards.length === 0) throw new Error('The listing shows no cards: there is nothing to compare with.')
  const last = [...listing.matchAll(CARD)].at(-1)
  const before = listing.slice(listing.indexOf('<html'), listing.indexOf(first))
  const after = listing.slice((last?.index ?? 0) + (last?.[0].length ?? 0))

  const shapes = [...new Set(cards.map(({ template }) => template))]
  const pages = join(directory, 'src/pages')
  mkdirSync(pages, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  writeFileSync(join(directory, 'package.json'), '{ "type": "module", "private": true }')
  writeFileSync(
    join(directory, 'astro.config.mjs'),
    "import node from '@astrojs/node'\nexport default { output: 'server', adapter: node({ mode: 'middleware' }), session: false }\n",
  )
  shapes.forEach((shape, index) => {
    const source = `---\nconst { values } = Astro.props\n---\n${shape}\n`
    writeFileSync(join(directory, `src/Card${index}.astro`), source)
  })
  const data = {
    before,
    after,
    cards: cards.map(({ template, values }) => ({ shape: shapes.indexOf(template), values })),
  }
  writeFileSync(join(directory, 'src/data.json'), JSON.stringify(data))
  const imports = shapes.map((_, index) => `import Card${index} from '../Card${index}.astro'`)
  writeFileSync(
    join(pages, 'index.astro'),
    `---
${imports.join('\n')}
import { before, after, cards } from '../data.json'
const shapes = [${shapes.map((_, index) => `Card${index}`).join(', ')}]
---
<!doctype html>
<Fragment set:html={before} />
{cards.map(({ shape, values }) => {
  const Card = shapes[shape]
  return <Card values={values} />
})}
<Fragment set:html={after} />
`,
  )
}

/** Extracts the texts and attributes of a card from its HTML, in the order of the template's placeholders. */
function toCard(html: string): Card {
  const values: string[] = []
  const template = html.replace(VALUE, (whole: string, name?: string, attribute?: string, text?: string) => {
    if (text !== undefined) return `>{values[${values.push(decoded(text)) - 1}]}<`
    if (!OWN_ATTRIBUTES.includes(name ?? '')) return whole
    return `${name}={values[${values.push(decoded(attribute ?? '')) - 1}]}`
  })
  return { template, values }
}

function decoded(text: string): string {
  return text.replace(/&(quot|#34|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}
