import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before anything else is loaded: the next start finds it compiled. No TypeScript itself, so that what strips the types,
// 14 MB, is not loaded where nothing is left to strip.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/server/', import.meta.url)))
// Skips zod's own error texts in sixty languages, one file each, which this server never shows.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/zod/v4/locales/index.js')
      ? { format: 'module', source: 'export {}', shortCircuit: true }
      : next(url, context),
})
await import('./main.ts')
