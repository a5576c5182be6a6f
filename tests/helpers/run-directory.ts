import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A directory for all that the run's tests put aside, gone with the run, and for its database template, which the first
 * test that wants one makes. tests/helpers/pglite-template.ts
 */
export default function setup(): (() => void) | undefined {
  if (process.env.TEST_TEMPLATES !== undefined) return undefined
  const place = mkdtempSync(join(tmpdir(), 'tanabana-tests-'))
  // The database server of the tests is another user.
  chmodSync(place, 0o711)
  process.env.TEST_TEMPLATES = place
  process.env.TMPDIR = place
  return () => rmSync(place, { recursive: true, force: true })
}
