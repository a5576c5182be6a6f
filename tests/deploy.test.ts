import { execFileSync, spawnSync } from 'node:child_process'
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

const [, withSystemd = ''] = /^## With systemd$([^]*?)^## /m.exec(read('docs/deploy.md')) ?? []

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

  test('with containers and with systemd, Caddy is told all that its Caddyfile reads', () => {
    const names = [...read('deploy/Caddyfile').matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(2)
    const compose = read('compose.yaml')
    for (const name of names) {
      expect(compose).toContain(`      ${name}: `)
      expect(withSystemd).toMatch(new RegExp(`^Environment="?${name}=`, 'm'))
    }
  })

  test('with systemd, Caddy comes to each process from an address that it trusts', () => {
    const valuesOf = (name: string) =>
      [...withSystemd.matchAll(new RegExp(`\\b${name}="?([^"\`\\n]+)`, 'g'))].map(([, value = '']) => value)
    const upstreams = [...valuesOf('STOREFRONTS'), ...valuesOf('STORE_APIS')].join(' ').split(' ')
    expect(upstreams).toHaveLength(3)
    const [trusted = ''] = valuesOf('TRUSTED_PROXIES')
    for (const upstream of upstreams) expect(trusted.split(',')).toContain(upstream.replace(/:\d+$/, ''))
  })

  test('a container that may write nowhere else has a folder for what lasts a moment', () => {
    const [, shop = ''] = /^x-shop: &shop$([^]*?)^$/m.exec(read('compose.yaml')) ?? []
    expect(shop).toContain('\n  read_only: true\n')
    expect(shop).toContain('\n  tmpfs: [/tmp]\n')
  })

  test("the store APIs of compose.yaml read the gateways' secrets where docs/deploy.md puts them", () => {
    const [, api = ''] = /^x-api: &api$([^]*?)^$/m.exec(read('compose.yaml')) ?? []
    expect(api).toContain('\n    PAYMENT_PROVIDER_SECRETS_FILE: ${PAYMENT_PROVIDER_SECRETS_FILE:-}\n')
    const folder = /PAYMENT_PROVIDER_SECRETS_FILE=(\w+)\/[\w.]+/.exec(read('docs/deploy.md'))?.[1]
    expect(api).toContain(`'./${folder}:/shop/${folder}:ro'`)
    expect(read('.gitignore').split('\n')).toContain(`${folder}/`)
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
    for (const warmUp of [read('Dockerfile'), read('docs/deploy.md')])
      expect(warmUp).toContain(`timeout 5 node ${command}`)
  })
})

/** The last stage of the Dockerfile, its files copied from here and its commands run one after the other. */
describe('the image', () => {
  const place = mkdtempSync(join(tmpdir(), 'tanabana-image-'))
  const shop = join(place, 'shop')
  const temporary = join(place, 'tmp')
  /** Links to packages are not followed. */
  const filesOf = () =>
    execFileSync('find', ['.', '-type', 'f'], { cwd: shop, encoding: 'utf8' })
      .split('\n')
      .map((path) => path.replace('./', ''))
  /** What lies there before the user of the running shop has a turn. */
  let before = new Set<string>()

  beforeAll(() => {
    for (const part of ['src', 'api', 'dist', 'package.json'])
      cpSync(join(root, part), join(shop, part), { recursive: true })
    mkdirSync(join(shop, 'node_modules'))
    for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '.cache'))
      symlinkSync(join(root, 'node_modules', name), join(shop, 'node_modules', name))
    mkdirSync(temporary)
    const commands = join(place, 'bin')
    mkdirSync(commands)
    // This machine has no user `node`, and its tests need not be run by root.
    const chown = `#!/bin/sh\nshift; ls -d "$@" >> ${place}/given\n`
    writeFileSync(join(commands, 'chown'), chown, { mode: 0o755 })
    const [stage = ''] = read('Dockerfile')
      .split(/^FROM /m)
      .slice(-1)
    for (const [, step] of stage.matchAll(/^(?:RUN ((?:.*\\\n)*.*)|USER node)$/gm)) {
      if (step === undefined) before = new Set(filesOf())
      else run(step, commands)
    }
  })
  afterAll(() => rmSync(place, { recursive: true }))

  function run(step: string, commands: string): void {
    const env = {
      NODE_ENV: 'production',
      PATH: [commands, process.env.PATH].join(delimiter),
      PORT: '0',
      TMPDIR: temporary,
    }
    const { status, stderr } = spawnSync('sh', ['-ec', step], { cwd: shop, encoding: 'utf8', env })
    expect(`${status} ${stderr}`, step).toBe('0 ')
  }

  test('is made, with nothing in its data that all who run it would share', () => {
    expect(readdirSync(join(shop, 'data'))).toEqual([])
    expect(readdirSync(temporary)).toEqual([])
  })

  test('is warmed up by the user that runs it, in a folder of that user', () => {
    const given = readFileSync(join(place, 'given'), 'utf8').trim().split('\n')
    const written = filesOf().filter((path) => !before.has(path))
    expect(written.length).toBeGreaterThan(50)
    expect(written.filter((path) => !given.some((folder) => path.startsWith(`${folder}/`)))).toEqual([])
    expect(new Set(written.map((path) => path.split('/').slice(0, 3).join('/')))).toEqual(
      new Set(['node_modules/.cache/server']),
    )
  })
})
