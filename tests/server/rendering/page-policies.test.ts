import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { pagePolicies, type Build } from '../../../src/server/rendering/page-policies.ts'

type Csp = NonNullable<Build['csp']>

interface Change {
  script?: Partial<Csp['scriptDirective']>
  style?: Partial<Csp['styleDirective']>
}

const SCRIPT = 'sha256-c2NyaXB0'
const STYLE = 'sha256-c3R5bGU='
const home: Build['routes'][number] = {
  routeData: { type: 'page', route: '/' },
  styles: [
    { type: 'inline', content: 'p{color:red}' },
    { type: 'external', src: '/_astro/island-pages.css' },
  ],
}
const css = createHash('sha256').update('p{color:red}').digest('base64')

function cspWith({ script, style }: Change): Csp {
  return {
    directives: ["default-src 'none'", "base-uri 'none'"],
    scriptDirective: { resources: [], hashes: [SCRIPT], strictDynamic: false, ...script },
    styleDirective: { resources: [], hashes: [STYLE, STYLE], ...style },
  }
}

test('the policy of a page has the hashes of the build and of its own styles', () => {
  const endpoint = { ...home, routeData: { type: 'endpoint', route: '/robots.txt' } } as const
  expect([...pagePolicies({ csp: cspWith({}), routes: [home, endpoint] })]).toEqual([
    [
      '/',
      `default-src 'none'; base-uri 'none'; script-src 'self' '${SCRIPT}'; style-src 'self' '${STYLE}' 'sha256-${css}';`,
    ],
  ])
})

test('a build without a policy is refused', () => {
  expect(() => pagePolicies({ csp: undefined, routes: [home] })).toThrow(/without `security.csp`/)
})

test.each<[string, Change]>([
  ['a host for scripts', { script: { resources: ['https://cdn.example'] } }],
  ['a host for styles', { style: { resources: ['https://cdn.example'] } }],
  ['strict-dynamic', { script: { strictDynamic: true } }],
  ['a hash for attributes', { style: { hashes: [{ hash: STYLE, kind: 'attribute' }] } }],
])('a build with %s, which the policies would lack, is refused', (_, change) => {
  expect(() => pagePolicies({ csp: cspWith(change), routes: [home] })).toThrow(/page-policies/)
})
