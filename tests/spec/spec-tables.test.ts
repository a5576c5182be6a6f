import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const tables = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.md'))

function titlesIn(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8')
  // A title is the first text of `test(…)`, or of what follows `test.each(…)`.
  const opening = /\b(?:test|it)\(|\.each\([\w.]+\)\(|\](?: as const)?,?\s*\)\(/.source
  const quoted = new RegExp(`(?:${opening})\\s*(?:'((?:[^'\\\\\\n]|\\\\.)*)'|"([^"\\n]*)"|\`([^\`]*)\`)`, 'g')
  return [...source.matchAll(quoted)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
}

describe.each(tables)('%s', (name) => {
  const table = readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll('\\|', '|')
  /** The short names of the first table and the files they stand for. */
  const files = new Map(
    [...table.matchAll(/^\| (\S+) +\| (tests\/\S+) +\|$/gm)].map(([, file = '', path = '']) => [file, path]),
  )
  const proofs = [...table.matchAll(/`([\w-]+) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }))

  test('names files and proofs', () => {
    expect(files.size).toBeGreaterThan(20)
    expect(proofs.length).toBeGreaterThan(100)
  })

  test.each([...new Set(proofs.map(({ file, title }) => `${file} › ${title}`))])('%s exists', (proof) => {
    const [file = '', title = ''] = proof.split(' › ')
    expect(titlesIn(files.get(file) ?? `no file is called ${file}`)).toContain(title)
  })

  const folder = `tests/e2e/${basename(name, '.md')}`
  const specs = readdirSync(join(root, folder)).filter((file) => file.endsWith('.spec.ts'))

  test.each(specs)('every test of %s is named', (spec) => {
    const named = proofs.filter(({ file }) => files.get(file) === `${folder}/${spec}`)
    const titles = new Set(named.map(({ title }) => title))
    expect(titlesIn(`${folder}/${spec}`).filter((title) => !titles.has(title))).toEqual([])
  })
})
