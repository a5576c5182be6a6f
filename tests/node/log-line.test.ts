import { expect, test } from 'vitest'

import { toLogFields } from '@tanabana/node/log-line.ts'
import { SECRET_FOLDERS } from '../../contract/shop-paths.ts'

/** Whatever is handed to the log, these never come out of it. SECURITY.md#log-leaks */
const SECRETS = {
  email: 'asha.rao+shop@example.co.in',
  password: 'weft and "warp" 1',
  hash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo',
  token: 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyMTI',
  phone: '+919876543210',
  card: '4111 1111 1111 1111',
  vpa: 'asha@okbank',
}

/** Every way in which one of them has ever reached a log. */
const places: ((name: keyof typeof SECRETS, secret: string) => Record<string, unknown>)[] = [
  (name, secret) => ({ [name === 'hash' ? 'passwordHash' : name]: secret }),
  (_name, secret) => ({ headers: { authorization: `Bearer ${secret}`, cookie: `auth_token=${secret}` } }),
  (_name, secret) => ({ request: { body: { contactInfo: secret, fields: { any: secret } } } }),
  (_name, secret) => ({ path: `/orders/1?contactInfo=${encodeURIComponent(secret)}&x=1` }),
  (_name, secret) => ({
    error: new Error(`Failed query: insert into "users" values ($1)\nparams: t1,${secret},2`),
  }),
  (_name, secret) => ({
    error: new Error('Failed', {
      cause: Object.assign(new Error(`invalid input syntax for type uuid: "${secret}"`), { code: '22P02' }),
    }),
  }),
  (_name, secret) => ({ detail: `Key (email)=(${secret}) already exists.` }),
  (_name, secret) => ({ text: JSON.stringify({ password: secret.replaceAll('"', '') }) }),
  (_name, secret) => ({ list: [{ deep: { email: secret } }] }),
  (_name, secret) => ({ shippingAddress: { fullName: 'Asha Rao', phone: secret } }),
]

test('10,000 lines with a planted secret each carry none', { tags: ['@asvs-14.2.4', '@asvs-16.2.5'] }, () => {
  const names = Object.keys(SECRETS) as (keyof typeof SECRETS)[]
  let leaks = 0
  for (let index = 0; index < 10_000; index += 1) {
    const name = names[index % names.length] ?? 'email'
    // No two alike, so that nothing is remembered between them.
    const secret = SECRETS[name].replace(/[a-z](?=[^a-z]*$)/, (letter) => `${letter}${index % 10}`)
    const place = places[Math.floor(index / names.length) % places.length]
    const line = JSON.stringify(toLogFields(place?.(name, secret) ?? {}))
    const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
    if (spellings.some((spelling) => line.includes(spelling))) leaks += 1
  }
  expect(leaks).toBe(0)
})

test.each([
  ['write to asha@example.com now', 'write to [e-mail] now'],
  ['call +91 98765 43210', 'call [phone]'],
  ['paid with 4111-1111-1111-1111', 'paid with [number]'],
  [
    'No answer from http://10.0.0.5:8044/api/v1/orders/X1?contactInfo=a%40b.in',
    'No answer from http://10.0.0.5:8044/api/v1/orders/X1',
  ],
  ['sent Authorization: Bearer abc.def', 'sent Authorization=[masked] [masked]'],
])('%j is written as %j', (text, written) => {
  expect(toLogFields({ text })).toEqual({ text: written })
})

test.each([...SECRET_FOLDERS, ...['confirmation-links', 'payment-links', 'refund-links']])(
  'a token below /%s/ is masked, also one that looks like words',
  (folder) => {
    const path = `/${folder}/${'lotus-'.repeat(7)}x`
    expect(toLogFields({ path })).toEqual({ path: `/${folder}/[masked]` })
  },
)

const TOKEN = SECRETS.token
const LINK = `7K3M9Q2TX4WB-t8x2k1-${TOKEN}`
const encoded = (text: string) =>
  Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')

test.each([
  ['in a path', `/api/v1/accountInfo/${TOKEN}`],
  ['in a path, in small letters', `/api/v1/accountInfo/${TOKEN.toLowerCase()}`],
  ['of a link, in a path of any case', `/PAY/${LINK}`],
  ['of a link, in a header', `x-link: ${LINK}`],
  ['of a link, after an encoded path', `/%70ay%2F${LINK}`],
  ['percent-encoded', `/pay/${encoded(LINK)}`],
  ['percent-encoded twice', `/x/${encoded(encoded(TOKEN))}`],
  ['under a name of any case', 'AUTH_TOKEN=abc-secret'],
  ['under a longer name', 'access_token=abc-secret'],
  ['under a name in camel case', 'authToken: abc-secret'],
  ['under a percent-encoded name', '%74oken%3Dabc-secret'],
  ['in JSON', '{"accessToken":"abc-secret"}'],
  ['in JSON within JSON', JSON.stringify({ body: '{"token":"abc-secret"}' })],
  ['in JSON with escaped letters', '{"\\u0074oken":"abc-secret"}'],
  ['in percent-encoded JSON', encodeURIComponent('{"token":"abc-secret"}')],
  ['in a header of any case', 'AUTHORIZATION: BEARER abc-secret'],
  ['in a percent-encoded header', 'authorization%3A%20Bearer%20abc-secret'],
  ['in a cookie', 'Cookie: a=1; auth_token=abc-secret'],
])('a token %s is masked', (_where, text) => {
  const line = JSON.stringify(toLogFields({ text, list: [text], nested: { [text]: 1 } }))
  for (const secret of [TOKEN, TOKEN.toLowerCase(), encoded(TOKEN), 'abc-secret']) {
    expect(line).not.toContain(secret)
  }
})

test.each([
  '/product/red-handloom-cotton-kurta-with-a-mandarin-collar-2026',
  '/api/v1/orders/7K3M-9Q2T-X4WB',
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
])('%s is no token', (path) => expect(toLogFields({ path })).toEqual({ path }))

test('a token that is the name of a field is masked', () => {
  expect(JSON.stringify(toLogFields({ headers: { [TOKEN]: 1 } }))).not.toContain(TOKEN)
})

test('details that help to find a fault stay', () => {
  const fields = {
    event: 'failure',
    tenant: 'asha',
    path: '/api/v1/orders',
    status: 500,
    ms: 12.5,
    isKept: true,
  }
  expect(toLogFields(fields)).toEqual(fields)
  const written = toLogFields({ error: new TypeError('lines is not iterable') })
  expect(written).toMatchObject({ error: { name: 'TypeError', message: 'lines is not iterable' } })
  expect(JSON.stringify(written)).toContain('log-line.test.ts')
})

test(
  '10,000 hostile texts stay one line each and are cut, in little time',
  { tags: ['@asvs-16.4.1'] },
  () => {
    const begunAt = performance.now()
    const starts = ['/\r\n', '\u2028', '\u0085', '\u001b[2J', '\0', '?', ': "', ')=(', 'a@', '%40', '/']
    for (let index = 0; index < 10_000; index += 1) {
      const text = (starts[index % starts.length] ?? '').repeat(1 + (index % 700))
      const written = String(toLogFields({ path: text }).path)
      expect(written.length).toBeLessThanOrEqual(512)
      expect(JSON.stringify(written)).toMatch(/^[^\p{Cc}\u2028\u2029]*$/u)
    }
    expect(performance.now() - begunAt).toBeLessThan(10_000)
  },
)
