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
const COPY_MAX_MS = 7 * 24 * 60 * 60 * 1000
const NEVER_KEPT =
  /^\/(account|api-test|checkout|feeds|fragments(?!\/viewed$)|login|order-success|orders|payment|register|track-order|_)/
/** The frame that a product page puts the names of viewed products into. */
const VIEWED_FRAME = '/fragments/viewed'
/** Where the footer's form sends a shopper's choice. */
const LANGUAGE_PATH = '/language'
/** As src/lib/schemas/ad-tags.ts has it. */
const AD_TAG = /^(?:gclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|fbclid|utm_[a-z_]{2,24})$/
const BUILT_FILE = /(?:\/_astro|["']\.)\/([\w.-]+\.js)/g

addEventListener('install', (event) => {
  event.waitUntil(prepare())
  skipWaiting()
})

addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === LANGUAGE_PATH) event.respondWith(changeLanguage(event))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(answerPage(event))
  else if (pathname === VIEWED_FRAME) event.respondWith(answerFrame(event))
  else if (pathname.startsWith('/_astro/')) event.respondWith(answerFile(request, FILES))
  else if (pathname.startsWith('/_img/')) event.respondWith(answerFile(request, PICTURES))
})

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
    const file = await answerFile(`/_astro/${name}`, FILES)
    for (const imported of namesIn(await file.clone().text())) names.add(imported)
  }
}

/** What is kept is in the other language. */
async function changeLanguage(event) {
  try {
    const response = await fetch(event.request)
    await caches.delete(PAGES)
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

async function answerPage(event) {
  const key = pageKey(event.request.url)
  const network = fromNetwork(event, key)
  event.waitUntil(network.catch(() => undefined))
  const copy = await copyOf(key)
  if (copy) return (await Promise.race([network.catch(() => undefined), after(NETWORK_MS)])) ?? copy
  return network.catch(async () => (await caches.match(OFFLINE_PAGE)) ?? Response.error())
}

async function answerFrame(event) {
  return fromNetwork(event, VIEWED_FRAME).catch(async () => (await copyOf(VIEWED_FRAME)) ?? Response.error())
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

/** Files and pictures carry their content in their address: what is kept is what the network would answer. */
async function answerFile(request, name) {
  const kept = await (await caches.open(name)).match(request)
  if (kept) return kept
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
