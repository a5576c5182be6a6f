import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { pictureFiles } from '../../demo/garment.ts'
import { pictureSources } from '../../demo/picture-sources.ts'

const ROOT = join(import.meta.dirname, '../..')

const MAX_MEGABYTES = 16

test(`all pictures of the repository together stay below ${MAX_MEGABYTES} MB`, () => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  const sizes = listed
    .split('\0')
    .filter((file) => /\.(?:webp|png|jpe?g|avif|gif)$/i.test(file))
    .filter((file) => existsSync(join(ROOT, file)))
    .map((file) => statSync(join(ROOT, file)).size)
  expect(sizes.length).toBeGreaterThan(30)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_MEGABYTES * 1000 * 1000)
})

test.each(pictureSources)('$id has every picture of its products', async ({ id, garments }) => {
  const pictures = garments.flatMap((garment) =>
    garment.colors.flatMap((color) => pictureFiles(garment, color)),
  )
  const folder = join(ROOT, 'demo', id, 'pictures')
  const sizes = await Promise.all(
    pictures.map(async ({ view, file }) => {
      const { width, height } = await sharp(join(folder, file)).metadata()
      return `${view === 'front' ? view : 'other'} ${width} × ${height}`
    }),
  )
  expect(new Set(sizes)).toEqual(new Set(['front 1600 × 2000', 'other 1000 × 1250']))
})
