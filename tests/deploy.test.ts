import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig as readApiConfig } from '../api/config.ts'
import { refusePublicDevelopment } from '../api/refuse-public-development.ts'
import { STOREFRONT } from '../scripts/processes/dev-processes.ts'
import { readConfig as readStorefrontConfig } from '../src/server/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const [, withSystemd = ''] = /^## With systemd$([^]*?)^## /m.exec(read('docs/deploy.md')) ?? []

/** The files of settings that the commands of this section write, by the process that reads them. */
const settings: Partial<Record<'api' | 'storefront' | 'caddy', Record<string, string>>> & {
  modes: Record<string, string>
} = { modes: {} }

beforeAll(() => {
  const place = mkdtempSync(join(tmpdir(), 'tanabana-settings-'))
  const block = [...withSystemd.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .map(([, commands = '']) => commands)
    .find((commands) => commands.includes('api.env'))
  const commands = join(place, 'bin')
  mkdirSync(commands)
  writeFileSync(join(commands, 'runuser'), '#!/bin/sh\n', { mode: 0o755 })
  const script = (block ?? '').replaceAll('/etc/tanabana', join(place, 'etc'))
  const env = { PATH: [commands, process.env.PATH].join(delimiter) }
  execFileSync('sh', ['-euc', script], { cwd: root, env })
  for (const name of ['api', 'storefront', 'caddy'] as const) {
    const path = join(place, 'etc', `${name}.env`)
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    settings[name] = Object.fromEntries(
      lines.map((line) => {
        const [, key = '', value = ''] = /^(\w+)="?(.*?)"?$/.exec(line) ?? []
        return [key, value]
      }),
    )
    settings.modes[`${name}.env`] = (statSync(path).mode & 0o777).toString(8)
  }
  rmSync(place, { recursive: true })
})

/** The first folder of a path, or the file itself. */
const topOf = (path: string) => path.replace(/\/.*/, '')

/** Of the images that are not ours, and of the one that is: docs/deploy.md. */
const OF_OTHERS = [
  'ADMIN_EMAIL',
  'API_BIND',
  'HEALTH_PORT',
  'NODE_ENV',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_EXPORTER',
  'POSTGRES_PASSWORD',
  'POSTGRES_USER',
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
    const documented = read('docs/configuration.md')
    const known = (name: string) => OF_OTHERS.includes(name) || documented.includes(`| \`${name}\` `)
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
      expect(settings.caddy).toHaveProperty(name)
    }
  })

  test('with systemd, Caddy comes to each process from an address that it trusts', () => {
    const upstreams = `${settings.caddy?.STOREFRONTS} ${settings.caddy?.STORE_APIS}`.split(' ')
    expect(upstreams).toHaveLength(3)
    for (const { TRUSTED_PROXIES = '' } of [settings.api ?? {}, settings.storefront ?? {}]) {
      for (const upstream of upstreams)
        expect(TRUSTED_PROXIES.split(',')).toContain(upstream.replace(/:\d+$/, ''))
    }
  })

  test('with systemd, users, folders and files of settings are made before the services start', () => {
    const steps = [
      'useradd --system tanabana',
      'deploy/release.sh',
      'postgres-init.sh',
      'install --directory --mode 700 /etc/tanabana',
      'cat > /etc/tanabana/api.env',
      'cat > /etc/tanabana/storefront.env',
      'cp deploy/systemd/*.service',
      'systemctl daemon-reload',
      'systemctl enable --now tanabana-api tanabana-storefront@4321 tanabana-storefront@4322',
    ]
    const places = steps.map((step) => withSystemd.indexOf(step))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    for (const unit of ['tanabana-api', 'tanabana-storefront@']) {
      const files = [...read(`deploy/systemd/${unit}.service`).matchAll(/^EnvironmentFile=(.+)$/gm)]
      expect(files).toHaveLength(1)
      for (const [, file] of files) expect(withSystemd).toContain(`cat > ${file} <<END\n`)
    }
  })

  test('with systemd, the printed settings are whole, and API and storefront take them', () => {
    const production = { NODE_ENV: 'production' }
    const api = readApiConfig({ ...settings.api, ...production })
    expect(() => refusePublicDevelopment(api, ['shop.example'])).not.toThrow()
    const storefront = readStorefrontConfig({ ...settings.storefront, ...production })
    expect(api).toMatchObject({ host: undefined, sandbox: false, isProduction: true })
    expect(storefront).toMatchObject({ host: undefined, tenantHosts: ['*'] })
    expect(api.purgeSecret).toBe(storefront.purgeSecret)
    expect(`127.0.0.1:${api.port}`).toBe(settings.caddy?.STORE_APIS)
    expect(api.storefronts.map((origin) => origin.replace('http://', '')).join(' ')).toBe(
      settings.caddy?.STOREFRONTS,
    )
    // What compose.yaml gives to the same process.
    const compose = read('compose.yaml')
    for (const [process, names] of [
      ['api', Object.keys(settings.api ?? {})],
      ['storefront', Object.keys(settings.storefront ?? {})],
    ] as const) {
      const [, block = ''] = new RegExp(`^x-${process}: &${process}$([^]*?)^$`, 'm').exec(compose) ?? []
      const asked = [...block.matchAll(/^ {4}([A-Z_]+): (?!\$\{\w+:-\})/gm)].map(([, name = '']) => name)
      expect(asked.length).toBeGreaterThan(4)
      expect(asked.filter((name) => name !== 'HEALTH_PORT' && !names.includes(name))).toEqual([])
    }
  })

  test('with systemd, pasting the settings writes files that root alone reads', () => {
    expect(settings.modes).toEqual({ 'api.env': '600', 'caddy.env': '600', 'storefront.env': '600' })
  })

  test('containers are reached from others, and Caddy asks about hosts with the token', () => {
    expect(read('Dockerfile')).toMatch(/^ENV .*\bHOST=0\.0\.0\.0 API_HOST=0\.0\.0\.0$/m)
    const caddyfile = read('deploy/Caddyfile')
    const inner = caddyfile.slice(caddyfile.indexOf('http://:8044 {'))
    expect(inner).toContain('\tbind {$API_BIND}\n')
    expect(inner).toMatch(/path \/tls-allowed\n\t\tremote_ip 127\.0\.0\.1\n/)
    expect(inner).toContain('header_up Authorization "Bearer {$METRICS_TOKEN}"')
  })

  test('over plain HTTP, Caddy refuses the API and redirects the shop; from outside it purges nothing', () => {
    const site = (address: string) =>
      new RegExp(`^${address} {$([^]*?)^}$`, 'm').exec(read('deploy/Caddyfile'))?.[1]?.replaceAll(/\s+/g, ' ')
    expect(site('http://')).toBe(
      ' @api header_regexp Host ^api\\. handle @api { respond "Use https." 403 } handle { redir https://{host}{uri} 308 } ',
    )
    const https = site('https://') ?? ''
    const [purge, api] = [
      https.indexOf('handle /_cache/purge { respond 404 }'),
      https.indexOf('handle @api {'),
    ]
    expect(purge).toBeGreaterThan(0)
    expect(api).toBeGreaterThan(purge)
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
    for (const path of [...copied, 'src/server/index.mjs', 'cli/serve.ts', 'deploy/Caddyfile'])
      expect(existsSync(join(root, path))).toBe(true)
    expect(copied.filter((path) => /^demo|^tests|^bench/.test(path))).toEqual([])
    const kept = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path)
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(kept).toEqual(expect.arrayContaining(copied.filter((path) => path !== '.').map(topOf)))
    expect(dockerfile).toContain('\nUSER node\n')
  })

  test('every way to start a storefront keeps V8 as small', () => {
    const command = STOREFRONT.join(' ')
    expect(read('package.json')).toContain(`"storefront": "node ${command}"`)
    expect(read('deploy/systemd/tanabana-storefront@.service')).toContain(`/usr/bin/node ${command}\n`)
    expect(read('Dockerfile')).toContain(
      `CMD ${JSON.stringify(['node', ...STOREFRONT]).replaceAll(',', ', ')}`,
    )
    for (const warmUp of [read('Dockerfile'), read('deploy/release.sh')])
      expect(warmUp).toContain(`timeout 5 node ${command}`)
  })
})

describe('deploy/release.sh', () => {
  const place = mkdtempSync(join(tmpdir(), 'tanabana-releases-'))
  const source = join(place, 'source')
  const current = join(place, 'current')
  const commands = join(place, 'bin')
  const files = () => readdirSync(join(current, 'dist/client/_astro')).toSorted()
  afterAll(() => rmSync(place, { recursive: true }))

  /** A commit whose build has one file of this name. */
  function commit(name: string): void {
    writeFileSync(join(source, 'name'), name)
    const options = { cwd: source, stdio: 'ignore' } as const
    execFileSync('git', ['add', '--all'], options)
    const identity = [
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      '-c',
      'commit.gpgsign=false',
    ]
    execFileSync('git', [...identity, 'commit', '--message', name], options)
  }

  function release(second: string): void {
    const date = `#!/bin/sh\necho 20260101-0000${second}\n`
    writeFileSync(join(commands, 'date'), date, { mode: 0o755 })
    const env = { ...process.env, PATH: [commands, process.env.PATH].join(delimiter), TMPDIR: place }
    execFileSync('sh', [join(root, 'deploy/release.sh'), place], { env, stdio: 'pipe' })
  }

  beforeAll(() => {
    mkdirSync(source)
    mkdirSync(commands)
    execFileSync('git', ['init', '--quiet'], { cwd: source })
    // This machine has no user for the service, and no packages are installed.
    const stand = {
      npm: '[ "$1 $2" != "run build" ] || { mkdir -p dist/client/_astro && touch "dist/client/_astro/$(cat name)"; }',
      install: 'for last; do :; done; mkdir -p "$last"',
      runuser: 'shift 3; [ "$1" = env ] || exec "$@"',
    }
    for (const [name, script] of Object.entries(stand))
      writeFileSync(join(commands, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  })

  test('puts each release into a folder of its own and switches the symlink that the services run in', () => {
    commit('first.js')
    release('01')
    const before = realpathSync(current)
    expect(files()).toEqual(['first.js'])
    commit('second.js')
    release('02')
    expect(realpathSync(current)).not.toBe(before)
    expect(readdirSync(join(before, 'dist/client/_astro'))).toEqual(['first.js'])
    for (const unit of ['tanabana-api', 'tanabana-storefront@'])
      expect(read(`deploy/systemd/${unit}.service`)).toContain('\nWorkingDirectory=/opt/tanabana/current\n')
  })

  test('keeps the files of pages that are open, for a week', () => {
    expect(files()).toEqual(['first.js', 'second.js'])
    const old = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
    utimesSync(join(current, 'dist/client/_astro/first.js'), old, old)
    commit('third.js')
    release('03')
    expect(files()).toEqual(['second.js', 'third.js'])
  })

  test('keeps three releases', () => {
    commit('fourth.js')
    release('04')
    expect(readdirSync(join(place, 'releases'))).toEqual([
      '20260101-000002',
      '20260101-000003',
      '20260101-000004',
    ])
  })
})

/** The last stage of the Dockerfile, its files copied from here and its commands run one after the other. */
describe('the image', () => {
  const place = mkdtempSync(join(tmpdir(), 'tanabana-image-'))
  const shop = join(place, 'shop')
  const temporary = join(place, 'tmp')
  const [, uninstalled = ''] = /npm uninstall((?:.*\\\n)*.*)/.exec(read('Dockerfile')) ?? []
  /** The packages that the image leaves out, as dist contains their code. */
  const builtIn = uninstalled.split(/[\s\\]+/).filter((word) => /^[^-]/.test(word))
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
    const leftOut = ['.cache', ...builtIn.map((name) => name.replace(/\/.*/, ''))]
    for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !leftOut.includes(one)))
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

  test('leaves out only packages that are dependencies', () => {
    expect(builtIn).toContain('react-dom')
    expect(Object.keys(JSON.parse(read('package.json')).dependencies)).toEqual(
      expect.arrayContaining(builtIn),
    )
  })

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
