/**
 * Installs what package-lock.json names, when it is not installed yet. Runs before `npm start`, `npm test` and their
 * kin, with whatever Node the machine has; the packages bring Node 24 for everything after.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const stampFile = new URL('node_modules/.installed-lock', root)
const lock = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex')

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== lock) {
  console.log('Installing packages …')
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) {
    console.error(
      'The packages could not be installed. Read the lines above, mend what they name, and try again.',
    )
    process.exit(status ?? 1)
  }
  writeFileSync(stampFile, lock)
}
