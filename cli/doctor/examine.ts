import { checkAccount } from './checks/accounts.ts'
import { checkCapabilities, type CapabilityReport } from './checks/capabilities.ts'
import { checkCrossOrigin } from './checks/cross-origin.ts'
import { checkGuests } from './checks/guests.ts'
import { checkListing } from './checks/listing.ts'
import { checkOrders, sizeOf, type OrderCapabilities } from './checks/orders.ts'
import { checkPaymentCapabilities, type PaymentCapabilities } from './checks/payment-capabilities.ts'
import { checkPaymentFields } from './checks/payment-fields.ts'
import { checkPayments } from './checks/payments.ts'
import { checkProducts } from './checks/products.ts'
import { checkStoreInfo, type StoreFacts } from './checks/store-info.ts'
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
  let skills: Skills = {}
  if (options.write) skills = await checkShopping(visit, products.find(sizeOf) ?? products[0], facts)
  else await checkPaymentFields(visit)
  const { ordering, paying } = skills
  return diagnosis(visit, await checkCapabilities(visit, facts.claimed, page, ordering, paying))
}

/** Capabilities that only orders show; empty without an order. */
interface Skills {
  ordering?: OrderCapabilities
  paying?: PaymentCapabilities | undefined
}

/** Checks everything from registration to payment. */
async function checkShopping(
  visit: Visit,
  product: ReceivedProduct | undefined,
  { paymentHosts }: StoreFacts,
): Promise<Skills> {
  const account = await checkAccount(visit)
  const fields = await checkPaymentFields(visit, account?.token)
  if (!account || !product) return {}
  const other = await checkAccount(visit)
  const { orderId, capabilities } = await checkOrders(visit, product, account, other)
  if (orderId === undefined) return { ordering: capabilities }
  const paying = await checkPaymentCapabilities(visit, { orderId, account, other, fields })
  await checkPayments(visit, { orderId, account, fields, paymentHosts })
  return { ordering: capabilities, paying }
}

function diagnosis(visit: Visit, capabilities: CapabilityReport[]): Diagnosis {
  return { calls: visit.calls, findings: visit.findings, capabilities, unseen: visit.unseen }
}
