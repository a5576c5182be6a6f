import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { narrowPolicy } from '../../../src/server/page-cache/narrow-policy.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('a policy keeps the hashes of what stands in the page, and everything that is no hash', () => {
  const [script, style, elsewhere] = ['let a = 1', 'a{color:red}', 'let b = 2'].map(hashOf)
  const policy = `default-src 'none'; script-src 'self' ${script} ${elsewhere}; style-src ${style} 'self';`
  const page =
    '<style>a{color:red}</style><script type="module">let a = 1</script><script src="/b.js"></script>'
  expect(narrowPolicy(policy, page)).toBe(
    `default-src 'none'; script-src 'self' ${script}; style-src ${style} 'self';`,
  )
})

test('a script with words of another alphabet is known by its bytes', () => {
  const policy = `script-src 'self' ${hashOf("say('नमस्ते')")};`
  const page = Buffer.from("<script>say('नमस्ते')</script>").toString('latin1')
  expect(narrowPolicy(policy, page)).toBe(policy)
})

test('a script that nobody named stays unnamed', () => {
  expect(narrowPolicy("script-src 'self';", '<script>steal()</script>')).toBe("script-src 'self';")
})
