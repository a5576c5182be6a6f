import { DYES } from './dyes.ts'
import { darken, mix } from './colour.ts'
import type { Materials, Graphic } from './materials.ts'

type Draw = (ink: string, second: string) => string

/** Chest prints, about 200 units wide around 0 0. */
const GRAPHICS: Record<Exclude<Graphic, 'pocket'>, Draw> = {
  sun: (
    ink,
    second,
  ) => `<path d="M-92 30A92 92 0 0 1 92 30Z" fill="${ink}"/><path d="M-62 30A62 62 0 0 1 62 30Z" fill="${second}"/>
    <g stroke="${ink}" stroke-width="9" stroke-linecap="round">${Array.from({ length: 9 }, (_, i) => {
      const angle = Math.PI + (Math.PI * (i + 0.5)) / 9
      const [x, y] = [Math.cos(angle), Math.sin(angle)]
      return `<path d="M${x * 106} ${30 + y * 106}L${x * (i % 2 ? 124 : 136)} ${30 + y * (i % 2 ? 124 : 136)}"/>`
    }).join('')}<path d="M-92 48H92M-70 66H70M-44 84H44"/></g>`,
  lotus: (ink, second) => {
    const petal = (turn: number, length: number, colour: string) =>
      `<path transform="translate(0 50) rotate(${turn}) scale(${length})" d="M0 0C-44-40-34-112 0-146C34-112 44-40 0 0Z" fill="${colour}"/>`
    const ribs = [-24, 0, 24]
      .map(
        (turn) =>
          `<path transform="translate(0 50) rotate(${turn})" d="M0-24V-92" stroke="${second}" stroke-width="5" stroke-linecap="round"/>`,
      )
      .join('')
    return `${petal(-68, 0.86, second)}${petal(68, 0.86, second)}${petal(-36, 0.94, ink)}${petal(36, 0.94, ink)}${petal(-17, 0.9, second)}${petal(17, 0.9, second)}${petal(0, 1, ink)}${ribs}
    <path d="M-92 72Q-46 56 0 72T92 72M-60 92Q-30 80 0 92T60 92" stroke="${ink}" stroke-width="7" fill="none" stroke-linecap="round"/>`
  },
  waves: (ink, second) =>
    [-66, -28, 10, 48]
      .map(
        (y, i) =>
          `<path d="M-110 ${y}q27.5-44 55 0t55 0t55 0t55 0" fill="none" stroke="${i % 2 ? second : ink}" stroke-width="${17 - i * 2.4}" stroke-linecap="round"/>`,
      )
      .join('') + `<circle cx="64" cy="-104" r="22" fill="${second}"/>`,
  peaks: (
    ink,
    second,
  ) => `<circle cx="34" cy="-58" r="38" fill="${second}"/><path d="M-120 60L-46-52L-8 4L32-30L120 60Z" fill="${ink}"/>
    <path d="M-46-52L-70-16L-52-24L-40-12L-26-24Z" fill="${second}"/><path d="M-120 74H120M-96 90H96" stroke="${ink}" stroke-width="6"/>`,
  kite: (
    ink,
    second,
  ) => `<g transform="rotate(14)"><path d="M-20-108L56-30L-20 66L-88-30Z" fill="${ink}"/><path d="M-20-108V66L-88-30Z" fill="${second}"/><path d="M-20-108V66M-88-30Q-20-62 56-30" stroke="#fff" stroke-width="4" fill="none" opacity=".8"/><path d="M-20 66l-16 26h32Z" fill="${ink}"/></g>
    <path d="M-44 96C10 120 40 40 92 74" stroke="${ink}" stroke-width="4" fill="none"/><g transform="translate(84 44) rotate(20) scale(.42)"><path d="M0-96L70-10L0 80L-70-10Z" fill="${second}"/><path d="M0-96V80" stroke="${ink}" stroke-width="10"/></g>`,
  elephant: (
    ink,
    second,
  ) => `<path d="M-92-6C-94-60-40-74 0-70C30-92 82-86 92-40C100-4 96 30 104 62C108 78 92 84 86 70C80 52 78 34 72 24C66 36 62 42 58 46V80H32V52C10 58-16 58-36 54V80H-62V40C-74 32-82 24-86 12C-90 30-96 38-102 44C-104 28-92 12-92-6Z" fill="${ink}"/>
    <path d="M-58-68C-40-76 0-76 16-70L10-8C-8 0-40 0-56-8Z" fill="${second}"/><g fill="${ink}"><circle cx="-38" cy="-40" r="6"/><circle cx="-20" cy="-40" r="6"/><circle cx="-2" cy="-40" r="6"/><path d="M-54-16H8v-6H-52ZM-54-58H12v-5H-54Z"/></g>
    <path d="M34-58C58-54 62-16 40 0C26-10 22-44 34-58Z" fill="${mix(ink, second, 0.35)}"/><circle cx="74" cy="-38" r="5" fill="${second}"/><path d="M-20-76L-20-104L20-92L-14-86" fill="${second}"/>`,
  blocks: (ink, second) =>
    `<path d="M-84-84H-4V-4H-84Z" fill="${ink}"/><circle cx="44" cy="-44" r="40" fill="${second}"/><path d="M-84 84A80 80 0 0 1-4 4V84Z" fill="${second}"/><path d="M4 4H84V84Z" fill="${ink}"/><path d="M-64-44H-24M-44-64V-24" stroke="${second}" stroke-width="10"/>`,
  eye: (ink, second) =>
    `<g stroke="${ink}" stroke-width="7" stroke-linecap="round">${Array.from({ length: 11 }, (_, i) => {
      const x = (i - 5) * 19
      const y = -58 + Math.abs(i - 5) ** 1.7 * 2.6
      return `<path d="M${x} ${y}l${(i - 5) * 3.4} ${-26 + Math.abs(i - 5) * 2}"/>`
    }).join(
      '',
    )}</g><path d="M-112 0Q0-104 112 0Q0 104-112 0Z" fill="none" stroke="${ink}" stroke-width="10"/><circle r="48" fill="${ink}"/><circle r="27" fill="${second}"/><circle r="13" fill="${darken(ink, 0.5)}"/><circle cx="15" cy="-17" r="8" fill="#fff"/>`,
}

/** A garment's print at this place, as if screened onto the cloth; nothing when the garment has none. */
export function chestPrint(art: Materials, x: number, y: number, scale = 1): string {
  if (!art.graphic || art.graphic[0] === 'pocket') return ''
  const [name, ink, second] = art.graphic
  const drawn = GRAPHICS[name](DYES[ink], DYES[second ?? ink])
  return `<g transform="translate(${x} ${y}) scale(${scale})" opacity=".93">${drawn}</g>`
}
