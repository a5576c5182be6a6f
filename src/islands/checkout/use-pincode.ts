import { useRef, useState } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import type { useFilledPlace } from './use-filled-place.ts'

/** Loaded when the first PIN code is typed. */
const loadPincodes = () => import('./describe-pincode.ts')

/**
 * Looks up PIN codes at a store without `quotes` and hands city and state on. Returns what the store says about the last
 * one, and the function to call with each typed text. A failed look-up says nothing.
 * docs/requirements.md#1121-pincodes
 */
export function usePincode(
  client: StoreClient,
  fillPlace: ReturnType<typeof useFilledPlace>,
): { text: string | undefined; lookUp: (typed: string) => void } {
  const [text, setText] = useState<string>()
  const last = useRef<{ typed?: string; code?: string | undefined }>({})

  async function read(typed: string): Promise<void> {
    const { describePincode, fetchPincode, readPinCode } = await loadPincodes()
    if (last.current.typed !== typed) return
    const code = readPinCode(typed)
    if (code === last.current.code) return
    last.current.code = code
    setText(undefined)
    if (code === undefined) return
    const found = await fetchPincode(client, code)
    if (last.current.code !== code) return
    setText(found && describePincode(code, found))
    fillPlace(found ?? {})
  }

  function lookUp(typed: string): void {
    last.current.typed = typed
    read(typed).catch(() => undefined)
  }

  return { text, lookUp }
}
