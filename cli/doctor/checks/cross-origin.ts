import type { Visit } from '../visit.ts'

const STRANGER = 'https://stranger.example'
const NEEDED_HEADERS = ['authorization', 'content-type']

/** Checks CORS: pages are on the shop's host, the API on another. docs/requirements.md#71-base-address */
export async function checkCrossOrigin(visit: Visit): Promise<void> {
  const { origin } = visit.options
  const call = 'GET /storeInfo'
  const own = await visit.request(call, '/storeInfo', { headers: { origin } })
  if (!own) return
  const allowed = own.headers['access-control-allow-origin']
  const credentials = own.headers['access-control-allow-credentials']
  if (allowed === undefined) {
    visit.report('cors-missing', call, `It has no Access-Control-Allow-Origin for ${origin}.`)
  } else if (allowed === '*') {
    visit.report('cors-wildcard', call, 'Access-Control-Allow-Origin is "*", and credentials are sent.')
  } else if (allowed !== origin) {
    visit.report('cors-missing', call, `Access-Control-Allow-Origin is "${allowed}" for ${origin}.`)
  } else if (credentials !== 'true') {
    visit.report('cors-credentials', call, 'Access-Control-Allow-Credentials: true is missing.')
  }
  await checkStranger(visit)
  if (allowed !== undefined) await checkPreflight(visit)
}

async function checkStranger(visit: Visit): Promise<void> {
  const response = await visit.request('GET /storeInfo', '/storeInfo', { headers: { origin: STRANGER } })
  if (response?.headers['access-control-allow-origin'] !== STRANGER) return
  const sentence = `It allows ${STRANGER}, an unknown origin, to read with credentials.`
  visit.report('cors-any-origin', 'GET /storeInfo', sentence)
}

async function checkPreflight(visit: Visit): Promise<void> {
  const call = 'OPTIONS /orders'
  const response = await visit.request(call, '/orders', {
    method: 'OPTIONS',
    headers: {
      origin: visit.options.origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': NEEDED_HEADERS.join(','),
    },
  })
  if (!response) return
  const allowed = (response.headers['access-control-allow-headers'] ?? '').toLowerCase()
  const missing = NEEDED_HEADERS.filter((name) => !allowed.includes(name))
  if (response.status >= 300)
    visit.report('cors-preflight', call, `The preflight request returns ${response.status}.`)
  else if (missing.length > 0) {
    const sentence = `Access-Control-Allow-Headers leaves out ${missing.join(' and ')}.`
    visit.report('cors-preflight', call, sentence)
  }
}
