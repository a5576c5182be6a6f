import { withVariantFields } from '../api/modules/catalogue/variants.ts'
import { pictureFiles } from './garment.ts'
import { taxAttributes } from './hsn.ts'
import { toVariants } from './variants.ts'
import type { CatalogueAttribute, CatalogueProduct } from '../api/db/catalogue-product.ts'
import type { Garment, HindiText } from './garment.ts'

export function toCatalogueProduct(garment: Garment, hindi?: HindiText): CatalogueProduct {
  const { key, title, description, category, parentCategory, gender, colors } = garment
  const pictures = new Map(
    colors.map((color) => [
      color,
      pictureFiles(garment, color).map(({ file, alt }) => ({ url: `/media/${file}`, alt })),
    ]),
  )
  const images = [...pictures.values()].flat()
  return withVariantFields({
    key,
    title,
    description,
    category,
    parentCategory,
    gender,
    regularPrice: garment.price,
    imgUrl: images[0]?.url ?? '',
    images,
    attributes: toAttributes(garment),
    ...(hindi && {
      translations: { hi: { title: hindi.title, description: `<p>${hindi.description}</p>` } },
    }),
    ...toVariants(garment, pictures),
  })
}

function toAttributes(garment: Garment): CatalogueAttribute[] {
  const attributes: CatalogueAttribute[] = []
  if (garment.sizes.length > 0) attributes.push({ key: 'Size', value: [...garment.sizes] })
  attributes.push({ key: 'Colours', value: [...garment.colors] })
  attributes.push({ key: 'Material', value: [garment.material] })
  for (const [key, value] of Object.entries(garment.facts ?? {})) attributes.push({ key, value: [value] })
  if (garment.lengthCm) {
    attributes.push({ key: 'Length', value: [String(garment.lengthCm)], metricUnit: 'cm' })
  }
  attributes.push({ key: 'Care', value: [garment.care] }, { key: 'Country of Origin', value: ['India'] })
  attributes.push(...taxAttributes(garment))
  if (garment.featured) attributes.push({ key: 'featured', value: ['true'] })
  return attributes
}
