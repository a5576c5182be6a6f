import type { CatalogueAttribute } from '../api/db/catalogue-product.ts'
import type { Garment } from './garment.ts'

/** HSN codes of knitted goods and accessories by sub-category; other apparel is woven, chapter 62. */
const HSN: Readonly<Record<string, string>> = {
  ...{ Bags: '4202', Caps: '6505', Hats: '6505', Jewellery: '7117', Juttis: '6403', Socks: '6115' },
  ...{ Stoles: '6214', Scarves: '6214', Dupattas: '6214' },
  ...{ 'Silk Sarees': '5007', 'Cotton Sarees': '5208', 'Linen Sarees': '5309', 'Printed Sarees': '5407' },
  ...{ 'Ready Sarees': '5407', Hoodies: '6110', Sweatshirts: '6110', Polos: '6105', Joggers: '6103' },
}

/** Rates of what the usual table of docs/gst.md does not name. */
const RATES: Readonly<Record<string, string>> = { '4202': '18%', '6505': '5%', '7117': '3%' }

/** What an invoice needs of a garment. */
export function taxAttributes({ category, parentCategory, gender }: Garment): CatalogueAttribute[] {
  const knitted = category === 'T-Shirts' ? '6109' : undefined
  const hsn = HSN[parentCategory] ?? knitted ?? (gender === 'Men' ? '6203' : '6204')
  const rate = RATES[hsn]
  return [{ key: 'HSN', value: [hsn] }, ...(rate === undefined ? [] : [{ key: 'GST rate', value: [rate] }])]
}
