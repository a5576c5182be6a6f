import { relative } from 'node:path'

/** Requirements of tests that not every machine can run. */
export const NEEDS: Record<string, string> = {
  'tests/cli/control.test.ts': 'root, which may give files to another owner',
  'tests/cli/import/shared-data.test.ts': 'the files of shared/data beside the clone',
  'tests/engines/engines.test.ts':
    'Firefox, or WebKitGTK with its driver and Xvfb; `npm run test:engines` runs all of them',
  'tests/postgres/pooler.test.ts': 'pgbouncer',
  'tests/postgres/tls.test.ts': 'openssl',
  'tests/security/api-faults.test.ts': 'PGlite, on which they ran the first time',
}

const RAN = ['passed', 'failed']

/** The used part of Vitest's JSON report. */
export interface UnitReport {
  testResults: { name: string; assertionResults: { status: string }[] }[]
}

/** Number of skipped tests by file below `root`; a file that runs on both databases counts twice. */
export function skippedIn({ testResults }: UnitReport, root: string): Map<string, number> {
  const skipped = new Map<string, number>()
  for (const { name, assertionResults } of testResults) {
    const path = relative(root, name)
    const count = assertionResults.filter(({ status }) => !RAN.includes(status)).length
    skipped.set(path, (skipped.get(path) ?? 0) + count)
  }
  return skipped
}

/** Counts of skipped tests by file, with the file's requirements. Empty when all ran. */
export function reportSkipped(skipped: Map<string, number>): string[] {
  const counts = [...skipped].filter(([, count]) => count > 0)
  if (counts.length === 0) return []
  const files = counts.map(([file, count]) => {
    const need = NEEDS[file]
    return `  ${count} of ${file}${need === undefined ? '' : `: need ${need}`}`
  })
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  return [`${all} skipped:`, ...files]
}
