import sharp, { type Sharp } from 'sharp'

import type { PictureWidth } from '../../lib/domain/picture.ts'
import { ImageError } from './image-error.ts'

const MAX_PIXELS = 40_000_000
const DEADLINE_S = 10

// Raster pictures of the web by their bytes, whatever they are called; SVG, PDF and the rest have no loader at all.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
})
// Each picture is converted once: a cache of operations would only hold memory.
sharp.cache(false)

export type ImageFormat = 'avif' | 'webp' | 'jpeg'

/** What one browser gets of a picture. */
export interface Variant {
  format: ImageFormat
  /** Smaller, for who asked to save data. */
  isSaver: boolean
}

/** Qualities are chosen for like looks; a saver's picture has at most two thirds of the bytes. */
const QUALITY: Record<ImageFormat, { usual: number; saver: number }> = {
  avif: { usual: 50, saver: 33 },
  webp: { usual: 75, saver: 35 },
  jpeg: { usual: 72, saver: 38 },
}

/** Above 1, AVIF takes up to ten times as long for files that are hardly smaller. */
const AVIF_EFFORT = 1

/**
 * The picture in a width, or in its own when that is less: turned upright, in sRGB, without metadata; the first frame
 * of an animation.
 * @throws {ImageError} 502 when the bytes are no raster picture of the web, or one with too many pixels
 */
export async function convertImage(bytes: Buffer, width: PictureWidth, variant: Variant): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .timeout({ seconds: DEADLINE_S })
    return await encode(image, variant).toBuffer()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ImageError(502, `its source is no picture that is shown here: ${reason}`)
  }
}

function encode(image: Sharp, { format, isSaver }: Variant): Sharp {
  const quality = QUALITY[format][isSaver ? 'saver' : 'usual']
  if (format === 'avif') return image.avif({ quality, effort: AVIF_EFFORT })
  if (format === 'webp') return image.webp({ quality })
  return image.flatten({ background: '#fff' }).jpeg({ quality, mozjpeg: true })
}
