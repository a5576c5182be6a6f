import { channels } from './art/colour.ts'
import { DYES, type Dye } from './art/dyes.ts'
import type { Cloth } from './art/fabrics.ts'
import type { GarmentArt } from './art/silhouettes.ts'

/** The dye of every colour name in the tables. */
const COLOR_DYES = {
  'Bottle Green': 'bottle',
  'Heather Grey': 'heather',
  'Mid Blue': 'denim',
  'Off-White': 'white',
  'Powder Blue': 'powder',
  'Rani Pink': 'rani',
  Black: 'black',
  Blush: 'blush',
  Brass: 'gold',
  Charcoal: 'charcoal',
  Cobalt: 'cobalt',
  Coral: 'coral',
  Ecru: 'ecru',
  Forest: 'forest',
  Gold: 'gold',
  Indigo: 'indigo',
  Ivory: 'ivory',
  Khaki: 'khaki',
  Lilac: 'lilac',
  Madder: 'madder',
  Marigold: 'marigold',
  Maroon: 'maroon',
  Mint: 'mint',
  Mustard: 'mustard',
  Natural: 'ecru',
  Navy: 'navy',
  Olive: 'olive',
  Peach: 'peach',
  Plum: 'plum',
  Rose: 'rose',
  Rust: 'rust',
  Sage: 'sage',
  Sand: 'sand',
  Silver: 'grey',
  Sky: 'sky',
  Stone: 'stone',
  Tan: 'tan',
  Teal: 'teal',
  Terracotta: 'rust',
  Turmeric: 'turmeric',
  Violet: 'violet',
  White: 'white',
  Wine: 'wine',
} as const satisfies Record<string, Dye>

export type ColorName = keyof typeof COLOR_DYES

/** Distance in RGB below which a pattern disappears in its ground. */
const VISIBLE_FROM = 70

/**
 * The same garment in another colour: its ground dye becomes the colour's dye in all its cloths, trims and prints. A
 * pattern dye that would disappear in the new ground becomes the old ground dye.
 */
export function dyeArt(art: GarmentArt, color: ColorName): GarmentArt {
  const from = art.cloth[1]
  const to: Dye = COLOR_DYES[color]
  const dye = (name: Dye): Dye => (name === from ? to : name)
  const pattern = (name: Dye, ground: Dye): Dye => {
    if (name === from) return to
    return distance(name, ground) < VISIBLE_FROM ? from : name
  }
  const cloth = ([fabric, base, ...inks]: Cloth): Cloth => [
    fabric,
    dye(base),
    ...inks.map((ink) => pattern(ink, dye(base))),
  ]
  const { second, third, trim, graphic } = art
  return {
    ...art,
    cloth: cloth(art.cloth),
    ...(second && { second: cloth(second) }),
    ...(third && { third: cloth(third) }),
    ...(trim && { trim: [trim[0], dye(trim[1]), trim[2] && dye(trim[2])] }),
    ...(graphic && { graphic: [graphic[0], pattern(graphic[1], to), graphic[2] && pattern(graphic[2], to)] }),
  }
}

function distance(first: Dye, second: Dye): number {
  const other = channels(DYES[second])
  return Math.hypot(...channels(DYES[first]).map((value, i) => value - (other[i] ?? 0)))
}
