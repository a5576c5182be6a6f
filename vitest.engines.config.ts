import { defineConfig } from 'vitest/config'

/** The shop in other browsers: `npm run test:engines`. docs/browsers.md */
export default defineConfig({
  test: {
    name: 'engines',
    include: ['tests/engines/*.test.ts'],
    globalSetup: 'tests/helpers/run-directory.ts',
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
