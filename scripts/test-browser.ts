import { installBrowser } from './browser.ts'
import { buildWhenStale, finished, start } from './dev-processes.ts'

/** `npm run test:e2e -- <file> …`: builds what changed, finds the browser and passes the arguments to Playwright. */
try {
  await buildWhenStale()
  const browser = installBrowser()
  await finished(
    start('playwright', ['test', ...process.argv.slice(2)], browser ? { CHROMIUM_PATH: browser } : {}),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
