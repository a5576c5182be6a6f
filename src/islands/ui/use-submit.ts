import { useRef, useState } from 'react'

import { useReturn } from './page-hooks.ts'

/** After `'leaving'` the form stays pending until the next page shows; any other value ends it. */
export type SubmitOutcome = unknown

export interface Submission {
  isPending: boolean
  /** Message of the last failure; cleared by the next try. */
  message: string | undefined
  /** Runs `action` unless one is in flight, so that a double click sends once. Never rejects. */
  submit: (action: () => Promise<SubmitOutcome>) => Promise<void>
}

/**
 * State of a form's submit. `toMessage` converts a failure to the form's message, or to `undefined` when a toast has
 * it.
 */
export function useSubmit(toMessage: (error: unknown) => string | undefined): Submission {
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const isInFlight = useRef(false)

  // The page may have been left while the form was pending.
  useReturn(() => {
    isInFlight.current = false
    setPending(false)
  })

  async function submit(action: () => Promise<SubmitOutcome>): Promise<void> {
    if (isInFlight.current) return
    isInFlight.current = true
    setMessage(undefined)
    setPending(true)
    let outcome: SubmitOutcome
    try {
      outcome = await action()
    } catch (error) {
      setMessage(toMessage(error))
    } finally {
      if (outcome !== 'leaving') {
        isInFlight.current = false
        setPending(false)
      }
    }
  }

  return { isPending, message, submit }
}
