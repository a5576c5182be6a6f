import type { ReactNode, RefObject } from 'react'

import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import type { StoreClient } from '../../lib/api-client/client.ts'

export interface SavedAddressesProps {
  client: StoreClient
  /** True when the store API saves addresses. */
  isAtApi: boolean
  form: RefObject<HTMLFormElement | null>
  /** The address in the form. */
  address: ShippingAddress
  /** The form shows a summary of the address, without the choices. */
  isFolded: boolean
  /** Why the shop can't deliver there, in the shopper's language. */
  error: string | undefined
  /** Day of arrival and cash on delivery. */
  facts: ReactNode
  /** Called once, when a saved address is in the form. */
  onChosen: () => void
  /** Unfolds the form. */
  onChange: () => void
}
