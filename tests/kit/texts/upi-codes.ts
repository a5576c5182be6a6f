import fc from 'fast-check'
import jsQR from 'jsqr'
import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { upiLink } from '../../../api/modules/payments/upi-link.ts'

const PIXELS_PER_MODULE = 4
const QUIET_ZONE = 4

/** A square picture of black and white pixels. */
export interface Picture {
  size: number
  isDark: (x: number, y: number) => boolean
}

/** UPI links of the API with random shop names and amounts; the same at each run. */
export function someUpiLinks(count: number): string[] {
  const letters = fc.constantFrom(...Array.from('abcdefghjkmnpqrstvwxyz0123456789'))
  const names = fc.constantFrom(...Array.from('Silk & Sons #1 (पुणे) ₹50%+'))
  const link = fc
    .record({
      reference: fc.string({ unit: letters, minLength: 26, maxLength: 26 }),
      payeeName: fc.string({ unit: names, minLength: 1, maxLength: 15 }),
      amountPaise: fc.integer({ min: 1, max: 99_999_999 }),
    })
    .map((payment) => upiLink({ ...payment, payeeUpiId: 'silkhouse@okbank', note: 'Order 7K3M-9Q2X-V0AB' }))
  return fc.sample(link, { numRuns: count, seed: 7 })
}

/** The QR code as the payment page draws it, and a copy with a tenth of its area covered in the middle. */
export function picturesOf(text: string): { whole: Picture; covered: Picture } {
  const modules = drawnModules(text)
  const size = modules.length * PIXELS_PER_MODULE
  const side = Math.sqrt(0.1) * (modules.length - 2 * QUIET_ZONE) * PIXELS_PER_MODULE
  const isMiddle = (at: number) => Math.abs(at + 0.5 - size / 2) < side / 2
  const isDark = (x: number, y: number) =>
    modules[Math.floor(y / PIXELS_PER_MODULE)]?.[Math.floor(x / PIXELS_PER_MODULE)] === true
  return {
    whole: { size, isDark },
    covered: { size, isDark: (x, y) => isDark(x, y) && !(isMiddle(x) && isMiddle(y)) },
  }
}

/** The text of the QR code, decoded as by a camera; `undefined` when it is unreadable. */
export function readPicture({ size, isDark }: Picture): string | undefined {
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (isDark(x, y)) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
    }
  }
  return jsQR(data, size, size, { inversionAttempts: 'dontInvert' })?.data
}

/** 256 px, level M, quiet zone 4. docs/requirements.md#131-upi */
function drawnModules(text: string): boolean[][] {
  const code = createElement(QRCodeSVG, { value: text, size: 256, level: 'M', marginSize: QUIET_ZONE })
  const svg = renderToStaticMarkup(code)
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const dark = [...svg.matchAll(/ d="([^"]*)"/g)].at(-1)?.[1] ?? ''
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of dark.matchAll(/M(\d+)[ ,](\d+) ?h(\d+)v1H\d+z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) modules[Number(y)]?.splice(at, 1, true)
  }
  return modules
}
