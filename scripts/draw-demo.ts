import { fileURLToPath } from 'node:url'

import { pictureSources } from '../demo/picture-sources.ts'
import { renderDemoPictures } from '../demo/pictures.ts'

/** `npm run draw`: draws the pictures of the demo shops that are missing. Delete a picture to draw it again. */
for (const source of pictureSources) {
  const folder = fileURLToPath(new URL(`../demo/${source.id}/pictures/`, import.meta.url))
  const drawn = await renderDemoPictures(source, folder)
  console.log(`Drew ${drawn} pictures for ${source.id}.`)
}
