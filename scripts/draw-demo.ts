import { fileURLToPath } from 'node:url'

import { pictureSources } from '../demo/picture-sources.ts'
import { renderDemoPictures } from '../demo/pictures.ts'

/** `npm run draw`: draws the missing pictures of the demo shops. Delete a picture to redraw it. */
for (const source of pictureSources) {
  const folder = fileURLToPath(new URL(`../demo/${source.id}/pictures/`, import.meta.url))
  const drawn = await renderDemoPictures(source, folder)
  console.log(`Drew ${drawn} pictures for ${source.id}.`)
}
