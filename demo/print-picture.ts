import { PRODUCT_BACKDROPS } from './art/backdrops.ts'
import { colorPictures } from './color-pictures.ts'
import { pictureSources } from './picture-sources.ts'

/** `node demo/print-picture.ts tanabana <file>`: writes a product picture as WebP to standard output. */
const [shop = '', file = ''] = process.argv.slice(2)
const garments = pictureSources.find(({ id }) => id === shop)?.garments ?? []
const picture = garments
  .flatMap((garment) => garment.colors.flatMap((color) => colorPictures(garment, color)))
  .find((one) => one.file === file)
const wall = PRODUCT_BACKDROPS[shop]
if (!picture || !wall) throw new Error(`The demo shop ${shop} has no picture ${file}`)
process.stdout.write(await picture.draw(wall))
