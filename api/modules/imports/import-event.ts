import type { CatalogueProduct } from '../../db/catalogue-product.ts'
import type { NamedFields } from '../catalogue/named-fields.ts'
import type { Remark } from './remark.ts'
import { UnusableFile } from '../../tables/unusable-file.ts'
import { SkuIndex } from './sku-index.ts'
import { count } from '@tanabana/contract/text.ts'

/** The events of reading a catalogue, in file order. `line` counts from 1; in a JSON list it is the index of the item. */
export type ImportEvent =
  /**
   * The description is as the file has it until `checkedEvents` cleans it. `lines` are those of the variants, where the
   * file has one for each. The shop keeps its values of the fields that `named` lacks; without it, the file names all
   * fields.
   */
  | {
      kind: 'product'
      line: number
      product: CatalogueProduct
      lines?: readonly number[]
      named?: NamedFields
    }
  | { kind: 'bad'; line: number; reason: string }
  /**
   * Left out on purpose, such as drafts and blank rows; counted by reason. `key` names a product no longer for sale,
   * which the import removes from the shop.
   */
  | { kind: 'left-out'; line: number; reason: string; key?: string }
  /** A filled cell of a column that the shop has no place for; counted by column. */
  | { kind: 'not-imported'; line: number; column: string }
  /** Imported with a note for the merchant; counted by reason. */
  | { kind: 'note'; line: number; reason: string }
  /** Imported, but probably not as the merchant means it; listed one by one. */
  | { kind: 'warning'; line: number; reason: string }

/** The whole file cannot be imported and nothing was written. The message gives the reason and the remedy. */
export class ImportRefused extends UnusableFile {
  override name = 'ImportRefused'
}

/** Products that an import on the embedded database has written and removed, and all that it has to. */
export interface ImportProgress {
  written: number
  toWrite: number
  removed: number
  toRemove: number
}

/** The import broke off on the embedded database after some batches were written, which stay. */
export class ImportStopped extends Error {
  override name = 'ImportStopped'

  constructor({ written, toWrite, removed, toRemove }: ImportProgress, cause: unknown) {
    const done = [
      ...(toWrite > 0 ? [partOf(written, toWrite)] : []),
      ...(removed > 0 ? [`the removal of ${partOf(removed, toRemove)}`] : []),
    ]
    super(
      `The import stopped after ${done.join(' and ')}. ` +
        `Those stay ${toWrite > 0 ? 'written' : 'removed'}; the same command continues with the others.`,
      { cause },
    )
  }
}

function partOf(done: number, all: number): string {
  return `${done.toLocaleString('en-IN')} of ${count(all, 'product')}`
}

/** Lines by reason, in order of first appearance. */
export type LinesByReason = ReadonlyMap<string, readonly number[]>

export interface ImportSummary {
  products: number
  bad: readonly Remark[]
  warnings: readonly Remark[]
  leftOut: LinesByReason
  /** Products no longer for sale. */
  noLongerForSale: number
  notes: LinesByReason
  /** Products of the shop with values that the file has empty, and which. */
  emptied: readonly Remark[]
  /** Filled cells by column that the shop has no place for. */
  notImported: ReadonlyMap<string, number>
  /** Products by category, most frequent first. */
  categories: readonly (readonly [name: string, products: number])[]
}

/** Counts the events of a catalogue and warns of SKUs that several variants have. */
export class Tally {
  readonly #bad: Remark[] = []
  readonly #warnings: Remark[] = []
  readonly #emptied: Remark[] = []
  readonly #skus: SkuIndex
  readonly #leftOut = new Map<string, number[]>()
  readonly #notes = new Map<string, number[]>()
  readonly #notImported = new Map<string, number>()
  readonly #categories = new Map<string, number>()
  #products = 0
  #gone = 0

  /** `unit` is that of the lines in messages, such as `row`. */
  constructor(unit: string) {
    this.#skus = new SkuIndex(unit)
  }

  get products(): number {
    return this.#products
  }

  /** The SKUs of the file, to compare with those of the shop. */
  get skus(): SkuIndex {
    return this.#skus
  }

  /** `skus` are those of the product after the import. */
  add(event: ImportEvent, skus: readonly string[] = []): void {
    if (event.kind === 'bad') this.#bad.push({ line: event.line, reason: event.reason })
    else if (event.kind === 'warning') this.#warnings.push({ line: event.line, reason: event.reason })
    else if (event.kind === 'left-out') {
      note(this.#leftOut, event)
      if (event.key !== undefined) {
        this.#gone += 1
        this.#skus.addRemoved(event.key)
      }
    } else if (event.kind === 'note') note(this.#notes, event)
    else if (event.kind === 'not-imported') {
      this.#notImported.set(event.column, (this.#notImported.get(event.column) ?? 0) + 1)
    } else {
      const { category } = event.product
      this.#warnings.push(...this.#skus.add(event.product, event.line, event.lines, skus))
      this.#products += 1
      this.#categories.set(category, (this.#categories.get(category) ?? 0) + 1)
    }
  }

  addEmptied(line: number, reason: string): void {
    this.#emptied.push({ line, reason })
  }

  summary(): ImportSummary {
    return {
      products: this.#products,
      bad: this.#bad,
      warnings: this.#warnings,
      leftOut: this.#leftOut,
      noLongerForSale: this.#gone,
      notes: this.#notes,
      emptied: this.#emptied,
      notImported: this.#notImported,
      categories: [...this.#categories].toSorted((one, other) => other[1] - one[1]),
    }
  }
}

function note(lines: Map<string, number[]>, event: { reason: string; line: number }): void {
  const known = lines.get(event.reason)
  if (known) known.push(event.line)
  else lines.set(event.reason, [event.line])
}
