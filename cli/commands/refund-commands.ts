import type { Command } from 'commander'

import { readTenant, withTenant } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { readFailures } from '../../api/modules/orders/refund-requests.ts'
import type { RefundPart } from '../../api/modules/payments/due-parts.ts'
import { readDueRefunds, readRefundsInProgress } from '../../api/modules/payments/due-refunds.ts'
import { isSentByShop } from '../../api/modules/payments/refund-details.ts'
import { recordRefund } from '../../api/modules/payments/refunds.ts'
import { isRefundedByHand, requestRefund } from '../../api/modules/payments/request-refund.ts'
import { formatMoney, formatRupees } from '../../api/rupees.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { requireNumber } from '../../api/modules/orders/advance.ts'
import { toUpiId } from './describe-order.ts'
import { amountOption, referenceOption } from './money-commands.ts'
import { timeText } from './time-text.ts'

const REFUND_HELP = `
Examples:
  store payments refunds silkhouse
  store payments refund silkhouse 7K3M-9Q2X-V0AB
  store payments refund silkhouse 7K3M-9Q2X-V0AB --amount 500
  store payments refunded silkhouse pay_9A33XWu170gUtm --reference rfnd_FP8QHiV938haTz
  store payments refunded silkhouse pay_9A33XWu170gUtm --reference rfnd_FP8QHiV938haTz --amount 500

"payments refund" asks the payment provider to send back what is due of an order and its received returns, or --amount.
The API makes the calls, and its jobs follow the refund until it is made or has failed. Money that came in cash or to your
own UPI id has no provider: send it yourself, and record it with "payments refunded".`

/** Commands that send money back. */
export function addRefundCommands(commands: Command, context: CommandContext): void {
  commands
    .command('refund')
    .description('ask the payment provider for the refund that is due of an order, or of a part')
    .argument('<shop>', 'id of the shop')
    .argument('<order>', 'order number')
    .addOption(amountOption('amount in rupees (default: all that is due)'))
    .addHelpText('after', REFUND_HELP)
    .action((shop: string, order: string, { amount }: { amount?: number }) =>
      askForRefund(context, shop, order, amount),
    )
  commands
    .command('refunds')
    .description(
      'list refunds that are due or in progress: of orders that were cancelled or already paid, and of returns',
    )
    .argument('<shop>', 'id of the shop')
    .addHelpText('after', REFUND_HELP)
    .action((shop: string) => showRefunds(context, shop))
  commands
    .command('refunded')
    .description('record a full or partial refund of a payment that you made yourself')
    .argument('<shop>', 'id of the shop')
    .argument('<payment>', 'payment id or reference, as listed by "payments refunds" and "orders show"')
    .addOption(referenceOption('refund reference of the payment provider or bank').makeOptionMandatory())
    .addOption(amountOption("amount in the payment's currency (default: the full amount due)"))
    .addHelpText('after', REFUND_HELP)
    .action((shop: string, payment: string, options: RefundedOptions) =>
      recordRefunded(context, shop, payment, options),
    )
}

interface RefundedOptions {
  reference: string
  amount?: number
}

/** `store payments refund` */
async function askForRefund(
  context: CommandContext,
  shop: string,
  typed: string,
  amountPaise: number | undefined,
): Promise<void> {
  const { output } = context
  const orderNumber = requireNumber(typed)
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { id: tenantId } = tenant
  const { requested, byHand } = await withTenant(db, tenantId, (tx) =>
    requestRefund(tx, tenant, { orderNumber, amountPaise, now: new Date() }),
  )
  const order = formatOrderNumber(orderNumber)
  output.result({
    order,
    requested: requested.map(toResult),
    byHand: byHand.map(toResult),
  })
  for (const { payment, amount } of requested) {
    output.line(
      `${payment.provider} is asked to refund ${formatRupees(amount)} of order ${order}. See how it goes: store payments refunds ${tenantId}`,
    )
  }
  for (const { payment, amount, returnId } of byHand) {
    const record = returnId
      ? `store returns refunded ${tenantId} ${returnId} --reference <text>`
      : `store payments refunded ${tenantId} ${payment.id} --reference <text> --amount ${amount / 100}`
    output.line(
      `${wayOf(payment)} Send ${formatRupees(amount)} of order ${order} back, then record it with: ${record}`,
    )
  }
}

function toResult({ payment, amount, returnId }: RefundPart) {
  return {
    ...{ payment: payment.id, provider: payment.provider, amount: amount / 100 },
    ...(returnId !== undefined && { return: returnId }),
  }
}

/** Where the merchant sends back what no provider is asked for. */
function wayOf({ provider, method, id }: RefundPart['payment']): string {
  if (!isSentByShop({ provider }))
    return `Payment ${id} came through ${provider}: refund it in its dashboard.`
  return method === 'cash'
    ? `Payment ${id} came in cash: ask the shopper for a UPI id or bank account.`
    : `Payment ${id} came to your own account: refund it from your bank.`
}

/** `store payments refunds`: the longest due first. docs/payments.md#refund */
async function showRefunds(context: CommandContext, shop: string): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id: tenantId } = await requireTenant(db, shop)
  const { rows, returns, running, failed } = await readTenant(db, tenantId, async (tx) => {
    const { refundsDue: rows, returnsToRefund: returns } = await readDueRefunds(tx, tenantId)
    const ids = rows.map(({ id }) => id)
    return {
      rows,
      returns,
      running: await readRefundsInProgress(tx, tenantId),
      failed: await readFailures(tx, tenantId, ids),
    }
  })
  for (const row of rows) {
    const { id, orderNumber, provider, gatewayReference, amount, currency, due, settledAt } = row
    const part = due === amount ? '' : ` of ${formatMoney(amount, currency)}`
    const facts = [
      `refund due ${formatMoney(due, currency)}${part}`,
      ...[provider, gatewayReference ?? '', id],
      toUpiId(row),
      failed.get(id) ?? '',
    ]
    output.line([formatOrderNumber(orderNumber), ...facts.filter(Boolean), timeText(settledAt)].join('  '))
  }
  for (const { row, due, upiId } of returns) {
    const facts = [`refund due ${formatRupees(due)}`, `return ${row.id}`, toUpiId({ upiId })]
    output.line([formatOrderNumber(row.orderNumber), ...facts.filter(Boolean)].join('  '))
  }
  for (const { request, payment } of running) {
    const facts = [`refund of ${formatRupees(request.amount)} ${request.state}`, payment.provider]
    output.line([formatOrderNumber(payment.orderNumber), ...facts, timeText(request.createdAt)].join('  '))
  }
  output.result([
    ...rows.map(
      ({ id, orderNumber, provider, gatewayReference, amount, currency, due, upiId, settledAt }) => ({
        order: formatOrderNumber(orderNumber),
        amount: amount / 100,
        due: due / 100,
        currency,
        provider,
        payment: id,
        gatewayReference,
        upiId,
        ...(failed.has(id) && { failed: failed.get(id) }),
        paidAt: settledAt?.toISOString() ?? null,
      }),
    ),
    ...returns.map(({ row, due, upiId }) => ({
      ...{ order: formatOrderNumber(row.orderNumber), due: due / 100, currency: 'INR', return: row.id },
      upiId,
    })),
    ...running.map(({ request: { id, amount, state, createdAt }, payment }) => ({
      ...{ order: formatOrderNumber(payment.orderNumber), amount: amount / 100, refund: id, state },
      ...{ payment: payment.id, provider: payment.provider, startedAt: createdAt.toISOString() },
    })),
  ])
  output.line(`${count(rows.length + returns.length, 'refund')} due.`)
  if (running.length > 0)
    output.line(`${count(running.length, 'refund')} in progress at the payment provider.`)
  if (rows.some((row) => !isRefundedByHand(row))) {
    output.line(`Ask the payment provider for one with: store payments refund ${tenantId} <order>`)
  }
  if (rows.length > 0) {
    output.line(
      `Record one that you made yourself with: store payments refunded ${tenantId} <payment> --reference <text>`,
    )
  }
  if (returns.length > 0) {
    output.line(
      `Record that of a return with: store returns refunded ${tenantId} <return> --reference <text>`,
    )
  }
}

async function recordRefunded(
  context: CommandContext,
  shop: string,
  named: string,
  { reference, amount }: RefundedOptions,
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id: tenantId } = await requireTenant(db, shop)
  const { payment, amountPaise, due } = await withTenant(db, tenantId, (tx) =>
    recordRefund(tx, tenantId, { named, reference, amountPaise: amount, now: new Date() }),
  )
  const { id, orderNumber, currency } = payment
  const order = formatOrderNumber(orderNumber)
  output.result({ order, payment: id, refunded: amountPaise / 100, due: due / 100, currency, reference })
  const rest = due > 0 ? ` ${formatMoney(due, currency)} is still due.` : ''
  output.line(`Recorded a refund of ${formatMoney(amountPaise, currency)} for order ${order}.${rest}`)
}
