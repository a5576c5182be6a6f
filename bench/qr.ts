import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { picturesOf, readPicture, someUpiLinks, type Picture } from '../tests/helpers/upi-codes.ts'

const LINKS = 1000
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

const run = promisify(execFile)

/** Counts the UPI codes of the payment page that two readers decode exactly; false when one fails. */
export async function benchQr(): Promise<boolean> {
  const links = someUpiLinks(LINKS)
  const pictures = links.map(picturesOf)
  const rows = []
  for (const part of ['whole', 'covered'] as const) {
    const own = pictures.map((both) => both[part])
    const read = own.filter((picture, index) => readPicture(picture) === links[index]).length
    rows.push({
      code: part,
      links: LINKS,
      'read by jsQR': read,
      'read by zbar': await readByZbar(own, links),
    })
  }
  console.log('UPI codes as the payment page draws them, whole and with a tenth covered in the middle:')
  console.table(rows)
  return rows.every(
    (row) => row['read by jsQR'] === LINKS && [LINKS, 'not here'].includes(row['read by zbar']),
  )
}

async function readByZbar(pictures: Picture[], links: string[]): Promise<number | string> {
  const folder = mkdtempSync(join(tmpdir(), 'tanabana-qr-'))
  try {
    const files = pictures.map((picture, index) => {
      const file = join(folder, `${String(index).padStart(4, '0')}.pgm`)
      writeFileSync(file, toPgm(picture))
      return file
    })
    const { stdout } = await run('zbarimg', ['--quiet', '--raw', ...files], { maxBuffer: OUTPUT_MAX_BYTES })
    const found = new Set(stdout.split('\n'))
    return links.filter((link) => found.has(link)).length
  } catch (error) {
    // Exit code 4: a file contains no readable code; the decoded ones count.
    if (!(error instanceof Error && 'stdout' in error && 'code' in error)) throw error
    if (error.code === 'ENOENT') return 'not here'
    const found = new Set(String(error.stdout).split('\n'))
    return links.filter((link) => found.has(link)).length
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function toPgm({ size, isDark }: Picture): Buffer {
  const pixels = Buffer.alloc(size * size, 255)
  for (let at = 0; at < pixels.length; at += 1) {
    if (isDark(at % size, Math.floor(at / size))) pixels[at] = 0
  }
  return Buffer.concat([Buffer.from(`P5 ${size} ${size} 255\n`), pixels])
}
