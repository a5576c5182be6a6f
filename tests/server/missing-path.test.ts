import { afterEach, expect, it, vi } from 'vitest'

import { logMissingPath } from '../../src/server/missing-path.ts'

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
afterEach(() => warn.mockClear())

it.each([
  ['/no/such/page', 'No page at /no/such/page'],
  ['/a\r\nNo page at /forged', 'No page at /a%0D%0ANo%20page%20at%20/forged'],
  ['/\u001b[31mred\u2028\u009b', 'No page at /%1B[31mred%E2%80%A8%C2%9B'],
  ['/साड़ी', 'No page at /%E0%A4%B8%E0%A4%BE%E0%A4%A1%E0%A4%BC%E0%A5%80'],
  ['/\ud800', 'No page at /%EF%BF%BD'],
])('logs %j as one printable line', (path, line) => {
  logMissingPath(path)
  expect(warn.mock.calls).toEqual([[line]])
})

it.each(['/' + 'a'.repeat(5000), '/' + 'य'.repeat(5000), '/' + '😀'.repeat(5000)])(
  'cuts a long path at 512',
  (path) => {
    logMissingPath(path)
    expect(String(warn.mock.calls[0]?.[0]).length).toBeLessThanOrEqual('No page at '.length + 512)
  },
)
