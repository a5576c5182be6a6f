import type { CatalogueAttribute, Gender } from '../../api/db/catalogue-product.ts'

export const GOOGLE_NAMESPACE = 'http://base.google.com/ns/1.0'

export const GOOGLE_GENDERS: Record<Gender, string> = { Men: 'male', Women: 'female', Unisex: 'unisex' }

/** Google's `product_detail`: one value of one attribute. */
export interface Detail {
  section: string
  name: string
  value: string
}

const SECTION = 'Details'
const UNIT_SECTION = 'Unit: '

/** One detail per attribute value, so that a feed loses none; the section holds the unit. */
export function toDetails(attributes: readonly CatalogueAttribute[]): Detail[] {
  return attributes.flatMap(({ key, value, metricUnit }) =>
    value.map((one) => ({
      section: metricUnit ? UNIT_SECTION + metricUnit : SECTION,
      name: key,
      value: metricUnit ? `${one} ${metricUnit}` : one,
    })),
  )
}

/** The attributes of the details: values with the same name are one attribute. */
export function fromDetails(details: readonly Detail[]): CatalogueAttribute[] {
  const attributes: CatalogueAttribute[] = []
  for (const { section, name, value } of details) {
    if (name === '' || value === '') continue
    const unit = section.startsWith(UNIT_SECTION) ? section.slice(UNIT_SECTION.length) : undefined
    const own = unit && value.endsWith(` ${unit}`) ? value.slice(0, -unit.length - 1) : value
    const known = attributes.find((attribute) => attribute.key === name && attribute.metricUnit === unit)
    if (known) known.value.push(own)
    else attributes.push({ key: name, value: [own], ...(unit ? { metricUnit: unit } : {}) })
  }
  return attributes
}

/** `Section:Name:Value,Section:Name:Value` for a table cell; a backslash escapes separators. */
export function joinDetails(details: readonly Detail[]): string {
  return details.map(({ section, name, value }) => [section, name, value].map(escape).join(':')).join(',')
}

export function splitDetails(cell: string): Detail[] {
  return split(cell, ',').flatMap((part) => {
    const [section = '', name = '', ...rest] = split(part, ':').map(unescape)
    const value = rest.join(':')
    return name && value ? [{ section, name, value }] : []
  })
}

function escape(text: string): string {
  return text.replace(/[\\,:]/g, '\\$&')
}

function unescape(text: string): string {
  return text.replace(/\\([\\,:])/g, '$1').trim()
}

// No backtracking: nothing after the repetition can reject a match.
/* eslint-disable regexp/no-super-linear-move */
const BETWEEN_COMMAS = /(?:\\.|[^\\,])+/g
const BETWEEN_COLONS = /(?:\\.|[^\\:])+/g
/* eslint-enable regexp/no-super-linear-move */

function split(text: string, separator: ',' | ':'): string[] {
  return text.match(separator === ',' ? BETWEEN_COMMAS : BETWEEN_COLONS) ?? []
}
