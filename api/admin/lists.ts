import * as z from 'zod/mini'

const PER_PAGE_MAX = 200

const wholeNumber = (fallback: number, max: number) =>
  z.prefault(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max)), fallback)

/** Parameters of every list. */
export const listParameters = {
  page: wholeNumber(1, 100_000),
  perPage: wholeNumber(25, PER_PAGE_MAX),
  sort: z.optional(z.string().check(z.maxLength(40))),
  order: z.prefault(z.enum(['asc', 'desc']), 'asc'),
}

export interface PageOf {
  page: number
  perPage: number
}

export interface ListOf extends PageOf {
  sort?: string | undefined
  order: 'asc' | 'desc'
}

/** Rows to skip and to read. */
export function toRange({ page, perPage }: PageOf): { offset: number; limit: number } {
  return { offset: (page - 1) * perPage, limit: perPage }
}

/** The body of a list. */
export function listOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ data: z.array(row), total: z.int() })
}

/** A page of rows that are all read already, sorted by one of their fields; an unknown field leaves their order. */
export function pageOfRows<Row extends object>(
  rows: readonly Row[],
  { sort, order, ...page }: ListOf,
): { data: Row[]; total: number } {
  const { offset, limit } = toRange(page)
  const valueOf = (row: Row): unknown => Object.entries(row).find(([name]) => name === sort)?.[1]
  const sorted =
    sort === undefined
      ? rows
      : rows.toSorted((a, b) => compare(valueOf(a), valueOf(b)) * (order === 'desc' ? -1 : 1))
  return { data: sorted.slice(offset, offset + limit), total: rows.length }
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return toText(a).localeCompare(toText(b))
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}
