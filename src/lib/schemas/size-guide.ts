import * as z from 'zod/mini'

import { optionalText, readableList } from './received.ts'

const text = z.string().check(z.trim(), z.minLength(1))
/** Centimetres: a number, or a text such as `86-90`. Texts without a number stay unchanged. */
const measure = z.pipe(
  z.union([text, z.number()]),
  z.transform((value) => String(value)),
)

/** One size table, beyond the specification: the first column has the sizes, the others centimetres. */
const sizeGuideSchema = z
  .object({
    name: text,
    /** Categories and parent categories of the table. */
    categories: z.array(text),
    columns: z.array(text).check(z.minLength(2)),
    rows: z.array(z.array(measure)).check(z.minLength(1)),
    /** Instructions for measuring. */
    note: optionalText,
  })
  .check(z.refine(({ columns, rows }) => rows.every(({ length }) => length === columns.length)))

const sizeGuidesSchema = z.catch(readableList(sizeGuideSchema), [])

export type SizeGuide = z.output<typeof sizeGuideSchema>

/**
 * Reads the valid size guides of store info. The store info schema leaves `sizeGuides` unparsed, because it ships with
 * every island and the guides with none.
 */
export function readSizeGuides(received: unknown): SizeGuide[] {
  return sizeGuidesSchema.parse(received)
}
