import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { findBrokenLinks } from '../../scripts/check-links.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tanabana-links-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A name that stands alone is no reference; the real check reads this file too. */
const inDocs = (name: string) => `docs/${name}`
const README = ['README', 'md'].join('.')

test('links to files, headings, ids and other sites resolve', () => {
  write(
    'README.md',
    `[start](${inDocs('start.md')}#2-the-cart-of-a-guest) [code](src/cart.ts) [web](https://shop.example/x.md)`,
  )
  write(
    inDocs('start.md'),
    [
      '# Start',
      '',
      '## 2. The `cart` of a guest',
      '',
      '## Twice',
      '',
      '## Twice',
      '',
      '| a | b |',
      '| - | - |',
      '| <a id="row"></a>x | [up](#twice-1) [row](#row) [mail](mailto:a@shop.example) [back][readme] |',
      '',
      '    [code](no-link.md)',
      '',
      '[readme]: ../README.md',
    ].join('\n'),
  )
  write(
    'src/cart.ts',
    `/** Rules of the cart. ${inDocs('start.md')}#2-the-cart-of-a-guest */\nimport './docs/page.ts'`,
  )
  expect(findBrokenLinks(root)).toEqual([])
})

test.each([
  ['a file that is missing', 'README.md', '# Shop\n\nSee [this](gone.md).', '3: gone.md does not exist'],
  ['a heading that is missing', 'README.md', '# Shop\n\n[x](#cart)', '3: #cart: no heading has this anchor'],
  ['a definition', 'README.md', '[x][y]\n\n[y]: gone.md', '3: gone.md does not exist'],
  ['a picture', 'README.md', '![x](gone.webp)', '1: gone.webp does not exist'],
  ['a comment', 'src/a.ts', `// See ${inDocs('gone.md')}.`, `1: ${inDocs('gone.md')} does not exist`],
  ['a folder in a comment', 'a.css', `/*\n ${inDocs('gone')} */`, `2: ${inDocs('gone')} does not exist`],
  ['a style of a page', 'src/a.astro', `/** ${README}#cart */`, `1: ${README}#cart does not exist`],
])('%s is reported as broken', (_, path, text, reason) => {
  write(path, text)
  expect(findBrokenLinks(root)).toEqual([`${path}:${reason}`])
})

test('a comment that names a missing heading is reported', () => {
  write(inDocs('start.md'), '# Start')
  write('src/a.tsx', `// ${inDocs('start.md')}#end`)
  expect(findBrokenLinks(root)).toEqual([
    `src/a.tsx:1: ${inDocs('start.md')}#end: no heading has this anchor`,
  ])
})

test('packages and builds are not read', () => {
  write('node_modules/x/README.md', '[x](gone.md)')
  write('dist/a.js', `// ${inDocs('gone.md')}`)
  expect(findBrokenLinks(root)).toEqual([])
})
