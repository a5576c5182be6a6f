import { afterAll, beforeAll, expect, it } from 'vitest'

import { putTenant } from '../../api/modules/tenants/write.ts'
import { ASHA, openSandboxStore, product, serve, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

const SHOP = 'asha.localhost'

let store: Store
/** Without the sandbox, shoppers pay to the shop's own UPI id. */
let production: ReturnType<typeof serve>

beforeAll(async () => {
  store = await openSandboxStore([product('kurta')])
  const payee = { ...ASHA.payee, confirmsWithinHours: 24 }
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], payee })
  production = serve(store.db, { sandbox: false })
}, 300_000)

afterAll(() => store.close())

/** An order whose shopper has paid to the shop's own UPI id, and perhaps gave the bank's reference. */
async function upiOrder(reference?: string) {
  const { orderId, token } = await store.placeOrder(SHOP)
  const fields = { method: 'upi-qr', phone: '+919876543210', ...(reference && { reference }) }
  const { body } = await production.call(SHOP, '/payments', { body: { orderId, fields }, token })
  const payment = new URL(body.action.qr).searchParams.get('tr') ?? ''
  return { orderId, token, payment }
}

const statusOf = async (order: { orderId: string; token: string }) =>
  store.statusOf(SHOP, order.orderId, order.token)

const statement = (text: string, ...options: string[]) =>
  run(
    store.db,
    folderWith({ 'bank.csv': text }),
    ...['payments', 'received', 'asha', '--from', 'bank.csv', ...options],
  )

it('records ten UPI orders of a morning with one command', async () => {
  const orders = []
  for (let at = 0; at < 10; at += 1) orders.push(await upiOrder(`41234567890${at}`))
  const rows = orders.map((_, at) => `26/11/2026,41234567890${at},999.50`)
  const said = await statement(['Date,UTR,Credit', ...rows].join('\n'))
  expect(said).toMatchObject({ exitCode: 0, problems: [] })
  expect(said.lines[0]).toBe(
    `Line 2: 26/11/2026  ₹999.50  412345678900: order ${orders[0]?.orderId} is paid.`,
  )
  expect(said.lines.at(-1)).toBe('10 payments recorded.')
  for (const order of orders) expect(await statusOf(order)).toBe(1)
})

it('finds the order in the words of the bank: UTR, order number or the reference of its payment', async () => {
  const [byUtr, byNumber, byPayment] = [await upiOrder('512345678901'), await upiOrder(), await upiOrder()]
  const number = byNumber.orderId.replaceAll('-', '')
  const text = [
    'Value Date;Narration;Deposit Amt.;Withdrawal Amt.',
    '26/11/26;UPI-ASHA RAO-0000512345678901-OKBANK;999.50;',
    `26/11/26;UPI/512345678902/Order ${number}/ASHA;₹ 999.50;`,
    `26/11/26;UPI 512345678903 ${byPayment.payment.toLowerCase()};999.5;`,
    '26/11/26;RENT;;25,000.00',
    '26/11/26;NEFT SALARY ADJUSTMENT 512345678904;1,20,000.00;',
  ]
  const said = await statement(text.join('\n'))
  expect(said.problems).toEqual([])
  expect(said.lines.at(-1)).toBe('3 payments recorded, 1 of no order.')
  expect(said.lines).toContain('Line 6: 26/11/26  ₹1,20,000.00  512345678904: no order waits for it.')
  for (const order of [byUtr, byNumber, byPayment]) expect(await statusOf(order)).toBe(1)
})

it('can be used again, and names what it does not record', async () => {
  const [good, other, one, two] = [
    await upiOrder('612345678901'),
    await upiOrder('612345678902'),
    await upiOrder('612345678903'),
    await upiOrder('612345678903'),
  ]
  const text = [
    'date,amount,utr',
    '2026-11-26,999.50,612345678901',
    '2026-11-26,900,612345678902',
    '2026-11-26,999.50,6.12346E+11',
    '2026-11-26,999.50,612345678903',
    '2026-11-26,viele,612345678909',
    '2026-11-26,-999.50,612345678910',
  ].join('\n')
  const problems = [
    `Line 3: The total of order ${other.orderId} is ₹999.50, not ₹900.00. To record the other amount, add --accept-difference.`,
    'Line 4: the utr "6.12346E+11" is shortened by a spreadsheet: format the column as text and enter it again',
    expect.stringMatching(
      /^Line 5: It names several orders: .*, .*\. Record it with: store payments received/,
    ),
    'Line 6: "viele" is not an amount',
  ]
  const dry = await statement(text, '--dry-run')
  expect(dry.exitCode).toBe(1)
  expect(dry.problems).toEqual([...problems, '1 payment would be recorded, 4 refused.'])
  expect(await statusOf(good)).toBe(0)

  expect((await statement(text)).problems).toEqual([...problems, '1 payment recorded, 4 refused.'])
  expect(await statusOf(good)).toBe(1)
  const again = await statement(text, '--accept-difference')
  expect(again.lines[0]).toBe(
    `Line 2: 2026-11-26  ₹999.50  612345678901: recorded for order ${good.orderId} already.`,
  )
  expect(again.problems.at(-1)).toBe('1 payment recorded, 1 as before, 3 refused.')
  expect([await statusOf(other), await statusOf(one), await statusOf(two)]).toEqual([1, 0, 0])
  expect((await run(store.db, '.', 'check', 'money', 'asha')).lines).toEqual(['✓ The books agree.'])
})

it('prints what it recorded as JSON', async () => {
  const { orderId } = await upiOrder('712345678901')
  const text = 'date,amount,utr\n2026-11-26,999.50,712345678901\n2026-11-26,5,712345678902\n'
  const { lines } = await statement(text, '--json')
  expect(JSON.parse(lines.join('\n'))).toEqual({
    recorded: [
      {
        ...{ line: 2, order: orderId, amount: 999.5, reference: '712345678901' },
        ...{ outcome: 'order paid', oversold: 0 },
      },
    ],
    unmatched: [{ line: 3, date: '2026-11-26', amount: 5, reference: '712345678902' }],
    refused: [],
  })
})

it.each([
  [['--from', 'bank.csv', '--reference', '1'], 2, 'orders, references and amounts are those of --from'],
  [['--dry-run'], 2, '--dry-run is for --from'],
  [[], 2, "missing required argument 'order'"],
  [['--from', 'gone.csv'], 1, 'There is no file'],
])('refuses %j', async (options, exit, problem) => {
  const { exitCode, problems } = await run(store.db, '/nowhere', 'payments', 'received', 'asha', ...options)
  expect([exitCode, problems.join(' ')]).toEqual([exit, expect.stringContaining(problem)])
})
