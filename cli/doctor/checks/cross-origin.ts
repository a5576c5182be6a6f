import type { CheckRun } from '../check-run.ts'

const STRANGER = 'https://stranger.example'
const NEEDED_HEADERS = ['authorization', 'content-type']

/** Checks CORS: pages are on the shop's host, the API on another. docs/requirements.md#71-base-address */
export async function checkCrossOrigin(run: CheckRun): Promise<void> {
  const { origin } = run.options
  const call = 'GET /storeInfo'
  const own = await run.request(call, '/storeInfo', { headers: { origin } })
  if (!own) return
  const allowed = own.headers['access-control-allow-origin']
  const credentials = own.headers['access-control-allow-credentials']
  if (allowed === undefined) {
    run.report('cors-missing', call, `It has no Access-Control-Allow-Origin for ${origin}.`)
  } else if (allowed === '*') {
    run.report('cors-wildcard', call, 'Access-Control-Allow-Origin is "*", and credentials are sent.')
  } else if (allowed !== origin) {
    run.report('cors-missing', call, `Access-Control-Allow-Origin is "${allowed}" for ${origin}.`)
  } else if (credentials !== 'true') {
    run.report('cors-credentials', call, 'Access-Control-Allow-Credentials: true is missing.')
  }
  await checkStranger(run)
  if (allowed !== undefined) await checkPreflight(run)
}

async function checkStranger(run: CheckRun): Promise<void> {
  const response = await run.request('GET /storeInfo', '/storeInfo', { headers: { origin: STRANGER } })
  if (response?.headers['access-control-allow-origin'] !== STRANGER) return
  const sentence = `It allows ${STRANGER}, an unknown origin, to read with credentials.`
  run.report('cors-any-origin', 'GET /storeInfo', sentence)
}

async function checkPreflight(run: CheckRun): Promise<void> {
  const call = 'OPTIONS /orders'
  const response = await run.request(call, '/orders', {
    method: 'OPTIONS',
    headers: {
      origin: run.options.origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': NEEDED_HEADERS.join(','),
    },
  })
  if (!response) return
  const allowed = (response.headers['access-control-allow-headers'] ?? '').toLowerCase()
  const missing = NEEDED_HEADERS.filter((name) => !allowed.includes(name))
  if (response.status >= 300)
    run.report('cors-preflight', call, `The preflight request returns ${response.status}.`)
  else if (missing.length > 0) {
    const sentence = `Access-Control-Allow-Headers leaves out ${missing.join(' and ')}.`
    run.report('cors-preflight', call, sentence)
  }
}
