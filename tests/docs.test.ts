import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = ['', 'docs/'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name),
)
const { scripts } = JSON.parse(read('package.json'))

/** Pages whose commands a test follows one after the other. */
const FOLLOWED: Record<string, string> = {
  'docs/merchant.md': 'tests/cli/docs.test.ts',
  'docs/editors.md': 'tests/cli/docs.test.ts',
}
/** Commands that a test runs by what they start, or that none can run here. */
const ELSEWHERE: [start: string, where: string][] = [
  ['npm start', 'tests/scripts/npm-start.test.ts'],
  ['cat > shop.json ', 'tests/cli/docs.test.ts'],
  ['cat > products.csv ', 'tests/cli/docs.test.ts'],
  ['cat > /etc/tanabana/', 'tests/deploy.test.ts'],
  ['install --mode 600 /dev/null /etc/tanabana/', 'tests/deploy.test.ts'],
  ['sh /opt/tanabana/source/deploy/release.sh', 'tests/deploy.test.ts'],
  ['npm test', '.ci/run'],
  ['npm run store -- doctor', 'tests/cli/doctor/example.test.ts'],
  ['npm run store --', 'tests/cli/docs.test.ts'],
  ['npx node docs/examples/store-api.ts', 'tests/cli/doctor/example.test.ts'],
  ['(set -a; DATA_DIR', 'tests/postgres/deployed-store.test.ts'],
  ['PAGE_CACHE=off npm run storefront', 'tests/helpers/storefront.ts'],
]
/** By page, what asks for Docker, systemd and root, or for PostgreSQL's own tools: followed by hand. */
const BY_HAND: Record<string, RegExp> = {
  'docs/deploy.md':
    /^(for name in|echo "ADMIN_EMAIL|chmod|docker|for port in|useradd|git clone|git -C|cd |install --directory|cp deploy|systemctl|POSTGRES_USER=postgres runuser|cat > \/etc\/systemd)/,
  'docs/postgresql.md': /^(pg_dump|createdb|pg_restore|psql)/,
}

/** The commands of a page, a loop as one, and a text that is written into a file. */
function commandsOf(page: string): string[] {
  return [...read(page).matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) =>
    (block.match(/^for [^]*?^done.*$|^cat > [^]*?^END$|^\S.*$/gm) ?? []).map((line) =>
      line.replace(/\s+#.*/, ''),
    ),
  )
}

/** Those that a test has to account for. */
const runnableOf = (page: string) => commandsOf(page).filter((command) => !BY_HAND[page]?.test(command))

/** Whether the command names a script of package.json, and files that exist. */
function isOurs(command: string): boolean {
  const script = /^npm run ([\w:-]+)/.exec(command)?.[1] ?? /^npm (test|start)$/.exec(command)?.[1]
  if (script !== undefined) return scripts[script] !== undefined
  const files = command.match(/\b(?:tests|docs|api|src)\/[\w./-]+/g) ?? []
  return /^npx (vitest|playwright|node) /.test(command) && files.every((file) => existsSync(join(root, file)))
}

describe.each(pages.filter((page) => runnableOf(page).length > 0 && !FOLLOWED[page]))(
  'each command of %s',
  (page) => {
    test.each(runnableOf(page))('%s', (command) => {
      const where = ELSEWHERE.find(([start]) => command.startsWith(start))?.[1]
      expect(where === undefined ? isOurs(command) : existsSync(join(root, where))).toBe(true)
    })
  },
)

/** Where Node 24 is asked for, and where a test's title is named. */
const OF_NODE_24 = ['docs/deploy.md', 'docs/asvs.md']

test('what is typed in a clone runs on the Node that its packages bring', () => {
  const own = pages.filter((page) => !OF_NODE_24.includes(page)).map(read)
  const commands = own.flatMap((text) => text.match(/(?:npx )?\bnode (?:-e|[\w./-]+\.ts\b)/g) ?? [])
  expect(commands.length).toBeGreaterThan(1)
  expect(commands.filter((command) => !command.startsWith('npx '))).toEqual([])
})

test('no page is left out, and none that is named has gone', () => {
  expect(pages.filter((page) => commandsOf(page).length > 0).length).toBeGreaterThan(5)
  for (const [page, where] of Object.entries(FOLLOWED)) {
    expect(commandsOf(page).length).toBeGreaterThan(3)
    expect(read(where)).toContain(page)
  }
})

/** Error pages, and the address that redirects to the product. */
const NO_ROUTE = ['404.astro', '500.astro', '[...path].astro', 'products/[id].astro']

test('docs/requirements.md lists each route of a page once', () => {
  const routes = globSync('**/*.astro', { cwd: join(root, 'src/pages') })
    .filter((file) => !file.startsWith('fragments/') && !NO_ROUTE.includes(file))
    .map((file) => `/${file.replace(/(?:\/?\bindex)?\.astro$/, '').replace(/\[(\w+)\]/g, '{$1}')}`)
  const [section = ''] = /^### 2\.2 [^]*?(?=^### )/m.exec(read('docs/requirements.md')) ?? []
  const listed = [...section.matchAll(/^\| `(\/[^`]*)` /gm)].map(([, route]) => route)
  expect(listed.toSorted()).toEqual(routes.toSorted())
})

describe('the recipes of CONTRIBUTING.md', () => {
  const recipes = [...read('CONTRIBUTING.md').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

  test('name files that exist', () => {
    // A path from the root; a bare name stands beside the file before it.
    const paths = recipes.filter((code) =>
      /^(?:src|api|cli|contract|public|scripts|tests|docs)\/[\w./-]+\.\w+$/.test(code),
    )
    expect(paths.length).toBeGreaterThan(60)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('name constants that exist', () => {
    const names = recipes.filter((code) => /^[A-Z][A-Z_]{2,}$/.test(code))
    expect(names.length).toBeGreaterThan(12)
    const files = globSync(['{src,api,cli,contract,public}/**/*.{ts,tsx,js}', 'eslint.config.js'], {
      cwd: root,
      exclude: ['**/node_modules'],
    })
    const code = files.map(read).join('\n')
    expect(names.filter((name) => !new RegExp(`const ${name}\\b`).test(code))).toEqual([])
  })
})
