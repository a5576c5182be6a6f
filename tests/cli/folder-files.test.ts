import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../../api/db/index.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { openMemoryDatabase } from '../kit/database/pglite-template.ts'
import { run } from './command-line.ts'
import { folderWith, STORE } from './shop-files.ts'

const ADVICE =
  'Give the path of an HTML file in the folder of the store info, such as policies/about.html, or HTML.'

let db: Database
/** Holds a secret beside the folder of the shop. */
let place: string

const at = (name: string) => join(place, name)
const about = async () => (await findTenant(db, 'silk-house'))?.record.policies?.about

beforeAll(async () => {
  db = await openMemoryDatabase()
})
afterAll(() => db.close())

beforeEach(async () => {
  const record = { ...STORE, policies: { about: 'policies/about.html' } }
  place = folderWith({
    secrets: 'KEY=1',
    'secrets.html': 'KEY=1',
    'shop/store.json': record,
    'shop/policies/about.html': '<p>About</p>',
  })
  const { id, hosts, storeName, categories, payee } = STORE
  await putTenant(db, {
    id,
    hosts,
    record: { storeName, categories, policies: { about: '<p>About</p>' } },
    payee,
  })
  await run(db, place, 'pull', 'silk-house', 'pulled')
})

describe('a policy that is named by a path', () => {
  const named = async (path: string) => {
    writeFileSync(at('shop/store.json'), JSON.stringify({ ...STORE, policies: { about: path } }))
    const { exitCode, problems } = await run(db, place, 'shop', 'create', 'shop/store.json')
    expect(exitCode).toBe(1)
    expect(await about()).toBe('<p>About</p>')
    return problems
  }

  it.each(['../secrets', '../secrets.html', 'policies/../../secrets.html', '/etc/passwd'])(
    'is not read outside of the folder of the record: %s',
    { tags: ['@decision-1.11'] },
    async (path) => {
      expect(await named(path)).toEqual([
        `policies.about: ${path} leads out of the folder ${at('shop')}. ${ADVICE}`,
      ])
    },
  )

  it.each([
    ['a file', (path: string) => symlinkSync(at('secrets.html'), path)],
    [
      'a chain of links',
      (path: string) => {
        symlinkSync(at('secrets.html'), at('shop/a'))
        symlinkSync('a', path)
      },
    ],
  ])('is not read through a link out of the folder to %s', async (_what, link) => {
    link(at('shop/link.html'))
    expect(await named('link.html')).toEqual([
      `policies.about: link.html leads out of the folder ${at('shop')}. ${ADVICE}`,
    ])
  })

  it('is not read through a folder that is a link', async () => {
    mkdirSync(at('elsewhere'))
    writeFileSync(at('elsewhere/about.html'), 'KEY=1')
    symlinkSync(at('elsewhere'), at('shop/linked'))
    expect(await named('linked/about.html')).toEqual([
      `policies.about: linked/about.html leads out of the folder ${at('shop')}. ${ADVICE}`,
    ])
  })

  it('is a regular file', async () => {
    mkdirSync(at('shop/folder.html'))
    spawnSync('mkfifo', [at('shop/pipe.html')])
    for (const name of ['folder.html', 'pipe.html']) {
      expect(await named(name)).toEqual([`policies.about: ${name} is not a regular file. ${ADVICE}`])
    }
  })

  it('is an HTML file by its name', async () => {
    writeFileSync(at('shop/api.env'), 'KEY=1')
    expect(await named('api.env')).toEqual([
      `policies.about: api.env does not end in .html or .htm. ${ADVICE}`,
    ])
    symlinkSync('api.env', at('shop/about.html'))
    expect(await named('about.html')).toEqual([
      `policies.about: about.html does not end in .html or .htm. ${ADVICE}`,
    ])
  })

  it('has at most 64 KB', async () => {
    writeFileSync(at('shop/long.html'), 'a'.repeat(64 * 1024 + 1))
    expect(await named('long.html')).toEqual(['policies.about: long.html is larger than 64 KB. Shorten it.'])
  })

  it('is read through a link that stays in the folder', async () => {
    mkdirSync(at('shop/texts'))
    writeFileSync(at('shop/texts/about-us.html'), '<p>Us</p>')
    symlinkSync('texts/about-us.html', at('shop/ours.html'))
    writeFileSync(at('shop/store.json'), JSON.stringify({ ...STORE, policies: { about: 'ours.html' } }))
    expect(
      (await run(db, place, 'push', 'silk-house', 'shop', '--force', '--reason', 'A test')).exitCode,
    ).toBe(0)
    expect(await about()).toBe('<p>Us</p>')
  })
})

describe('a pulled folder', () => {
  it('is not pushed while a policy is a link out of it', { tags: ['@decision-1.11'] }, async () => {
    rmSync(at('pulled/policies/about.html'))
    symlinkSync(at('secrets.html'), at('pulled/policies/about.html'))
    const { exitCode, problems } = await run(db, place, 'push', 'silk-house', 'pulled', '--force')
    expect([exitCode, problems]).toEqual([
      1,
      [`policies.about: policies/about.html leads out of the folder ${at('pulled')}. ${ADVICE}`],
    ])
    expect(await about()).toBe('<p>About</p>')
  })

  it('is not pushed while its record is a link out of it, and nothing of that file is said', async () => {
    rmSync(at('pulled/store.json'))
    symlinkSync(at('secrets'), at('pulled/store.json'))
    const { exitCode, problems } = await run(db, place, 'push', 'silk-house', 'pulled', '--force')
    expect([exitCode, problems]).toEqual([
      1,
      [
        `The store info can't be read: store.json leads out of the folder ${at('pulled')}. Put the file itself there.`,
      ],
    ])
  })

  it.each(['policies/about.html', 'store.json', '.pulled.json'])(
    'is not pulled into where %s is a link out of it, and nothing is written',
    async (name) => {
      rmSync(at(`pulled/${name}`))
      symlinkSync(at('secrets'), at(`pulled/${name}`))
      const before = readFileSync(at('pulled/policies/about.html'), 'utf8')
      await run(db, place, 'shop', 'update', 'silk-house', '--name', 'New name')
      const { exitCode, problems } = await run(db, place, 'pull', 'silk-house', 'pulled', '--force')
      expect([exitCode, problems]).toEqual([
        1,
        [
          `${at('pulled')} can't be written: ${name} leads out of the folder ${at('pulled')}. Remove the link.`,
        ],
      ])
      expect(readFileSync(at('secrets'), 'utf8')).toBe('KEY=1')
      expect(readFileSync(at('pulled/policies/about.html'), 'utf8')).toBe(before)
    },
  )

  it('is not pulled into where a file is a link to nothing, and nothing is written', async () => {
    rmSync(at('pulled/.pulled.json'))
    symlinkSync(at('nowhere'), at('pulled/.pulled.json'))
    const before = readFileSync(at('pulled/store.json'), 'utf8')
    await run(db, place, 'shop', 'update', 'silk-house', '--name', 'Newest name')
    const { exitCode, problems } = await run(db, place, 'pull', 'silk-house', 'pulled', '--force')
    expect([exitCode, problems]).toEqual([
      1,
      [
        `${at('pulled')} can't be written: .pulled.json is a link to a file that does not exist. Remove the link.`,
      ],
    ])
    expect(readFileSync(at('pulled/store.json'), 'utf8')).toBe(before)
  })

  it('loses no file of another folder where its policies are a link', async () => {
    mkdirSync(at('site'))
    writeFileSync(at('site/terms.html'), 'theirs')
    rmSync(at('pulled/policies'), { recursive: true })
    symlinkSync(at('site'), at('pulled/policies'))
    writeFileSync(
      at('pulled/store.json'),
      JSON.stringify({ ...STORE, policies: { terms: 'policies/terms.html' } }),
    )
    const { exitCode } = await run(db, place, 'pull', 'silk-house', 'pulled', '--force')
    expect(exitCode).toBe(1)
    expect(readFileSync(at('site/terms.html'), 'utf8')).toBe('theirs')
    expect(existsSync(at('site/about.html'))).toBe(false)
    expect(lstatSync(at('pulled/policies')).isSymbolicLink()).toBe(true)
  })
})
