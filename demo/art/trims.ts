import { darken, lighten } from './colour.ts'
import { DYES } from './dyes.ts'
import type { Trim } from './materials.ts'

/** A trim along a path: woven gold, a contrast band, gota edging, lace or rows of stitching. */
export function drawTrim([kind, dye, second]: Trim, along: string, width: number): string {
  const colour = DYES[dye]
  const contrast = second ? DYES[second] : darken(colour, 0.45)
  const line = (stroke: string, breadth: number, extra = '') =>
    `<path d="${along}" fill="none" stroke="${stroke}" stroke-width="${breadth}" ${extra}/>`
  const dots = (stroke: string, breadth: number, gap: number) =>
    line(stroke, breadth, `stroke-linecap="round" stroke-dasharray="0 ${gap}"`)
  const bars = (stroke: string, breadth: number, dash: string) =>
    line(stroke, breadth, `stroke-dasharray="${dash}"`)

  switch (kind) {
    case 'zari':
      return [
        line(darken(colour, 0.35), width),
        line(colour, width * 0.94),
        bars(lighten(colour, 0.4), width * 0.94, '1.2 3'),
        line(contrast, width * 0.62),
        dots(colour, width * 0.36, width * 0.62),
        dots(contrast, width * 0.14, width * 0.62),
        line(lighten(colour, 0.45), width * 0.04),
      ].join('')
    case 'band':
      return [
        line(contrast, width),
        line(colour, width * 0.86),
        bars(contrast, width * 0.3, `${width * 0.16} ${width * 0.22}`),
      ].join('')
    case 'gota':
      return [
        dots(darken(colour, 0.3), width * 1.05, width * 0.62),
        dots(lighten(colour, 0.15), width * 0.9, width * 0.62),
        line(contrast, width * 0.42),
        line(colour, width * 0.34),
        bars(lighten(colour, 0.55), width * 0.34, '2 3.4'),
      ].join('')
    case 'lace':
      return [
        dots(darken(colour, 0.1), width, width * 0.56),
        dots(lighten(colour, 0.3), width * 0.86, width * 0.56),
        dots(contrast, width * 0.2, width * 0.56),
        line(darken(colour, 0.14), width * 0.16),
      ].join('')
    case 'thread':
      return [
        line(colour, Math.max(2.5, width * 0.13)),
        dots(contrast === colour ? colour : lighten(contrast, 0.1), width * 0.26, width * 0.44),
        `<g transform="translate(0 0)">${bars(colour, width * 0.62, `1.8 ${width * 0.42}`)}</g>`,
      ].join('')
  }
}
