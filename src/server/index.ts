import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before anything else is loaded: the next start finds it compiled.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/server/', import.meta.url)))
await import('./main.ts')
