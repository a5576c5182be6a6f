import { garmentGroup } from './draw-garment.ts'
import type { Drawing } from './draw-garment.ts'
import type { Garment } from '../garment.ts'

/** Garments hanging on a rail, on a transparent ground; the wide picture leaves its left third calm for words. */
export function drawHero(
  rail: readonly Garment[],
  { width, height }: { width: number; height: number },
): Drawing {
  const wide = width > height
  const shown = wide ? rail : rail.slice(0, 3)
  const scale = wide ? 0.86 : 0.76
  const first = width * (wide ? 0.44 : 0.25)
  const step = (width * (wide ? 0.47 : 0.5)) / Math.max(1, shown.length - 1)
  const y = height * 0.1
  const left = wide ? width * 0.3 : -20
  const hung = shown.map(({ art }, i) => {
    const x = first + i * step
    return `<g filter="url(#hang)" transform="translate(${x - 400 * scale} ${y - 74 * scale}) scale(${scale})">${hanger()}${garmentGroup(art, { scope: `hung${i}` })}</g>`
  })
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <filter id="hang"><feDropShadow dx="-7" dy="10" stdDeviation="11" flood-color="#1c0f18" flood-opacity=".42"/></filter>
    <path d="M${left} ${y}H${width + 20}" stroke="#7a5436" stroke-width="13" stroke-linecap="round"/>
    <path d="M${left} ${y - 4}H${width + 20}" stroke="#d0a274" stroke-width="3" stroke-linecap="round"/>
    ${hung.join('')}</svg>`,
    zoom: scale,
  }
}

function hanger(): string {
  return `<path d="M400 130V96C400 84 412 82 416 72C420 58 404 48 396 58" fill="none" stroke="#5b5148" stroke-width="6" stroke-linecap="round"/>
    <path d="M250 190Q400 96 550 190" fill="none" stroke="#a7784d" stroke-width="18" stroke-linecap="round"/>`
}
