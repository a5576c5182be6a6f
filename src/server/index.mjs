import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before anything else is loaded: the next start finds it compiled. No TypeScript itself, so that what strips the types,
// 14 MB, is not loaded where nothing is left to strip.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/server/', import.meta.url)))
await import('./main.ts')
