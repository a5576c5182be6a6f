import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { pictureFiles } from '../../demo/garment.ts'
import { pictureSources } from '../../demo/picture-sources.ts'

const ROOT = join(import.meta.dirname, '../..')

test.each([
  { name: 'the shops', isCounted: (file: string) => !file.startsWith('docs/'), maxMegabytes: 12 },
  { name: 'the documents', isCounted: (file: string) => file.startsWith('docs/'), maxMegabytes: 4 },
])('all pictures of $name together stay below $maxMegabytes MB', ({ isCounted, maxMegabytes }) => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  const sizes = listed
    .split('\0')
    .filter((file) => /\.(?:webp|png|jpe?g|avif|gif)$/i.test(file) && isCounted(file))
    .filter((file) => existsSync(join(ROOT, file)))
    .map((file) => statSync(join(ROOT, file)).size)
  expect(sizes.length).toBeGreaterThan(30)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxMegabytes * 1000 * 1000)
})

test.each(pictureSources)('$id has the front of every product in every color', async ({ id, garments }) => {
  const fronts = garments.flatMap((garment) =>
    garment.colors.flatMap((color) =>
      pictureFiles(garment, color).flatMap(({ view, file }) => (view === 'front' ? [file] : [])),
    ),
  )
  const folder = join(ROOT, 'demo', id, 'pictures')
  const sizes = await Promise.all(
    fronts.map(async (file) => {
      const { width, height } = await sharp(join(folder, file)).metadata()
      return `${width} × ${height}`
    }),
  )
  expect(new Set(sizes)).toEqual(new Set(['1600 × 2000']))
})
