import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import pLimit from 'p-limit'

import { pictureFiles } from './garment.ts'
import { pictureSources } from './picture-sources.ts'

const PICTURE_MAX_BYTES = 4 * 1024 * 1024
const DRAWING_TIMEOUT_MS = 60_000
/** A drawing takes about 450 MB and, on two cores, 1.5 s alone or 0.8 s of two at once. */
const DRAWINGS_MAX = 2

const filesByShop = new Map(
  pictureSources.map(({ id, garments }) => [
    id,
    new Set(
      garments.flatMap((garment) =>
        garment.colors.flatMap((color) => pictureFiles(garment, color).map(({ file }) => file)),
      ),
    ),
  ]),
)

/**
 * Draws the demo pictures that the repository does not hold, such as backs and details, when they are first requested.
 * The returned function resolves to true when `folder` has the shop's picture, and to false for unknown names. A drawing
 * goes on when its caller has given up, so that the next request finds the picture.
 */
export function createDemoDrawer(draw = drawInProcess) {
  const limit = pLimit(DRAWINGS_MAX)
  const inFlight = new Map<string, Promise<void>>()

  async function write(folder: string, shop: string, file: string): Promise<void> {
    if (existsSync(join(folder, file))) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const half = join(folder, `.${randomUUID()}.incomplete`)
    await writeFile(half, await draw(shop, file), { mode: 0o600 })
    await rename(half, join(folder, file))
  }

  return async (folder: string, shop: string, file: string): Promise<boolean> => {
    if (!filesByShop.get(shop)?.has(file)) return false
    const path = join(folder, file)
    const drawing =
      inFlight.get(path) ?? limit(() => write(folder, shop, file)).finally(() => inFlight.delete(path))
    inFlight.set(path, drawing)
    await drawing
    return true
  }
}

/** Draws in a process of its own, which computes without blocking the API. */
async function drawInProcess(shop: string, file: string): Promise<Buffer> {
  const script = fileURLToPath(new URL('./print-picture.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, shop, file], {
    encoding: 'buffer',
    maxBuffer: PICTURE_MAX_BYTES,
    timeout: DRAWING_TIMEOUT_MS,
  })
  return stdout
}
