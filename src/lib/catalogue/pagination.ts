import { PAGINATION_REACH } from '@tanabana/contract/constants.ts'

/** A page number, or a gap, shown as an ellipsis. */
export type PaginationItem = number | 'gap'

/**
 * Returns the current page with two on each side, the first and the last page, and a gap for omitted pages; empty for
 * one page or fewer. A page beyond the end counts as the last. docs/requirements.md#93-pagination
 *
 * @example paginationItems(6, 20) // [1, 'gap', 4, 5, 6, 7, 8, 'gap', 20]
 */
export function paginationItems(currentPage: number, totalPages: number): PaginationItem[] {
  if (totalPages <= 1) return []
  const current = Math.min(Math.max(1, currentPage), totalPages)
  const from = Math.max(1, current - PAGINATION_REACH)
  const to = Math.min(totalPages, current + PAGINATION_REACH)

  const items: PaginationItem[] = []
  if (from > 1) items.push(1)
  if (from > 2) items.push('gap')
  for (let page = from; page <= to; page += 1) items.push(page)
  if (to < totalPages - 1) items.push('gap')
  if (to < totalPages) items.push(totalPages)
  return items
}

type ShownRange = Record<'first' | 'last' | 'total', number>

interface ShownPage {
  currentPage: number
  pageSize: number
  totalItems: number
}

/** Returns the first and last item of a page and the number of items; `undefined` for a page beyond the end. */
export function shownRange({ currentPage, pageSize, totalItems }: ShownPage): ShownRange | undefined {
  const first = (currentPage - 1) * pageSize + 1
  if (first > totalItems) return undefined
  return { first, last: Math.min(currentPage * pageSize, totalItems), total: totalItems }
}
