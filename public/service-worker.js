/**
 * Serves the shop offline: visited pages, the cart and the wishlist, from copies of their last response. Online, every
 * page comes from the network. Never copies pages of a shopper or an order, or responses of the store API, so that no
 * checkout shows an outdated price.
 */
const PAGES = 'pages-1'
const FILES = 'files-1'
const PICTURES = 'pictures-1'
/** Maximum number of copies; the oldest are evicted first. */
const LIMITS = { [PAGES]: 60, [FILES]: 150, [PICTURES]: 300 }
const OFFLINE_PAGE = '/offline'
/** Request by which a page checks for a network (src/scripts/inline/offline.js). */
const NETWORK_CHECK = '/livez'
/** Without a response in this time, a page comes from its copy, if there is one. */
const NETWORK_MS = 5000
/** Files are copied after the page has loaded them, so that the copy comes from the browser's HTTP cache. */
const COPY_DELAY_MS = 1000
const COPY_MAX_MS = 7 * 24 * 60 * 60 * 1000
/** A merchant may replace a picture under its address. The same age as in src/server/images/image-response.ts. */
const PICTURE_MAX_MS = 24 * 60 * 60 * 1000
const NEVER_COPIED =
  /^\/(account|api-test|checkout|confirm\/|feeds|fragments(?!\/viewed$)|login|order-success|orders|pay|refund\/|register|track-order|_)/
/** Fragment into which a product page inserts the viewed products. */
const VIEWED_FRAME = '/fragments/viewed'
/** Target of the footer's language form. */
const LANGUAGE_PATH = '/language'
/** The same as in contract/constants.ts. */
const AD_TAG = /^(?:gclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|fbclid|utm_[a-z_]{2,24})$/
const BUILT_FILE = /(?:\/_astro|["']\.)\/([\w.-]+\.(?:css|js))/g
/** Steps of a purchase: copies would compete with their requests. */
const PURCHASE_PATH = /^\/(?:cart|checkout|login|payment|register)$/

addEventListener('install', () => {
  skipWaiting()
})

addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

/**
 * Whether the last page or check had a response; `undefined` before the first. `navigator.onLine` is wrong in containers and
 * with some VPNs.
 */
let isReached
/** Client ids of pages that were served from a copy. Their files come from copies, too. */
const copiedPages = new Set()
/** The copying that a page has started. */
let copying
/** Files to copy, by address. */
const uncopied = new Map()

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === LANGUAGE_PATH) respondOrFail(event, changeLanguage(event))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') return respondOrFail(event, loadPage(event))
  if (pathname === NETWORK_CHECK) return respondOrFail(event, reach(fetch(request)))
  const name = cacheOf(pathname)
  if (!name) return
  // Firefox reports an error for every worker response that a page no longer waits for. So the browser loads files
  // itself while it is online.
  if (hasNetwork(event.clientId)) event.waitUntil(copyLater(request, name))
  else respondOrFail(event, loadFile(request, name))
})

/** Returns the name of the cache for a file that pages load; `undefined` for a file without copies. */
function cacheOf(pathname) {
  if (pathname === VIEWED_FRAME) return PAGES
  if (pathname.startsWith('/_astro/')) return FILES
  return pathname.startsWith('/_img/') ? PICTURES : undefined
}

function hasNetwork(clientId) {
  return (isReached ?? navigator.onLine) && !copiedPages.has(clientId)
}

function respondOrFail(event, response) {
  event.respondWith(response.catch(() => Response.error()))
}

/** Copies the offline page, and the two pages whose content is in the browser's storage, unless recent copies are there. */
async function copyOwnPages() {
  const { saveData } = navigator.connection ?? {}
  const paths = saveData ? [OFFLINE_PAGE] : [OFFLINE_PAGE, '/cart', '/wishlist']
  await Promise.allSettled(paths.map(async (path) => (await copyOf(path)) ?? fetchPage(path)))
}

/** Copies them after the page's files, once for pages that are opened meanwhile. */
function copyOwnPagesLater() {
  copying ??= after(COPY_DELAY_MS)
    .then(copyOwnPages)
    .finally(() => (copying = undefined))
  return copying
}

/** Copies the pages that were open before this worker: the first page of a visit. Their pictures are not copied. */
async function copyOpenPages() {
  if (navigator.connection?.saveData) return
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  await Promise.allSettled(pages.map(({ url }) => pageKey(url) && fetchPage(url, pageKey(url))))
}

async function fetchPage(address, key = address) {
  // Ask the server: the HTTP cache may have the page in the other language.
  const response = await fetch(address, { cache: 'no-cache' })
  if (!mayCopy(key, response) && (key !== OFFLINE_PAGE || isPreview(response.headers)))
    throw new Error(`${address} can't be copied: ${response.status}`)
  const text = (response.headers.get('link') ?? '') + (await response.clone().text())
  const names = new Set(namesIn(text))
  // A set may grow during iteration, so imports of imports are copied too.
  for (const name of names) {
    const file = await copyFile(`/_astro/${name}`, FILES)
    for (const imported of namesIn(await file.clone().text())) names.add(imported)
  }
  await storeCopy(PAGES, key, response)
}

/** Saves the language, and removes the copies, which are in the other one. */
async function changeLanguage(event) {
  try {
    const response = await fetch(event.request)
    await caches.delete(PAGES).catch(() => undefined)
    event.waitUntil(copyOwnPages())
    return response
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error()
  }
}

function namesIn(text) {
  return [...text.matchAll(BUILT_FILE)].map(([, name]) => name)
}

async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !(name in LIMITS)).map((name) => caches.delete(name)))
  // Lets the browser request a page while this worker still starts. Firefox shows its own error page when that request
  // fails, whatever the worker responds.
  if (navigator.userAgent.includes('Firefox/')) await registration.navigationPreload?.disable()
  else await registration.navigationPreload?.enable()
  await clients.claim()
  await copyOpenPages()
}

async function loadPage(event) {
  const key = pageKey(event.request.url)
  const network = fromNetwork(event, key)
  event.waitUntil(network.catch(() => undefined))
  const copy = await copyOf(key).catch(() => undefined)
  const response = await (copy
    ? Promise.race([network.catch(() => undefined), after(NETWORK_MS)])
    : network.catch(() => undefined))
  if (response) return response
  copiedPages.add(event.resultingClientId)
  return copy ?? (await caches.match(OFFLINE_PAGE)) ?? Response.error()
}

async function fromNetwork(event, key) {
  const response = await reach(preloadOrFetch(event))
  if (!PURCHASE_PATH.test(new URL(event.request.url).pathname)) event.waitUntil(copyOwnPagesLater())
  if (key && mayCopy(key, response)) event.waitUntil(tryToStoreCopy(PAGES, key, response.clone()))
  return response
}

async function preloadOrFetch(event) {
  return (await event.preloadResponse) ?? fetch(event.request)
}

/** Remembers whether a request had a response. */
async function reach(request) {
  try {
    const response = await request
    isReached = true
    return response
  } catch (error) {
    isReached = false
    throw error
  }
}

/** Returns the key of a page's copy, its address without ad tags; `undefined` for pages that are never copied. */
function pageKey(address) {
  const url = new URL(address)
  if (NEVER_COPIED.test(url.pathname)) return undefined
  for (const name of [...url.searchParams.keys()]) if (AD_TAG.test(name)) url.searchParams.delete(name)
  return url.pathname + url.search
}

/** True for a page that is the same for all shoppers of its language, and the cart, whose lines are in the browser. */
function mayCopy(key, { ok, type, headers }) {
  return (
    ok &&
    type === 'basic' &&
    !isPreview(headers) &&
    (key === '/cart' || /\bpublic\b|^private, no-cache$/.test(headers.get('cache-control') ?? ''))
  )
}

/** A page of a preview, which only its editor may see. */
function isPreview(headers) {
  return headers.get('x-robots-tag') === 'noindex'
}

async function copyOf(key) {
  const copy = key && (await (await caches.open(PAGES)).match(key))
  return copy && isYounger(copy, COPY_MAX_MS) ? copy : undefined
}

function isYounger(copy, maxMs) {
  return Date.now() - Date.parse(copy.headers.get('date')) < maxMs
}

/** Returns the copy of a file, else the network's response, also when the cache can't be read. */
async function loadFile(request, name) {
  const copy = await copyOfFile(request, name).catch(() => undefined)
  return copy ?? fetch(request)
}

/** Returns the copy of a file or picture, whatever its age; of the viewed products' frame, only a recent one. */
async function copyOfFile(request, name) {
  return name === PAGES ? copyOf(VIEWED_FRAME) : (await caches.open(name)).match(request)
}

/** Copies a file after a delay, together with all that were requested meanwhile. */
async function copyLater({ url, headers }, name) {
  const isFirst = uncopied.size === 0
  // Pictures come in the format that the page accepts.
  uncopied.set(url, { name, accept: headers.get('accept') ?? '*/*' })
  if (!isFirst) return
  await after(COPY_DELAY_MS)
  const files = [...uncopied]
  uncopied.clear()
  await Promise.allSettled(
    files.map(([address, { name: cache, accept }]) => copyFile(address, cache, accept)),
  )
}

/** Returns the copy of a file, else fetches and copies it. Replaces the copy of a picture that is older than a day. */
async function copyFile(url, name, accept = '*/*') {
  const request = new Request(name === PAGES ? VIEWED_FRAME : url, {
    headers: { accept },
    // Names of built files contain a hash of their content.
    cache: name === FILES ? 'force-cache' : 'default',
  })
  const copy = await copyOfFile(request, name).catch(() => undefined)
  if (copy && (name !== PICTURES || isYounger(copy, PICTURE_MAX_MS))) return copy
  const response = await fetch(request)
  if (response.ok) await tryToStoreCopy(name, request, response.clone())
  return response
}

/** Ignores a full storage: the network's response is shown in any case. */
async function tryToStoreCopy(name, key, response) {
  await storeCopy(name, key, response).catch(() => undefined)
}

async function storeCopy(name, key, response) {
  const cache = await caches.open(name)
  await cache.delete(key)
  await cache.put(key, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -LIMITS[name]).map((oldest) => cache.delete(oldest)))
}

function after(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
