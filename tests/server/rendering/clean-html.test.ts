import { describe, expect, test } from 'vitest'

import { isHtml } from '@tanabana/contract/sanitize-html.ts'
import { cleanHtml, plainText } from '../../../src/server/rendering/shop-html.ts'

describe('a description as HTML', () => {
  test.each([
    ['<p onclick="alert(1)">Hello <b>bold</b></p>', '<p>Hello <b>bold</b></p>'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<style>*{color:red}</style>x', 'x'],
    ['<p style="color:red" class="x" id="y">x</p>', '<p>x</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="https://ok.example/">x</a>', '<a href="https://ok.example/">x</a>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<form><input name=a></form>x', 'x'],
    ['<h1>Title</h1>', '<h3>Title</h3>'],
    ['<p>open', '<p>open</p>'],
    [
      '<table><tr><td title="<table>">a',
      '<div class="scrolling" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td>a</td></tr></tbody></table></div>',
    ],
  ])('%s becomes %s', { tags: ['@asvs-1.3.5'] }, (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
    expect(cleanHtml(clean)).toBe(clean)
  })

  test.each([
    ['<p>x</p>', true],
    ['line<br>break', true],
    ['a < b and c > d', false],
    ['plain & simple', false],
  ])('%s is HTML: %s', (text, response) => {
    expect(isHtml(text)).toBe(response)
  })
})

describe('a description in words', () => {
  test.each([
    ['<p>Soft <b>cotton</b>.</p><p>Two pockets &amp; more</p>', 'Soft cotton. Two pockets & more'],
    ['<p>One</p>two<br>three<ul><li>four</li></ul>', 'One two three four'],
    ['Women&rsquo;s caf&eacute; <i>au</i>x', 'Women’s café aux'],
    ['<style>p{color:red}</style><p title="<p>">x</p>', 'x'],
    [
      '<font>One</font><center>two</center>three <svg><text>x</text></svg><textarea>y</textarea>',
      'One two three',
    ],
    ['a < b & c', 'a < b & c'],
    ['', undefined],
    ['<br>', undefined],
  ])('%s is %s', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  test('is cut for a search engine', () => {
    expect(plainText('word '.repeat(100))?.length).toBeLessThanOrEqual(161)
  })
})
