import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const TEXT = /\.(css|html|js|json|svg|txt|xml)$/

/** Astro integration: writes Brotli and gzip files beside the built browser files, which the server sends. */
export function precompress() {
  return {
    name: 'precompress',
    hooks: {
      /** @param {{ dir: URL }} built */
      'astro:build:done': ({ dir }) => compressFolder(dir),
    },
  }
}

/**
 * Writes Brotli and gzip files beside the text files of a folder.
 * @param {URL} dir
 */
export async function compressFolder(dir) {
  const folder = fileURLToPath(dir)
  const files = await readdir(folder, { recursive: true })
  await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compress(join(folder, file))))
}

/** @param {string} path */
async function compress(path) {
  const content = await readFile(path)
  await Promise.all([
    writeFile(`${path}.br`, await promisify(brotliCompress)(content)),
    writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 })),
  ])
}
