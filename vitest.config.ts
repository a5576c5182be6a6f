import { defineConfig } from 'vitest/config'

const timeouts = { testTimeout: 30_000, hookTimeout: 90_000 }

export default defineConfig({
  test: {
    // Vitest leaves a core free, which of two is half.
    maxWorkers: '100%',
    projects: [
      {
        test: { name: 'shop', include: ['tests/**/*.test.{ts,tsx}'], exclude: ['tests/api/**'], ...timeouts },
      },
      // One process loads the database's engine once for all files; each test still has a database of its own.
      { test: { name: 'api', include: ['tests/api/**/*.test.ts'], isolate: false, ...timeouts } },
    ],
  },
})
