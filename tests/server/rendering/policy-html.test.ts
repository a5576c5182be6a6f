import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readPolicy } from '../../../src/server/rendering/shop-html.ts'
import { policyHtml } from '../../helpers/policy-html.ts'

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

  it('fills placeholders in texts and attributes', () => {
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
  ])('shows the value %s as it is written', (name, html) => {
    expect(policyHtml('<p>{{companyName}}</p>', { ...company, name })).toBe(html)
  })

  it.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['a style', '<style>*{display:none}</style><p style="color:red" class="x">a</p>', '<p>a</p>'],
    ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['an id that hides a part of the page', '<p id="toasts">a</p>', '<p>a</p>'],
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
  ])('takes out %s', (_name, source, html) => {
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

  it.each(['', '   ', '<p>&nbsp;</p>', '<script>alert(1)</script>', '<!-- later -->'])(
    'is empty when nothing can be read in %j',
    (source) => {
      expect(policyHtml(source, company)).toBe('')
    },
  )

  it('holds whatever the text and the details are, and cleaning again changes nothing', () => {
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
  })
})
