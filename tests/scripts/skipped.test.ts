import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { NEEDS, skippedIn, reportSkipped } from '../../scripts/skipped.ts'
import { root } from '../../scripts/dev-processes.ts'

test('skipped tests are found in the report of the unit tests', () => {
  const results = (name: string, ...statuses: string[]) => ({
    name: `/clone/tests/${name}`,
    assertionResults: statuses.map((status) => ({ status })),
  })
  const testResults = [
    results('postgres/pooler.test.ts', 'skipped', 'skipped', 'passed', 'failed'),
    results('api/http/app.test.ts', 'passed', 'todo'),
    results('api/http/app.test.ts', 'pending', 'passed'),
    results('lib/cart/cart.test.ts', 'passed'),
  ]
  expect([...skippedIn({ testResults }, '/clone')]).toEqual([
    ['tests/postgres/pooler.test.ts', 2],
    ['tests/api/app.test.ts', 2],
    ['tests/lib/cart/cart.test.ts', 0],
  ])
})

test('skipped tests are counted and listed by file, with their requirements', () => {
  const skipped = new Map([
    ['tests/postgres/pooler.test.ts', 4],
    ['tests/postgres/away.test.ts', 0],
    ['tests/e2e/menu.spec.ts', 2],
  ])
  expect(reportSkipped(skipped)).toEqual([
    '6 skipped:',
    '  4 of tests/postgres/pooler.test.ts: need pgbouncer',
    '  2 of tests/e2e/menu.spec.ts',
  ])
})

test('nothing is printed when nothing was skipped', () => {
  expect(reportSkipped(new Map([['tests/postgres/pooler.test.ts', 0]]))).toEqual([])
})

test('every file that may be skipped names its requirements', () => {
  const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .map((path) => `tests/${path}`)
  const mayBeSkipped = files.filter((path) =>
    /^(describe|\s*test|\s*it)?\s*\.(runIf|skipIf)\(|\bskip\(/m.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(mayBeSkipped.sort()).toEqual(Object.keys(NEEDS).sort())
})
