import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/decisions')

const proofs = readdirSync(folder).flatMap((name) =>
  [...readFileSync(join(folder, name), 'utf8').matchAll(/`(tests\/[\w./-]+)` › ([^;|]+)/g)].map(
    ([, path = '', title = '']) => ({ path, title: title.trim() }),
  ),
)

test('decisions name tests', () => {
  expect(proofs.length).toBeGreaterThan(19)
})

test.each(proofs)('$path has "$title"', ({ path, title }) => {
  expect(readFileSync(join(root, path), 'utf8')).toContain(title)
})
