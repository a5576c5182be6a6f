import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates the temporary directory of the run and removes it afterwards. It also holds the database template, which the
 * first test that needs it creates: tests/kit/database/pglite-template.ts
 */
export default function setup(): (() => void) | undefined {
  if (process.env.TEST_TEMPLATES !== undefined) return undefined
  const place = mkdtempSync(join(tmpdir(), 'tanabana-tests-'))
  // The PostgreSQL server of the tests runs as another user.
  chmodSync(place, 0o711)
  process.env.TEST_TEMPLATES = place
  process.env.TMPDIR = place
  return () => rmSync(place, { recursive: true, force: true })
}
