/** What came of a call. */
export type Answered<T> = { status: 'ready'; value: T } | { status: 'failed' }

/** What came of a call that a page waited for within its budget. */
export type Loaded<T> = Answered<T> | { status: 'late' }

/** How long a page waits for the store API before it goes out with skeletons. design §4 */
const PAGE_BUDGET_MS = 300

/**
 * Waits for a call as long as the page's budget allows; `wait` in the address (a browser without scripts, which could
 * not fetch the section later) and the sections themselves wait for the answer. A failure is logged.
 */
export async function loadWithin<T>(call: Promise<T>, address: URL): Promise<Loaded<T>> {
  if (address.searchParams.has('wait')) return load(call)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Loaded<T>>((resolve) => {
    timer = setTimeout(() => resolve({ status: 'late' }), PAGE_BUDGET_MS)
  })
  const loaded = await Promise.race([load(call), late])
  clearTimeout(timer)
  return loaded
}

/** Waits for a call; a failure is logged. */
export async function load<T>(call: Promise<T>): Promise<Answered<T>> {
  try {
    return { status: 'ready', value: await call }
  } catch (error) {
    console.error(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    return { status: 'failed' }
  }
}

/** The page's own address, asking to wait: where a browser without scripts goes when the page came without a section. */
export function waitingAddress(address: URL): string {
  const parameters = new URLSearchParams(address.search)
  parameters.set('wait', '1')
  return `${address.pathname}?${parameters}`
}
