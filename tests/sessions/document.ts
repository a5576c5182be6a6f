import { compileFunction } from 'node:vm'

import { GlobalWindow as Window } from 'happy-dom'

import { dateOf, type Clock } from './clock.ts'
import type { IslandProps } from './pages/island-props.ts'

type Globals = Record<string, unknown>

/** A script that runs with globals of its own, compiled once for all pages. */
export interface PageScript {
  run(globals: Globals): void
}

/** The names that a browser has and Node has not, or has differently. */
const BROWSER_NAMES = browserNames()

function browserNames(): string[] {
  const page = new Window() as unknown as Globals
  const names = new Set<string>()
  for (let level: object | null = page; level; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) names.add(name)
  }
  const own = globalThis as unknown as Globals
  return [...names].filter(
    (name) => /^[A-Za-z]\w*$/.test(name) && name !== 'constructor' && page[name] !== own[name],
  )
}

/** Names that replace what Node or happy-dom would give. */
const REPLACED = [
  ...['window', 'self', 'globalThis', 'document', 'location', 'localStorage', 'sessionStorage', 'fetch'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'MessageChannel'],
  ...['requestAnimationFrame', 'cancelAnimationFrame', 'BroadcastChannel', 'Date', 'performance', 'Math'],
  ...['AbortSignal', 'IntersectionObserver', 'islandProps', 'history', 'navigator'],
]

/** Where happy-dom needs its own, which scripts do not ask the window for. */
const KEPT_ON_WINDOW = new Set(['window', 'self', 'globalThis', 'document', 'AbortSignal'])

export function compile(source: string): PageScript {
  const names = [...new Set([...REPLACED, ...BROWSER_NAMES])].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(source),
  )
  const script = compileFunction(`"use strict";${source}`, names)
  return { run: (globals) => script(...names.map((name) => globals[name])) }
}

export interface DocumentOptions {
  url: URL
  html: string
  language: string
  clock: Clock
  random: () => number
  islandProps: IslandProps
  /** What the browser and its tab give: storages, location, cookies, `fetch`, channels. */
  provided: Globals
  cookies: { read(): string; write(text: string): void }
  isHidden: () => boolean
  /** Whether the page still runs: timers of one that was left do nothing. */
  whenAlive: (run: () => void) => void
}

/** A document of a browser tab with all that its scripts may ask for; nothing of it is shared with another one. */
export function createDocument(options: DocumentOptions): { window: Window; globals: Globals } {
  const { url, html, language, clock, random, cookies, whenAlive } = options
  const window = new Window({ url: url.href })
  const { document } = window
  document.documentElement.lang = language
  document.body.innerHTML = `<main id="main">${html}</main><div id="toasts"></div>`
  Object.defineProperties(document, {
    cookie: { get: () => cookies.read(), set: (text: string) => cookies.write(text) },
    hidden: { get: options.isHidden },
    visibilityState: { get: () => (options.isHidden() ? 'hidden' : 'visible') },
  })
  const start = (run: () => void, milliseconds?: number) => clock.start(() => whenAlive(run), milliseconds)
  const stop = (id?: number) => clock.stop(id)
  const replaced: Globals = {
    window,
    self: window,
    globalThis: window,
    document,
    setTimeout: start,
    clearTimeout: stop,
    requestAnimationFrame: (run: () => void) => start(run, 16),
    cancelAnimationFrame: stop,
    // React then takes `setTimeout`, which is the session's clock.
    setImmediate: undefined,
    MessageChannel: undefined,
    Date: dateOf(clock),
    performance: { now: () => clock.now },
    Math: Object.create(Math, { random: { value: random } }),
    AbortSignal: abortSignalOf(start),
    IntersectionObserver: class {
      observe = () => undefined
      disconnect = () => undefined
    },
    islandProps: options.islandProps,
    ...options.provided,
  }
  for (const [name, value] of Object.entries(replaced)) {
    if (!KEPT_ON_WINDOW.has(name)) {
      Object.defineProperty(window, name, { value, configurable: true, writable: true })
    }
  }
  const page = window as unknown as Globals
  const bound = ['addEventListener', 'removeEventListener', 'dispatchEvent', 'matchMedia', 'getComputedStyle']
  const globals = new Proxy(replaced, {
    get: (target, name: string) => {
      if (name in target) return target[name]
      const value = page[name]
      return bound.includes(name) && typeof value === 'function' ? value.bind(window) : value
    },
  })
  return { window, globals }
}

/** `AbortSignal.timeout` on the session's clock. */
function abortSignalOf(start: (run: () => void, milliseconds: number) => number) {
  return {
    timeout(milliseconds: number): AbortSignal {
      const controller = new AbortController()
      start(() => controller.abort(new DOMException('The call timed out.', 'TimeoutError')), milliseconds)
      return controller.signal
    },
  }
}
