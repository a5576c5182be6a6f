import { defineConfig } from 'playwright/test'

/** Ports of the tests' own stack, so that they never meet a shop that is running. */
const PORT = process.env.E2E_PORT ?? '4399'
const API_PORT = process.env.E2E_API_PORT ?? '8099'
const OTHER_PORT = process.env.E2E_OTHER_PORT ?? '4398'
const OTHER_API_PORT = process.env.E2E_OTHER_API_PORT ?? '8098'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${PORT}`,
    screenshot: 'only-on-failure',
    // A worker would answer what a test wants to answer itself; offline.spec.ts lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // What a width does not change is tagged with the one project that runs it.
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 900 } } },
  ],
  webServer: [
    {
      command: 'node tests/kit/shops/demo-stack.ts',
      // Answers with success once the API does.
      url: `http://localhost:${PORT}/products?wait=1`,
      timeout: 180_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: { PORT, LOCAL_API_PORT: API_PORT },
      stdout: 'ignore',
    },
    {
      command: 'node tests/kit/shops/other-stack.ts',
      url: `http://localhost:${OTHER_PORT}/`,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: { PORT: OTHER_PORT, LOCAL_API_PORT: OTHER_API_PORT },
      stdout: 'ignore',
    },
  ],
})
