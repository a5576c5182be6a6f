import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwind from '@astrojs/tailwind'
import { defineConfig } from 'astro/config'

import { inlineScriptHashes, inlineScripts } from './scripts/inline-scripts.mjs'
import { preloadChunks } from './scripts/preload-chunks.mjs'
import { precompress } from './scripts/precompress.mjs'

/**
 * Chunks for what pages share: with Rolldown's defaults a landing page asks for 12 to 16 files and an island page for
 * 30 to 34, with these for 2 to 4 and 13 to 17. `npm run size` prints the numbers. Each file has 500 bytes of headers, so
 * what the steps of a purchase load together is one file.
 */
const scriptGroups = [
  {
    // With what scripts of several pages import, so that they don't load `state` for it.
    name: 'page',
    test: /layouts[\\/]Document\.astro|lib[\\/](cart[\\/](card|quantity)|i18n[\\/]translate|platform[\\/]storage)\.ts|contract[\\/]constants\.ts/,
    priority: 3,
  },
  {
    name: 'product',
    test: /src[\\/]scripts[\\/]product-(form|extras)\.ts/,
    priority: 2,
  },
  { name: 'state', test: /src[\\/]scripts[\\/]page-state\.ts/, priority: 2 },
  { name: 'cards', test: /src[\\/]scripts[\\/]cards\.ts/, priority: 1 },
  {
    name: 'catalogue',
    test: /src[\\/]lib[\\/]catalogue[\\/](money|product-text|variants)\.ts/,
    priority: 1,
  },
  {
    name: 'quote',
    test: /src[\\/]lib[\\/]quote[\\/](messages|offer-code|pin-code|quote-store)\.ts|contract[\\/](digits|pin-code)\.ts/,
    priority: 1,
  },
  { name: 'islands', test: /src[\\/]islands[\\/]ui[\\/](?!PasswordField)/, minShareCount: 2 },
  {
    name: 'cart-lines',
    test: /src[\\/](lib[\\/]cart[\\/](cart-actions|line-issues)|islands[\\/]cart[\\/]use-cart)\.ts/,
  },
  { name: 'api-client', test: /src[\\/]lib[\\/]auth[\\/]browser-client\.ts/ },
  {
    name: 'checkout',
    test: /src[\\/](islands[\\/]checkout[\\/]fill-field|lib[\\/]checkout[\\/](messages|shipping-address))\.ts/,
  },
  {
    name: 'order',
    test: /contract[\\/](order|payment)\.ts|src[\\/]lib[\\/](api-client[\\/]orders|orders[\\/]order)\.ts/,
  },
  {
    name: 'payment-state',
    test: /src[\\/](lib[\\/](orders[\\/]placed-order|payment[\\/](order-payment|payment-redirect|waiting-payment)|api-client[\\/]payment-links)\.ts|islands[\\/]payment[\\/]PaymentAlert\.tsx)/,
  },
  {
    name: 'quote-text',
    test: /src[\\/]lib[\\/](quote[\\/](quote-text|method-messages)|i18n[\\/]date-text)\.ts/,
    priority: 1,
  },
  {
    name: 'quote-views',
    test: /src[\\/]islands[\\/]quote[\\/](CartQuote|CheckoutQuote|DeliveryFacts|OfferCode)\.tsx/,
  },
  {
    name: 'store-terms',
    test: /src[\\/]lib[\\/]api-client[\\/](send-idempotent|store-terms)\.ts/,
  },
  {
    name: 'account',
    test: /src[\\/](lib[\\/]auth[\\/]account-actions\.ts|islands[\\/]auth[\\/](carried-email\.ts|NewPasswordFields\.tsx))/,
  },
  {
    name: 'address',
    test: /src[\\/](lib[\\/](checkout[\\/](address-warnings|remember-address)|api-client[\\/]delivery)\.ts|islands[\\/]checkout[\\/]AddressChoices\.tsx)/,
  },
  {
    name: 'outcome',
    test: /src[\\/]lib[\\/](checkout[\\/]outcome-text|analytics[\\/]purchase)\.ts/,
  },
]

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
            serverEntrypoint: new URL('./src/server/rendering/render.ts', import.meta.url),
          }),
      }),
  },
})

export default defineConfig({
  output: 'server',
  adapter: nodeWithOwnEntry,
  integrations: [react(), tailwind({ applyBaseStyles: false }), precompress(), selfContained],
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  session: false,
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
    plugins: [inlineScripts, preloadChunks],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: scriptGroups } } } } },
    },
  },
  server: { port: Number(process.env.PORT ?? 4321) },
})
