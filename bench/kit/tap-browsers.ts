import { TargetType, type Browser, type CDPSession, type Page } from 'puppeteer-core'
import { Origin } from 'selenium-webdriver'

import {
  emulateWebView,
  inPage,
  launchChromium,
  launchFirefox,
  startWebKit,
} from '../../tests/kit/browser/engines.ts'

/** A finger touches the glass for about this time. */
const PRESS_MS = 80
const POLL_MS = 5
const OPENED_MS = 1000
const OPENS_WITHIN_MS = 10_000
const PRODUCT = '/product/'
const NO_PRODUCT = 'The tap opened no product.'
const PHONE = { width: 375, height: 740, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

/** A page in a browser without storage of earlier pages. */
interface TapPage {
  /** Resolves when the page has loaded. */
  open: (address: string) => Promise<unknown>
  /** Presses for 80 ms, as a finger does. */
  tap: (x: number, y: number) => Promise<void>
  run: <A, R>(script: (argument: A) => R | Promise<R>, argument: A) => Promise<R>
  /**
   * Runs a function in the product page that the tap opens, as soon as it is there.
   * @throws {Error} the tap opens no product
   */
  runInProduct: <R>(script: () => R | Promise<R>) => Promise<R>
  close: () => Promise<void>
}

export interface TapBrowser {
  version: string
  openPage: () => Promise<TapPage>
  close: () => Promise<void>
}

/** Chromium, which prerenders by speculation rules. */
export function openChromium(): Promise<TapBrowser> {
  return openChromiumWith({})
}

/** A WebView that prefetches by speculation rules and does not prerender, as Android's. */
export function openWebView(): Promise<TapBrowser> {
  return openChromiumWith({ args: ['--disable-features=Prerender2'], prepare: emulateWebView })
}

/** A WebView of a browser that knows no speculation rules. */
export function openOldWebView(): Promise<TapBrowser> {
  return openChromiumWith({
    async prepare(page) {
      await emulateWebView(page)
      await page.evaluateOnNewDocument(() => {
        HTMLScriptElement.supports = (type) => type !== 'speculationrules'
        new MutationObserver(() => {
          document.querySelector('script[type=speculationrules]')?.remove()
        }).observe(document, { childList: true, subtree: true })
      })
    },
  })
}

interface ChromiumOptions {
  args?: string[]
  prepare?: (page: Page) => Promise<void>
}

async function openChromiumWith({ args = [], prepare }: ChromiumOptions): Promise<TapBrowser> {
  const browser = await launchChromium(...args)
  return {
    version: await browser.version(),
    async openPage() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport(PHONE)
      await prepare?.(page)
      let product: CDPSession | undefined
      return {
        open: (address) => page.goto(address, { waitUntil: 'load' }),
        run: (script, argument) => page.evaluate(script as (given: unknown) => never, argument),
        async tap(x, y) {
          const touch = await page.touchscreen.touchStart(x, y)
          await pause(PRESS_MS)
          // A prerendered page takes the place of this one before the touch is acknowledged.
          await touch.end().catch(() => undefined)
        },
        async runInProduct(script) {
          product ??= await sessionOf(browser)
          return evaluate(product, script)
        },
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}

/**
 * A prerendered page has a target of its own, which Puppeteer loses, and a further session forbids prerendering: open it
 * when the page is surely there.
 */
async function sessionOf(browser: Browser): Promise<CDPSession> {
  await pause(OPENED_MS)
  const target = browser
    .targets()
    .find((one) => one.type() === TargetType.PAGE && one.url().includes(PRODUCT))
  if (!target) throw new Error(NO_PRODUCT)
  return target.createCDPSession()
}

async function evaluate<R>(session: CDPSession, script: () => R | Promise<R>): Promise<R> {
  const expression = `(${String(script)})()`
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    ...{ expression, awaitPromise: true, returnByValue: true },
  })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value as R
}

export async function openFirefox(): Promise<TapBrowser> {
  const browser = await launchFirefox()
  return {
    version: await browser.version(),
    async openPage() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({
        width: PHONE.width,
        height: PHONE.height,
        deviceScaleFactor: PHONE.deviceScaleFactor,
      })
      return {
        open: (address) => page.goto(address, { waitUntil: 'load' }),
        run: (script, argument) => page.evaluate(script as (given: unknown) => never, argument),
        async tap(x, y) {
          await page.mouse.move(x, y)
          await page.mouse.down()
          await pause(PRESS_MS)
          await page.mouse.up()
        },
        async runInProduct(script) {
          await waitForProduct(() => page.url())
          return page.evaluate(script)
        },
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}

export async function openWebKit(): Promise<TapBrowser> {
  const webKit = await startWebKit()
  let version = ''
  return {
    get version() {
      return version
    },
    async openPage() {
      const driver = await webKit.newSession()
      version = (await driver.getCapabilities()).getBrowserVersion() ?? ''
      return {
        open: (address) => driver.get(address),
        run: (script, argument) => driver.executeScript(inPage(script), argument),
        async tap(x, y) {
          const actions = driver.actions({ async: true })
          await actions
            .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })
            .press()
            .pause(PRESS_MS)
            .release()
            .perform()
        },
        async runInProduct(script) {
          await waitForProduct(() => driver.getCurrentUrl())
          return driver.executeScript(inPage(script))
        },
        close: () => driver.quit(),
      }
    },
    close: () => webKit.stop(),
  }
}

async function waitForProduct(address: () => string | Promise<string>): Promise<void> {
  const deadline = Date.now() + OPENS_WITHIN_MS
  while (!(await address()).includes(PRODUCT)) {
    if (Date.now() > deadline) throw new Error(NO_PRODUCT)
    await pause(POLL_MS)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
