import { type RefObject, useRef, useState } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { fillField } from './fill-field.ts'

/** Loaded on the first PIN code. */
const loadPincodes = () => import('./describe-pincode.ts')

/**
 * Looks up PIN codes at the store API and fills empty fields for city and state. Returns what the store says about the
 * last one, and the function to call with each typed text. A failed look-up says nothing.
 * docs/requirements.md#1121-pincodes
 */
export function usePincode(
  client: StoreClient,
  section: RefObject<HTMLElement | null>,
): { text: string | undefined; lookUp: (typed: string) => void } {
  const [text, setText] = useState<string>()
  const last = useRef<string>(undefined)

  async function read(code: string): Promise<void> {
    const { describePincode, fetchPincode } = await loadPincodes()
    const found = await fetchPincode(client, code)
    if (last.current !== code) return
    setText(found && describePincode(code, found))
    const { city, state } = found ?? {}
    if (city) fillField(section.current, 'city', city, 'empty')
    if (state) fillField(section.current, 'state', state, 'empty')
  }

  function lookUp(typed: string): void {
    const code = readPinCode(typed)
    if (code === last.current) return
    last.current = code
    setText(undefined)
    if (code) read(code).catch(() => undefined)
  }

  return { text, lookUp }
}
