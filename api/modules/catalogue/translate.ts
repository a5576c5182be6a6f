import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import type { ProductTexts } from '../../db/catalogue-product.ts'
import type { ProductRow } from './listing.ts'

type Texts = Pick<
  ProductRow,
  'title' | 'description' | 'images' | 'attributes' | 'seoTitle' | 'seoDescription'
>

/**
 * A product with its texts in a language, where it has them. The texts of its pictures and those for search engines have
 * no translation and give way to the translated title and description. Sizes and colours stay: they are choices.
 */
export function translateRow<T extends Texts & Pick<ProductRow, 'translations'>>(
  row: T,
  language: Language | undefined,
): T {
  const texts = language && row.translations?.[language]
  if (!texts) return row
  const { title, description } = texts
  return {
    ...row,
    ...(title !== undefined && { title, seoTitle: null, images: withoutAlts(row.images) }),
    ...(description !== undefined && { description, seoDescription: null }),
    attributes: translateAttributes(row.attributes, texts.attributes),
  }
}

/** The pictures without their texts. */
export function withoutAlts(images: readonly { url: string }[]): { url: string }[] {
  return images.map(({ url }) => ({ url }))
}

function translateAttributes(
  attributes: ProductRow['attributes'],
  texts: ProductTexts['attributes'],
): ProductRow['attributes'] {
  if (!texts) return attributes
  return attributes.map((attribute) => {
    if (isSizeName(attribute.key) || isColorOption(attribute.key)) return attribute
    return {
      ...attribute,
      value: attribute.value.map((value) => (Object.hasOwn(texts, value) ? (texts[value] ?? value) : value)),
    }
  })
}
