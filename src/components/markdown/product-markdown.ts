import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import { isHtml } from '@tanabana/contract/sanitize-html.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import type { RootContent } from 'mdast'

import { specificationText } from '../catalogue/specification-text.ts'
import { legalDisclosures, maximumRetailPrice } from '../../lib/catalogue/disclosures.ts'
import { categorySteps } from '../../lib/catalogue/listing-text.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { productUrl } from '../../lib/catalogue/product-url.ts'
import { isOnSale, percentOff, type Product, specifications } from '../../lib/catalogue/product.ts'
import { allPictures, type ListedVariant, productVariants } from '../../lib/catalogue/variants.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import type { Site } from '../../lib/seo/structured-data.ts'
import { deliveryLine, returnLine } from '../../server/rendering/delivery-text.ts'
import { cleanHtml } from '../../server/rendering/shop-html.ts'
import {
  heading,
  htmlBlocks,
  image,
  type Inline,
  link,
  list,
  paragraph,
  table,
  writeMarkdown,
} from './markdown.ts'

const PICTURES_MAX = 5

/** Returns a product as Markdown: the facts of its page, with a row for each variant. */
export function productMarkdown(product: Product, { origin, store, pictureUrl }: Site): string {
  const { id, name, description, attributes, alts } = product
  const url = origin + productUrl(id)
  const facts = [
    ...specifications(attributes).map((fact) => [`${t(fact.key)}: ${specificationText(fact)}`]),
    ...legalDisclosures(attributes, store).map(({ label, text }) => [`${t(label)}: ${t(text)}`]),
  ]
  const categories = categorySteps(product).flatMap(({ name: step, path }) => [
    ' > ',
    link(step, origin + path),
  ])
  const pictures = allPictures(product).slice(0, PICTURES_MAX)
  return writeMarkdown([
    heading(1, name),
    paragraph(...categories.slice(1)),
    variantTable(product, { origin, store }),
    paragraph([deliveryLine(store), returnLine(store)].filter(Boolean).join(' ')),
    ...section(t('Description'), descriptionBlocks(description, url)),
    ...section(t('Specifications'), facts.length > 0 ? [list(facts)] : []),
    ...pictures.map((src) => paragraph(image(alts?.[src] ?? name, pictureUrl(src)))),
  ])
}

/** A row for each variant; the first cell links to it. */
function variantTable(product: Product, { origin, store }: Pick<Site, 'origin' | 'store'>): RootContent {
  const variants = productVariants(product)
  const names = Object.keys(variants[0]?.options ?? {})
  const rows = variants.map((variant): Inline[] => {
    const [first, ...others] = [
      ...names.map((name) => variant.options[name] ?? '').map(t),
      priceText(product, variant, store),
    ]
    return [link(first, origin + variant.path), ...others, availabilityText(product, variant)]
  })
  return table([[...names.map(optionLabel), t('Price'), t('Availability')], ...rows])
}

function optionLabel(name: string): string {
  if (isSizeName(name)) return t('Size')
  return t(isColorOption(name) ? 'Colour' : name)
}

function priceText(product: Product, variant: ListedVariant, store: StoreInfo | undefined): string {
  const { price, originalPrice } = variant
  const mrp = maximumRetailPrice({ ...product, price, originalPrice }, store)
  const percent = percentOff(variant)
  return [
    formatPrice(price),
    isOnSale(variant) && originalPrice !== undefined && originalPrice !== mrp
      ? `${t('Original price')} ${formatPrice(originalPrice)}`
      : '',
    percent > 0 ? fill(t('{percent}% off'), { percent }) : '',
    mrp === undefined ? '' : fill(t('MRP {price} (inclusive of all taxes)'), { price: formatPrice(mrp) }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Empty where the store API does not say. */
function availabilityText({ variants }: Product, { isSoldOut }: ListedVariant): string {
  if (isSoldOut) return t('Sold out')
  return variants.length > 0 ? t('In stock') : ''
}

function descriptionBlocks(description: string, url: string): RootContent[] {
  if (isHtml(description)) return htmlBlocks(cleanHtml(description), url)
  return description.split(/\n+/).flatMap((line) => (line.trim() === '' ? [] : [paragraph(line.trim())]))
}

function section(title: string, blocks: RootContent[]): RootContent[] {
  return blocks.length > 0 ? [heading(2, title), ...blocks] : []
}
