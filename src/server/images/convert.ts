import sharp, { type Sharp } from 'sharp'

import type { FixedShape, PictureWidth } from '../../lib/catalogue/pictures.ts'
import { PICTURE_MAX_PIXELS } from '@tanabana/node/picture-client.ts'
import { ImageError } from './fetch-source.ts'

const DEADLINE_S = 10

// Allow raster pictures of the web by their bytes; SVG, PDF and all others have no loader.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
})
// Each picture is converted once, so libvips' cache of operations would only use memory.
sharp.cache(false)

export type ImageFormat = 'avif' | 'webp' | 'jpeg' | 'png'

/** Format and quality for one browser. */
export interface Variant {
  format: ImageFormat
  /** In lower quality, for `Save-Data`. */
  isSaver: boolean
}

/** Qualities give similar pictures in all formats; a saver's picture has at most two thirds of the bytes. */
const QUALITY: Record<Exclude<ImageFormat, 'png'>, { usual: number; saver: number }> = {
  avif: { usual: 48, saver: 30 },
  webp: { usual: 75, saver: 35 },
  jpeg: { usual: 72, saver: 38 },
}

const SHARE_CARD = { width: 1200, height: 630 }
const SHARE_QUALITY = 80
/** The backdrop is blurred at this fraction of its size. */
const BLUR_SCALE = 6
/** Share of a maskable icon's side: the square inside the circle that no mask cuts off. */
const SAFE_SHARE = 0.56
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * At the same signal-to-noise ratio a picture has a sixth fewer bytes than with effort 1, in three times the time (70
 * ms for a card). Effort 4 saves another twentieth and takes three times as long again.
 */
const AVIF_EFFORT = 3

/**
 * Converts a picture to a width, or to its own when that is less: turned upright, in sRGB, without metadata; the
 * first frame of an animation.
 * @throws {ImageError} 502 when the bytes are no raster picture of the web, or one with too many pixels
 */
export async function convertImage(bytes: Buffer, width: PictureWidth, variant: Variant): Promise<Buffer> {
  return reading(() => encode(open(bytes).resize({ width, withoutEnlargement: true }), variant).toBuffer())
}

/**
 * Converts a picture to a fixed shape. Throws as `convertImage` does.
 *
 * A share card shows the whole picture before a blurred copy of itself, because a garment is tall and a card is wide.
 * An icon with a safe zone has the picture in the circle that every mask leaves.
 */
export async function shapeImage(bytes: Buffer, shape: FixedShape): Promise<Buffer> {
  return reading(async () => {
    if (shape === 'share') return shareCard(bytes)
    const [kind, size, color] = shape.split('-')
    const side = Number(size)
    const inner = kind === 'mask' ? Math.round(side * SAFE_SHARE) : side
    const picture = open(bytes).resize(inner, inner, { fit: 'contain', background: CLEAR })
    if (kind === 'icon') return picture.png({ compressionLevel: 9 }).toBuffer()
    const canvas = { width: side, height: side, channels: 3 as const, background: `#${color}` }
    return sharp({ create: canvas })
      .composite([{ input: await picture.png().toBuffer() }])
      .png({ compressionLevel: 9 })
      .toBuffer()
  })
}

async function shareCard(bytes: Buffer): Promise<Buffer> {
  const { width, height } = SHARE_CARD
  const picture = await open(bytes)
    .resize(width, height, { fit: 'inside' })
    .flatten({ background: '#fff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const backdrop = await open(bytes)
    .flatten({ background: '#fff' })
    .resize(Math.round(width / BLUR_SCALE), Math.round(height / BLUR_SCALE), { fit: 'cover' })
    .blur(BLUR_SCALE)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(backdrop)
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: picture }])
    .jpeg({ quality: SHARE_QUALITY, mozjpeg: true })
    .toBuffer()
}

function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .timeout({ seconds: DEADLINE_S })
}

async function reading(make: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await make()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ImageError(502, `its source is no picture that is shown here: ${reason}`)
  }
}

function encode(image: Sharp, { format, isSaver }: Variant): Sharp {
  if (format === 'png') return image.png()
  const quality = QUALITY[format][isSaver ? 'saver' : 'usual']
  if (format === 'avif') return image.avif({ quality, effort: AVIF_EFFORT })
  if (format === 'webp') return image.webp({ quality })
  return image.flatten({ background: '#fff' }).jpeg({ quality, mozjpeg: true })
}
