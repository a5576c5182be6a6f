import { readFile } from 'node:fs/promises'

import * as z from 'zod'

import type { ProductTranslations } from '../../db/catalogue-product.ts'
import { DESCRIPTION_MAX_LENGTH } from '@tanabana/contract/constants.ts'
import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'
import { escapeControlCharacters } from '@tanabana/contract/text.ts'
import { UnusableFile } from '../../tables/unusable-file.ts'
import { cleanDescription } from './html.ts'
import { cleanText } from '../../tables/clean-text.ts'

const TITLE_MAX_LENGTH = 500
const VALUE_MAX_LENGTH = 1000
const ATTRIBUTES_MAX = 200
const SHOWN_MAX = 10

const cleaned = (maxLength: number) =>
  z
    .string()
    .transform(cleanText)
    .pipe(z.string().min(1, 'write the translation, or leave it out').max(maxLength))

const description = z.string().transform((text, context) => {
  const clean = cleanDescription(text)
  if (clean === undefined || clean === '' || clean.length > DESCRIPTION_MAX_LENGTH) {
    context.addIssue(
      `write 1 to ${DESCRIPTION_MAX_LENGTH.toLocaleString('en-IN')} characters, without deeply nested elements`,
    )
  }
  return clean ?? ''
})

const textsSchema = z
  .strictObject({
    title: cleaned(TITLE_MAX_LENGTH).optional(),
    description: description.optional(),
    attributes: z
      .record(z.string(), cleaned(VALUE_MAX_LENGTH))
      .refine((texts) => Object.keys(texts).length <= ATTRIBUTES_MAX, `name at most ${ATTRIBUTES_MAX} values`)
      .optional(),
  })
  .transform(({ title, description, attributes }) => ({
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(attributes !== undefined && { attributes }),
  }))

/** The texts of a product by language. */
export const translationsSchema: z.ZodType<ProductTranslations> = z.partialRecord(
  z.enum(LANGUAGE_CODES),
  textsSchema,
)

const fileSchema = z.partialRecord(z.enum(LANGUAGE_CODES), z.record(z.string(), textsSchema))

/**
 * Reads a file of translations: texts by language and product, which is a key or a title. Returns them by product.
 * @throws {UnusableFile} the file cannot be read, or has mistakes, which are listed
 */
export async function readTranslationsFile(path: string): Promise<Map<string, ProductTranslations>> {
  const json = await readFile(path, 'utf8').catch(() => {
    throw new UnusableFile(`There is no file ${path}. Check the path.`)
  })
  const result = fileSchema.safeParse(parseJson(json, path))
  if (!result.success) {
    const mistakes = result.error.issues.map(
      ({ path: place, message }) =>
        `  ${escapeControlCharacters(`${place.map(String).join('.') || 'file'}: ${message}`)}`,
    )
    const more = mistakes.length > SHOWN_MAX ? [`  … and ${mistakes.length - SHOWN_MAX} more`] : []
    throw new UnusableFile(
      `The translations ${path} have mistakes:\n${[...mistakes.slice(0, SHOWN_MAX), ...more].join('\n')}`,
    )
  }
  const products = new Map<string, ProductTranslations>()
  for (const language of LANGUAGE_CODES) {
    for (const [product, texts] of Object.entries(result.data[language] ?? {})) {
      products.set(product, { ...products.get(product), [language]: texts })
    }
  }
  return products
}

function parseJson(json: string, path: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UnusableFile(
      `${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
