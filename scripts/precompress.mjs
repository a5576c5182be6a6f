import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import { minify } from 'terser'

const TEXT = /\.(css|html|js|json|svg|txt|xml)$/

/**
 * An Astro integration: compresses the built browser files once, as hard as it goes; the HTTP entry serves them so.
 * Scripts go through a second minifier before: together the two find more than either alone.
 */
export function precompress() {
  return {
    name: 'precompress',
    hooks: {
      /** @param {{ dir: URL }} built */
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir)
        const files = await readdir(folder, { recursive: true })
        await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compress(join(folder, file))))
      },
    },
  }
}

/** @param {string} path */
async function compress(path) {
  const content = path.endsWith('.js') ? await shorten(path) : await readFile(path)
  await Promise.all([
    writeFile(`${path}.br`, await promisify(brotliCompress)(content)),
    writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 })),
  ])
}

/** @param {string} path */
async function shorten(path) {
  const isModule = path.includes('_astro')
  const options = { module: isModule, ecma: 2020, compress: { passes: 3 } }
  const { code = '' } = await minify(await readFile(path, 'utf8'), options)
  await writeFile(path, code)
  return code
}
