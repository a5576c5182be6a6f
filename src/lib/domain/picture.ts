/**
 * The only widths, in pixels of the file, that pictures are made in. 720 fills a phone of 360 px twice as dense, 1080 one
 * three times.
 */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 720, 800, 1080, 1280, 1920] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** Pictures of one shape for all: a share card of 1200 × 630, an icon, and one with a safe zone on a colour. */
export type FixedShape = 'share' | `icon-${IconSize}` | `mask-${IconSize}-${string}`

type IconSize = 180 | 192 | 512

/** Where one picture is in a fixed shape; `undefined` for a picture that cannot be made into one. */
export type AddressOfShape = (src: string, shape: FixedShape) => string | undefined

/** The address of one picture in a width. */
export type AddressOfWidth = (width: PictureWidth) => string

/** What an `img` or `source` element takes. */
export interface PictureSources {
  src: string
  srcset: string | undefined
}

/**
 * The sources of a picture in the widths that its place needs, smallest first. A picture without an address by width
 * (a drawing, a `data:` address) stays as it is.
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
