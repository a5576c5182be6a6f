import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { checkApi } from '../../../cli/doctor/check-api.ts'
import { listeningOutput } from '../command-line.ts'
import { runCommand } from '../../../cli/run.ts'
import {
  ACCOUNT_CALLS,
  ACCOUNT_FAULTS,
  AFTER_ORDER,
  AFTER_ORDER_FAULTS,
  READ_FAULTS,
  SLOW_FAULT,
  WRITE_FAULTS,
} from './planted-faults.ts'
import { openStubApi, type Plant } from './stub-api.ts'

let stub: Awaited<ReturnType<typeof openStubApi>>

beforeAll(async () => {
  stub = await openStubApi()
})

afterAll(() => stub.close())

async function diagnose(
  plant: Plant | undefined,
  changes: { write?: boolean; slowMs?: number; base?: string } = {},
) {
  stub.plant(plant)
  return checkApi({
    base: stub.base,
    host: 'asha.example',
    origin: 'https://asha.example',
    slowMs: 20_000,
    deadlineMs: 30_000,
    write: false,
    ...changes,
  })
}

describe('of the reference API the doctor', () => {
  it('finds no fault by reading', async () => {
    const { findings, skipped, capabilities } = await diagnose(undefined)
    expect({ findings, skipped }).toEqual({ findings: [], skipped: [] })
    expect(capabilities).toContainEqual({ word: 'sub-categories', claimed: false, works: true })
  })

  it('finds no fault by ordering, and sees the claimed capabilities work', async () => {
    const { findings, skipped, capabilities } = await diagnose(undefined, { write: true })
    expect({ findings, skipped }).toEqual({ findings: [], skipped: [] })
    expect(capabilities.filter(({ claimed }) => claimed)).toEqual([
      { word: 'order-lines', claimed: true, works: true },
      { word: 'idempotency-key', claimed: true, works: true },
    ])
    for (const word of ['expected-total', 'variants', 'stock']) {
      expect(capabilities).toContainEqual({ word, claimed: false, works: true })
    }
  })

  it('orders a product that has sizes, although the first one has none', async () => {
    const withoutSizes: Plant = async ({ call, original }) => {
      if (call !== 'GET /products' || original.status !== 200) return undefined
      const page = await original.clone().json()
      if (page.data[0]) page.data[0].attributes = []
      const headers = new Headers(original.headers)
      headers.delete('content-length')
      return new Response(JSON.stringify(page), { headers })
    }
    const { capabilities } = await diagnose(withoutSizes, { write: true })
    expect(capabilities).toContainEqual({ word: 'order-lines', claimed: true, works: true })
  })
})

describe('the doctor names', () => {
  it.each([...READ_FAULTS, ...WRITE_FAULTS])(
    '$name',
    async ({ plant, fault, call, also = [], write = false }) => {
      const { findings } = await diagnose(plant, { write })
      expect(findings).toContainEqual(expect.objectContaining({ fault, call }))
      expect(
        findings.map((problem) => problem.fault).filter((name) => name !== fault && !also.includes(name)),
      ).toEqual([])
    },
  )

  it('slow answers', async () => {
    const { findings } = await diagnose(SLOW_FAULT, { slowMs: 1400 })
    expect(findings).toContainEqual(
      expect.objectContaining({ fault: 'slow-answer', call: 'GET /payments/fields' }),
    )
  })

  it('an address where nothing answers, once', async () => {
    const { findings, calls } = await diagnose(undefined, { base: 'http://127.0.0.1:9/api/v1' })
    expect([calls, findings.map(({ says }) => says)]).toEqual([1, ['There was no response: ECONNREFUSED.']])
  })
})

describe.each([
  { what: 'what follows an order', words: AFTER_ORDER, faults: AFTER_ORDER_FAULTS, hashesPasswords: false },
  { what: 'accounts and messages', words: ACCOUNT_CALLS, faults: ACCOUNT_FAULTS, hashesPasswords: true },
])('of an API that claims $what, the doctor', ({ words, faults: planted, hashesPasswords }) => {
  let claiming: typeof stub

  beforeAll(async () => {
    claiming = await openStubApi([...words], { hashesPasswords })
  })

  afterAll(() => claiming.close())

  async function broken(plant: Plant | undefined) {
    claiming.plant(plant)
    const { findings, capabilities } = await checkApi({
      base: claiming.base,
      host: 'asha.example',
      origin: 'https://asha.example',
      slowMs: 20_000,
      deadlineMs: 30_000,
      write: true,
    })
    return {
      faults: findings.map(({ fault }) => fault),
      works: capabilities.filter(({ works }) => works).map(({ word }) => word),
      fails: capabilities.filter(({ claimed, works }) => claimed && works === false).map(({ word }) => word),
    }
  }

  it('sees it work', async () => {
    const { faults, works } = await broken(undefined)
    expect(faults).toEqual([])
    expect(works).toEqual(expect.arrayContaining([...words]))
  })

  it.each(planted)('names $word for $name', async ({ plant, word }) => {
    expect(await broken(plant)).toMatchObject({ faults: ['capability-broken'], fails: [word] })
  })
})

describe('store doctor', () => {
  async function doctor(plant: Plant | undefined, ...options: string[]) {
    stub.plant(plant)
    return store('doctor', stub.base.replace('/api/v1', ''), ...options)
  }

  async function store(...argv: string[]) {
    const output = listeningOutput()
    const exitCode = await runCommand(argv, {
      database: () => Promise.reject(new Error('The doctor needs no database.')),
      dataDir: 'memory://',
      cwd: '.',
      purge: () => Promise.resolve([]),
      output,
      signal: new AbortController().signal,
    })
    return { exitCode, lines: output.lines, problems: output.problems }
  }
  const companyMissing = READ_FAULTS.find(({ fault }) => fault === 'company-missing')?.plant

  it('ends with 0 and lists capabilities that could be claimed when all is well', async () => {
    const { exitCode, lines } = await doctor(undefined, '--host', 'asha.example')
    expect(exitCode).toBe(0)
    expect(lines).toContain('✓ Every call follows the contract.')
    expect(lines).toContain(
      '! Capability sub-categories: works but is not claimed. Add it to "capabilities" to use it.',
    )
  })

  it('reports each fault in a sentence with its effect, and ends with 1', async () => {
    const { exitCode, lines, problems } = await doctor(companyMissing, '--host', 'asha.example')
    expect(exitCode).toBe(1)
    expect(lines.slice(1, 3)).toEqual([
      '✗ GET /storeInfo: "companyName" is missing.',
      "  Effect: policy pages and the contact page say 'Company Name'.",
    ])
    expect(problems).toEqual(['The API breaks the contract in 1 way.'])
  })

  it('prints the same as one JSON value', async () => {
    const { exitCode, lines } = await doctor(companyMissing, '--host', 'asha.example', '--json')
    expect(exitCode).toBe(1)
    expect(JSON.parse(lines.join('\n'))).toMatchObject({
      host: 'asha.example',
      findings: [{ fault: 'company-missing', call: 'GET /storeInfo', times: 1 }],
    })
  })

  it('refuses what is no address', async () => {
    const { exitCode, problems } = await store('doctor', 'shop')
    expect([exitCode, problems]).toEqual([
      1,
      [
        '"shop" is not an API address. Begin with http:// or https://, such as https://api.shop.example/api/v1.',
      ],
    ])
  })
})
