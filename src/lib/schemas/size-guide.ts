import * as z from 'zod/mini'

import { optionalText, readableList } from './received.ts'

const text = z.string().check(z.trim(), z.minLength(1))
/** Centimetres: one number, or a text such as `86-90`; texts without a number stand as they are. */
const measure = z.pipe(
  z.union([text, z.number()]),
  z.transform((value) => String(value)),
)

/** One table of measures, beyond the spec: the first column names the sizes, the others are in centimetres. */
const sizeGuideSchema = z
  .object({
    name: text,
    /** Categories and parent categories that it is for. */
    categories: z.array(text),
    columns: z.array(text).check(z.minLength(2)),
    rows: z.array(z.array(measure)).check(z.minLength(1)),
    /** How to measure. */
    note: optionalText,
  })
  .check(z.refine(({ columns, rows }) => rows.every(({ length }) => length === columns.length)))

const sizeGuidesSchema = z.catch(readableList(sizeGuideSchema), [])

export type SizeGuide = z.output<typeof sizeGuideSchema>

/**
 * The guides of a store record; what cannot be read is left out. The record's own schema keeps `sizeGuides` unread, as
 * it travels to every island and the guides to none.
 */
export function readSizeGuides(received: unknown): SizeGuide[] {
  return sizeGuidesSchema.parse(received)
}
