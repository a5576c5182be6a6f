import { access, mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { PRODUCT_BACKDROPS, SHOP_BACKDROPS } from './art/backdrops.ts'
import { drawGarment, handOf } from './art/draw-garment.ts'
import { drawHero } from './art/hero.ts'
import { drawLogo } from './art/logo.ts'
import { photograph } from './art/studio.ts'
import { colorPictures } from './color-pictures.ts'
import type { Garment } from './garment.ts'

export interface PictureSource {
  id: string
  garments: readonly Garment[]
  /** File name of each category tile, and the key of the garment it shows. */
  tiles: Readonly<Record<string, string>>
  /** Keys of the garments on the rail of the hero picture, from left to right. */
  rail: readonly string[]
}

export interface RenderOptions {
  onProgress?: (done: number, total: number) => void
}

interface Picture {
  file: string
  take: () => Promise<Buffer>
}

const PORTRAIT = { width: 640, height: 800 }
const HEROES = [
  { file: 'hero-wide.webp', width: 1600, height: 900 },
  { file: 'hero-tall.webp', width: 800, height: 1000 },
]

/**
 * Writes the shop's logo, hero, category tiles and product pictures as WebP into the directory;
 * existing files stay.
 * Returns the number of pictures written.
 */
export async function renderDemoPictures(
  shop: PictureSource,
  outDirectory: string,
  { onProgress }: RenderOptions = {},
): Promise<number> {
  await mkdir(outDirectory, { recursive: true })
  const all = picturesOf(shop)
  const missing = await withoutExisting(all, outDirectory)
  let done = all.length - missing.length
  await pLimit(availableParallelism()).map(missing, async ({ file, take }) => {
    await writeFile(join(outDirectory, file), await take())
    done += 1
    onProgress?.(done, all.length)
  })
  return missing.length
}

function picturesOf(shop: PictureSource): Picture[] {
  const walls = SHOP_BACKDROPS[shop.id] ?? ['plaster']
  const wallAt = (i: number) => walls[i % walls.length] ?? 'plaster'
  const byKey = new Map(shop.garments.map((garment) => [garment.key, garment]))
  const rail = shop.rail.map((key) => required(byKey, key))

  const wall = PRODUCT_BACKDROPS[shop.id] ?? 'plaster'
  const products = shop.garments.flatMap((garment) =>
    garment.colors.flatMap((color) =>
      colorPictures(garment, color).map(({ file, draw }): Picture => ({ file, take: () => draw(wall) })),
    ),
  )
  const tiles = Object.entries(shop.tiles).map(([file, key], i): Picture => {
    const { art } = required(byKey, key)
    const light = { ...PORTRAIT, ...handOf(art), backdrop: wallAt(i + 1) }
    return { file, take: () => photograph({ ...light, ...drawGarment(art), seed: file }) }
  })
  const heroes = HEROES.map(({ file, ...size }): Picture => {
    const light = { backdrop: wallAt(0), seed: shop.id, wrinkle: 0.45, yarn: 0.6 }
    return { file, take: () => photograph({ ...light, ...size, ...drawHero(rail, size) }) }
  })
  const logo = {
    file: 'logo.webp',
    take: () =>
      sharp(Buffer.from(drawLogo(shop.id)))
        .webp({ quality: 90 })
        .toBuffer(),
  }
  return [logo, ...heroes, ...tiles, ...products]
}

function required(garments: Map<string, Garment>, key: string): Garment {
  const garment = garments.get(key)
  if (!garment) throw new Error(`No demo garment has the key ${key}`)
  return garment
}

async function withoutExisting(pictures: Picture[], directory: string): Promise<Picture[]> {
  const found = await Promise.all(
    pictures.map(({ file }) =>
      access(join(directory, file)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return pictures.filter((_, i) => !found[i])
}
