import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { payments } from '../../../../api/db/schema.ts'
import { runCommand } from '../../../../cli/run.ts'
import { createMetrics } from '../../../../api/http/metrics.ts'
import { openProviders } from '../../../../api/modules/payments/open-providers.ts'
import { reconcileShop } from '../../../../api/modules/payments/reconcile.ts'
import { reconcilePayments } from '../../../../api/jobs/reconcile-payments.ts'
import { listeningOutput } from '../../../cli/command-line.ts'
import { cashfreeLink } from '../../../kit/api/cashfree-link.ts'
import { ACCOUNTS, openPaymentShops } from '../../../kit/api/payment-shops.ts'
import { SECRET } from '../../../kit/api/store.ts'

const SHOP = 'asha.example'
const START = new Date('2026-11-21T10:00:00Z')
const MINUTE_MS = 60_000

let shops: Awaited<ReturnType<typeof openPaymentShops>>
let state: 'PAID' | 'ACTIVE' | 'EXPIRED' | 'down'
let amount: number

beforeAll(async () => {
  shops = await openPaymentShops()
  await shops.use(ACCOUNTS.cashfree)
}, 60_000)

afterAll(() => shops.close())

beforeEach(async () => {
  // Each test is about the payments that it begins.
  await withTenant(shops.db, 'asha', (tx) => tx.update(payments).set({ nextCheckAt: null, status: 'paid' }))
  state = 'ACTIVE'
  amount = 999.5
  shops.clock.now = START
  shops.stub.respond((request) =>
    state === 'down' ? { status: 503, body: {} } : cashfreeLink(request, state, amount),
  )
})

async function begin() {
  const order = await shops.placeOrder(SHOP)
  const fields = { method: 'card', phone: '+919876543210' }
  const { body } = await shops.call(SHOP, '/payments', {
    body: { orderId: order.orderId, fields },
    token: order.token,
  })
  shops.stub.requests.length = 0
  return { ...order, id: String(body.action.redirectUrl).split('/').at(-1) ?? '' }
}

function services() {
  return {
    db: shops.db,
    providers: shops.providers,
    config: { sandbox: true },
    paymentSecrets: [SECRET],
    metrics: createMetrics(),
    log: (entry: Record<string, unknown>) => shops.log.push(entry),
    now: () => shops.clock.now,
  }
}

const pass = () => reconcileShop(services(), { id: 'asha', paymentAccounts: [ACCOUNTS.cashfree] })
const after = (minutes: number) => {
  shops.clock.now = new Date(START.getTime() + minutes * MINUTE_MS)
}

describe('a payment that is left Pending', () => {
  it('is checked after 20 seconds, and its order moves on when it was paid', async () => {
    const order = await begin()
    state = 'PAID'
    after(19 / 60)
    expect(await pass()).toEqual([])
    after(20 / 60)
    expect(await pass()).toEqual(['order paid'])
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
    after(60)
    expect(await pass()).toEqual([])
  })

  it('is checked every 20 seconds for 20 minutes, then less and less often, and no more after 48 hours', async () => {
    const { id } = await begin()
    const waits: number[] = []
    for (let last = 0; ;) {
      const next = (await shops.payment(id))?.nextCheckAt
      if (!next) break
      const seconds = (next.getTime() - START.getTime()) / 1000
      waits.push(seconds - last)
      last = seconds
      after(seconds / 60)
      expect(await pass()).toEqual(['no change'])
    }
    const minutes = [20, 40, 80, 160, 320, 360, 360, 360, 360, 360, 360, 360]
    expect(waits).toEqual([...Array.from({ length: 60 }, () => 20), ...minutes.map((one) => one * 60)])
    expect((await shops.payment(id))?.status).toBe('pending')
  })

  it('stays Pending while the provider is down, and is checked again', async () => {
    const { id } = await begin()
    state = 'down'
    after(2)
    expect(await pass()).toEqual(['no response'])
    expect(shops.log.at(-1)).toMatchObject({ event: 'payment not checked', payment: id })
    state = 'EXPIRED'
    after(6)
    expect(await pass()).toEqual(['declined'])
    expect((await shops.payment(id))?.status).toBe('declined')
  })

  it('is checked again after 5 seconds without a response of the provider', async () => {
    const { id } = await begin()
    state = 'down'
    after(1)
    expect(await pass()).toEqual(['no response'])
    expect((await shops.payment(id))?.nextCheckAt).toEqual(new Date('2026-11-21T10:01:05Z'))
    state = 'PAID'
    after(1 + 5 / 60)
    expect(await pass()).toEqual(['order paid'])
    expect((await shops.payment(id))?.nextCheckAt).toBeNull()
  })

  it('is still checked after 48 hours without a response, and no more after 96', async () => {
    const { id } = await begin()
    state = 'down'
    after(48 * 60)
    expect(await pass()).toEqual(['no response'])
    expect((await shops.payment(id))?.nextCheckAt).not.toBeNull()
    after(96 * 60)
    expect(await pass()).toEqual(['no response'])
    expect((await shops.payment(id))?.nextCheckAt).toBeNull()
  })

  it('that differs at the provider stays Pending, and is not checked after 48 hours', async () => {
    const { id } = await begin()
    state = 'PAID'
    amount = 1
    after(2)
    expect(await pass()).toEqual(['mismatch'])
    after(48 * 60)
    expect(await pass()).toEqual(['mismatch'])
    expect(await shops.payment(id)).toMatchObject({ status: 'pending', nextCheckAt: null })
  })

  it('is checked by one node of many, and paid once', async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, begin))
    shops.stub.requests.length = 0
    state = 'PAID'
    after(2)
    const outcomes = (await Promise.all([pass(), pass(), pass(), pass()])).flat()
    expect(outcomes).toEqual(orders.map(() => 'order paid'))
    expect(shops.stub.requests).toHaveLength(10)
  })

  it('is not checked after the API stops', async () => {
    await Promise.all(Array.from({ length: 23 }, begin))
    after(2)
    const stop = new AbortController()
    const providers = {
      ...shops.providers,
      call(request: Parameters<typeof shops.providers.call>[0]) {
        stop.abort()
        return shops.providers.call(request)
      },
    }
    await reconcilePayments({ ...services(), providers }, stop.signal)
    expect(shops.stub.requests).toHaveLength(20)

    state = 'EXPIRED'
    expect(await pass()).toEqual(['declined', 'declined', 'declined'])
  })

  it('that was declined is still checked, and a late success counts', async () => {
    const order = await begin()
    state = 'EXPIRED'
    after(1)
    expect(await pass()).toEqual(['declined'])
    state = 'PAID'
    after(1.5)
    expect(await pass()).toEqual(['order paid'])
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
  })

  it('has a job at the time of each of its checks, until it is settled', async () => {
    const jobs = async () => {
      const { rows } = await shops.db.orm.execute<{ data: unknown; due: Date | string }>(
        `select data, start_after as due from pgboss.job where name = 'payments' order by created_on, start_after`,
      )
      return rows.map(({ data, due }) => [data, new Date(due)])
    }
    const before = (await jobs()).length
    const { id } = await begin()
    const due = async () => (await shops.payment(id))?.nextCheckAt
    const expected = [[{ tenantId: 'asha' }, await due()]]
    expect((await jobs()).slice(before)).toEqual(expected)
    after(1)
    await pass()
    expected.push([{ tenantId: 'asha' }, await due()])
    expect((await jobs()).slice(before)).toEqual(expected)
    state = 'PAID'
    after(2)
    await pass()
    expect(await due()).toBeNull()
  })

  it('of a provider that is down costs one batch of calls per pass', async () => {
    await Promise.all(Array.from({ length: 23 }, begin))
    state = 'down'
    after(1)
    expect(await pass()).toHaveLength(20)
  })

  it('is found for every shop with an account, as the API does by itself', async () => {
    const order = await begin()
    state = 'PAID'
    after(2)
    await reconcilePayments(services(), new AbortController().signal)
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
  })
})

it('names at the start every shop whose secrets are not in the file', async () => {
  const before = shops.secrets()
  shops.writeSecrets({ asha: { cashfree: {} } })
  const log: Record<string, unknown>[] = []
  await openProviders(shops.secretsFile, shops.db, (entry) => log.push(entry))
  expect(log).toEqual([
    {
      level: 'error',
      event: 'payments not possible',
      tenant: 'asha',
      provider: 'cashfree',
      missing: ['clientSecret'],
      help: 'Give them in the file that PAYMENT_PROVIDER_SECRETS_FILE names.',
    },
  ])
  shops.writeSecrets(before)
})

async function run(...argv: string[]) {
  const output = listeningOutput()
  const exitCode = await runCommand(argv, {
    database: async () => shops.db,
    dataDir: 'memory://',
    cwd: '.',
    purge: async () => [],
    output,
    providers: shops.providers,
    signal: new AbortController().signal,
  })
  return { exitCode, lines: output.lines, problems: output.problems }
}

describe("the merchant's commands", () => {
  it('check pending payments at once', async () => {
    const order = await begin()
    state = 'PAID'
    expect(await run('payments', 'reconcile', 'asha')).toEqual({
      exitCode: 0,
      lines: ['Checked 1 pending payment:', '  paid, the order is processing: 1'],
      problems: [],
    })
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(1)
    expect((await run('payments', 'reconcile', 'asha')).lines).toEqual(['Checked 0 pending payments.'])
  })

  it('distinguish a payment that differs at the provider from one without a response', async () => {
    const order = await begin()
    state = 'PAID'
    amount = 1
    expect(await run('payments', 'reconcile', 'asha')).toEqual({
      exitCode: 0,
      lines: [
        'Checked 1 pending payment:',
        '  amount, currency or order differ at the provider; check the payment there: 1',
      ],
      problems: [`Payment ${order.id}: The report does not match a payment of this shop.`],
    })
    expect(await shops.statusOf(SHOP, order.orderId, order.token)).toBe(0)
  })

  it('set a provider whose secrets exist, and show the secrets of each', async () => {
    expect(await run('payments', 'set', 'asha', 'razorpay', '--id', 'rzp_test_1DP5mmOlF5G5ag')).toEqual({
      exitCode: 0,
      lines: [
        'The shop asha takes new payments through razorpay (test).',
        'Enter this webhook at razorpay: https://api.asha.example/api/v1/payments/callback/razorpay',
        'UPI codes need "QR codes with their image content", which razorpay enables on request. Without it, use --no-upi.',
      ],
      problems: [],
    })
    expect((await run('payments', 'providers', 'asha')).lines).toEqual([
      'razorpay  test  rzp_test_1DP5mmOlF5G5ag  new payments  ready',
      '  webhook: https://api.asha.example/api/v1/payments/callback/razorpay',
      'cashfree  test  TEST430329ae80e0f32e  earlier payments  ready',
      '  webhook: https://api.asha.example/api/v1/payments/callback/cashfree',
    ])
    const { body } = await shops.call(SHOP, '/storeInfo')
    expect(body.paymentHosts).toEqual(['rzp.io', '*.razorpay.com', '*.cashfree.com'])
    expect((await shops.call('bela.example', '/storeInfo')).body.paymentHosts).toBeUndefined()
  })

  it('remove a provider, unless it has open payments', async () => {
    await shops.use(ACCOUNTS.cashfree)
    await begin()
    expect(await run('payments', 'remove', 'asha', 'cashfree')).toMatchObject({
      exitCode: 1,
      problems: [expect.stringMatching(/^1 payment through cashfree may still be paid\./)],
    })
    expect((await run('payments', 'remove', 'asha', 'cashfree', '--force')).exitCode).toBe(0)
    expect((await run('payments', 'providers', 'asha')).lines).toEqual([
      'The shop asha has no payment provider. Add one with: store payments set asha',
    ])
    await shops.use(ACCOUNTS.cashfree)
  })

  it.each([
    [['razorpay', '--id', 'rzp_live_1DP5mmOlF5G5ag'], 'begins with rzp_test_'],
    [['razorpay', '--id', 'rzp_test_1DP5mmOlF5G5ag', '--mode', 'live'], 'begins with rzp_live_'],
    [['payu', '--id', 'a|b'], 'The id is the merchant key of PayU'],
    [['phonepe', '--id', 'SILK_2611', '--client-version', 'one'], 'The version is a number.'],
    [['paytm', '--id', 'x'], 'The providers are: payu, razorpay, cashfree, phonepe.'],
  ])('refuse %j', async (argv, problem) => {
    const said = await run('payments', 'set', 'asha', ...argv)
    expect(said.exitCode).not.toBe(0)
    expect(said.problems.join(' ')).toContain(problem)
  })

  it('name the secret to add when one is missing, or the file when others can read it', async () => {
    const before = shops.secrets()
    shops.writeSecrets({ asha: { payu: {} } })
    expect(await run('payments', 'set', 'asha', 'payu', '--id', 'JPM7Fg')).toMatchObject({
      exitCode: 1,
      problems: [
        'Nothing was changed: secrets are missing. Add to the file that PAYMENT_PROVIDER_SECRETS_FILE names: {"asha":{"payu":{"salt":"…"}}}',
      ],
    })
    shops.writeSecrets(['not the shape'])
    expect((await run('payments', 'set', 'asha', 'payu', '--id', 'JPM7Fg')).problems[0]).toContain(
      'is not what is expected',
    )
    shops.writeSecrets(before)
    const { chmod } = await import('node:fs/promises')
    await chmod(shops.secretsFile, 0o644)
    expect((await run('payments', 'set', 'asha', 'payu', '--id', 'JPM7Fg')).problems[0]).toContain(
      'is open to every user of this machine. Close it with: chmod 600',
    )
    await chmod(shops.secretsFile, 0o600)
    expect((await run('payments', 'set', 'asha', 'payu', '--id', 'JPM7Fg')).exitCode).toBe(0)
  })
})
