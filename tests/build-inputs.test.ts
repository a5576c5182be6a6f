import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { expect, it } from 'vitest'

import { BUILD_INPUTS, root } from '../scripts/processes/dev-processes.ts'

const CONFIGURATIONS = ['astro.config.mjs', 'tailwind.config.mjs', 'tailwind.landing.config.mjs']

/** The project's own files that a module imports, those of its imports included. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const own = [...text.matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, file = '']) =>
    normalize(join(dirname(path), file)),
  )
  return own.flatMap((file) => [file, ...importsOf(file)])
}

it('pages are built anew after an edit of anything that the build takes', () => {
  const taken = [...CONFIGURATIONS, ...CONFIGURATIONS.flatMap(importsOf), 'package.json']
  expect(taken).toContain('scripts/precompress.mjs')
  const isInput = (path: string) =>
    BUILD_INPUTS.some((input) => path === input || path.startsWith(`${input}/`))
  expect(taken.filter((path) => !isInput(path))).toEqual([])
})
