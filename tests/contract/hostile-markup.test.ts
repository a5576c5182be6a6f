import fc from 'fast-check'
import {
  defaultTreeAdapter,
  html as standard,
  parseFragment,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'
import { describe, expect, it } from 'vitest'

import { DROPPED_WITH_CONTENT } from '@tanabana/contract/sanitize-html.ts'
import { ATTRIBUTES, clean, TAGS } from './markup-rules.ts'

describe('active content', () => {
  it.each([
    ['a handler', '<p onclick=hit() ONMOUSEOVER="hit()">x</p>', '<p>x</p>'],
    ['a handler behind a slash', '<img/onerror="hit()"/src=/x>', '<img src="/x">'],
    ['a handler behind a quote', '<a title="x"onclick=hit() href=/x>x', '<a title="x" href="/x">x</a>'],
    ['a name that is half a tag', '<a title=x <img onerror=hit()>x</a>', '<a title="x">x</a>'],
    ['a style', '<p style="background:url(javascript:hit())" class=x id=toasts name=body>x', '<p>x</p>'],
    ['an attribute of another tag', '<p href=/x src=/x title=x>x', '<p>x</p>'],
    ['names that objects have', '<p __proto__=x constructor=y><constructor>x</constructor>', '<p>x</p>'],
    ['a script', 'a<script>hit()</script>b<SCRIPT\n>hit()</script\n>c', 'abc'],
    ['a script in halves', '<scr<script>ipt>hit()</scr</script>ipt>', 'ipt&gt;hit()ipt&gt;'],
    ['a script that is never closed', 'a<script>hit()', 'a'],
    ['a comment in a script', '<script><!--<script></script>hit()--></script>x', 'x'],
    ['a comment', 'a<!--><img onerror=hit()>-->b<!--!>--!><img onerror=hit()>', 'a<img>--&gt;b<img>'],
    ['what looks like a comment', '<!doctype x><?php hit() ?><![CDATA[<b>]]><//x>a', ']]&gt;a'],
    ['raw text', '<noscript><p title="</noscript><img src=/x onerror=hit()>">', '<img src="/x">"&gt;'],
    ['raw text of old', '<xmp><b></xmp>a<noembed><b></noembed>b<noframes><b></noframes>c', 'abc'],
    ['a frame', '<iframe srcdoc="<script>hit()</script>"><b>x</b></iframe>a', 'a'],
    ['text to the end', 'a<plaintext><b>x</plaintext>', 'a'],
    ['a text field', '<textarea></textarea/><b>x</textarea>a<title><b></title>b', '<b>xab</b>'],
    ['a template', 'a<template><img onerror=hit()><template>x</template></template>b', 'ab'],
    ['a drawing', 'a<svg><script>hit()</script><p><b>x</b>', 'a<p><b>x</b></p>'],
    [
      'a style in a drawing',
      '<svg></p><style><a title="</style><img src=/x onerror=hit()>">',
      '<p></p><img src="/x">"&gt;',
    ],
    ['HTML in a drawing', '<svg><foreignObject><p>a</p></foreignObject><desc><b>b</b></desc></svg>c', 'c'],
    ['animation', '<svg><a><animate attributeName=href values=javascript:hit() /><text>x</a></svg>y', 'y'],
    ['CDATA in a drawing', '<svg><![CDATA[><img src=x onerror=hit()>]]></svg>x', 'x'],
    ['HTML in a formula', '<math><annotation-xml encoding=text/html><p>a</p></annotation-xml></math>b', 'b'],
    [
      'a formula that changes when it is read again',
      '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit()></style></mglyph></form>',
      '',
    ],
    [
      'a table in a formula',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
      '',
    ],
    [
      'a drawing in a table',
      '<table><svg><tr><td><b>x</b></td></tr></svg></table>',
      '<b>x</b><table></table>',
    ],
    ['a list to choose from', '<select><option><b>x</select>a<datalist><option>y</datalist>b', 'ab'],
    [
      'a form',
      '<form action=javascript:hit()><input onfocus=hit() autofocus><button>x</button></form>a',
      'a',
    ],
    [
      'a base and a refresh',
      '<base href=//evil.example><meta http-equiv=refresh content=0><link href=x>a',
      'a',
    ],
    ['media', '<video><source onerror=hit()>x</video><audio src=x onerror=hit()></audio><embed src=x>a', 'a'],
    ['what was escaped twice', '&amp;lt;img onerror=hit()&amp;gt;', '&amp;lt;img onerror=hit()&amp;gt;'],
    ['what was escaped', '&lt;img onerror=hit()&gt;&#60;b&#x3c;', '&lt;img onerror=hit()&gt;&lt;b&lt;'],
    ['other signs for less than', '\uff1cscript\uff1e\u2039b\u203a', '\uff1cscript\uff1e\u2039b\u203a'],
    [
      'a tag in a value',
      '<a title="</a><img src=x onerror=hit()>">x',
      '<a title="&lt;/a&gt;&lt;img src=x onerror=hit()&gt;">x</a>',
    ],
    ['a backtick', '<a title=`onclick=hit()>x</a>', '<a title="`onclick=hit()">x</a>'],
    ['an unknown tag', '<x-y onclick=hit()><o:p>a</o:p></x-y>', 'a'],
  ])('%s is taken out', (_mechanism, html, written) => {
    expect(clean(html)).toBe(written)
    expect(clean(written)).toBe(written)
  })
})

describe('too large content', () => {
  const many = 8000
  it.each([
    ['elements in each other', '<div>'.repeat(400), '<div>'.repeat(400) + '</div>'.repeat(400)],
    ['elements to be taken out', '<section>'.repeat(400) + 'x', 'x'],
    ['end tags without a beginning', '</b>'.repeat(many), ''],
    ['comments', '<!---->'.repeat(many) + 'x', 'x'],
    ['line breaks', `<pre>${'\n'.repeat(many)}x</pre>`, `<pre>${'\n'.repeat(many)}x</pre>`],
  ])('%s are cleaned', (_name, html, written) => {
    expect(clean(html)).toBe(written)
  })

  it.each([
    ['10,001 elements', '<br>'.repeat(10_001)],
    ['elements 500 deep', '<div>'.repeat(500)],
    ['templates 500 deep', '<template>'.repeat(500)],
    ['a text of 100,001 characters', '<'.repeat(100_001)],
    [
      'tags that each paragraph begins again',
      `<p>${Array.from({ length: 2000 }, (_, index) => `<b x${index}>`).join('')}</p>${'<p>x'.repeat(2000)}`,
    ],
    [
      'a long value that each paragraph begins again',
      `<p><a title=${'x'.repeat(10_000)}></p>${'<p>x'.repeat(1000)}`,
    ],
  ])('%s: nothing is left', (_name, html) => {
    expect(clean(html)).toBe('')
  })

  it.each([
    '<b><p>',
    '<a>',
    '<a href=x><p>',
    '<table>',
    '<table><tr><td>',
    '<table><b>',
    '<i><b></i>',
    '<svg>',
    '<',
  ])('of one million characters of %s nothing is left', (tags) => {
    expect(clean(tags.repeat(1_000_000 / tags.length))).toBe('')
  })

  it('100,000 characters of < are text', () => {
    expect(clean('<'.repeat(100_000))).toBe('&lt;'.repeat(100_000))
  })
})

/** Every element and attribute that a browser makes of it. */
function elementsOf(html: string): Tree.Element[] {
  const context = defaultTreeAdapter.createElement('div', standard.NS.HTML, [])
  const nodes: Tree.ChildNode[] = parseFragment(context, html, {}).childNodes
  for (const node of nodes) if (defaultTreeAdapter.isElementNode(node)) nodes.push(...node.childNodes)
  return nodes.filter((node) => defaultTreeAdapter.isElementNode(node))
}

it('contains only allowed content for any input, and cleaning again changes nothing', () => {
  const tag = fc.constantFrom(
    ...TAGS,
    ...DROPPED_WITH_CONTENT,
    ...'h1 form input font nobr marquee body html caption col th mglyph mtext desc foreignObject'.split(' '),
    ...'annotation-xml listing frameset base ruby rt x-y'.split(' '),
  )
  const value = fc.oneof(
    fc.constantFrom(
      'javascript:hit()',
      'java\tscript:x',
      '//e.example',
      '/\\e.example',
      'https://a.example',
      '/a',
      '',
    ),
    fc.constantFrom(
      '"',
      "'",
      '`',
      '>',
      '</style>',
      '-->',
      ']]>',
      '</title><img src=x onerror=hit()>',
      '&quot;',
    ),
    fc.string({ maxLength: 6, unit: 'binary' }),
  )
  const name = fc.constantFrom(...'href src title lang alt onclick style id xlink:href encoding'.split(' '))
  const quote = fc.constantFrom('"', "'", '', '`')
  const attribute = fc.tuple(name, quote, value).map(([key, sign, text]) => `${key}=${sign}${text}${sign}`)
  const piece = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(tag, fc.array(attribute, { maxLength: 3 }))
        .map(([one, all]) => `<${[one, ...all].join(' ')}>`),
    },
    { weight: 2, arbitrary: tag.map((one) => `</${one}>`) },
    fc.constantFrom('<!--', '-->', '<![CDATA[', ']]>', '<', '&lt;', '&#', '\0', '\r', '\n', 'x'),
    value,
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const html = clean(pieces.join(''))
      for (const { tagName, namespaceURI, attrs } of elementsOf(html)) {
        expect(namespaceURI).toBe(standard.NS.HTML)
        expect(TAGS).toContain(tagName)
        for (const { name: key, value: text } of attrs) {
          const allowed = [...(ATTRIBUTES['*'] ?? []), ...(ATTRIBUTES[tagName] ?? [])]
          expect(allowed.map((one) => one.toLowerCase())).toContain(key)
          if (key !== 'href' && key !== 'src') continue
          const { protocol, host } = new URL(text, 'shop://shop.example/')
          expect(['http:', 'https:', 'mailto:', 'tel:', 'shop:']).toContain(protocol)
          if (protocol === 'shop:') expect(host).toBe('shop.example')
        }
      }
      expect(clean(html)).toBe(html)
    }),
    { numRuns: 1500 },
  )
})
