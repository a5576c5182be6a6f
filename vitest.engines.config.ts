import { defineConfig } from 'vitest/config'

import { readRules } from './tests/kit/rules.ts'

/** The shop in other browsers: `npm run test:engines`. docs/browsers.md */
export default defineConfig({
  test: {
    name: 'engines',
    tags: readRules().map(({ tag, title }) => ({ name: tag, description: title })),
    include: ['tests/engines/*.test.ts'],
    globalSetup: 'tests/kit/run-directory.ts',
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
