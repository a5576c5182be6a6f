import { NoResponseError } from './errors.ts'

/** A shopper sees a failure within 3 s. SECURITY.md#faults */
const TIMEOUT_MS = 2500

/**
 * Settles as `call` does, or rejects after 2.5 s. The call is not cancelled: its connection serves the next try, and its
 * result goes to `onLateResult`. Only for calls that are safe to repeat.
 * @throws {NoResponseError} after the timeout
 */
export function withResponseTimeout<T>(
  call: Promise<T>,
  onLateResult: (result: T) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new NoResponseError('No response in time'))
    }, TIMEOUT_MS)
    call.then(
      (result) => {
        clearTimeout(timer)
        if (isLate) onLateResult(result)
        else resolve(result)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
