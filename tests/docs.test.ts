import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { MESSAGE_RULES, type MessageRule } from '../api/messages/message-rules.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = ['', 'docs/'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name),
)
const { scripts } = JSON.parse(read('package.json'))

/** What a page tells a reader to type: the lines of its `sh` blocks. */
const commands = pages.flatMap((page) =>
  [...read(page).matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) => block.match(/^\S.*$/gm) ?? []),
)

test('commands of documents name scripts, benches and files that exist', () => {
  const text = [...commands, ...pages.map(read)].join('\n')
  const named = [...text.matchAll(/npm run (?:--silent )?(\w[\w:-]*)(?: -- ([a-z-]+))?/g)]
  expect(named.length).toBeGreaterThan(50)
  expect(
    named.filter(
      ([, script = '', first]) =>
        !scripts[script] || (script === 'bench' && first && !existsSync(join(root, `bench/${first}.ts`))),
    ),
  ).toEqual([])
  const files = commands.flatMap((command) => command.match(/\b(?:tests|docs|api|src)\/[\w./-]+/g) ?? [])
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

/** Where Node 24 is asked for. */
const OF_NODE_24 = ['docs/deploy.md']

test('what is typed in a clone runs on the Node that its packages bring', () => {
  const own = pages.filter((page) => !OF_NODE_24.includes(page)).map(read)
  const commands = own.flatMap((text) => text.match(/(?:npx )?\bnode (?:-e|[\w./-]+\.ts\b)/g) ?? [])
  expect(commands.length).toBeGreaterThan(1)
  expect(commands.filter((command) => !command.startsWith('npx '))).toEqual([])
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

test('docs/messages.md has the rules by which messages are sent', () => {
  const [section = ''] = /^## What is sent$[^]*?(?=^## )/m.exec(read('docs/messages.md')) ?? []
  const rows = [...section.matchAll(/^\| `(.+?)` +\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)]
  const rules: Record<string, readonly MessageRule[]> = MESSAGE_RULES
  const expected = Object.entries(rules).flatMap(([event, all]) =>
    all.map(({ to, channel, message, when, afterMinutes }) => {
      const delay =
        afterMinutes === undefined ? 'always' : `${afterMinutes} minutes later, if it is still unpaid`
      return [event, to, channel, message, when ?? delay]
    }),
  )
  expect(rows.map(([, ...cells]) => cells)).toEqual(expected)
})
