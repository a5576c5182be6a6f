import { expect, it } from 'vitest'

import { checkPolicyHtml } from '../../../cli/policies/check-html.ts'
import { policyHtml } from '../../helpers/policy-html.ts'

const COMPANY = { name: 'A', address: 'B', email: 'c@d.example', phone: '1', logoUrl: '' }

const check = (html: string) => checkPolicyHtml(html, {}).map(({ line, says }) => `${line}: ${says}`)

it('names what is removed with its line', () => {
  expect(
    check('<p>Terms</p>\n<script>x</script>\n<!-- <b>\n -->\n<P onclick="a > b">One</P>\n<blink>'),
  ).toEqual([
    '2: <script> is removed with everything in it',
    '5: the attribute onclick of <p> is removed',
    '6: <blink> is removed; its text stays',
  ])
})

it('takes a ">" in a value for a part of the value, and one after a quote without a value for the end', () => {
  expect(check(`<a href="/a?b>c">One</a><p title='x>y' ">Two</p>`)).toEqual([
    '1: the attribute title of <p> is removed',
    '1: the attribute " of <p> is removed',
  ])
})

it('names what is removed with its content once, and nothing inside', () => {
  expect(check('<svg>\n<path d=x><a onclick=x>One</a></svg>\n<script>"<b onclick=x>"</script>')).toEqual([
    '1: <svg> is removed with everything in it',
    '3: <script> is removed with everything in it',
  ])
})

it('reads a whole document, and a formatting tag that is never closed once', () => {
  expect(
    check(
      '<!doctype html>\n<html>\n<head><title>Terms</title></head>\n<body class=x>\n<p><b class=y>One<p>Two',
    ),
  ).toEqual([
    '2: <html> is removed; its text stays',
    '3: <head> is removed; its text stays',
    '3: <title> is removed with everything in it',
    '4: <body> is removed; its text stays',
    '5: the attribute class of <b> is removed',
  ])
})

it('takes addresses as browsers do', () => {
  expect(
    check(
      '<a href="/a">1</a><a href="HTTPS://a.example">2</a>\n<a href="java\tscript:hit()">3</a><a href="/\\a.example">4</a>',
    ),
  ).toEqual([
    '2: the href "java\tscript:hit()" of <a> is removed: it must begin with one of http, https, mailto, tel',
    '2: the href "/\\a.example" of <a> is removed: it must begin with one of http, https, mailto, tel',
  ])
  expect(checkPolicyHtml('<img src="{logoUrl}">', { companyLogoUrl: 'https://a.example/a.png' })).toEqual([])
  expect(check('<img src="http://a.example/a.png" alt="" loading="lazy"><img src="/a.png">')).toEqual([
    '1: <img> is removed: its src "/a.png" must begin with https://',
  ])
})

it.each([
  ['10,001 elements', '<br>'.repeat(10_001)],
  ['501 elements in each other', '<div>'.repeat(501)],
])('says that %s are too many', (_name, html) => {
  expect(check(html)).toEqual([
    '1: the policy has too many elements: its page shows the built-in text instead',
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
])('reads 100 KB of %j in one go and finds %i flaws', (part, flaws) => {
  expect(check(part.repeat(Math.floor(100_000 / part.length)))).toHaveLength(flaws)
})
