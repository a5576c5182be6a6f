import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

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
