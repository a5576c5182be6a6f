import { useRef, useState } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import type { useFilledPlace } from './use-filled-place.ts'

/** Loaded when the first PIN code is typed. */
const loadPincodes = () => import('./describe-pincode.ts')

interface Said {
  text: string
  /** The shop doesn't deliver there. */
  isRefusal: boolean
}

/**
 * Looks up PIN codes at a store without `quotes` and hands city and state on. Returns what the store says about the last
 * one, and the function to call with each typed text. A failed look-up says nothing.
 * docs/requirements.md#1121-pincodes
 */
export function usePincode(
  client: StoreClient,
  fillPlace: ReturnType<typeof useFilledPlace>,
): { said: Said | undefined; lookUp: (typed: string) => void } {
  const [said, setSaid] = useState<Said>()
  const last = useRef<{ typed?: string; code?: string | undefined }>({})

  async function read(typed: string): Promise<void> {
    const { describePincode, fetchPincode, readPinCode } = await loadPincodes()
    if (last.current.typed !== typed) return
    const code = readPinCode(typed)
    if (code === last.current.code) return
    last.current.code = code
    setSaid(undefined)
    if (code === undefined) return
    const found = await fetchPincode(client, code)
    if (last.current.code !== code) return
    setSaid(found && { text: describePincode(code, found), isRefusal: found.serviceable === false })
    fillPlace(found ?? {})
  }

  function lookUp(typed: string): void {
    last.current.typed = typed
    read(typed).catch(() => undefined)
  }

  return { said, lookUp }
}
