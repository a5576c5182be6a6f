import { spawnSync } from 'node:child_process'

import { installBrowser, installEngines } from './browser.ts'
import { buildWhenStale, root } from './processes/dev-processes.ts'

/** `npm run test:engines`: the main job, forms and offline in Chromium, Firefox, WebKitGTK and an emulated WebView. */
await buildWhenStale()
const browser = installBrowser()
installEngines()
const { status } = spawnSync('vitest', ['run', '--config', 'vitest.engines.config.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ENGINE_TESTS: 'all', ...(browser && { CHROMIUM_PATH: browser }) },
})
process.exitCode = status ?? 1
