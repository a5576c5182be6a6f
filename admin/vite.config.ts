import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compressFolder } from '../scripts/precompress.mjs'

const OUT = new URL('dist/', import.meta.url)

/** Builds the console to `admin/dist`, which the store API serves at `/admin/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [
    react(),
    {
      name: 'precompress',
      apply: 'build',
      closeBundle: { order: 'post', handler: () => compressFolder(OUT) },
    },
  ],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
