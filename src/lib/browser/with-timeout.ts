import { NoResponseError } from '../errors.ts'

/** A shopper is told of a failure within 3 s. */
const PATIENCE_MS = 2500

/**
 * What `call` gives, or a failure as soon as a shopper has waited long enough. The call itself goes on: its connection
 * serves the next try, and what it still gives goes to `late`. Only for calls that may be made twice.
 * @throws {NoResponseError} nothing came in time
 */
export function inTime<T>(call: Promise<T>, late: (value: T) => void = () => undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new NoResponseError('No answer in time'))
    }, PATIENCE_MS)
    call.then(
      (value) => {
        clearTimeout(timer)
        if (isLate) late(value)
        else resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
