import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { faultOf } from '../../bench/kit/options.ts'
import { root } from '../../scripts/dev-processes.ts'

test.each([
  ['count', '0', '--count is "0". Give a whole number from 1.'],
  ['count', '2.5', '--count is "2.5". Give a whole number from 1.'],
  ['tenants', '', '--tenants is "". Give a whole number from 1.'],
  ['rounds', 'many', '--rounds is "many". Give a whole number from 1.'],
  ['minutes', 'abc', '--minutes is "abc". Give a number above 0.'],
  ['minutes', 'Infinity', '--minutes is "Infinity". Give a number above 0.'],
  ['seconds', '-1', '--seconds is "-1". Give a number above 0.'],
  ['database', 'mysql', '--database is "mysql". Give postgres or pgbouncer.'],
])('--%s=%s is refused', (name, text, sentence) => {
  expect(faultOf(name, text)).toBe(sentence)
})

test.each([
  ['count', '1'],
  ['minutes', '0.5'],
  ['database', 'pgbouncer'],
])('--%s=%s is taken', (name, text) => {
  expect(faultOf(name, text)).toBeUndefined()
})

test('a bench without a count is refused', () => {
  const words = ['bench/index.ts', 'visits', '--count', '0', '--minutes', 'abc']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    '--count is "0". Give a whole number from 1.\n--minutes is "abc". Give a number above 0.\n',
  ])
})
