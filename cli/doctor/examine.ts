import { checkAccount } from './checks/accounts.ts'
import { checkCapabilities, type CapabilityReport, type ShoppingCapabilities } from './checks/capabilities.ts'
import { checkCrossOrigin } from './checks/cross-origin.ts'
import { checkGuests } from './checks/guests.ts'
import { checkListing } from './checks/listing.ts'
import { checkOrders, sizeOf } from './checks/orders.ts'
import { checkPaymentCapabilities } from './checks/payment-capabilities.ts'
import { checkPaymentFields } from './checks/payment-fields.ts'
import { checkPayments } from './checks/payments.ts'
import { checkProducts } from './checks/products.ts'
import { checkStoreInfo, type StoreFacts } from './checks/store-info.ts'
import { ordersVariant, refusesBeyondStock } from './checks/variant-orders.ts'
import { Visit, type VisitOptions } from './visit.ts'
import type { ReceivedProduct } from '../../src/lib/contract/product.ts'
import type { DetectedFault } from './faults.ts'

export interface Diagnosis {
  calls: number
  findings: DetectedFault[]
  capabilities: CapabilityReport[]
  unseen: string[]
}

/**
 * Checks a store API by its responses. Sends only reads, unless `write`: then it registers two test accounts, places
 * orders and starts payments, without paying. docs/requirements.md#72-calls
 */
export async function examine(options: VisitOptions & { write: boolean }): Promise<Diagnosis> {
  const visit = new Visit(options)
  const facts = await checkStoreInfo(visit)
  // Without any response, the other checks would only repeat this finding.
  if (visit.findings.some(({ fault }) => fault === 'no-answer')) return diagnosis(visit, [])
  await checkCrossOrigin(visit)
  const { page, products } = await checkProducts(visit)
  if (page && page.items.length > 0) await checkListing(visit, page, products)
  await checkGuests(visit)
  let skills: ShoppingCapabilities | undefined
  if (options.write) skills = await checkShopping(visit, products, facts)
  else await checkPaymentFields(visit)
  return diagnosis(visit, await checkCapabilities(visit, facts.claimed, page, skills))
}

/** Checks everything from registration to payment. */
async function checkShopping(
  visit: Visit,
  products: readonly ReceivedProduct[],
  { paymentHosts }: StoreFacts,
): Promise<ShoppingCapabilities | undefined> {
  const plain = products.filter(({ variants }) => variants.length === 0)
  const product = plain.find(sizeOf) ?? plain[0] ?? products.find(sizeOf) ?? products[0]
  const account = await checkAccount(visit)
  const fields = await checkPaymentFields(visit, account?.token)
  if (!account || !product) return undefined
  const other = await checkAccount(visit)
  const { orderId, capabilities } = await checkOrders(visit, product, account, other)
  const order = orderId === undefined ? undefined : { orderId, account, other, fields, paymentHosts }
  const paying = order && (await checkPaymentCapabilities(visit, order))
  if (order) await checkPayments(visit, order)
  return {
    ...capabilities,
    payments: paying,
    variants: await ordersVariant(visit, products, account),
    stock: await refusesBeyondStock(visit, products, account),
  }
}

function diagnosis(visit: Visit, capabilities: CapabilityReport[]): Diagnosis {
  return { calls: visit.calls, findings: visit.findings, capabilities, unseen: visit.unseen }
}
