import { drawGarment, handOf } from './art/draw-garment.ts'
import { silhouette } from './art/silhouettes.ts'
import { photograph } from './art/studio.ts'
import { artOf, pictureFiles } from './garment.ts'
import type { Backdrop } from './art/backdrops.ts'
import type { ColorName } from './color-art.ts'
import type { Garment, PictureFile } from './garment.ts'

export interface ColorPicture extends PictureFile {
  draw: (backdrop: Backdrop) => Promise<Buffer>
}

const QUALITY = 50
const SIZE = { width: 1600, height: 2000 }
const DRAWING_WIDTH = 640

/** The pictures of a garment in one color as 1,600 × 2,000 WebP. */
export function colorPictures(garment: Garment, color: ColorName): ColorPicture[] {
  const art = artOf(garment, color)
  return pictureFiles(garment, color).map((picture) => ({
    ...picture,
    draw: (backdrop) => {
      const drawing =
        picture.view === 'detail'
          ? drawGarment(art, silhouette(art).closeUp)
          : drawGarment(art, undefined, picture.view)
      return photograph({
        ...SIZE,
        ...handOf(art),
        ...drawing,
        zoom: (drawing.zoom * SIZE.width) / DRAWING_WIDTH,
        backdrop,
        seed: `${garment.key} ${picture.view}`,
        quality: QUALITY,
      })
    },
  }))
}
