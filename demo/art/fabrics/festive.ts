import { darken, lighten, mix } from '../colour.ts'
import { ground, petals, scatter } from './fabric.ts'
import type { Weave } from './fabric.ts'

/** Small woven gold flowers, far apart. */
export const buti: Weave = (base, ink) => {
  const motif = `<path d="M0 13C-8 6-8-3 0-13C8-3 8 6 0 13Z" fill="${ink}"/><path d="M0 8C-3 4-3-2 0-7C3-2 3 4 0 8Z" fill="${darken(ink, 0.3)}"/><path d="M-10 4Q-8 12 0 16Q8 12 10 4" stroke="${ink}" stroke-width="2" fill="none"/><circle cx="-2" cy="-6" r="1.4" fill="${lighten(ink, 0.7)}"/>`
  const tile = `${ground(64, 76, base)}${scatter(motif, [
    [16, 20, 0.8],
    [48, 58, 0.8],
  ])}`
  return { width: 64, height: 76, tile, sheen: 0.8, wrinkle: 0.45, yarn: 0.6 }
}

/** All-over jacquard: ogees of gold with a flower in each. */
export const brocade: Weave = (base, ink) => {
  const soft = mix(base, ink, 0.72)
  const ogee = `<path d="M38 0C38 24 70 26 70 48C70 70 38 72 38 96C38 72 6 70 6 48C6 26 38 24 38 0Z" fill="none" stroke="${soft}" stroke-width="2.6"/><path d="M38 9C38 27 62 30 62 48C62 66 38 69 38 87C38 69 14 66 14 48C14 30 38 27 38 9Z" fill="none" stroke="${soft}" stroke-width="1"/>`
  const flower = `<g fill="${ink}">${petals(6, '<path d="M0-3C5-6 5-13 0-15C-5-13-5-6 0-3Z"/>')}</g><circle r="2.6" fill="${lighten(ink, 0.5)}"/>`
  const leaf = `<g fill="${soft}">${petals(4, '<path d="M0-4C4-6 4-11 0-13C-4-11-4-6 0-4Z"/>')}</g>`
  const tile = `${ground(76, 96, base)}${ogee}${scatter(flower, [[38, 48]])}${scatter(leaf, [
    [0, 0],
    [76, 0],
    [0, 96],
    [76, 96],
  ])}`
  return { width: 76, height: 96, tile, sheen: 0.7, wrinkle: 0.3, yarn: 0.8 }
}

/** Round mirrors held by a ring of thread, with stitched rays. */
export const mirror: Weave = (base, ink) => {
  const glass = `<g stroke="${ink}" stroke-width="2.2">${petals(12, '<path d="M0-10V-17"/>')}</g><circle r="9.5" fill="${ink}"/><circle r="6.8" fill="#dfe7ec"/><path d="M-4.6-5A6.8 6.8 0 0 1 6.3-2.6Z" fill="#fff"/><path d="M5 4.6A6.8 6.8 0 0 1-5 4.6Z" fill="#8e9aa6"/>`
  const stitch = `<g fill="${ink}">${petals(4, '<path d="M0-2L3-8L0-13L-3-8Z"/>')}</g>`
  const tile = `${ground(76, 76, base)}${scatter(glass, [
    [19, 19, 0.8],
    [57, 57, 0.8],
  ])}${scatter(stitch, [
    [57, 19],
    [19, 57],
  ])}`
  return { width: 76, height: 76, tile, sheen: 0.6, wrinkle: 0.4 }
}
