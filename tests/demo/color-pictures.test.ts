import sharp from 'sharp'
import { expect, test } from 'vitest'

import { colorPictures } from '../../demo/color-pictures.ts'
import { garments as dhaaga } from '../../demo/dhaaga/catalogue.ts'
import { garments as tanabana } from '../../demo/tanabana/catalogue.ts'

test('no two colours share a picture', () => {
  const files = [...tanabana, ...dhaaga].flatMap((garment) =>
    garment.colors.flatMap((color) => colorPictures(garment, color).map(({ file }) => file)),
  )
  expect(new Set(files).size).toBe(files.length)
})

test('the first colour of a saree is shown draped, another colour from the front alone', async () => {
  const [saree] = tanabana
  if (!saree) throw new Error('the catalogue is empty')
  const pictures = colorPictures(saree, saree.colors[0])
  expect(pictures.map(({ alt }) => alt)).toEqual([
    'Handloom Cotton Saree in Madder, front',
    'Handloom Cotton Saree in Madder, draped to the floor',
  ])
  const sizes = await Promise.all(
    pictures.map(async ({ draw }) => {
      const { width, height } = await sharp(await draw('cream')).metadata()
      return { width, height }
    }),
  )
  expect(sizes).toEqual([
    { width: 1600, height: 2000 },
    { width: 1000, height: 1250 },
  ])
  expect(colorPictures(saree, 'Indigo').map(({ alt }) => alt)).toEqual([
    'Handloom Cotton Saree in Indigo, front',
  ])
}, 60_000)
