import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = read('docs/asvs.md')
const policy = read('SECURITY.md')

interface Row {
  id: string
  level: string
  title: string
  kind: string
  where: string
}

const rows: Row[] = [...page.matchAll(/^\| +(\d+\.\d+\.\d+) +\|(.*)\|$/gm)].map(([, id = '', cells = '']) => {
  const [level = '', title = '', kind = '', where = '', ...more] = cells.split('|').map((cell) => cell.trim())
  return { id, level, title, kind, where: [where, ...more].join('|') }
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
}

function of(kind: string): Row[] {
  return rows.filter((row) => row.kind === kind)
}

describe('the table of ASVS', () => {
  test('has the 70 requirements of level 1 and the 183 of level 2, each once', () => {
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
    expect(rows.filter(({ level }) => level === '2')).toHaveLength(183)
    expect(rows).toHaveLength(253)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
  })

  test('has them as the standard numbers them', () => {
    const numbers = rows.map(({ id, level }) => `${id} ${level}`).join('\n')
    expect(createHash('sha256').update(numbers).digest('hex')).toBe(
      '29debb6cfc11acf5deb2b2bb4e01bd836c5648dcc592aae17957e36b808cec05',
    )
  })

  test('holds every row in one of three ways, and leaves none blank or open', () => {
    const open = rows.filter(
      ({ title, kind, where }) => !title || !where || !['test', 'reason', 'deviation'].includes(kind),
    )
    expect(open).toEqual([])
  })

  test('names the tag of its own number where tests hold a row', () => {
    expect(of('test').filter(({ id, where }) => where !== `\`@asvs-${id}\``)).toEqual([])
  })

  test('gives reasons of four kinds, and sections that exist', () => {
    const sections = [...headings(page), ...headings(policy)]
    const wrong = of('reason').filter(({ where }) => {
      const [, kind, words = ''] = /^\*\*(.+?)\*\*: (.+)$/.exec(where) ?? []
      if (kind === 'Documented') return !sections.includes(words)
      return !['Not applicable', 'By construction', 'Operator'].includes(kind ?? '')
    })
    expect(wrong).toEqual([])
  })

  test('names deviations of SECURITY.md, by their whole names', () => {
    const named = [...policy.matchAll(/^- \*\*(.+)\.\*\* /gm)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(5)
    expect(of('deviation').filter(({ where }) => !named.includes(where))).toEqual([])
  })
})

test('no code of the product starts another program', { tags: ['@asvs-1.2.5'] }, () => {
  const files = globSync('{src,api,cli,contract,node}/**/*.{ts,tsx,astro,js,mjs}', {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => read(file).includes('child_process'))).toEqual([])
})

describe('SECURITY.md', () => {
  test('names files that exist', () => {
    const paths = [...policy.matchAll(/[(`]([\w./-]+\.(?:ts|mjs|md))[`)]/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('has a file behind every promise', () => {
    const promises = /^## Promises$([^]*?)^## /m.exec(policy)?.[1] ?? ''
    const lines = promises.split('\n').filter((line) => line.startsWith('- '))
    expect(lines.length).toBeGreaterThan(15)
    expect(lines.filter((line) => !/: `[\w./-]+`(, `[\w./-]+`)*$/.test(line))).toEqual([])
  })
})
