import { expect, test } from 'vitest'

import {
  heading,
  htmlBlocks,
  link,
  paragraph,
  table,
  writeMarkdown,
} from '../../src/components/markdown/markdown.ts'

test.each([
  ['<p>a <b>bold</b> <s>old</s> word</p>', 'a **bold** old word\n'],
  [
    '<p><a href="/contact">us</a> <a href="#section-1">up</a></p>',
    '[us](https://shop.example/contact) [up](https://shop.example/terms#section-1)\n',
  ],
  ['<ul><li>one<li>two</ul>', '- one\n- two\n'],
  [
    '<div class="scrolling"><table><tr><th>Size<th>Chest<tr><td>S<td>90</table></div>',
    '| Size | Chest |\n| ---- | ----- |\n| S    | 90    |\n',
  ],
  ['<p># no heading, no *stars*</p>', '\\# no heading, no \\*stars\\*\n'],
  ['<script>x</script>', ''],
])('%s is the Markdown %j', { tags: ['@req-11.38'] }, (html, markdown) => {
  expect(writeMarkdown(htmlBlocks(html, 'https://shop.example/terms'))).toBe(markdown)
})

test('texts of a shop are no markup', { tags: ['@req-11.38'] }, () => {
  const rows = [['a|b'], [link('[x](y)', 'https://shop.example/a b)')]]
  const markdown = writeMarkdown([heading(1, '# A'), paragraph('<b> ![x](y)'), table(rows)])
  expect(markdown).toBe(
    [
      '# # A\n\n\\<b> !\\[x]\\(y)\n',
      '| a\\|b                                    |',
      '| --------------------------------------- |',
      '| [\\[x\\](y)](<https://shop.example/a b)>) |\n',
    ].join('\n'),
  )
})
