import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'

import { transform } from '@astrojs/compiler-rs'
import { experimental_AstroContainer as Container } from 'astro/container'
import { build, type Plugin } from 'esbuild'

import { root } from '../../scripts/dev-processes.ts'
import type { Product } from '../../src/lib/catalogue/product.ts'

const PAGES = join(root, 'tests/sessions/pages')
const SCRIPTS = [
  'listing.ts',
  'product.ts',
  'cart.tsx',
  'checkout.tsx',
  'login.tsx',
  'account.tsx',
  'plain.ts',
]

export type PageName = 'listing' | 'product' | 'cart' | 'checkout' | 'login' | 'account' | 'plain'

export interface BuiltShop {
  /** The JavaScript of each page, everything that it imports within it. */
  scripts: Record<PageName, string>
  /** The script at the head of every page. */
  head: string
  /** The script that a page in Hindi runs first. */
  hindi: string
  renderCard(product: Product): Promise<string>
  renderProductForm(product: Product): Promise<string>
}

/** No page of a session is looked at. */
const styles: Plugin = {
  name: 'styles',
  setup(build) {
    build.onResolve({ filter: /\.css(\?inline)?$|\?astro&type=/ }, ({ path }) => ({
      path,
      namespace: 'style',
    }))
    build.onLoad({ filter: /.*/, namespace: 'style' }, () => ({ contents: 'export default ""' }))
  },
}

const components: Plugin = {
  name: 'components',
  setup(build) {
    build.onLoad({ filter: /\.astro$/ }, ({ path }) => ({
      contents: transform(readFileSync(path, 'utf8'), {
        filename: path,
        internalURL: 'astro/compiler-runtime',
        resolvePath: (specifier) => specifier,
        resultScopedSlot: true,
      }).code,
      loader: 'ts',
    }))
  },
}

/** The shop's own scripts, islands and components as the pages of a session run them. */
export async function buildShop(): Promise<BuiltShop> {
  const { outputFiles } = await build({
    entryPoints: SCRIPTS.map((file) => join(PAGES, file)),
    bundle: true,
    write: false,
    outdir: PAGES,
    format: 'iife',
    jsx: 'automatic',
    target: 'es2024',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [styles],
  })
  const scripts = Object.fromEntries(
    outputFiles.map(({ path, text }) => [basename(path, '.js'), text]),
  ) as BuiltShop['scripts']
  const { ProductCard, ProductForm } = await importComponents('ProductCard', 'ProductForm')
  const container = await Container.create()
  return {
    scripts,
    head: readFileSync(join(root, 'src/scripts/inline/first-paint.js'), 'utf8'),
    hindi: readFileSync(join(root, 'src/lib/i18n/hi/browser.js'), 'utf8'),
    renderCard: (product) =>
      container.renderToString(ProductCard, { props: { product, pictureSizes: '320px' } }),
    renderProductForm: (product) => container.renderToString(ProductForm, { props: { product } }),
  }
}

type Component = Parameters<Container['renderToString']>[0]

/** Catalogue components, compiled for a container of Astro. */
export async function importComponents<Name extends string>(
  ...names: Name[]
): Promise<Record<Name, Component>> {
  const exported = names.map(
    (name) => `export { default as ${name} } from './src/components/catalogue/${name}.astro'`,
  )
  const built = await build({
    stdin: { contents: exported.join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    target: 'es2024',
    plugins: [styles, components],
  })
  // Beside the packages that it imports.
  const folder = join(root, 'node_modules/.cache/sessions')
  const file = join(folder, `components-${process.pid}-${threadId}.mjs`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, built.outputFiles[0]?.text ?? '')
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href)
  } finally {
    rmSync(file)
  }
}
