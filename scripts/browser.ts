import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/**
 * The browser for the tests: `CHROMIUM_PATH`, else Debian's chromium, installed when we are root; else Playwright's
 * own, for which `undefined` stands.
 * @throws {Error} when neither can be installed
 */
export function installBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return chosen
  if (existsSync(DEBIAN_CHROMIUM)) return DEBIAN_CHROMIUM
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing chromium …')
    run('apt-get', ['-qq', 'update'])
    run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'chromium'])
    return DEBIAN_CHROMIUM
  }
  run('playwright', ['install', 'chromium'])
  return undefined
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
