import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { withUsedHashes } from '../../../src/server/rendering/used-hashes.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const [script, style, late, other] = ['run()', 'p{color:red}', 'late()', 'other()'].map(hashOf)

/** As the HTTP entry reads a page: one character per byte. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1')

test('a policy keeps the hashes of the scripts and styles on the page, also in templates', () => {
  const page = `<style>p{color:red}</style><p>a</p><script type="module">run()</script><template><script>late()</script></template>`
  const policy = `script-src 'self' ${script} ${other} ${late}; style-src ${other} 'self' ${style}; img-src data:`
  expect(withUsedHashes(policy, page)).toBe(
    `script-src 'self' ${script} ${late}; style-src 'self' ${style}; img-src data:`,
  )
})

test('a hash is that of the bytes, so texts in Hindi keep theirs', () => {
  const text = 'say("नमस्ते")'
  expect(withUsedHashes(`script-src ${hashOf(text)}`, asBytes(`<script>${text}</script>`))).toBe(
    `script-src ${hashOf(text)}`,
  )
})

test('a page adds no hash to its policy', () => {
  expect(withUsedHashes(`script-src 'self' ${script}`, '<script>injected()</script>')).toBe(
    "script-src 'self'",
  )
})

test('a script of any type keeps its hash, a data block needs none', () => {
  const [rules, data, words] = ['{"prefetch":[]}', '{"@type":"Product"}', '{"Sarees":"x"}']
  const page = [
    `<script type="speculationrules">${rules}</script>`,
    `<script type="application/ld+json">${data}</script>`,
    `<script id="shop-words" type="application/json">${words}</script>`,
    '<script>run()</script>',
  ].join('')
  expect(
    withUsedHashes(`script-src 'self' ${[rules, data, words].map(hashOf).join(' ')} ${script}`, page),
  ).toBe(`script-src 'self' ${hashOf(rules)} ${script}`)
})
