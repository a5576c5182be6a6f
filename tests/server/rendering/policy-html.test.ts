import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readLongPolicy, readPolicy } from '../../../src/server/rendering/shop-html.ts'
import { policyHtml } from '../../kit/texts/policy-html.ts'

const company = {
  name: 'Rang & Resham',
  address: '12 MG Road, Jaipur',
  email: 'care@rang.example',
  phone: '+91 98765 43210',
  logoUrl: 'https://rang.example/logo.png',
}

describe('policy HTML', () => {
  it('keeps headings, paragraphs, lists and tables', () => {
    const html =
      '<h1>Returns</h1><h3>How</h3><p>Within <strong>7</strong> <em>days</em><br>of receipt</p><ul><li>one</li></ul>' +
      '<ol start="3" reversed="" type="a"><li value="2">b</li></ol><pre>\n\n c</pre>'
    expect(policyHtml(html, company)).toBe(html)
  })

  it('shows each table in a box that scrolls by itself', () => {
    const box = '<div class="scrolling" role="group" aria-label="Table" tabindex="0">'
    const table =
      '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>'
    const html = `<p>a</p>${box}${table}</div><div><p>b</p>${box}${table}</div></div>`
    expect(policyHtml(`<p>a</p>${table}<div><p>b</p>${table}</div>`, company)).toBe(html)
    expect(policyHtml(html, company)).toBe(html)
  })

  it('numbers its sections and reports a title of its own', () => {
    expect(
      readPolicy('<h2>One <em>&amp;</em> &lt;2&gt;</h2><p>x</p><h2 lang="hi">Two</h2><h2> </h2>', company),
    ).toEqual({
      html: '<h2 id="section-1">One <em>&amp;</em> &lt;2&gt;</h2><p>x</p><h2 lang="hi" id="section-2">Two</h2><h2> </h2>',
      sections: [
        { id: 'section-1', heading: 'One & <2>' },
        { id: 'section-2', heading: 'Two' },
      ],
      hasTitle: false,
    })
    expect(readPolicy('<h1>Returns</h1>', company)).toMatchObject({ sections: [], hasTitle: true })
  })

  it('escapes tags in a value', () => {
    expect(readPolicy('<p><abbr title="<h2>x</h2><table></table><h1>">a</abbr></p>', company)).toEqual({
      html: '<p><abbr title="&lt;h2&gt;x&lt;/h2&gt;&lt;table&gt;&lt;/table&gt;&lt;h1&gt;">a</abbr></p>',
      sections: [],
      hasTitle: false,
    })
  })

  it('fills placeholders in texts and attributes', { tags: ['@asvs-1.2.1'] }, () => {
    expect(
      policyHtml(
        '<p>[COMPANY NAME] <a href="mailto:{{companyEmail}}">x</a><img src="{logoUrl}"></p>',
        company,
      ),
    ).toBe(
      '<p>Rang &amp; Resham <a href="mailto:care@rang.example" rel="noopener noreferrer">x</a>' +
        '<img src="https://rang.example/logo.png" alt="" loading="lazy"></p>',
    )
  })

  it('leaves the picture out when there is no logo', () => {
    expect(policyHtml('<p>a<img src="{logoUrl}" alt="Logo"></p>', { ...company, logoUrl: '' })).toBe(
      '<p>a</p>',
    )
  })

  it.each([
    ['$& {companyEmail}', '<p>$&amp; {companyEmail}</p>'],
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    ['&lt;b&gt;', '<p>&amp;lt;b&amp;gt;</p>'],
  ])('shows the value %s as it is written', { tags: ['@asvs-1.1.2'] }, (name, html) => {
    expect(policyHtml('<p>{{companyName}}</p>', { ...company, name })).toBe(html)
  })

  it.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['a style', '<style>*{display:none}</style><p style="color:red" class="x">a</p>', '<p>a</p>'],
    ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    [
      'an id that hides a part of the page',
      '<p id="toasts">a</p><a name="toasts">b</a>',
      '<p id="section-toasts">a</p><a rel="noopener noreferrer">b</a>',
    ],
    ['a frame', '<iframe src="https://evil.example"><p>x</p></iframe><p>a</p>', '<p>a</p>'],
    ['a drawing', '<svg onload="alert(1)"><a href="javascript:alert(1)">x</a></svg><p>a</p>', '<p>a</p>'],
    ['a formula', '<math><mtext><img src=x onerror=alert(1)></mtext></math><p>a</p>', '<p>a</p>'],
    ['a form', '<form action="https://evil.example"><input name="q"></form><p>a</p>', '<p>a</p>'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example"><p>a</p>', '<p>a</p>'],
    [
      'raw text',
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><p>a</p>',
      undefined,
    ],
    ['a comment', '<!-- <img src=x onerror=alert(1)> --><p>a</p>', '<p>a</p>'],
    ['a script link', '<a href="java\tscript:alert(1)">a</a>', '<a rel="noopener noreferrer">a</a>'],
    ['a data link', '<a href="data:text/html,x">a</a>', '<a rel="noopener noreferrer">a</a>'],
    ['a foreign link without scheme', '<a href="//evil.example">a</a>', '<a rel="noopener noreferrer">a</a>'],
    ['a data picture', '<p>a<img src="data:image/svg+xml,x"></p>', '<p>a</p>'],
  ])('takes out %s', { tags: ['@asvs-1.3.1', '@req-10.13'] }, (_name, source, html) => {
    const cleaned = policyHtml(source, company)
    if (html !== undefined) expect(cleaned).toBe(html)
    expect(cleaned).not.toMatch(/<[^>]*(onerror|onclick|onload|javascript:|script|iframe|svg|style)/)
  })

  it.each([
    'https://a.example/',
    'http://a.example/',
    'mailto:a@b.example',
    'tel:+911234567890',
    '/return',
    '#top',
  ])('keeps a link to %s', (href) => {
    expect(policyHtml(`<a href="${href}">a</a>`, company)).toBe(
      `<a href="${href}" rel="noopener noreferrer">a</a>`,
    )
  })

  it.each([
    [
      'to an id',
      '<a href="#rest">a</a><h3 id="rest">b</h3>',
      '<a href="#section-rest">a</a><h3 id="section-rest">b</h3>',
    ],
    [
      'to a name',
      '<a href="#rest">a</a><h3><a name="rest"></a>b</h3>',
      '<a href="#section-rest">a</a><h3><a id="section-rest"></a>b</h3>',
    ],
    [
      'to an id and a name of one element',
      '<a href="#one">a</a><a href="#two">b</a><a id="one" name="two">c</a>',
      '<a href="#section-one">a</a><a href="#section-one">b</a><a id="section-one">c</a>',
    ],
    [
      'with an encoded fragment',
      '<a href="#what%20we%20do">a</a><a href="#पता">b</a><p id="what we do">c</p><p id="पता">d</p>',
      '<a href="#section-what%20we%20do">a</a><a href="#section-%E0%A4%AA%E0%A4%A4%E0%A4%BE">b</a>' +
        '<p id="section-what we do">c</p><p id="section-पता">d</p>',
    ],
    [
      'to the first of equal ids',
      '<a href="#x">a</a><p id="x">b</p><p id="x">c</p>',
      '<a href="#section-x">a</a><p id="section-x">b</p><p>c</p>',
    ],
    ['to a place of another policy', '<a href="/return#how">a</a>', '<a href="/return#section-how">a</a>'],
    ['to its top', '<a href="#top">a</a><a href="#">b</a>', '<a href="#top">a</a><a href="#">b</a>'],
  ])('keeps a link %s', { tags: ['@req-2.18'] }, (_name, source, html) => {
    const shown = policyHtml(source, company).replaceAll(' rel="noopener noreferrer"', '')
    expect(shown).toBe(html)
    expect(policyHtml(shown, company).replaceAll(' rel="noopener noreferrer"', '')).toBe(html)
  })

  it('lists sections by ids of their own, and numbers the others around them', () => {
    const policy = readPolicy('<h2 id="2">One</h2><h2>Two</h2><h2 id="rest">Three</h2><h2>Four</h2>', company)
    expect(policy?.sections.map(({ id }) => id)).toEqual([
      'section-2',
      'section-3',
      'section-rest',
      'section-4',
    ])
  })

  it('keeps a folded answer with its question', () => {
    const html =
      '<details><summary>Do you ship abroad?</summary><p>No.</p></details><details open=""><summary>a</summary></details>'
    expect(policyHtml(html, company)).toBe(html)
  })

  it.each(['', '   ', '<p>&nbsp;</p>', '<script>alert(1)</script>', '<!-- later -->'])(
    'is empty when nothing can be read in %j',
    (source) => {
      expect(policyHtml(source, company)).toBe('')
    },
  )

  it(
    'holds whatever the text and the details are, and cleaning again changes nothing',
    { tags: ['@asvs-1.1.1'] },
    () => {
      const piece = fc.oneof(
        fc.constantFrom(
          ...[
            '<a href="',
            '<img src=',
            '">',
            "'",
            '<svg>',
            '<style>',
            '</style>',
            '<noscript>',
            '</noscript>',
            '<!--',
          ],
          ...[
            '-->',
            '{{companyName}}',
            '{companyEmail}',
            '[Logo URL]',
            'javascript:',
            '&lt;',
            '<p>',
            '<table>',
            '<h2>',
          ],
          ...[
            'onerror=alert(1)',
            '<script>',
            '<textarea>',
            '<iframe>',
            '<p id="x">',
            '<a name="',
            ' id="section-1">',
            '<a href="#',
            '<details open>',
            '<summary>',
            '<math>',
            '<template>',
            '<xmp>',
            '<a <b',
            '&#x',
          ],
        ),
        fc.string({ maxLength: 8 }),
      )
      const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
      fc.assert(
        fc.property(text, text, text, (source, name, email) => {
          const html = policyHtml(source, { ...company, name, email, logoUrl: name })
          const plain = {
            name: '{{companyName}}',
            email: '{companyEmail}',
            phone: '',
            address: '',
            logoUrl: '',
          }
          expect(html).not.toMatch(
            /<\/?(script|style|svg|math|i?frame|textarea|template|xmp|noscript|object|!)/i,
          )
          expect(html).not.toMatch(/<\w+[^>]* on\w+="/)
          if (!/[{[]/.test(html)) expect(policyHtml(html, plain)).toBe(html)
        }),
        { numRuns: 500 },
      )
    },
  )
})

describe('a long policy of another store API', () => {
  const clause = (number: number) => `<h2 id="c${number}">Clause ${number}</h2><p>${'word '.repeat(200)}</p>`
  const clauses = (count: number) => Array.from({ length: count }, (_, index) => clause(index + 1)).join('')

  it.each([
    ['100,001 characters', 98],
    ['1 MB', 1000],
    ['8 MB', 8000],
  ])('of %s is shown whole, with its sections and links', { tags: ['@req-2.18'] }, async (_size, count) => {
    const source = `<p><a href="#c${count}">last</a></p>${clauses(count)}`
    expect(source.length).toBeGreaterThan(100_000)
    const policy = await readLongPolicy(source, company)
    expect(policy).toEqual(readPolicy(source, company))
    expect(policy?.html).toMatch(/^<p><a href="#section-c\d+" rel="noopener noreferrer">last<\/a><\/p>/)
    expect(policy?.html.match(/<h2 id="section-c\d+">Clause \d+<\/h2><p>(word ){200}<\/p>/g)).toHaveLength(
      count,
    )
    expect(policy?.sections.at(-1)).toEqual({ id: `section-c${count}`, heading: `Clause ${count}` })
  })

  it.each([
    ['10,001 elements', `${'<br>'.repeat(10_001)}<p>One &amp; &lt;two&gt;</p><p onclick=x>three`],
    ['501 elements in each other', `${'<div>'.repeat(501)}One &amp; &lt;two&gt;</div><li>three`],
    [
      'a script among too many elements',
      `<script>x</script>${'<br>'.repeat(10_001)}<!-- y -->One &amp; &lt;two&gt;<br>three`,
    ],
  ])('with %s is shown as its text', (_name, source) => {
    expect(policyHtml(source, company)).toBe('<p>One &amp; &lt;two&gt;</p><p>three</p>')
  })
})
