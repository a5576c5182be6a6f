import { expect, it } from 'vitest'

import { checkPolicyHtml } from '../../../api/policies/check-html.ts'

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
  ])
})

/** The test's own limit is what backtracking would meet: each takes milliseconds. */
it.each([
  ...['<', '<a ', '<a "', '<a ="', '<a = ', "<a x='", '<a title=">" ', '<!--'].map(
    (part) => [part, 0] as const,
  ),
  ['\n<x>', 25_000] as const,
])('reads 100 KB of %j in one go and finds %i flaws', (part, flaws) => {
  expect(check(part.repeat(Math.floor(100_000 / part.length)))).toHaveLength(flaws)
})
