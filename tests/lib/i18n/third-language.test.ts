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

/** A copy of the source with a language that it lacks, Greek: its entry, and the Hindi files with Greek letters. */
const tree = mkdtempSync(join(tmpdir(), 'tanabana-greek-'))
const GREEK = 'Ελληνικά'
let server: Awaited<ReturnType<typeof createViteServer>>

beforeAll(async () => {
  copySource()
  addGreek()
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
  expect(splitLanguagePrefix('/el/products?page=2')).toEqual({ url: '/products?page=2', language: 'el' })
  expect(chosenLanguage('language=el')).toBe('el')
  const { languageAddresses } = await load('src/lib/seo/language-addresses.ts')
  expect(languageAddresses('/products', 'en')).toContainEqual({ language: 'el', path: '/el/products' })
  const { isShopPath } = await load('contract/shop-paths.ts')
  expect(isShopPath('/el/terms')).toBe(true)
})

test('its pages, built-in policies and pages without a shop are in it', async () => {
  const { renderIn } = await load('src/server/rendering/languages.ts')
  const { t } = await load('src/lib/i18n/translate.ts')
  const inGreek = await renderIn('el', () =>
    Promise.resolve(new Response([t('Skip to content'), t('Add to Cart')].join(' '))),
  )
  expect(await inGreek.text()).toMatch(/^[\p{Script=Grek}\s]+$/u)
  const { builtInPolicy } = await load('src/components/policies/built-in.ts')
  for (const slug of ['terms', 'privacy', 'refund', 'return', 'shipping', 'about'])
    expect(builtInPolicy(slug, 'el', undefined)).toMatch(/\p{Script=Grek}/u)
  // The HTTP entry runs as it is, without a build.
  const source =
    "import('./src/server/http/responses.ts').then((all) => all.misdirectedResponse().text()).then(console.log)"
  const html = execFileSync(process.execPath, ['--eval', source], { cwd: tree, encoding: 'utf8' })
  expect(html).toMatch(/<div lang="el"><h2>\p{Script=Grek}/u)
})

test('shop folder, store API, imports and messages know it', async () => {
  const { recordSchema } = await load('api/modules/store-checks/record-schema.ts')
  expect(recordSchema.shape.language.parse('el')).toBe('el')
  expect(recordSchema.shape.language.safeParse('fr').error.issues[0].message).toMatch(/^write .* or "el"$/)
  const { translationsSchema } = await load('api/modules/imports/translations.ts')
  expect(translationsSchema.parse({ el: { title: GREEK } })).toEqual({ el: { title: GREEK } })
  const { toQuerySchema } = await load('api/modules/catalogue/listing-schema.ts')
  expect(toQuerySchema().parse({ language: 'el' })).toMatchObject({ language: 'el' })
  const { languageChoices } = await load('contract/store-info.ts')
  expect(languageChoices()).toMatch(/^"en", .* or "el"$/)
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

function addGreek(): void {
  rewrite('contract/store-info.ts', 'contract/store-info.ts', (text) =>
    text.replace("hi: 'हिन्दी'", `$&, el: '${GREEK}'`),
  )
  for (const folder of ['src/lib/i18n', 'contract/built-in-policies']) {
    mkdirSync(join(tree, folder, 'el'))
    for (const name of readdirSync(join(tree, folder, 'hi')))
      rewrite(`${folder}/hi/${name}`, `${folder}/el/${name}`, inGreek)
  }
}

function rewrite(from: string, to: string, change: (text: string) => string): void {
  writeFileSync(join(tree, to), change(readFileSync(join(tree, from), 'utf8')))
}

function inGreek(text: string): string {
  return text
    .replaceAll(/\p{Script=Devanagari}[\p{Script=Devanagari}\u200c\u200d]*/gu, GREEK)
    .replace('hi: words', 'el: words')
}
