import { HttpError, useNotify, useRefresh } from 'ra-core'
import { useRef, useState } from 'react'

import { refusalOf, type Refusal } from '../api-client/call.ts'

/**
 * Runs a call of the admin API: says what came of it, and reads the screen's records again. `isBusy` is true meanwhile;
 * `run` returns whether it succeeded. `isShown` returns true for a refusal that the screen shows without a toast.
 */
export function useAction() {
  const notify = useNotify()
  const refresh = useRefresh()
  const [isBusy, setIsBusy] = useState(false)
  // A second press can come before the button is disabled.
  const isRunning = useRef(false)

  async function run(
    act: () => Promise<unknown>,
    done?: string,
    isShown: (refusal: Refusal) => boolean = () => false,
  ): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setIsBusy(true)
    try {
      await act()
      if (done !== undefined) notify(done, { type: 'success' })
      return true
    } catch (error) {
      if (!isShown(refusalOf(error))) notify(sentenceOf(error), { type: 'error', multiLine: true })
      return false
    } finally {
      isRunning.current = false
      setIsBusy(false)
      refresh()
    }
  }

  return { run, isBusy }
}

/** The sentence to show for a failed call. */
export function sentenceOf(error: unknown): string {
  return error instanceof HttpError ? error.message : 'ra.notification.http_error'
}
