import { expect, it } from 'vitest'

import { checkPolicyHtml } from '../../../../api/modules/store-checks/check-html.ts'
import { policyHtml } from '../../../kit/texts/policy-html.ts'

const COMPANY = { name: 'A', address: 'B', email: 'c@d.example', phone: '1', logoUrl: '' }

const check = (html: string) => checkPolicyHtml(html, {}).map(({ line, says }) => `${line}: ${says}`)

it('names what is removed with its line, and what does no harm in one', () => {
  expect(
    check(
      '<p>Terms</p>\n<P onclick="a > b" class=x>One</P>\n<blink class=y>\n<!-- <b>\n -->\n<script>x</script>',
    ),
  ).toEqual([
    '6: <script> is removed with everything in it',
    '2: 3 tags and attributes are removed; their text stays: onclick, class, <blink>',
  ])
  expect(check('<p>Terms</p>\n<font color=red>One</font>')).toEqual(['2: <font> is removed; its text stays'])
})

it('takes a ">" in a value for a part of the value, and one after a quote without a value for the end', () => {
  expect(check(`<a href="/cart?b>c">One</a><p title='x>y' ">Two</p>`)).toEqual([
    '1: 2 tags and attributes are removed; their text stays: title, "',
  ])
})

it('names what is removed with its content once, and nothing inside', () => {
  expect(
    check('<p>a</p><svg>\n<path d=x><a onclick=x>One</a></svg>\n<script>"<b onclick=x>"</script>'),
  ).toEqual(['1: <svg> is removed with everything in it', '3: <script> is removed with everything in it'])
})

it('reads a whole document, and a formatting tag that is never closed once', () => {
  expect(
    check(
      '<!doctype html>\n<html>\n<head><title>Terms</title></head>\n<body class=x>\n<p><b class=y>One<p>Two',
    ),
  ).toEqual([
    '5: <b> is never closed: write </b>',
    '2: 5 tags and attributes are removed; their text stays: <html>, <head>, <title>, <body>, class',
  ])
})

it('takes addresses as browsers do', () => {
  expect(
    check(
      '<a href="/return">1</a><a href="HTTPS://a.example">2</a>\n<a href="java\tscript:hit()">3</a><a href="/\\a.example">4</a>',
    ),
  ).toEqual([
    '2: the href "java\tscript:hit()" of <a> is removed: it must begin with one of http, https, mailto, tel',
    '2: the href "/\\a.example" of <a> is removed: it must begin with one of http, https, mailto, tel',
  ])
  expect(
    checkPolicyHtml('<img src="{logoUrl}" alt="">', { companyLogoUrl: 'https://a.example/a.png' }),
  ).toEqual([])
  expect(check('<img src="http://a.example/a.png" alt="" loading="lazy"><img src="/a.png" alt="">')).toEqual([
    '1: <img> is removed: its src "/a.png" must begin with https://',
  ])
})

it.each([
  ['10,001 elements', '<br>'.repeat(10_001)],
  ['501 elements in each other', '<div>'.repeat(501)],
])('says that %s are too many', (_name, html) => {
  expect(check(html)).toEqual([
    '1: the policy has too many elements: its page shows its text without structure',
  ])
  expect(policyHtml(html, COMPANY)).toBe('')
})

/** The test's own limit is what backtracking would meet: each takes milliseconds. */
it.each([
  ...['<', '<a ', '<a "', '<a ="', '<a = ', "<a x='", '<a title=">" ', '<!--'].map(
    (part) => [part, 0] as const,
  ),
  ['\n<x>', 1] as const,
  ['<b>\n', 1] as const,
  ...['{', '{%', '{% %', '[_', '<<A', '%a', '%A_', '[email', '___ ', '&lt;&lt;'].map(
    (part) => [part, 0] as const,
  ),
])('reads 64 KB of %j in one go and finds %i flaws', (part, flaws) => {
  const html = part.repeat(Math.floor(65_000 / part.length))
  expect(check(`<p>a</p>${html}`)).toHaveLength(flaws)
})

it.each([
  [
    'a dead link inside the policy',
    '<a href="#rest">Rest</a><p id="other">a</p>',
    'the link "#rest" leads nowhere: no element of the policy has the id "rest"',
  ],
  [
    'a link to an id that is removed with its tag',
    '<a href="#rest">Rest</a><font id="rest">a</font>',
    'the link "#rest" leads nowhere: no element of the policy has the id "rest"',
  ],
  [
    'an address that Cloudflare has hidden',
    'Write to <a data-cfemail="573436253217232536">[email&#160;protected]</a>',
    '"[email protected]" is an email address that Cloudflare has hidden: write care@tra',
  ],
  [
    'a hidden address without its code',
    'Write to [email protected]',
    '"[email protected]" is an email address that Cloudflare has hidden: write the email address itself',
  ],
  [
    'a tag of Liquid',
    '{% if shop.email %}',
    '"{% if shop.email %}" is not a placeholder: write the text itself',
  ],
  ['a placeholder of a text', 'We are %COMPANY_NAME%.', '"%COMPANY_NAME%" is not a placeholder'],
  ['an escaped placeholder', 'We are &lt;&lt;COMPANY&gt;&gt;.', '"<<COMPANY>>" is not a placeholder'],
  ['a placeholder that looks like a tag', 'We are <<COMPANY>>.', '"<<COMPANY>>" is not a placeholder'],
  ['a placeholder in italics', 'We are [_Name_].', '"[_Name_]" is not a placeholder'],
  ['a gap', 'Write to __________.', '"____" is a gap to fill in: write the text itself'],
  [
    "a path of Shopify's pages",
    '<a href="/pages/refund-policy">a</a>',
    'the link "/pages/refund-policy" leads to a page of another platform: write /refund',
  ],
  [
    "a path of Shopify's policies at a host of the shop",
    '<a href="http://silk.example/policies/terms-of-service">a</a>',
    'the link "http://silk.example/policies/terms-of-service" leads to a page of another platform: write /terms',
  ],
  [
    'the old shop at Shopify',
    '<a href="https://silk.myshopify.com/cart">a</a>',
    'the link "https://silk.myshopify.com/cart" leads to a page of another platform: write /cart',
  ],
  [
    'a page that the shop does not have',
    '<a href="/size-chart">a</a>',
    'the link "/size-chart" leads to no page of the shop: correct or remove it',
  ],
  [
    'a page beside the policy that the shop does not have',
    '<a href="privacy-policy.html">a</a>',
    'the link "privacy-policy.html" leads to no page of the shop: write /privacy',
  ],
])('names %s', (_name, html, says) => {
  const found = checkPolicyHtml(`<p>Terms</p>\n${html}`, {}, { hosts: ['silk.example'] })
  expect(found).toContainEqual(
    expect.objectContaining({ line: 2, rank: 'wrong', says: expect.stringContaining(says) as string }),
  )
})

it.each([
  ['links to pages of the shop', '<a href="/">1</a><a href="/hi/return">2</a><a href="return">3</a>'],
  ['links with a query', '<a href="/products?category=sarees">1</a><a href="/product/saree-1">2</a>'],
  ['links to a host of the shop', '<a href="https://silk.example/track-order">1</a>'],
  ['links elsewhere', '<a href="https://wa.me/919876543210">1</a><a href="https://a.example/pages/x">2</a>'],
  ['links inside it', '<a href="#a">1</a><a href="#b%20c">2</a><p id="a">3</p><p><a name="b c"></a>4</p>'],
  ['links to its top', '<a href="#top">1</a><a href="#">2</a>'],
  ['links to a place of another policy', '<a href="/return#how">1</a>'],
  ['folded answers', '<details open><summary>1</summary><p id="x" lang="en">2</p></details>'],
  [
    'percentages and encoded addresses',
    '50% off, 20% less <a href="https://a.example/%E0%A4%95%ABfoo%20x">1</a>',
  ],
  ['a few underscores', 'a_b __init__ ___'],
])('finds nothing in %s', (_name, html) => {
  expect(checkPolicyHtml(`<p>${html}</p>`, {}, { hosts: ['silk.example'] })).toEqual([])
})

it('says what breaks the page first, then what shoppers see, then what does no harm', () => {
  const html = '<p style="x" class="y">{% a %}</p>\n<a href="/x">b</a>'
  expect(checkPolicyHtml(html, {}).map(({ rank, line }) => [rank, line])).toEqual([
    ['wrong', 1],
    ['wrong', 2],
    ['harmless', 1],
  ])
  expect(checkPolicyHtml('<iframe class=x></iframe><p style=x>', {}).map(({ rank }) => rank)).toEqual([
    'breaks',
    'wrong',
    'harmless',
  ])
  expect(checkPolicyHtml(`<p>${'अ'.repeat(21_845)}</p>`, {})).toEqual([
    {
      line: 1,
      column: 1,
      rank: 'breaks',
      says: 'the policy is larger than 64 KB, the limit of a policy: shorten it',
    },
  ])
})
