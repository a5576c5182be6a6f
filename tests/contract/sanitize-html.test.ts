import { describe, expect, it } from 'vitest'

import { clean } from './markup-rules.ts'

describe('written HTML', () => {
  it.each([
    ['plain & simple, a < b', 'plain &amp; simple, a &lt; b'],
    ['say "yes"\u00a0&nbsp;&copy;&#x20b9;', 'say "yes"&nbsp;&nbsp;©₹'],
    ['<P LANG=hi>x<BR/>y', '<p lang="hi">x<br>y</p>'],
    ['<a title=\'a "b" <c> &amp;amp;\'>x</a>', '<a title="a &quot;b&quot; &lt;c&gt; &amp;amp;">x</a>'],
    ['<a title=one title=two>x</a>', '<a title="one">x</a>'],
    ['<h1>x</h1>', '<h3>x</h3>'],
    ['<section>a<mark>b</mark></section>', 'ab'],
    ['<pre>\n\n  x</pre>', '<pre>\n\n  x</pre>'],
    ['<pre></pre>\nx', '<pre></pre>\nx'],
    ['<pre><br>\nx</pre>', '<pre><br>\nx</pre>'],
    ['line\r\nline&#13;', 'line\nline\n'],
    ['a\0b<p>c\0d', 'ab<p>cd</p>'],
    ['<image src=http://a.example/>', '<img src="http://a.example/">'],
  ])('%j becomes %j', (html, written) => {
    expect(clean(html)).toBe(written)
    expect(clean(written)).toBe(written)
  })

  it.each([
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<p>a<div>b</div>c</p>', '<p>a</p><div>b</div>c<p></p>'],
    ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b><i>c</i>'],
    ['<a href=/a>a<a href=/b>b', '<a href="/a">a</a><a href="/b">b</a>'],
    ['<table>a<tr><td>b', 'a<table><tbody><tr><td>b</td></tr></tbody></table>'],
    ['<tr><td>a</td></tr>', 'a'],
    ['</p>', '<p></p>'],
    ['</div></section></main>a', 'a'],
    ['<body lang=hi><html><head>a', 'a'],
    // Without the element between them, the second paragraph ends the first.
    ['<p>a<marquee><p>b</marquee>c', '<p>a</p><p>b</p>c<p></p>'],
  ])('%j is put right as browsers do: %j', (html, written) => {
    expect(clean(html)).toBe(written)
    expect(clean(written)).toBe(written)
  })
})

describe('addresses', () => {
  it.each(
    (
      'https://a.example/?a=b:c HTTPS://a.example mailto:a@b.example tel:+91 /a a/b ?q #a ' +
      '/a:b ?a:b ./javascript:x a%3Ab'
    ).split(' '),
  )('stays: %s', (href) => {
    expect(clean(`<a href="${href}">x</a>`)).toBe(`<a href="${href}">x</a>`)
  })

  it.each([
    ...'javascript:hit() JaVaScRiPt:hit() vbscript:hit() data:text/html,x blob:x file:///etc'.split(' '),
    ...'javascript://a.example/%0ahit() view-source:x unknown:x a.b+c-1:x javascript&colon;hit()'.split(' '),
    ...'&#106;avascript:hit() &#x6A&#x61vascript:hit() java&Tab;script&NewLine;:hit()'.split(' '),
    ...'//evil.example \\\\evil.example /\\evil.example \\/evil.example &sol;&sol;evil.example'.split(' '),
    ...['java\tscript:hit()', 'java\nscript:hit()', 'java\r\nscript:hit()', 'java&#0000009script:x'],
    ...[' javascript:hit()', '\fjavascript:hit()', '\x01javascript:hit()', '\x1fjavascript:hit()'],
    ...['javascript\t:hit()', '/\t/evil.example', ' //evil.example', '\n/\n/evil.example', '', '  '],
  ])('goes: %j', (href) => {
    expect(clean(`<a href="${href}">x</a><img src="${href}">`)).toBe('<a>x</a><img>')
  })
})
