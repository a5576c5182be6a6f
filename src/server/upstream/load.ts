import type { StoreClient } from '../../lib/api-client/client.ts'
import { StatusError } from '../../lib/api-client/errors.ts'
import { fetchStoreInfo } from '../../lib/api-client/store-info.ts'
import type { StoreInfo } from '../../lib/contract/store-info.ts'
import { withTimeout } from '../../network/promises.ts'
import { createRareLog } from '../observability/log.ts'

/** Outcome of a call. */
export type LoadResult<T> = { status: 'ready'; value: T } | { status: 'failed' }

/** Outcome of a call that a page awaits until its deadline. */
export type Loaded<T> = LoadResult<T> | { status: 'pending' }

/** State of the shop behind a host. */
export type StoreState =
  | { status: 'ready'; store: StoreInfo }
  /** The API serves no shop on this host. */
  | { status: 'unknown' }
  /** The API failed and no stale response is cached. */
  | { status: 'failed'; reason: Error }

/** Total wait of a page for the store API before it is sent with skeletons. docs/requirements.md#15-rendering */
const PAGE_BUDGET_MS = 300
/** Home, listing and product: the pages that show skeletons. */
const EARLY_PAGE = /^\/(products?(\/.*)?)?$/

const logRarely = createRareLog()

/**
 * Time of `performance.now` at which the page of an address is sent: `Infinity` for pages that need the store info,
 * and for `wait` in the address (a browser without scripts, which cannot fetch the section later).
 */
export function pageDeadline({ pathname, searchParams }: URL): number {
  if (!EARLY_PAGE.test(pathname) || searchParams.has('wait')) return Infinity
  return performance.now() + PAGE_BUDGET_MS
}

/** Returns the page's address with `wait`, for browsers without scripts when a section is pending. */
export function waitingAddress(address: URL): string {
  const parameters = new URLSearchParams(address.search)
  parameters.set('wait', '1')
  return `${address.pathname}?${parameters}`
}

/** True when the address is one of a section that its page did not wait for. */
export function isSection({ pathname }: URL): boolean {
  return pathname.startsWith('/fragments/')
}

/** Awaits a call until the page's deadline; logs a failure. */
export async function loadBy<T>(deadline: number, call: Promise<T>): Promise<Loaded<T>> {
  if (deadline === Infinity) return load(call)
  const milliseconds = Math.max(1, deadline - performance.now())
  return withTimeout(load(call), milliseconds, () => ({ status: 'pending' }))
}

/** Awaits a call; logs a failure. */
export async function load<T>(call: Promise<T>): Promise<LoadResult<T>> {
  try {
    return { status: 'ready', value: await call }
  } catch (error) {
    logRarely(String(error), 'warn', 'section data failed', { error: String(error) })
    return { status: 'failed' }
  }
}

/** Loads a shop's store info. docs/requirements.md#14-tenancy docs/requirements.md#1019-age-of-store-info */
export async function findStore(client: StoreClient): Promise<StoreState> {
  try {
    return { status: 'ready', store: await fetchStoreInfo(client) }
  } catch (error) {
    if (error instanceof StatusError && error.status === 421) return { status: 'unknown' }
    return { status: 'failed', reason: error instanceof Error ? error : new Error(String(error)) }
  }
}
