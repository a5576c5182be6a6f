import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { expect, it } from 'vitest'

import { BUILD_INPUTS, CONSOLE_INPUTS, root } from '../scripts/processes/dev-processes.ts'

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
  expect(taken.filter((path) => !isIn(BUILD_INPUTS, path))).toEqual([])
})

it('the console is built anew after an edit of anything that its build takes', () => {
  const taken = [
    'admin/vite.config.ts',
    ...importsOf('admin/vite.config.ts'),
    ...importsOf('admin/src/main.tsx'),
  ]
  expect(taken).toContain('admin/src/Console.tsx')
  expect(taken.filter((path) => !isIn(CONSOLE_INPUTS, path))).toEqual([])
})

function isIn(inputs: readonly string[], path: string): boolean {
  return inputs.some((input) => path === input || path.startsWith(`${input}/`))
}
