import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { colorPictures, createPictureFolder } from '../../demo/color-pictures.ts'
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
    'Madder Handloom Cotton Saree in Indigo, front',
    'Madder Handloom Cotton Saree in Indigo, back',
    'Madder Handloom Cotton Saree in Indigo, detail',
    'Madder Handloom Cotton Saree in Indigo, draped to the floor',
  ])
  for (const { draw } of pictures) {
    expect(await sharp(await draw('plaster')).metadata()).toMatchObject({ width: 1600, height: 2000 })
  }
}, 60_000)

test('draws a picture once for simultaneous and later callers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  let drawn = 0
  const pictures = createPictureFolder(folder, () => {
    drawn += 1
    return Promise.resolve(Buffer.from('picture'))
  })
  await Promise.all([pictures.ensure('a.webp'), pictures.ensure('a.webp')])
  await pictures.ensure('a.webp')
  expect(drawn).toBe(1)
  expect(readdirSync(folder)).toEqual(['a.webp'])
})
