import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createViteServer } from 'vitest/node'

/** A copy of the source with Tamil: its entry, and the Hindi files with Tamil letters. */
const tree = mkdtempSync(join(tmpdir(), 'tanabana-tamil-'))
const TAMIL = 'தமிழ்'
let server: Awaited<ReturnType<typeof createViteServer>>

beforeAll(async () => {
  copySource()
  addTamil()
  server = await createViteServer({
    root: tree,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
  })
}, 60_000)

afterAll(() => server.close())

/** A module of the copy, as the build sees it. */
const load = (path: string) => server.ssrLoadModule(`/${path}`)

test('a language is its entry and its files: addresses, choices and search engines follow', async () => {
  const { splitLanguagePrefix, chosenLanguage } = await load('src/server/http/language-choice.ts')
  expect(splitLanguagePrefix('/ta/products?page=2')).toEqual({ url: '/products?page=2', language: 'ta' })
  expect(chosenLanguage('language=ta')).toBe('ta')
  const { languageAddresses } = await load('src/lib/seo/language-addresses.ts')
  expect(languageAddresses('/products', 'en')).toContainEqual({ language: 'ta', path: '/ta/products' })
  const { isShopPath } = await load('contract/shop-paths.ts')
  expect(isShopPath('/ta/terms')).toBe(true)
})

test('its pages, built-in policies and pages without a shop are in it', async () => {
  const { renderIn } = await load('src/server/rendering/languages.ts')
  const { t } = await load('src/lib/i18n/translate.ts')
  const inTamil = await renderIn('ta', () =>
    Promise.resolve(new Response([t('Skip to content'), t('Add to Cart')].join(' '))),
  )
  expect(await inTamil.text()).toMatch(/^[\p{Script=Taml}\s]+$/u)
  const { builtInPolicy } = await load('src/components/policies/built-in.ts')
  for (const slug of ['terms', 'privacy', 'refund', 'return', 'shipping', 'about'])
    expect(builtInPolicy(slug, 'ta', undefined)).toMatch(/\p{Script=Taml}/u)
  // The HTTP entry runs as it is, without a build.
  const source =
    "import('./src/server/http/responses.ts').then((all) => all.misdirectedResponse().text()).then(console.log)"
  const html = execFileSync(process.execPath, ['--eval', source], { cwd: tree, encoding: 'utf8' })
  expect(html).toMatch(/<div lang="ta"><h2>\p{Script=Taml}/u)
})

test('shop folder, store API, imports and messages know it', async () => {
  const { recordSchema } = await load('cli/shop-folder/record-schema.ts')
  expect(recordSchema.shape.language.parse('ta')).toBe('ta')
  expect(recordSchema.shape.language.safeParse('fr').error.issues[0].message).toBe('write "en", "hi" or "ta"')
  const { translationsSchema } = await load('cli/import/translations.ts')
  expect(translationsSchema.parse({ ta: { title: TAMIL } })).toEqual({ ta: { title: TAMIL } })
  const { toQuerySchema } = await load('api/modules/catalogue/listing-schema.ts')
  expect(toQuerySchema().parse({ language: 'ta' })).toMatchObject({ language: 'ta' })
  const { languageChoices } = await load('contract/store-info.ts')
  expect(languageChoices()).toBe('"en", "hi" or "ta"')
})

function copySource(): void {
  for (const folder of ['contract', 'node', 'src', 'api', 'cli', 'package.json'])
    cpSync(folder, join(tree, folder), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    })
  linkPackages('node_modules')
  linkPackages('cli/node_modules')
  mkdirSync(join(tree, 'node_modules/@tanabana'))
  for (const name of ['contract', 'node'])
    symlinkSync(join(tree, name), join(tree, 'node_modules/@tanabana', name))
}

function linkPackages(folder: string): void {
  mkdirSync(join(tree, folder), { recursive: true })
  for (const name of readdirSync(folder).filter((name) => name !== '@tanabana' && !name.startsWith('.')))
    symlinkSync(join(process.cwd(), folder, name), join(tree, folder, name))
}

function addTamil(): void {
  rewrite('contract/store-info.ts', 'contract/store-info.ts', (text) =>
    text.replace("hi: 'हिन्दी'", `$&, ta: '${TAMIL}'`),
  )
  for (const folder of ['src/lib/i18n', 'src/components/policies']) {
    mkdirSync(join(tree, folder, 'ta'))
    for (const name of readdirSync(join(tree, folder, 'hi')))
      rewrite(`${folder}/hi/${name}`, `${folder}/ta/${name}`, inTamil)
  }
}

function rewrite(from: string, to: string, change: (text: string) => string): void {
  writeFileSync(join(tree, to), change(readFileSync(join(tree, from), 'utf8')))
}

function inTamil(text: string): string {
  return text
    .replaceAll(/\p{Script=Devanagari}[\p{Script=Devanagari}\u200c\u200d]*/gu, TAMIL)
    .replace('hi: words', 'ta: words')
}
