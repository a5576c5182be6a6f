import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { categoryImage } from './categories.ts'
import { toImageUrl } from './image-url.ts'

/** Allowed widths of converted pictures, in pixels. 720 covers a phone of 360 px at density 2, 1080 at density 3. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 720, 800, 1080, 1280, 1920] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** Fixed shapes: a share card of 1200 × 630, an icon, and a maskable icon on a background colour. */
export type FixedShape = 'share' | `icon-${IconSize}` | `mask-${IconSize}-${string}`

type IconSize = 180 | 192 | 512

/** Returns a picture's URL in a fixed shape; `undefined` when it can't be converted. */
export type AddressOfShape = (src: string, shape: FixedShape) => string | undefined

/** Returns a picture's URL at a width. */
export type AddressOfWidth = (width: PictureWidth) => string

/** Attributes of an `img` or `source` element. */
export interface PictureSources {
  src: string
  srcset: string | undefined
}

/**
 * Returns a picture's sources in the required widths, smallest first. A picture that is never converted (SVG, `data:`
 * URL) stays unchanged.
 */
export function pictureSources(
  src: string,
  widths: readonly [PictureWidth, ...PictureWidth[]],
  addressOf: AddressOfWidth | undefined,
): PictureSources {
  if (!addressOf) return { src, srcset: undefined }
  const addresses = widths.map(addressOf)
  return {
    src: addresses.at(-1) ?? src,
    srcset:
      widths.length > 1 ? addresses.map((url, index) => `${url} ${widths[index]}w`).join(', ') : undefined,
  }
}

/** Returns the shop's picture for share cards: its hero, else its default category picture, else its logo; else empty. */
export function shopPicture(store: StoreInfo | undefined, imageBase: string): string {
  return (
    toImageUrl(store?.heroImages?.wide ?? '', imageBase) ||
    categoryImage(store, 'default', imageBase) ||
    toImageUrl(store?.companyLogoUrl ?? '', imageBase)
  )
}
