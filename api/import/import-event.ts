import type { CatalogueProduct } from '../catalogue/catalogue-product.ts'

/** The events of reading a catalogue, in file order. `line` counts from 1; in a JSON list it is the index of the item. */
export type ImportEvent =
  /** The description is as the file has it until `checkedEvents` cleans it. */
  | { kind: 'product'; line: number; product: CatalogueProduct }
  | { kind: 'bad'; line: number; reason: string }
  /**
   * Left out on purpose, such as drafts and blank rows; counted by reason. `key` names a product no longer for sale,
   * which the import removes from the shop.
   */
  | { kind: 'left-out'; line: number; reason: string; key?: string }
  /** Imported with a note for the merchant; counted by reason. */
  | { kind: 'note'; line: number; reason: string }
