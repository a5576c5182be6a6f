import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { findRetiredWords } from '../../scripts/check-words.ts'

/** Assembled, since the real check reads this file too. */
const retired = (...parts: string[]) => parts.join('')

test('a replaced word in a name is reported with its line and the term to use', () => {
  const name = retired('page', 'Keeper')
  expect(findRetiredWords('src/cache.ts', `const a = 1\nexport const ${name} = a\n`)).toEqual([
    `src/cache.ts:2: ${name}. Use a term of docs/glossary.md: page cache, cache entry, cache key, tag.`,
  ])
})

test('each word in code of the glossary is reported in a name', () => {
  const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8')
  const words = [...glossary.matchAll(/^\|.*\|(.*)\|$/gm)].flatMap(([, replaced = '']) =>
    [...replaced.matchAll(/`(\w+)`/g)].map(([, word = '']) => word),
  )
  expect(words).toContain('keeper')
  for (const word of words) {
    const name = `open${word.charAt(0).toUpperCase()}${word.slice(1)}`
    expect(findRetiredWords('src/a.ts', `const ${name} = 1`), name).toHaveLength(1)
  }
})

test('a replaced word in a comment or a document is reported', () => {
  const word = retired('who', 'ever')
  const reason = `"${word}". Name who acts: a shopper, a caller, a merchant.`
  expect(findRetiredWords('src/cache.ts', `/** For ${word} calls. */\n`)).toEqual([
    `src/cache.ts:1: ${reason}`,
  ])
  expect(findRetiredWords('docs/deploy.md', `# Start\n\nFor ${word} runs it.\n`)).toEqual([
    `docs/deploy.md:3: ${reason}`,
  ])
})

test('a reference to a paragraph that no document has is reported', () => {
  const reference = retired('T', '14')
  expect(findRetiredWords('api/log.ts', `// Masks secrets (${reference}).\n`)).toEqual([
    `api/log.ts:1: "${reference}". Link a heading of docs/ or SECURITY.md.`,
  ])
})

test('texts in quotes and words that contain a replaced one are left alone', () => {
  expect(
    findRetiredWords('src/a.ts', `const text = '${retired('no', 'body')}'\nconst deeply = text\n`),
  ).toEqual([])
})
