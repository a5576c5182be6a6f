import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from '../../scripts/processes/dev-processes.ts'

/** A built working tree of another commit. */
export interface Checkout {
  /** The commit's full hash. */
  commit: string
  path: string
  remove(): void
}

/**
 * Checks a commit out beside this one, with packages of its own, and builds its pages.
 * @throws {Error} there is no such commit, or it can't be built
 */
export function checkOut(name: string): Checkout {
  const commit = run(
    'git',
    ['rev-parse', '--verify', '--quiet', `${name}^{commit}`],
    root,
    `no commit "${name}"`,
  )
  const parent = mkdtempSync(join(tmpdir(), 'tanabana-checkout-'))
  const path = join(parent, 'tree')
  const remove = () => {
    spawnSync('git', ['worktree', 'remove', '--force', path], { cwd: root })
    rmSync(parent, { recursive: true, force: true })
  }
  try {
    run('git', ['worktree', 'add', '--detach', path, commit], root, 'it can not be checked out')
    run(
      'npm',
      ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      path,
      'its packages can not be installed',
    )
    run(join(path, 'node_modules/.bin/astro'), ['build', '--silent'], path, 'its pages can not be built')
  } catch (error) {
    remove()
    throw error
  }
  return { commit, path, remove }
}

function run(command: string, args: string[], cwd: string, failure: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  throw new Error(`${failure}: ${stderr.trim().slice(-1000)}`)
}
