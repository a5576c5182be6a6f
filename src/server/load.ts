import { withTimeout } from '../network/with-timeout.ts'
import { createRareLog } from './log.ts'

/** What came of a call. */
export type Answered<T> = { status: 'ready'; value: T } | { status: 'failed' }

/** What came of a call that a page waited for until its deadline. */
export type Loaded<T> = Answered<T> | { status: 'late' }

/** How long a page waits for the store API in all before it goes out with skeletons. docs/requirements.md#15-rendering */
const PAGE_BUDGET_MS = 300
/** Home, listing and product: the pages that show skeletons. */
const EARLY_PAGE = /^\/(products?(\/.*)?)?$/

/**
 * When the page at an address goes out, on the clock of `performance.now`: `Infinity` for pages that are nothing
 * without the shop's record, and for `wait` in the address (a browser without scripts, which could not fetch the
 * section later).
 */
export function pageDeadline({ pathname, searchParams }: URL): number {
  if (!EARLY_PAGE.test(pathname) || searchParams.has('wait')) return Infinity
  return performance.now() + PAGE_BUDGET_MS
}

/** Whether a section is asked for that came too late for its page. */
export function isSection({ pathname }: URL): boolean {
  return pathname.startsWith('/fragments/')
}

const logRarely = createRareLog()

/** Waits for a call until the page's deadline. A failure is logged. */
export async function loadBy<T>(deadline: number, call: Promise<T>): Promise<Loaded<T>> {
  if (deadline === Infinity) return load(call)
  const milliseconds = Math.max(1, deadline - performance.now())
  return withTimeout(load(call), milliseconds, () => ({ status: 'late' }))
}

/** Waits for a call; a failure is logged. */
export async function load<T>(call: Promise<T>): Promise<Answered<T>> {
  try {
    return { status: 'ready', value: await call }
  } catch (error) {
    logRarely(String(error), 'warn', 'section without its data', { error: String(error) })
    return { status: 'failed' }
  }
}

/** The page's own address, asking to wait: where a browser without scripts goes when the page came without a section. */
export function waitingAddress(address: URL): string {
  const parameters = new URLSearchParams(address.search)
  parameters.set('wait', '1')
  return `${address.pathname}?${parameters}`
}
