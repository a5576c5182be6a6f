import { useRef, useState } from 'react'

import { useReturn } from './use-return.ts'

/** After `'leaving'` the form stays pending until the next page shows; anything else frees it. */
export type SubmitOutcome = unknown

export interface Submission {
  isPending: boolean
  /** The sentence of the last failure, gone with the next try. */
  message: string | undefined
  /** Runs `action` unless one is under way: a double click sends once. Never rejects. */
  submit: (action: () => Promise<SubmitOutcome>) => Promise<void>
}

/**
 * Every submit: clears the message, marks the form pending, tries, shows the message, unmarks. `toMessage` turns a
 * failure into the form's own sentence, or `undefined` where a toast says it.
 */
export function useSubmit(toMessage: (error: unknown) => string | undefined): Submission {
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const isUnderWay = useRef(false)

  // It was left while pending.
  useReturn(() => {
    isUnderWay.current = false
    setPending(false)
  })

  async function submit(action: () => Promise<SubmitOutcome>): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setMessage(undefined)
    setPending(true)
    let outcome: SubmitOutcome
    try {
      outcome = await action()
    } catch (error) {
      setMessage(toMessage(error))
    } finally {
      if (outcome !== 'leaving') {
        isUnderWay.current = false
        setPending(false)
      }
    }
  }

  return { isPending, message, submit }
}
