import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A place for the run's database template; the first test that wants one makes it. tests/helpers/pglite-template.ts */
export default function setup(): (() => void) | undefined {
  if (process.env.TEST_TEMPLATES !== undefined) return undefined
  const place = mkdtempSync(join(tmpdir(), 'tanabana-templates-'))
  process.env.TEST_TEMPLATES = place
  return () => rmSync(place, { recursive: true, force: true })
}
