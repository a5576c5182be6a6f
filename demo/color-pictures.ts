import { drawGarment, handOf } from './art/draw-garment.ts'
import { photograph } from './art/studio.ts'
import { artOf, pictureFiles } from './garment.ts'
import type { Backdrop } from './art/backdrops.ts'
import type { ColorName } from './color-art.ts'
import type { Garment, PictureFile } from './garment.ts'

export interface ColorPicture extends PictureFile {
  draw: (backdrop: Backdrop) => Promise<Buffer>
}

const FRONT = { width: 1600, height: 2000, quality: 50 }
const OTHER_VIEW = { width: 1000, height: 1250, quality: 40 }
const DRAWING_WIDTH = 640

/** The pictures of a garment in one color as WebP: the front 1,600 × 2,000, another view 1,000 × 1,250. */
export function colorPictures(garment: Garment, color: ColorName): ColorPicture[] {
  const art = artOf(garment, color)
  return pictureFiles(garment, color).map((picture) => ({
    ...picture,
    draw: (backdrop) => {
      const format = picture.view === 'front' ? FRONT : OTHER_VIEW
      const drawing = drawGarment(art, picture.view)
      return photograph({
        ...format,
        ...handOf(art),
        ...drawing,
        zoom: (drawing.zoom * format.width) / DRAWING_WIDTH,
        backdrop,
        seed: `${garment.key} ${picture.view}`,
      })
    },
  }))
}
