import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from '../scripts/dev-processes.ts'
import { FAULTS, MORE_FAULTS, ROUTES } from '../tests/faults/faults.ts'
import { printTable, verdict, type Row } from './kit/table.ts'

const FILES = ['tests/faults/pages.test.ts', 'tests/faults/islands.test.tsx']

interface Case {
  ancestorTitles: string[]
  title: string
  status: string
}

/**
 * Simulates every fault on every page and checks the responses of the built storefront and, for pages that call the
 * API from the browser, the texts of their islands. False when a case fails.
 */
export async function benchFaults(): Promise<boolean> {
  const cases = await runAll()
  const rows: Row[] = []
  let held = 0
  let recovered = 0
  for (const fault of [...FAULTS, ...MORE_FAULTS]) {
    const own = cases.filter(({ ancestorTitles }) => ancestorTitles.includes(fault))
    const marks = ROUTES.map((route) => {
      const found = own.filter(({ title }) => title.startsWith(`${route} `))
      return [route, found.length > 0 && found.every(isGood)] as const
    })
    const isBack = own.some(({ title, status }) => title.includes('recovers within') && status === 'passed')
    const count = marks.filter(([, isHeld]) => isHeld).length
    if (FAULTS.some((one) => one === fault)) {
      held += count
      recovered += isBack ? 1 : 0
    }
    rows.push({
      fault,
      ...Object.fromEntries(marks.map(([route, isHeld]) => [route, isHeld ? 'ok' : 'MISSED'])),
      cases: `${count} of ${ROUTES.length}`,
      'well again ≤ 5 s': verdict(isBack),
    })
  }
  printTable('The sentence of the specification on every page within 3 s, by fault', rows)
  const all = FAULTS.length * ROUTES.length
  printTable('In all', [
    { what: 'cases', count: `${held} of ${all}`, target: `${all}`, verdict: verdict(held === all) },
    {
      what: 'faults after which every page was itself again',
      count: `${recovered} of ${FAULTS.length}`,
      target: `${FAULTS.length}`,
      verdict: verdict(recovered === FAULTS.length),
    },
  ])
  return held === all && recovered === FAULTS.length && cases.every(isGood)
}

function isGood({ status }: Case): boolean {
  return status === 'passed'
}

async function runAll(): Promise<Case[]> {
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-faults-'))
  const file = join(directory, 'cases.json')
  const child = spawn('vitest', ['run', ...FILES, '--reporter=json', `--outputFile=${file}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, FAULTS: 'all' },
  })
  await once(child, 'exit')
  const report = JSON.parse(readFileSync(file, 'utf8')) as { testResults: { assertionResults: Case[] }[] }
  rmSync(directory, { recursive: true })
  return report.testResults.flatMap(({ assertionResults }) => assertionResults)
}
