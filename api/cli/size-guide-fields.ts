import * as z from 'zod'

/** Size guides of a store record file; src/lib/contract/store-info.ts reads them. */

const NAME_HELP = 'write a name'
const CELL_HELP = 'write centimetres as a number, or as a text such as "86-90"'
const COLUMNS_HELP = 'name the column of the sizes and at least one of measures'
const ROWS_HELP = 'every row needs a size and one measure for each other column'

const text = z.string().trim().min(1, NAME_HELP)
const measure = z.union([z.number().positive(CELL_HELP), z.string().trim().min(1, CELL_HELP)], CELL_HELP)

export const sizeGuidesField = z
  .array(
    z
      .strictObject({
        name: text,
        categories: z.array(text).min(1, 'name the categories that it is for'),
        columns: z.array(text).min(2, COLUMNS_HELP),
        rows: z.array(z.array(measure)).min(1, ROWS_HELP),
        note: text.optional(),
      })
      .refine(({ columns, rows }) => rows.every(({ length }) => length === columns.length), ROWS_HELP),
  )
  .optional()
