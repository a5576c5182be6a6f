import { globSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { isShopPath } from '@tanabana/contract/shop-paths.ts'

/** Pages that no link in a text of a shop opens: parts of pages, errors, links of e-mails, and the policies, which have names. */
const NO_TARGETS =
  /^\/(?:(?:forgot|reset)-password|confirm-email|newsletter|fragments\/.*|404|500|\[\.\.\.path\]|\[policyType\])$/

it('knows every page of the storefront', () => {
  const pages = globSync('**/*.{astro,ts}', { cwd: join(import.meta.dirname, '../../src/pages') })
    .map((file) => `/${file.replace(/\.(?:astro|ts)$/, '').replace(/(?:^|\/)index$/, '')}`)
    .filter((page) => !NO_TARGETS.test(page))
  expect(pages.length).toBeGreaterThan(20)
  for (const page of pages) expect([page, isShopPath(page.replace(/\[\w+\]/g, 'x'))]).toEqual([page, true])
})

it.each(['/', '/hi', '/hi/', '/en/return', '/terms', '/about/', '/product/kurta-1', '/feeds/google.xml'])(
  '%s is a page',
  (path) => {
    expect(isShopPath(path)).toBe(true)
  },
)

it.each([
  '/pages/refund-policy',
  '/policies/terms-of-service',
  '/404',
  '/forgot-password',
  '/hin',
  '/product',
  '/Terms',
  '//x',
])('%s is none', (path) => {
  expect(isShopPath(path)).toBe(false)
})
