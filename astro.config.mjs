import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwind from '@astrojs/tailwind'
import { defineConfig } from 'astro/config'

import { inlineScriptHashes, inlineScripts } from './scripts/inline-scripts.mjs'
import { precompress } from './scripts/precompress.mjs'

/**
 * Scripts that pages have in common, one file each with all that it imports: fewer requests, better compression.
 * Landing pages load nothing of the islands' groups, and the cart nothing of the forms'; `npm run size` weighs them.
 */
const scriptGroups = [
  { name: 'every-page', test: /src[\\/](layouts[\\/]Document\.astro|scripts[\\/]page\.ts)/ },
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler|@astrojs[\\/]react|@nanostores[\\/]react)[\\/]|src[\\/](islands[\\/]ui[\\/](Placeholder|use-hydrated)|lib[\\/]messages[\\/](fill|choice-text)|styles[\\/]classes|lib[\\/]domain[\\/]return-path)/,
  },
  { name: 'product-cards', test: /src[\\/](pages[\\/]index\.astro|scripts[\\/](cards|product-form)\.ts)/ },
  {
    name: 'forms',
    test: /src[\\/](islands[\\/]ui[\\/](Alert|Field|SubmitButton|use-(form-errors|load|protected-page|store-client|submit))|lib[\\/](schemas[\\/]received|browser[\\/]drop-checkout-draft))/,
  },
  {
    name: 'order-facts',
    test: /src[\\/]lib[\\/](domain[\\/](order-status|order-total|paise)|messages[\\/]date-text|schemas[\\/]order|store-api[\\/]orders)\./,
  },
  {
    name: 'orders',
    test: /src[\\/](islands[\\/](orders[\\/]ShippingFacts|ui[\\/]StatusBadge)|lib[\\/](domain[\\/]order\.ts|messages[\\/]order-status))/,
  },
].map((group, index, groups) => ({ ...group, priority: groups.length - index }))

/**
 * The built server holds what it imports: where it runs, neither Astro nor React is installed. What the HTTP entry
 * imports as well stays outside, so that it is loaded once; of packages with two faces only that for production comes.
 */
const selfContained = /** @type {import('astro').AstroIntegration} */ ({
  name: 'self-contained',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command !== 'build') return
      updateConfig({
        vite: {
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true, external: ['lru-cache', 'pino', 'zod'] },
        },
      })
    },
  },
})

const nodeAdapter = node({ mode: 'middleware' })

/**
 * The adapter with an entry of ours, which answers a `Request` with a `Response`: the page cache before it has no
 * socket to hand over.
 */
const nodeWithOwnEntry = /** @type {import('astro').AstroIntegration} */ ({
  ...nodeAdapter,
  hooks: {
    ...nodeAdapter.hooks,
    'astro:config:done': (options) =>
      nodeAdapter.hooks['astro:config:done']?.({
        ...options,
        setAdapter: (adapter) =>
          options.setAdapter({
            ...adapter,
            serverEntrypoint: new URL('./src/server/render.ts', import.meta.url),
          }),
      }),
  },
})

/**
 * `import()` as the browser has it. Vite's loader around it, for style sheets and preloads that scripts here have none
 * of, would be a quarter of a page's script.
 */
const bareImports = /** @type {import('vite').Plugin} */ ({
  name: 'bare-imports',
  enforce: 'pre',
  configEnvironment: () => ({ build: { modulePreload: false } }),
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
})

/** Without what Astro adds to the name of a page's script, which every page would carry. */
const entryFileNames = (/** @type {{ name: string }} */ { name }) =>
  `_astro/${name.replace(/\.astro_.*/, '')}.[hash].js`

export default defineConfig({
  output: 'server',
  adapter: nodeWithOwnEntry,
  integrations: [react(), tailwind({ applyBaseStyles: false }), precompress(), selfContained],
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  session: false,
  cache: {
    provider: {
      name: 'page-policy',
      entrypoint: new URL('./src/server/page-cache/astro-provider.ts', import.meta.url),
    },
  },
  security: {
    checkOrigin: true,
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "font-src 'self'",
        "manifest-src 'self'",
      ],
      scriptDirective: { hashes: inlineScriptHashes },
    },
  },
  vite: {
    plugins: [bareImports, inlineScripts],
    environments: {
      client: {
        build: { rolldownOptions: { output: { entryFileNames, codeSplitting: { groups: scriptGroups } } } },
      },
    },
  },
  server: { port: Number(process.env.PORT ?? 4321) },
})
