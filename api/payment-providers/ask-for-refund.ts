import { isRefused, ProviderError } from './provider-call.ts'
import type { RefundReport, StoredRefund } from './provider.ts'

/**
 * Finds the refund at the provider by our own id, else asks for it. One that is refused has failed, unless an earlier
 * request, whose response was lost, did reach the provider.
 * @throws {ProviderError} the provider gives no response, or reports another amount
 */
export async function askForRefund(
  provider: string,
  { amountPaise }: StoredRefund,
  find: () => Promise<RefundReport | undefined>,
  create: () => Promise<RefundReport>,
): Promise<RefundReport> {
  const report = (await find()) ?? (await createOnce(find, create, amountPaise))
  if (report.amountPaise !== amountPaise) throw new ProviderError(`${provider} returned another refund.`)
  return report
}

async function createOnce(
  find: () => Promise<RefundReport | undefined>,
  create: () => Promise<RefundReport>,
  amountPaise: number,
): Promise<RefundReport> {
  try {
    return await create()
  } catch (error) {
    if (!isRefused(error)) throw error
    return (await find()) ?? { reference: '', amountPaise, outcome: 'failed' }
  }
}

/** `undefined` where the provider knows no such thing. */
export async function findOrNothing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
