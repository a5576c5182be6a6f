import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { Builder, By, Capabilities, type WebDriver } from 'selenium-webdriver'

import { freePort } from '../shops/start-demo-stack.ts'
import type { QuickPage } from './quick-purchase.ts'

/** A page in one of the engines, in a browser of its own without storage of earlier pages. */
export interface EnginePage extends QuickPage {
  type: (selector: string, text: string) => Promise<void>
  press: (selector: string) => Promise<void>
  address: () => Promise<string>
  /** Runs a function in the page, which can use no other declarations of its file. */
  evaluate: <A, R>(script: (argument: A) => R | Promise<R>, argument: A) => Promise<R>
  /** The visible text of the page. */
  text: () => Promise<string>
  /** Uncaught errors and errors of the console, where the engine reports them. */
  complaints: string[]
  close: () => Promise<void>
}

export interface Engine {
  name: string
  /** Needed program; the engine's tests are skipped without it. */
  path: string | undefined
  openPage: () => Promise<EnginePage>
}

const PROTOCOL_MS = 60_000
const DRIVER_MS = 20_000
const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
]

const WEBVIEW_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 Instagram 385.0.0.47.74 Android'

const firstOf = (...paths: (string | undefined)[]) =>
  paths.find((path) => path !== undefined && existsSync(path))
const chromium = firstOf(process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium')
const firefox = firstOf(process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox')
const miniBrowser = globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser').at(-1)

export const ENGINES: Engine[] = [
  { name: 'Chromium', path: chromium, openPage: () => openPuppeteer(() => launchChromium()) },
  { name: 'Firefox', path: firefox, openPage: () => openPuppeteer(launchFirefox) },
  {
    name: 'WebKitGTK',
    path: firstOf('/usr/bin/WebKitWebDriver') && firstOf('/usr/bin/Xvfb') && miniBrowser,
    openPage: openWebKit,
  },
  {
    name: 'an emulated WebView',
    path: chromium,
    openPage: () => openPuppeteer(() => launchChromium(), { isWebView: true }),
  },
]

export function launchChromium(...further: string[]): Promise<Browser> {
  return puppeteer.launch({
    executablePath: chromium ?? '',
    headless: 'shell',
    protocolTimeout: PROTOCOL_MS,
    args: [...CHROMIUM_ARGUMENTS, ...further],
  })
}

export function launchFirefox(): Promise<Browser> {
  return puppeteer.launch({ browser: 'firefox', executablePath: firefox ?? '', protocolTimeout: PROTOCOL_MS })
}

async function openPuppeteer(
  launch: () => Promise<Browser>,
  { isWebView = false } = {},
): Promise<EnginePage> {
  const browser = await launch()
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error instanceof Error ? error.message : String(error)))
  if (isWebView) await emulateWebView(page)
  return {
    complaints,
    open: (address) => page.goto(address, { waitUntil: 'domcontentloaded' }),
    run: (script, argument) => page.evaluate(script, argument),
    evaluate: (script, argument) => page.evaluate(script as (given: unknown) => never, argument),
    async type(selector, text) {
      await page.waitForSelector(selector)
      await page.type(selector, text)
    },
    press: (selector) => page.locator(selector).click(),
    address: () => Promise.resolve(page.url()),
    text: () => page.evaluate(() => document.body.innerText),
    close: () => browser.close(),
  }
}

/** Instagram's browser on Android: a WebView that opens no other app, and whose session ends with a switch of apps. */
export async function emulateWebView(page: Page): Promise<void> {
  await page.setUserAgent({ userAgent: WEBVIEW_AGENT })
  await page.setViewport({ width: 375, height: 740, isMobile: true, hasTouch: true })
  await page.evaluateOnNewDocument(() => {
    Reflect.deleteProperty(Document.prototype, 'startViewTransition')
    if (location.pathname === '/payment') sessionStorage.clear()
  })
}

export interface WebKit {
  /** A browser without storage of earlier sessions; one at a time. */
  newSession: () => Promise<WebDriver>
  stop: () => Promise<void>
}

/** WebKitGTK's browser needs a display; Xvfb is one without a screen. */
export async function startWebKit(): Promise<WebKit> {
  const display = `:${90 + (process.pid % 900)}`
  const [screen, port] = [
    spawn('Xvfb', [display, '-screen', '0', '1280x900x24'], { stdio: 'ignore' }),
    await freePort(),
  ]
  const server = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  })
  return {
    newSession: () => connectTo(port),
    async stop() {
      for (const child of [server, screen]) await end(child)
    },
  }
}

async function openWebKit(): Promise<EnginePage> {
  const webKit = await startWebKit()
  try {
    const driver = await webKit.newSession()
    return {
      complaints: [],
      open: (address) => driver.get(address),
      run: (script, argument) => driver.executeScript(inPage(script), argument),
      evaluate: (script, argument) => driver.executeScript(inPage(script), argument),
      async type(selector, text) {
        await driver.wait(async () => (await driver.findElements(By.css(selector))).length > 0, DRIVER_MS)
        await driver.findElement(By.css(selector)).sendKeys(text)
      },
      async press(selector) {
        await driver.wait(async () => (await driver.findElements(By.css(selector))).length > 0, DRIVER_MS)
        const control = driver.findElement(By.css(selector))
        // The driver does not wait for smooth scrolling.
        await driver.executeScript(
          "arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' })",
          control,
        )
        await control.click()
      },
      address: () => driver.getCurrentUrl(),
      text: () => driver.executeScript('return document.body.innerText'),
      async close() {
        await driver.quit()
        await webKit.stop()
      },
    }
  } catch (error) {
    await webKit.stop()
    throw error
  }
}

/** The source of a function for the driver, which calls it with one argument. */
export function inPage(script: (...given: never[]) => unknown): string {
  return `return (${String(script)})(arguments[0])`
}

/** Repeats until the driver listens. */
async function connectTo(port: number): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  })
  const deadline = Date.now() + DRIVER_MS
  for (;;) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(capabilities)
        .build()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const hasExited = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await hasExited
}
