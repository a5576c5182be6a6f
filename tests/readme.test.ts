import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const VARIABLE = /environment\.([A-Z][A-Z_]+)|\(env, '([A-Z_]+)'/g

test.each(['src/server/config.ts', 'api/config.ts'])('README.md lists every variable of %s', (path) => {
  const variables = [...read(path).matchAll(VARIABLE)].map(([, one, other]) => one ?? other ?? '')
  expect(variables.length).toBeGreaterThan(10)
  const readme = read('README.md')
  expect(variables.filter((variable) => !readme.includes(`| \`${variable}\` `))).toEqual([])
})

test('README.md lists every bench', () => {
  const names = [...read('bench/index.ts').matchAll(/^ {2}(\w+): (?:\(|async|bench)/gm)].map(
    ([, name]) => name,
  )
  expect(names.length).toBeGreaterThan(10)
  const readme = read('README.md')
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
