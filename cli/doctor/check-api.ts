import { checkAccountCalls } from './checks/account-calls.ts'
import { checkAccount, createAccount } from './checks/accounts.ts'
import { checkCapabilities, type CapabilityReport, type ShoppingCapabilities } from './checks/capabilities.ts'
import { checkCrossOrigin } from './checks/cross-origin.ts'
import { checkGuests } from './checks/guests.ts'
import { checkListing } from './checks/listing.ts'
import { checkOrders, sizeOf } from './checks/orders.ts'
import { refusesUnknownCode } from './checks/offers.ts'
import { checkPaymentCapabilities } from './checks/payment-capabilities.ts'
import { checkPaymentFields } from './checks/payment-fields.ts'
import { checkPayments } from './checks/payments.ts'
import { checkProducts } from './checks/products.ts'
import { refusesPhone, refusesWithQuote } from './checks/quotes.ts'
import { checkStoreInfo, type StoreFacts } from './checks/store-info.ts'
import { ordersVariant, refusesBeyondStock } from './checks/variant-orders.ts'
import { CheckRun, type CheckRunOptions } from './check-run.ts'
import type { ReceivedProduct } from '@tanabana/contract/product.ts'
import type { DetectedFault } from './faults.ts'

export interface Diagnosis {
  calls: number
  findings: DetectedFault[]
  capabilities: CapabilityReport[]
  skipped: string[]
}

/**
 * Checks a store API by its responses. Sends only reads, unless `write`: then it registers two test accounts, places
 * orders and starts payments, without paying. docs/requirements.md#72-calls
 */
export async function checkApi(options: CheckRunOptions & { write: boolean }): Promise<Diagnosis> {
  const run = new CheckRun(options)
  const facts = await checkStoreInfo(run)
  // Without any response, the other checks would only repeat this finding.
  if (run.findings.some(({ fault }) => fault === 'no-answer')) return diagnosis(run, [])
  await checkCrossOrigin(run)
  const { page, products } = await checkProducts(run)
  if (page && page.items.length > 0) await checkListing(run, page, products)
  await checkGuests(run)
  let shoppingCapabilities: ShoppingCapabilities | undefined
  if (options.write) shoppingCapabilities = await checkShopping(run, products, facts)
  else await checkPaymentFields(run)
  return diagnosis(run, await checkCapabilities(run, facts.claimed, page, shoppingCapabilities))
}

/** Checks everything from registration to payment. */
async function checkShopping(
  run: CheckRun,
  products: readonly ReceivedProduct[],
  { paymentHosts, claimed }: StoreFacts,
): Promise<ShoppingCapabilities | undefined> {
  const plain = products.filter(({ variants }) => variants.length === 0)
  const product = plain.find(sizeOf) ?? plain[0] ?? products.find(sizeOf) ?? products[0]
  const account = await checkAccount(run)
  const fields = await checkPaymentFields(run, account?.token)
  if (!account || !product) return undefined
  const other = await checkAccount(run)
  const buyer = (await createAccount(run)) ?? account
  const { orderId, capabilities } = await checkOrders(run, product, { one: account, other, buyer })
  const order = orderId === undefined ? undefined : { orderId, account, other, fields, paymentHosts }
  const paying = order && (await checkPaymentCapabilities(run, order))
  if (order) await checkPayments(run, order)
  return {
    ...capabilities,
    payments: paying,
    variants: await ordersVariant(run, products, buyer),
    stock: await refusesBeyondStock(run, products, buyer),
    offers: claimed.includes('offers') ? await refusesUnknownCode(run, product, buyer) : undefined,
    quotes: claimed.includes('quotes') ? await refusesWithQuote(run, product, buyer) : undefined,
    phoneCheck: claimed.includes('phone-check') ? await refusesPhone(run, product, buyer) : undefined,
    accounts: await checkAccountCalls(run, claimed),
  }
}

function diagnosis(run: CheckRun, capabilities: CapabilityReport[]): Diagnosis {
  return { calls: run.calls, findings: run.findings, capabilities, skipped: run.skipped }
}
