/**
 * The shop without a network: pages that were seen, the cart and the wishlist, as they were when they were last
 * fetched. With a network every page comes from there. Never kept: what belongs to a shopper or to an order, and
 * whatever the store API answers, so that no checkout ever shows a price of yesterday.
 */
const PAGES = 'pages-1'
const FILES = 'files-1'
const PICTURES = 'pictures-1'
/** The oldest go first. */
const LIMITS = { [PAGES]: 60, [FILES]: 150, [PICTURES]: 300 }
const OFFLINE_PAGE = '/offline'
/** A network that says nothing for so long is none, where there is a copy. */
const NETWORK_MS = 5000
/** Files are copied when the page has them: the copy then comes from the browser's HTTP cache. */
const COPY_DELAY_MS = 1000
const COPY_MAX_MS = 7 * 24 * 60 * 60 * 1000
const NEVER_KEPT =
  /^\/(account|api-test|checkout|feeds|fragments(?!\/viewed$)|login|order-success|orders|payment|register|track-order|_)/
/** The frame that a product page puts the names of viewed products into. */
const VIEWED_FRAME = '/fragments/viewed'
/** Where the footer's form sends a shopper's choice. */
const LANGUAGE_PATH = '/language'
/** As src/lib/contract/constants.ts has it. */
const AD_TAG = /^(?:gclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|fbclid|utm_[a-z_]{2,24})$/
const BUILT_FILE = /(?:\/_astro|["']\.)\/([\w.-]+\.js)/g

addEventListener('install', (event) => {
  event.waitUntil(prepare())
  skipWaiting()
})

addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

/** Pages that were answered from a copy. Their files come from copies, too. */
const copiedPages = new Set()
/** Files to copy, by address. */
const uncopied = new Map()

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === LANGUAGE_PATH) stubResponse(event, changeLanguage(event))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') return stubResponse(event, responsePage(event))
  const name = cacheOf(pathname)
  if (!name) return
  // Firefox reports an error for every response of a worker that a page no longer waits for, so the browser loads
  // files by itself while there is a network.
  if (hasNetwork(event.clientId)) event.waitUntil(copyLater(request, name))
  else stubResponse(event, responseFile(request, name))
})

/** The cache of what is loaded by pages, or `undefined` for what has no copies. */
function cacheOf(pathname) {
  if (pathname === VIEWED_FRAME) return PAGES
  if (pathname.startsWith('/_astro/')) return FILES
  return pathname.startsWith('/_img/') ? PICTURES : undefined
}

function hasNetwork(clientId) {
  return navigator.onLine && !copiedPages.has(clientId)
}

function stubResponse(event, response) {
  event.respondWith(response.catch(() => Response.error()))
}

/** What is shown instead of a page that was never seen, and the two pages that live in the browser. */
async function prepare() {
  await fetchPage(OFFLINE_PAGE)
  if (navigator.connection?.saveData) return
  await Promise.allSettled([fetchPage('/cart'), fetchPage('/wishlist')])
}

async function fetchPage(path) {
  // Not what the browser kept: it may be in the other language.
  const response = await fetch(path, { cache: 'reload' })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const text = (response.headers.get('link') ?? '') + (await response.clone().text())
  await keep(PAGES, path, response)
  const names = new Set(namesIn(text))
  // A set grows while it is walked through: what a file imports is fetched as well.
  for (const name of names) {
    const file = await copyFile(`/_astro/${name}`, FILES)
    for (const imported of namesIn(await file.clone().text())) names.add(imported)
  }
}

/** What is kept is in the other language. */
async function changeLanguage(event) {
  try {
    const response = await fetch(event.request)
    await caches.delete(PAGES).catch(() => undefined)
    event.waitUntil(prepare().catch(() => undefined))
    return response
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error()
  }
}

function namesIn(text) {
  return [...text.matchAll(BUILT_FILE)].map(([, name]) => name)
}

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !(name in LIMITS)).map((name) => caches.delete(name)))
  // The request for a page leaves at once, not when this file has started.
  await registration.navigationPreload?.enable()
  await clients.claim()
}

async function responsePage(event) {
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
  const response = (await event.preloadResponse) ?? (await fetch(event.request))
  if (key && mayKeep(key, response)) event.waitUntil(tryToKeep(PAGES, key, response.clone()))
  return response
}

/** The address that a copy is kept under, without an ad's tags; `undefined` for pages of which there is none. */
function pageKey(address) {
  const url = new URL(address)
  if (NEVER_KEPT.test(url.pathname)) return undefined
  for (const name of [...url.searchParams.keys()]) if (AD_TAG.test(name)) url.searchParams.delete(name)
  return url.pathname + url.search
}

/** Whole pages that are the same for all who read their language; the cart's is, its lines are in the browser. */
function mayKeep(key, { ok, type, headers }) {
  return (
    ok &&
    type === 'basic' &&
    (key === '/cart' || /\bpublic\b|^private, no-cache$/.test(headers.get('cache-control') ?? ''))
  )
}

async function copyOf(key) {
  const copy = key && (await (await caches.open(PAGES)).match(key))
  const isYoung = copy && Date.now() - Date.parse(copy.headers.get('date')) < COPY_MAX_MS
  return isYoung ? copy : undefined
}

/** The copy, else the network: also where the cache can't be read. */
async function responseFile(request, name) {
  const copy = await copyOfFile(request, name).catch(() => undefined)
  return copy ?? fetch(request)
}

/** Files and pictures carry their content in their address, so that a copy never grows old; the frame's does. */
async function copyOfFile(request, name) {
  return name === PAGES ? copyOf(VIEWED_FRAME) : (await caches.open(name)).match(request)
}

/** Copies, a while later, all files that were asked for meanwhile. */
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

/** The file's copy, made when there is none yet. */
async function copyFile(url, name, accept = '*/*') {
  const isFrame = name === PAGES
  const request = new Request(isFrame ? VIEWED_FRAME : url, {
    headers: { accept },
    cache: isFrame ? 'default' : 'force-cache',
  })
  const copy = await copyOfFile(request, name).catch(() => undefined)
  if (copy) return copy
  const response = await fetch(request)
  if (response.ok) await tryToKeep(name, request, response.clone())
  return response
}

/** A device whose storage is full shows what the network answers all the same. */
async function tryToKeep(name, key, response) {
  await keep(name, key, response).catch(() => undefined)
}

async function keep(name, key, response) {
  const cache = await caches.open(name)
  await cache.delete(key)
  await cache.put(key, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -LIMITS[name]).map((oldest) => cache.delete(oldest)))
}

function after(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
