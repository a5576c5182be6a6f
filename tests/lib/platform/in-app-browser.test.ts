import { describe, expect, test } from 'vitest'

import { browserIntent, isInAppBrowser } from '../../../src/lib/platform/in-app-browser.ts'

const CHROME =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'

describe('isInAppBrowser', () => {
  test.each([
    [CHROME, false],
    [SAFARI, false],
    [CHROME.replace('Pixel 9', 'Pixel 9; wv'), true],
    [`${SAFARI} Instagram 405.0.0.0`, true],
    [`${SAFARI} [FBAN/FBIOS;FBAV/500.0]`, true],
    [`${CHROME} [FB_IAB/FB4A;FBAV/500.0]`, true],
  ])('%s: %s', (userAgent, expected) => expect(isInAppBrowser(userAgent)).toBe(expected))
})

test('a page opens in the default browser of Android by an intent', () => {
  expect(browserIntent('https://shop.example/pay/T', CHROME)).toBe(
    'intent://shop.example/pay/T#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
  )
  expect(browserIntent('https://shop.example/pay/T', SAFARI)).toBeUndefined()
})
