import puppeteer, { type Browser } from 'puppeteer-core'

import { installBrowser } from '../../scripts/browser.ts'

const PROTOCOL_MS = 60_000

/** The Chromium of the tests without a window, installed where it is missing. */
export function launchBenchChromium(): Promise<Browser> {
  return puppeteer.launch({
    ...{ executablePath: installBrowser() ?? '', headless: 'shell', protocolTimeout: PROTOCOL_MS },
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
}
