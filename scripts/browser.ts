import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium without a window: renders like the full browser in half the time. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const DEBIAN_BROWSERS = [`/usr/bin/${HEADLESS_SHELL}`, '/usr/bin/chromium']

/**
 * The browser of the tests: `CHROMIUM_PATH`, else Debian's, installed as root; else `undefined` for Playwright's own.
 * @throws {Error} when none can be installed
 */
export function installBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return chosen
  const [shell = ''] = DEBIAN_BROWSERS
  if (!existsSync(shell) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${HEADLESS_SHELL} …`)
    run('apt-get', ['-qq', 'update'])
    run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', HEADLESS_SHELL])
  }
  const installed = DEBIAN_BROWSERS.find((path) => existsSync(path))
  if (installed === undefined) run('playwright', ['install', 'chromium'])
  return installed
}

/** The other browsers of `tests/engines` and the display that WebKitGTK needs, as Debian's packages with their programs. */
const ENGINE_PACKAGES = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
}

/** Installs the browsers of `tests/engines` where it can, as root on Debian; their tests are skipped without them. */
export function installEngines(): void {
  const missing = Object.entries(ENGINE_PACKAGES).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${missing.join(', ')} …`)
  run('apt-get', ['-qq', 'update'])
  run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...missing])
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) {
    throw new Error(
      `\`${command} ${args.join(' ')}\` failed. Install Chromium yourself and name it in CHROMIUM_PATH.`,
    )
  }
}
