import fc from 'fast-check'
import {
  defaultTreeAdapter,
  html as standard,
  parseFragment,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'
import { describe, expect, it } from 'vitest'

import { cleanMarkup, type MarkupRules } from '../../../src/lib/schemas/clean-markup.ts'
import { DROPPED_WITH_CONTENT } from '../../../src/lib/schemas/policy-markup.ts'

const RULES: MarkupRules = {
  tags: [
    'p',
    'div',
    'span',
    'br',
    'b',
    'i',
    'a',
    'img',
    'pre',
    'h3',
    'ul',
    'li',
    'table',
    'tbody',
    'tr',
    'td',
  ],
  nesting: 10,
  attributes: { '*': ['lang'], a: ['href', 'title'], img: ['src', 'alt'], td: ['colspan'] },
  schemes: ['http', 'https', 'mailto', 'tel'],
  renames: new Map([['h1', 'h3']]),
}
const clean = (html: string) => cleanMarkup(html, RULES)

describe('what is written', () => {
  it.each([
    ['plain & simple, a < b', 'plain &amp; simple, a &lt; b'],
    ['say "yes"\u00a0&nbsp;&copy;&#x20b9;', 'say "yes"\u00a0\u00a0©₹'],
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

  it('keeps the text of what is nested too deep', () => {
    expect(clean('<div>'.repeat(12) + 'x')).toBe(`${'<div>'.repeat(10)}x${'</div>'.repeat(10)}`)
  })

  it('lets the rules finish the attributes, or leave an element out', () => {
    const finish: MarkupRules['finish'] = (tag, attributes) =>
      tag === 'img' ? undefined : { ...attributes, title: 'mine' }
    expect(cleanMarkup('<a title=theirs href=/x>a<img>b</a>', { ...RULES, finish })).toBe(
      '<a title="mine" href="/x">ab</a>',
    )
  })
})

describe('addresses', () => {
  it.each([
    ...[
      'https://a.example/?a=b:c',
      'HTTPS://a.example',
      'mailto:a@b.example',
      'tel:+91',
      '/a',
      'a/b',
      '?q',
      '#a',
    ],
    ...['/a:b', '?a:b', './javascript:x', 'a%3Ab'],
  ])('stays: %s', (href) => {
    expect(clean(`<a href="${href}">x</a>`)).toBe(`<a href="${href}">x</a>`)
  })

  it.each([
    ...[
      'javascript:hit()',
      'JaVaScRiPt:hit()',
      'vbscript:hit()',
      'data:text/html,x',
      'blob:x',
      'file:///etc',
    ],
    ...[
      'java\tscript:hit()',
      'java\nscript:hit()',
      'java\r\nscript:hit()',
      ' javascript:hit()',
      '\fjavascript:hit()',
    ],
    ...['\x01javascript:hit()', '\x1fjavascript:hit()', 'javascript\t:hit()', 'javascript&colon;hit()'],
    ...[
      '&#106;avascript:hit()',
      '&#x6A&#x61vascript:hit()',
      'java&Tab;script&NewLine;:hit()',
      'java&#0000009script:x',
    ],
    ...['javascript://a.example/%0ahit()', 'view-source:x', 'unknown:x', 'a.b+c-1:x'],
    ...[
      '//evil.example',
      '\\\\evil.example',
      '/\\evil.example',
      '\\/evil.example',
      '/\t/evil.example',
      ' //evil.example',
    ],
    ...['&sol;&sol;evil.example', '\n/\n/evil.example', '', '  '],
  ])('goes: %j', (href) => {
    expect(clean(`<a href="${href}">x</a><img src="${href}">`)).toBe('<a>x</a><img>')
  })
})

describe('what runs', () => {
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

describe('what is too much', () => {
  const many = 40_000
  it.each([
    ['elements in each other', '<div>'.repeat(many), '<div>'.repeat(10) + '</div>'.repeat(10)],
    ['elements to be taken out', '<section>'.repeat(many) + 'x', 'x'],
    ['end tags without a beginning', '</b>'.repeat(many), ''],
    ['comments', '<!---->'.repeat(many) + 'x', 'x'],
    ['line breaks', `<pre>${'\n'.repeat(many)}x</pre>`, `<pre>${'\n'.repeat(many)}x</pre>`],
  ])('%s are cleaned', (_name, html, written) => {
    expect(clean(html)).toBe(written)
  })

  it.each([
    ['100,000 elements in each other', '<div>'.repeat(100_000)],
    ['a text that nobody reads', 'x'.repeat(2_000_001)],
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
  ])('one million characters of %s come to an end', (tags) => {
    const written = clean(tags.repeat(1_000_000 / tags.length))
    expect(written === '' || tags === '<').toBe(true)
  })
})

/** Every element and attribute that a browser makes of it. */
function elementsOf(html: string): Tree.Element[] {
  const context = defaultTreeAdapter.createElement('div', standard.NS.HTML, [])
  const nodes: Tree.ChildNode[] = parseFragment(context, html, {}).childNodes
  for (const node of nodes) if (defaultTreeAdapter.isElementNode(node)) nodes.push(...node.childNodes)
  return nodes.filter(defaultTreeAdapter.isElementNode)
}

it('holds nothing but what is allowed, whatever comes in, and cleaning again changes nothing', () => {
  const tag = fc.constantFrom(
    ...RULES.tags,
    ...DROPPED_WITH_CONTENT,
    ...['h1', 'form', 'input', 'font', 'nobr', 'marquee', 'body', 'html', 'caption', 'col', 'th', 'mglyph'],
    ...[
      'mtext',
      'desc',
      'foreignObject',
      'annotation-xml',
      'listing',
      'frameset',
      'base',
      'ruby',
      'rt',
      'x-y',
    ],
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
  const name = fc.constantFrom(
    'href',
    'src',
    'title',
    'lang',
    'alt',
    'onclick',
    'style',
    'id',
    'xlink:href',
    'encoding',
  )
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
        expect(RULES.tags).toContain(tagName)
        for (const { name: key, value: text } of attrs) {
          expect([...(RULES.attributes?.['*'] ?? []), ...(RULES.attributes?.[tagName] ?? [])]).toContain(key)
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
