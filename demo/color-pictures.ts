import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawGarment, handOf } from './art/draw-garment.ts'
import { silhouette } from './art/silhouettes.ts'
import { photograph } from './art/studio.ts'
import { artOf } from './garment.ts'
import type { Backdrop } from './art/backdrops.ts'
import type { ColorName } from './color-art.ts'
import type { Garment } from './garment.ts'

export interface ColorPicture {
  file: string
  alt: string
  draw: (backdrop: Backdrop) => Promise<Buffer>
}

const SIZE = { width: 1600, height: 2000 }
const VIEWS = { front: 'front', back: 'back', detail: 'detail', drape: 'draped to the floor' } as const

/** The pictures of a garment in one colour: front, back and detail, and a saree's drape; 1,600 × 2,000 pixels. */
export function colorPictures(garment: Garment, color: ColorName): ColorPicture[] {
  const art = artOf(garment, color)
  const slug = `${garment.key}-${color.toLowerCase().replaceAll(' ', '-')}`
  const views = (['front', 'back', 'detail', 'drape'] as const).filter(
    (view) => view !== 'drape' || art.garment === 'saree',
  )
  return views.map((view) => ({
    file: `${slug}-${view}.webp`,
    alt: `${garment.title} in ${color}, ${VIEWS[view]}`,
    draw: (backdrop) => {
      const drawing =
        view === 'detail' ? drawGarment(art, silhouette(art).closeUp) : drawGarment(art, undefined, view)
      const zoom = (drawing.zoom * SIZE.width) / 640
      return photograph({
        ...SIZE,
        ...handOf(art),
        ...drawing,
        zoom,
        backdrop,
        seed: `${garment.key} ${view}`,
      })
    },
  }))
}

/** Draws pictures into a folder on demand: each once, also when several callers ask at the same time. */
export function createPictureFolder(folder: string, draw: (file: string) => Promise<Buffer>) {
  const inFlight = new Map<string, Promise<void>>()

  async function write(file: string): Promise<void> {
    const half = join(folder, `.${randomUUID()}.incomplete`)
    await writeFile(half, await draw(file))
    await rename(half, join(folder, file))
  }

  return {
    /** Resolves when the file exists. */
    async ensure(file: string): Promise<void> {
      if (existsSync(join(folder, file))) return
      const drawing = inFlight.get(file) ?? write(file).finally(() => inFlight.delete(file))
      inFlight.set(file, drawing)
      await drawing
    },
  }
}
