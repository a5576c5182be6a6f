// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Thing = Record<string, any>

/** Required by Google's merchant listing, breadcrumb, organization and return policy documentation, by type. */
const REQUIRED: Record<string, string[]> = {
  Product: ['name', 'image', 'offers'],
  ProductGroup: ['name', 'productGroupID', 'variesBy', 'hasVariant'],
  Offer: ['price', 'priceCurrency'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  OnlineStore: ['name', 'url'],
  WebSite: ['name', 'url'],
  ContactPoint: ['contactType'],
  MerchantReturnPolicy: ['applicableCountry', 'returnPolicyCategory'],
  OfferShippingDetails: ['shippingRate', 'shippingDestination', 'deliveryTime'],
  MonetaryAmount: ['value', 'currency'],
  DefinedRegion: ['addressCountry'],
  ShippingDeliveryTime: ['handlingTime', 'transitTime'],
  QuantitativeValue: ['minValue', 'maxValue', 'unitCode'],
  Brand: ['name'],
}

/** The things of the page's one block of JSON-LD. */
export function thingsOf(html: string): Thing[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)]
  if (blocks.length !== 1) throw new Error(`${blocks.length} blocks of structured data instead of one`)
  const { '@context': context, '@graph': graph, ...only } = JSON.parse(blocks[0]?.[1] ?? '')
  if (context !== 'https://schema.org') throw new Error(`The context is ${context}`)
  return graph ?? [only]
}

/** Which required properties are missing, and which types the table does not know, at any depth. */
export function missingProperties(thing: unknown): string[] {
  if (Array.isArray(thing)) return thing.flatMap(missingProperties)
  if (typeof thing !== 'object' || thing === null) return []
  const entries = new Map(Object.entries(thing))
  const type = String(entries.get('@type'))
  const required = REQUIRED[type]
  const own =
    required?.filter((name) => !entries.get(name)?.toString()).map((name) => `${type}: ${name}`) ??
    (entries.has('@id') ? [] : [`unknown type ${type}`])
  return [...own, ...[...entries.values()].flatMap(missingProperties)]
}
