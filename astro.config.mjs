import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwind from '@astrojs/tailwind'
import { defineConfig } from 'astro/config'

/** The scripts that stand in the HTML as they are (components/InlineScript.astro): the policy names each by its hash. */
const inlineScripts = new URL('./src/scripts/inline/', import.meta.url)
const inlineScriptHashes = readdirSync(inlineScripts).map((name) => {
  const digest = createHash('sha256')
    .update(readFileSync(new URL(name, inlineScripts)))
    .digest('base64')
  return /** @type {const} */ (`sha256-${digest}`)
})

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), tailwind({ applyBaseStyles: false })],
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
  server: { port: Number(process.env.PORT ?? 4321) },
})
