import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Caches compiled modules for the next start; must run before they load. This file is JavaScript, because Node's type
// stripping would load 14 MB even when all other modules come from the cache.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/server/', import.meta.url)))
// Skips zod's own error texts in sixty languages, one file each, which this server never shows.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/zod/v4/locales/index.js')
      ? { format: 'module', source: 'export {}', shortCircuit: true }
      : next(url, context),
})
await import('./main.ts')
