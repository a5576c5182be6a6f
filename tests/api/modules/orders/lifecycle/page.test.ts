import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { renderLifecycle } from '../../../../../scripts/order-lifecycle.ts'

test('docs/order-lifecycle.md is drawn from the rules: npm run lifecycle', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/order-lifecycle.md'), 'utf8')
  expect(page).toBe(await renderLifecycle())
})
