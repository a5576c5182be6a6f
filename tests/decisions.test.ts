import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = 'docs/decisions'
const pages = [...readdirSync(join(root, folder)).map((name) => join(folder, name)), 'docs/faults.md']

const proofs = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/`(tests\/[\w./-]+)` › ([^;|]+)/g)].map(
    ([, path = '', title = '']) => ({ path, title: title.trim() }),
  ),
)

test('decisions and measured faults name tests', () => {
  expect(proofs.length).toBeGreaterThan(19)
})

test.each(proofs)('$path has "$title"', ({ path, title }) => {
  expect(readFileSync(join(root, path), 'utf8')).toContain(title)
})
