import { beforeEach, expect, it } from 'vitest'

import { logTo, openLogger, logMissingPath } from '../../../src/server/observability/log.ts'

let lines: string[]
beforeEach(() => {
  lines = []
  logTo(openLogger('info', (line) => lines.push(line)))
})

/** What the one line says that was written since. */
function logged(): { level: string; event: string; tenant?: string; path: string } {
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).toMatch(/^[\x20-\x7e]+$/)
  return JSON.parse(lines[0] ?? '')
}

it.each([
  ['/no/such/page', '/no/such/page'],
  ['http://shop.example/no/such/page', '/no/such/page'],
  ['/a\r\n{"event":"forged"}', '/a%0D%0A{"event":"forged"}'],
  ['/\u001b[31mred\u2028\u009b', '/%1B[31mred%E2%80%A8%C2%9B'],
  ['/साड़ी', '/%E0%A4%B8%E0%A4%BE%E0%A4%A1%E0%A4%BC%E0%A5%80'],
  ['/\ud800', '/%EF%BF%BD'],
  ['/nowhere?email=asha%40example.com', '/nowhere'],
])('logs %j as one printable line', { tags: ['@asvs-1.3.3', '@asvs-16.4.1', '@req-10.2'] }, (url, path) => {
  logMissingPath(url)
  expect(logged()).toMatchObject({ level: 'warn', event: 'no such page', path })
})

it('names the shop', () => {
  logMissingPath('http://shop.example/nowhere')
  expect(logged().tenant).toBe('shop.example')
})

it.each(['/' + 'a'.repeat(5000), '/' + 'य'.repeat(5000), '/' + '😀'.repeat(5000)])(
  'cuts a long path at 512',
  (url) => {
    logMissingPath(url)
    expect(logged().path.length).toBeLessThanOrEqual(512)
  },
)
