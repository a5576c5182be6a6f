/** Words that the tables of imports store. What happens in each state: api/jobs/run-import.ts */

export const IMPORT_STATES = ['checking', 'checked', 'writing', 'done', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]
/** A shop has one import in these states at most. */
export const RUNNING_IMPORT_STATES = ['checking', 'writing'] as const satisfies ImportState[]

/** What an import finds and changes, in the order in which staff reads it. */
export const IMPORT_ROW_KINDS = [
  'bad',
  'removes',
  'warning',
  'removed',
  'updated',
  'created',
  'left out',
  'note',
] as const
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number]

/** Formats of a catalogue that an import reads. */
export const IMPORT_FORMATS = ['shopify', 'woocommerce', 'google', 'csv', 'json'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** The options of an import, as the person who uploads the file sets them. */
export interface ImportSettings {
  format?: ImportFormat | undefined
  /** Name of a ready mapping, or a mapping as JSON. */
  mapping?: string | undefined
  encoding?: string | undefined
  currency?: string | undefined
  setsStock: boolean
  skipsInvalid: boolean
  removes: boolean
}

export interface ImportProgress {
  /** Rows of the file that are checked, of all. */
  rows: number
  rowsTotal: number
  /** Products that are written, of all. */
  products: number
  productsTotal: number
}

/** What an import does, or did, to the shop. */
export interface ImportCounts {
  /** The recognised format, for the merchant. */
  description: string
  /** Unit of `line` in the rows. */
  unit: string
  products: number
  created: number
  updated: number
  unchanged: number
  removed: number
  stockKept: number
  bad: number
  warnings: number
  /** Values and variants of the shop that the file has empty, by field. */
  emptied: Record<string, number>
  /** Products that changed in the shop after the person had looked at the differences. */
  changedSince: number
}

/** One field of a product, or of one of its variants. Null is an empty one. */
export interface FieldChange {
  field: string
  variant?: string
  before: string | null
  after: string | null
}
