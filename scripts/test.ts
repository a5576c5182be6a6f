import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

import { installBrowser, installEngines } from './browser.ts'
import { buildWhenStale, root } from './processes/dev-processes.ts'

/** `npm test`: runs all suites, then prints skipped tests, what failed in Vitest, and the totals. */
const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

await buildWhenStale()
const browser = installBrowser()
installEngines()
const environment = {
  ...process.env,
  // Tests start many processes with the same code.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  ...(browser && { CHROMIUM_PATH: browser }),
}

const suites = [
  runVitest('unit', []),
  runVitest('engines', ['--config', 'vitest.engines.config.ts']),
  runBrowserSuite(),
]
const passed = suites.reduce((sum, suite) => sum + suite.passed, 0)
const failed = suites.reduce((sum, suite) => sum + suite.failed, 0)
for (const [file, count] of suites.flatMap(({ skipped }) => [...skipped]))
  if (count > 0) console.log(`${count} skipped of ${file}`)
// The output of the browser suite follows that of Vitest, and can be all that the end of a log shows.
for (const failure of suites.flatMap(({ failures = [] }) => failures)) console.log(failure)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = suites.every((suite) => suite.isGood) && failed === 0 ? 0 : 1

interface Suite {
  passed: number
  failed: number
  /** Number of skipped tests by file. */
  skipped: Map<string, number>
  /** Failed tests and files of Vitest, with their messages; Playwright prints its own last. */
  failures?: string[]
  /** False when the runner itself failed, regardless of the counts. */
  isGood: boolean
}

function runVitest(name: string, options: string[]): Suite {
  const file = join(results, `${name}.json`)
  const { status } = spawnSync(
    'vitest',
    ['run', ...options, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { cwd: root, stdio: 'inherit', env: environment },
  )
  const report = readReport(file) as {
    numPassedTests: number
    numFailedTests: number
    testResults: {
      name: string
      message: string
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
    }[]
  }
  // A file that runs on both databases counts twice.
  const skipped = new Map<string, number>()
  const failures: string[] = []
  for (const { name: path, message, assertionResults } of report.testResults) {
    const count = assertionResults.filter(({ status }) => !['passed', 'failed'].includes(status)).length
    const key = relative(root, path)
    skipped.set(key, (skipped.get(key) ?? 0) + count)
    if (message) failures.push(`FAILED ${key}: ${message}`)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed')
        failures.push(`FAILED ${key}: ${fullName.trim()}\n${failureMessages.join('\n')}`)
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped,
    failures,
    isGood: status === 0,
  }
}

function runBrowserSuite(): Suite {
  const file = join(results, 'browser.json')
  const { status } = spawnSync('playwright', ['test', '--reporter=list,json'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const report = readReport(file) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  const { expected, unexpected, flaky, skipped } = report.stats
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped: new Map([['tests/e2e', skipped]]),
    isGood: status === 0,
  }
}

function readReport(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
