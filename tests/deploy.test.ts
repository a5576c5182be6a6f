import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { STOREFRONT } from '../scripts/stack.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Of the images that are not ours, and of the one that is: docs/deploy.md. */
const OF_OTHERS = [
  'ADMIN_EMAIL',
  'HEALTH_PORT',
  'NODE_ENV',
  'POSTGRES_PASSWORD',
  'SHOP_PASSWORD',
  'STOREFRONTS',
  'STORE_APIS',
]

describe('what docs/deploy.md starts', () => {
  test.each([
    ['compose.yaml', /^ +([A-Z][A-Z_]+):/gm],
    ['docs/deploy.md', /\b([A-Z][A-Z_]{4,})=/g],
    ['deploy/systemd/tanabana-api.service', /[= ]([A-Z][A-Z_]+)=/g],
    ['deploy/systemd/tanabana-storefront@.service', /[= ]([A-Z][A-Z_]+)=/g],
  ])('%s names settings that exist', (path, pattern) => {
    const names = [...read(path).matchAll(pattern)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(1)
    const readme = read('README.md')
    const known = (name: string) => OF_OTHERS.includes(name) || readme.includes(`| \`${name}\` `)
    expect(names.filter((name) => !known(name))).toEqual([])
  })

  test('every secret that compose.yaml asks for is written by the command of docs/deploy.md', () => {
    const asked = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name)
    expect(new Set(asked).size).toBeGreaterThan(5)
    const written = read('docs/deploy.md')
    expect(asked.filter((name) => !written.includes(name))).toEqual([])
  })

  test('the image copies files that exist, and what it starts', () => {
    const dockerfile = read('Dockerfile')
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    )
    expect(copied).toEqual(expect.arrayContaining(['src', 'api', 'package.json', 'package-lock.json']))
    for (const path of [...copied, 'src/server/index.mjs', 'api/index.ts', 'deploy/Caddyfile'])
      expect(existsSync(join(root, path))).toBe(true)
    const kept = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path)
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(dockerfile).toContain('\nUSER node\n')
  })

  test('every way to start a storefront keeps V8 as small', () => {
    const command = STOREFRONT.join(' ')
    expect(read('package.json')).toContain(`"storefront": "node ${command}"`)
    expect(read('deploy/systemd/tanabana-storefront@.service')).toContain(`/usr/bin/node ${command}\n`)
    expect(read('Dockerfile')).toContain(
      `CMD ${JSON.stringify(['node', ...STOREFRONT]).replaceAll(',', ', ')}`,
    )
  })
})

/** The last stage of the Dockerfile, its files copied from here and its commands run one after the other. */
describe('the image', () => {
  const shop = mkdtempSync(join(tmpdir(), 'tanabana-image-'))
  const made = join(shop, 'shop')
  const temporary = join(shop, 'tmp')

  beforeAll(() => {
    for (const part of ['src', 'api', 'dist', 'package.json'])
      cpSync(join(root, part), join(made, part), { recursive: true })
    mkdirSync(join(made, 'node_modules'))
    for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '.cache'))
      symlinkSync(join(root, 'node_modules', name), join(made, 'node_modules', name))
    mkdirSync(temporary)
    const commands = join(shop, 'bin')
    mkdirSync(commands)
    // This machine has no user `node`, and its tests need not be run by root.
    writeFileSync(join(commands, 'chown'), '#!/bin/sh\nshift; ls -d "$@"\n', { mode: 0o755 })
    const [stage = ''] = read('Dockerfile')
      .split(/^FROM /m)
      .slice(-1)
    for (const [, step = ''] of stage.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)) {
      const { status, stderr } = spawnSync('sh', ['-ec', step], {
        cwd: made,
        encoding: 'utf8',
        env: {
          NODE_ENV: 'production',
          PATH: [commands, process.env.PATH].join(delimiter),
          PORT: '0',
          TMPDIR: temporary,
        },
      })
      expect(`${status} ${stderr}`, step).toBe('0 ')
    }
  })
  afterAll(() => rmSync(shop, { recursive: true }))

  test('is made, with nothing in its data that all who run it would share', () => {
    expect(readdirSync(join(made, 'data'))).toEqual([])
    expect(readdirSync(temporary)).toEqual([])
  })
})
