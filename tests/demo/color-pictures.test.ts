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

test('draws every view of a saree at 1,600 × 2,000', async () => {
  const [saree] = tanabana
  if (!saree) throw new Error('the catalogue is empty')
  const pictures = colorPictures(saree, 'Indigo')
  expect(pictures.map(({ alt }) => alt)).toEqual([
    'Handloom Cotton Saree in Indigo, front',
    'Handloom Cotton Saree in Indigo, back',
    'Handloom Cotton Saree in Indigo, detail',
    'Handloom Cotton Saree in Indigo, draped to the floor',
  ])
  for (const { draw } of pictures) {
    expect(await sharp(await draw('cream')).metadata()).toMatchObject({ width: 1600, height: 2000 })
  }
}, 60_000)
