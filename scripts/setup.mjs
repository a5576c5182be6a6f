/**
 * Installs the packages of package-lock.json unless they are installed. Runs before `npm start`, `npm test` and
 * similar with any Node; the packages include Node 24 for all later steps.
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
