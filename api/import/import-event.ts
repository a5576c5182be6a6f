import type { CatalogueProduct } from '../catalogue/catalogue-product.ts'

/** What reading a catalogue tells, in the order of the file. `line` counts from 1; in a JSON list it is the item. */
export type ImportEvent =
  /** The description is as the file has it until `checkedEvents` cleans it. */
  | { kind: 'product'; line: number; product: CatalogueProduct }
  | { kind: 'bad'; line: number; reason: string }
  /**
   * On purpose not imported: drafts, blank rows and the like. Counted by reason. `key` is of a product that is not for
   * sale any more: the shop that has it loses it.
   */
  | { kind: 'left-out'; line: number; reason: string; key?: string }
  /** Imported, with something that the merchant should know. Counted by reason. */
  | { kind: 'note'; line: number; reason: string }
