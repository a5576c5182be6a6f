import { spawnSync } from 'node:child_process'

import { installBrowser } from './browser.ts'
import { buildWhenStale, root } from './processes/dev-processes.ts'

/** `npm run test:e2e -- <file> …`: builds what changed, finds the browser and passes the arguments to Playwright. */
await buildWhenStale()
const browser = installBrowser()
const { status, error } = spawnSync('playwright', ['test', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) },
})
if (error) throw error
process.exitCode = status ?? 1
