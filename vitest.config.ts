import { defineConfig } from 'vitest/config'

import { readRules } from './tests/kit/rules.ts'

const common = {
  testTimeout: 30_000,
  hookTimeout: 90_000,
  globalSetup: 'tests/kit/run-directory.ts',
}

/** What has to do with the database runs a second time, on PostgreSQL. */
const ON_POSTGRES = [
  'tests/api/contract.test.ts',
  'tests/api/app.test.ts',
  'tests/api/admin/imports.test.ts',
  'tests/api/http/{load,rate-limits}.test.ts',
  'tests/api/jobs/*.test.ts',
  'tests/api/messages/messages.test.ts',
  'tests/api/modules/catalogue/{listing,products,search,sold-out-sizes,suggestions,write}.test.ts',
  'tests/api/modules/orders/{availability,exactly-once,idempotency,order-books,order-limits,orders,receipts,stock,tracking}.test.ts',
  'tests/api/modules/payments/{payments,reconcile,upi}.test.ts',
  'tests/api/payment-providers/providers.test.ts',
  'tests/api/modules/tenants/tenants.test.ts',
  'tests/api/modules/users/{account,users}.test.ts',
  'tests/cli/{accounts,export,import,jobs,messages,orders,payments-by-hand,tenant}.test.ts',
  'tests/demo/seed.test.ts',
  'tests/api/db/tenant-rows.test.ts',
  'tests/security/api-{faults,hostile,isolation}.test.ts',
]

/** Plans of a large shop, which PostgreSQL and PGlite make alike; PGlite takes twice as long. */
const LARGE = 'tests/api/modules/catalogue/bounded-reads.test.ts'

/** What of the security tests opens a database and stubs nothing of Node. */
const OF_THE_API = ['tests/security/api-{faults,fuzz,hoarding,hostile,isolation}.test.ts']

/** Tests of the product's own time limits, such as the 10 s of a stop. They run one at a time, after all others. */
const TIME_LIMITS = ['tests/faults/api-stop.test.ts', 'tests/scripts/npm-start.test.ts']

export default defineConfig({
  test: {
    // A tag of no rule fails its file.
    tags: readRules().map(({ tag, title }) => ({ name: tag, description: title })),
    // Vitest leaves a core free, which of two is half.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'shop',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/{api,cli,postgres,engines}/**', ...OF_THE_API, ...TIME_LIMITS],
          ...common,
        },
      },
      {
        test: {
          name: 'time-limits',
          include: TIME_LIMITS,
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          ...common,
        },
      },
      // One process loads the database's engine once for all files; each test still has a database of its own.
      {
        test: {
          name: 'api',
          include: ['tests/{api,cli}/**/*.test.ts', ...OF_THE_API],
          exclude: [LARGE],
          isolate: false,
          ...common,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...ON_POSTGRES, LARGE, 'tests/postgres/**/*.test.ts'],
          ...common,
          globalSetup: [common.globalSetup, 'tests/postgres/global-setup.ts'],
          setupFiles: 'tests/postgres/setup.ts',
          isolate: false,
        },
      },
    ],
  },
})
