import type { Gender } from '../api/db/catalogue-product.ts'
import type { GarmentArt } from './art/silhouettes.ts'
import { dyeArt, type ColorName } from './color-art.ts'

/** A row of a demo shop's table: the product in short form, with what its pictures are drawn from. */
export interface Garment {
  key: string
  title: string
  description: string
  category: string
  parentCategory: string
  gender: Gender
  price: number
  salePrice?: number
  featured?: true
  /** Rupees added to the price of a size or color. */
  surcharges?: Readonly<Record<string, number>>
  sizes: readonly string[]
  /** The first one is that of `art`. */
  colors: readonly [ColorName, ...ColorName[]]
  material: string
  care: string
  lengthCm?: number
  facts?: Readonly<Record<string, string>>
  art: GarmentArt
}

export interface HindiText {
  title: string
  description: string
}

export const LETTER_SIZES = ['S', 'M', 'L', 'XL', 'XXL'] as const
export const SLIM_SIZES = ['XS', 'S', 'M', 'L', 'XL'] as const
export const WAIST_SIZES = ['28', '30', '32', '34', '36', '38'] as const
export const CHEST_SIZES = ['36', '38', '40', '42', '44'] as const
export const SHOE_SIZES = ['36', '37', '38', '39', '40', '41', '42'] as const
export const ONE_SIZE = ['One Size'] as const

export const DRY_CLEAN = 'Dry clean only'
export const HAND_WASH = 'Hand wash cold, dry in shade'
export const GENTLE_WASH = 'Gentle machine wash, dry in shade'
export const MACHINE_WASH = 'Machine wash cold, inside out'
export const WIPE_CLEAN = 'Wipe with a soft dry cloth'

/** What the pictures of a garment in one of its colours are drawn from. */
export function artOf({ art, colors }: Garment, color: ColorName): GarmentArt {
  return color === colors[0] ? art : dyeArt(art, color)
}

type PictureView = 'front' | 'back' | 'drape'

const VIEW_TEXTS: Record<PictureView, string> = {
  front: 'front',
  back: 'back',
  drape: 'draped to the floor',
}

export interface PictureFile {
  view: PictureView
  file: string
  alt: string
}

/** Categories whose pieces show all that matters from the front. */
const FRONT_ONLY = ['Accessories', 'Footwear']

/** The pictures of a garment in one color: the front, and of its first color the back or a saree's drape. */
export function pictureFiles(
  { key, title, category, art, colors }: Garment,
  color: ColorName,
): PictureFile[] {
  const nameWithoutColor = title.startsWith(`${colors[0]} `) ? title.slice(colors[0].length + 1) : title
  const second = art.garment === 'saree' ? 'drape' : 'back'
  const hasSecond = color === colors[0] && !FRONT_ONLY.includes(category)
  const views: PictureView[] = hasSecond ? ['front', second] : ['front']
  return views.map((view) => ({
    view,
    file: `${key}-${color.toLowerCase().replaceAll(' ', '-')}-${view}.webp`,
    alt: `${nameWithoutColor} in ${color}, ${VIEW_TEXTS[view]}`,
  }))
}

/** Returns the garments with the named ones first. The home page shows the first four of the shop's first category. */
export function withFirst(keys: readonly string[], garments: readonly Garment[]): Garment[] {
  const first = keys.map((key) => {
    const garment = garments.find((one) => one.key === key)
    if (!garment) throw new Error(`No garment has the key ${key}`)
    return garment
  })
  return [...first, ...garments.filter((garment) => !first.includes(garment))]
}
