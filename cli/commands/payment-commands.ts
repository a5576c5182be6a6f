import { Option, type Command } from 'commander'
import { and, count as countRows, eq, isNotNull } from 'drizzle-orm'

import { withTenant } from '../../api/db/index.ts'
import { payments } from '../../api/db/schema.ts'
import { count } from '@tanabana/contract/text.ts'
import { createProviders, missingSecrets } from '../../api/payment-providers/provider-context.ts'
import {
  ACCOUNT_PROVIDERS,
  type AccountProvider,
  type Mode,
  type PaymentAccount,
} from '../../api/db/json-columns.ts'
import { PROVIDERS } from '../../api/payment-providers/registry.ts'
import type { CheckOutcome } from '../../api/modules/payments/provider-reports.ts'
import { checkDueRefunds, type RefundOutcome } from '../../api/modules/payments/check-refunds.ts'
import { readRefundsInProgress } from '../../api/modules/payments/due-refunds.ts'
import { reconcileShop } from '../../api/modules/payments/reconcile.ts'
import { webhookPath } from '../../api/http/webhook-path.ts'
import type { Tenant } from '../../api/tenant.ts'
import { putPaymentAccounts } from '../../api/modules/tenants/write.ts'
import { CommandError, purgeEdit, requireTenant, type CommandContext } from '../context.ts'
import { addMoneyCommands } from './money-commands.ts'
import { addRefundCommands } from './refund-commands.ts'

const RECONCILE_MAX = 500

const SET_HELP = `
Keep secrets off the command line: put them into the file that PAYMENT_PROVIDER_SECRETS_FILE names.
docs/payments.md shows the file and what to enter at each provider.

Examples:
  store payments set silkhouse razorpay --id rzp_test_1DP5mmOlF5G5ag
  store payments set silkhouse phonepe --id SILKHOUSE_2611 --client-version 1 --mode live`

/** `store payments …`: provider accounts of a shop, and status checks of its payments. */
export function addPaymentCommands(program: Command, context: CommandContext): void {
  const commands = program
    .command('payments')
    .description('set payment providers, confirm payments, refund them')
  commands
    .command('providers')
    .description('list the payment providers of a shop and what each still needs')
    .argument('<shop>', 'id of the shop')
    .action((shop: string) => showProviders(context, shop))
  commands
    .command('set')
    .description('take new payments through a payment provider')
    .argument('<shop>', 'id of the shop')
    .argument('<provider>', ACCOUNT_PROVIDERS.join(', '), toProvider)
    .requiredOption(
      '--id <id>',
      'merchant key of PayU, key id of Razorpay, client id of Cashfree and PhonePe',
    )
    .addOption(
      new Option('--mode <mode>', 'test mode moves no money').choices(['test', 'live']).default('test'),
    )
    .option('--client-version <version>', "PhonePe's client version")
    .option('--no-upi', 'offer no UPI QR code or app link, until the provider enables UPI in its API')
    .addHelpText('after', SET_HELP)
    .action((shop: string, provider: AccountProvider, options: SetOptions) =>
      setProvider(context, shop, provider, options),
    )
  commands
    .command('remove')
    .description('stop taking payments through a payment provider')
    .argument('<shop>', 'id of the shop')
    .argument('<provider>', ACCOUNT_PROVIDERS.join(', '), toProvider)
    .option('--force', 'remove it even if payments are pending; their results are then lost')
    .action((shop: string, provider: AccountProvider, options: { force?: boolean }) =>
      removeProvider(context, shop, provider, options),
    )
  commands
    .command('reconcile')
    .description('check pending payments, and refunds in progress, with the payment providers')
    .argument('<shop>', 'id of the shop')
    .action((shop: string) => reconcile(context, shop))
  addMoneyCommands(commands, context)
  addRefundCommands(commands, context)
}

interface SetOptions {
  id: string
  mode: Mode
  clientVersion?: string
  upi: boolean
}

function toProvider(name: string): AccountProvider {
  const provider = ACCOUNT_PROVIDERS.find((known) => known === name)
  if (provider) return provider
  throw new CommandError(
    `There is no payment provider "${name}". The providers are: ${ACCOUNT_PROVIDERS.join(', ')}.`,
  )
}

async function showProviders(context: CommandContext, shop: string): Promise<void> {
  const { output, providers = createProviders() } = context
  const tenant = await requireTenant(await context.database(), shop)
  const accounts = tenant.paymentAccounts ?? []
  if (accounts.length === 0) {
    output.line(
      `The shop ${tenant.id} has no payment provider. Add one with: store payments set ${tenant.id}`,
    )
  }
  const shown = await Promise.all(
    accounts.map(async (account) => ({
      ...account,
      missing: missingSecrets(account, await providers.secretsOf(tenant.id, account.provider)),
      callback: webhookUrl(tenant, account.provider),
    })),
  )
  output.result(shown)
  for (const [index, { provider, mode, id, upi = true, missing, callback }] of shown.entries()) {
    const role = index === 0 ? 'new payments' : 'earlier payments'
    const state = missing.length > 0 ? `missing: ${missing.join(', ')}` : 'ready'
    output.line([provider, mode, id, role, ...(upi ? [] : ['no UPI codes']), state].join('  '))
    output.line(`  webhook: ${callback}`)
  }
}

function webhookUrl({ hosts }: Tenant, provider: AccountProvider): string {
  return `https://api.${hosts[0]}${webhookPath(provider)}`
}

async function setProvider(
  context: CommandContext,
  shop: string,
  provider: AccountProvider,
  { id, mode, clientVersion, upi }: SetOptions,
): Promise<void> {
  const { output, providers = createProviders() } = context
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const account: PaymentAccount = {
    ...{ provider, mode, id },
    ...(clientVersion !== undefined && { version: clientVersion }),
    ...(!upi && { upi }),
  }
  const problem = PROVIDERS[provider].accountProblem(account)
  if (problem) throw new CommandError(problem)
  const missing = missingSecrets(account, await providers.secretsOf(tenant.id, provider))
  if (missing.length > 0) {
    const example = Object.fromEntries(missing.map((name) => [name, '…']))
    throw new CommandError(
      `Nothing was changed: secrets are missing. Add to the file that PAYMENT_PROVIDER_SECRETS_FILE names: ` +
        JSON.stringify({ [tenant.id]: { [provider]: example } }),
    )
  }
  const others = (tenant.paymentAccounts ?? []).filter((one) => one.provider !== provider)
  await putPaymentAccounts(db, tenant.id, [account, ...others])
  await purgeEdit(context, tenant)
  output.line(`The shop ${tenant.id} takes new payments through ${provider} (${mode}).`)
  output.line(`Enter this webhook at ${provider}: ${webhookUrl(tenant, provider)}`)
  if (upi) {
    output.line(
      `UPI codes need "${PROVIDERS[provider].upiFeature}", which ${provider} enables on request. Without it, use --no-upi.`,
    )
  }
  output.result({ ...account, callback: webhookUrl(tenant, provider) })
}

async function removeProvider(
  context: CommandContext,
  shop: string,
  provider: AccountProvider,
  { force = false }: { force?: boolean },
): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const accounts = tenant.paymentAccounts ?? []
  if (!accounts.some((account) => account.provider === provider)) {
    throw new CommandError(
      `The shop ${tenant.id} does not use ${provider}. List its providers with: store payments providers ${tenant.id}`,
    )
  }
  const isUnderWay = and(
    eq(payments.tenantId, tenant.id),
    eq(payments.provider, provider),
    eq(payments.status, 'pending'),
    isNotNull(payments.nextCheckAt),
  )
  const [open] = await withTenant(db, tenant.id, (tx) =>
    tx.select({ payments: countRows() }).from(payments).where(isUnderWay),
  )
  if (open && open.payments > 0 && !force) {
    throw new CommandError(
      `${count(open.payments, 'payment')} through ${provider} may still be paid. ` +
        'Set another provider and keep this one for 2 days, or remove it with --force.',
    )
  }
  const running = await withTenant(db, tenant.id, (tx) => readRefundsInProgress(tx, tenant.id))
  const refunds = running.filter(({ payment }) => payment.provider === provider).length
  if (refunds > 0 && !force) {
    throw new CommandError(
      `${count(refunds, 'refund')} through ${provider} ${refunds === 1 ? 'is' : 'are'} in progress. ` +
        'Set another provider and keep this one until then, or remove it with --force: they are due again then.',
    )
  }
  await putPaymentAccounts(
    db,
    tenant.id,
    accounts.filter((account) => account.provider !== provider),
  )
  await purgeEdit(context, tenant)
  context.output.line(`The shop ${tenant.id} no longer takes payments through ${provider}.`)
  context.output.result({ removed: provider })
}

async function reconcile(context: CommandContext, shop: string): Promise<void> {
  const { output, providers = createProviders() } = context
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const services = {
    db,
    providers,
    config: { sandbox: false },
    paymentSecrets: [],
    metrics: { countSettlement: () => undefined },
    log: ({ reason, payment, refund }: Record<string, unknown>) => {
      const subject = typeof payment === 'string' ? `Payment ${payment}` : `Refund ${String(refund)}`
      if (typeof reason === 'string') output.problem(`${subject}: ${reason}`)
    },
    now: () => new Date(),
    purge: context.purge,
  }
  const { signal } = context
  const outcomes = await reconcileShop(services, tenant, { isForced: true, limit: RECONCILE_MAX, signal })
  const refunds = await checkDueRefunds(services, tenant, { isForced: true, signal })
  output.result({ outcomes, refunds })
  output.line(`Checked ${count(outcomes.length, 'pending payment')}${outcomes.length > 0 ? ':' : '.'}`)
  for (const outcome of new Set(outcomes)) {
    output.line(`  ${OUTCOME_TEXTS[outcome]}: ${outcomes.filter((one) => one === outcome).length}`)
  }
  if (refunds.length === 0) return
  output.line(`Checked ${count(refunds.length, 'refund')} in progress:`)
  for (const outcome of new Set(refunds)) {
    output.line(`  ${REFUND_TEXTS[outcome]}: ${refunds.filter((one) => one === outcome).length}`)
  }
}

const REFUND_TEXTS: Record<RefundOutcome, string> = {
  made: 'made',
  failed: 'failed, due again',
  pending: 'in progress',
  'no response': 'no response from the provider',
}

const OUTCOME_TEXTS: Record<CheckOutcome, string> = {
  'order paid': 'paid, the order is processing',
  'refund due': 'paid too late, refund due',
  declined: 'not paid',
  'no change': 'still pending',
  duplicate: 'settled earlier',
  'no response': 'no response from the provider',
  mismatch: 'amount, currency or order differ at the provider; check the payment there',
  'not checked': 'not checked',
}
