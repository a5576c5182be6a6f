import { decimalPrice } from '../catalogue/money.ts'
import { productUrl } from '../catalogue/product-url.ts'
import type { Product } from '../catalogue/product.ts'
import { allPictures, lineChoice, productVariants } from '../catalogue/variants.ts'
import type { ListedVariant } from '../catalogue/variants.ts'
import { brandOf } from '@tanabana/contract/feed-item.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { englishStoreName } from '../shop/shop-text.ts'
import type { Company } from '../shop/shop-text.ts'

/** Origin and store info of a page's site. */
export interface Site {
  origin: string
  store: StoreInfo | undefined
  /** Returns a picture's absolute URL. */
  pictureUrl: (src: string) => string
}

/** A schema.org node; undefined properties are omitted. */
export type Thing = { '@type': string } & Record<string, unknown>

const CONTEXT = 'https://schema.org'
const RETURNS_ID = '#returns'
const SHIPPING_ID = '#shipping'
const PICTURES_MAX = 5

/**
 * Serializes a page's data for `<script type="application/ld+json">`. Escapes `<`, so that no text can close the
 * element.
 */
export function jsonLd(things: Thing[]): string {
  const [only] = things
  const data =
    things.length === 1 ? { '@context': CONTEXT, ...only } : { '@context': CONTEXT, '@graph': things }
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/**
 * Returns a product for Google's merchant listings, at the price of the page; with several sizes or colours, as a group
 * of variants. Reports availability of variants, and of sizes that the store API marks as sold out; returns and shipping
 * only from store info. `description` is plain text.
 */
export function productThings(product: Product, description: string | undefined, site: Site): Thing[] {
  const { id, name } = product
  const url = site.origin + productUrl(id)
  const conditions = [returnPolicy(site.store), shippingDetails(site.store)].filter(
    (thing) => thing !== undefined,
  )
  const offerOf = ({ price, path, isSoldOut }: Pick<ListedVariant, 'price' | 'path' | 'isSoldOut'>) =>
    price > 0
      ? {
          '@type': 'Offer',
          url: site.origin + path,
          price: decimalPrice(price),
          priceCurrency: 'INR',
          itemCondition: `${CONTEXT}/NewCondition`,
          ...(isSoldOut
            ? { availability: `${CONTEXT}/OutOfStock` }
            : product.variants.length > 0 && { availability: `${CONTEXT}/InStock` }),
          ...(site.store?.returnPolicy && { hasMerchantReturnPolicy: { '@id': RETURNS_ID } }),
          ...(site.store?.shippingPolicy && { shippingDetails: { '@id': SHIPPING_ID } }),
        }
      : undefined
  const image = allPictures(product).slice(0, PICTURES_MAX).map(site.pictureUrl)
  const common = {
    name,
    description: description ?? name,
    url,
    image: image.length > 0 ? image : undefined,
    brand: { '@type': 'Brand', name: brandOf(product, englishStoreName(site.store)) },
    category: product.category || undefined,
  }
  const variants = productVariants(product)
  if (variants.length < 2) {
    const [only] = variants
    return [
      {
        '@type': 'Product',
        sku: id,
        ...common,
        gtin: only?.gtin,
        ...(only && sizeAndColor(only)),
        offers: only && offerOf({ ...only, path: productUrl(id) }),
      },
      ...conditions,
    ]
  }
  const hasVariant = variants.map((variant) => ({
    '@type': 'Product',
    sku: variant.sku,
    gtin: variant.gtin,
    name: [name, ...Object.values(variant.options)].filter(Boolean).join(', '),
    image: variant.images.slice(0, 1).map(site.pictureUrl)[0],
    ...sizeAndColor(variant),
    offers: offerOf(variant),
  }))
  return [
    {
      '@type': 'ProductGroup',
      productGroupID: id,
      ...common,
      variesBy: [
        ...(product.sizes.length > 1 ? [`${CONTEXT}/size`] : []),
        ...(product.colors.length > 1 ? [`${CONTEXT}/color`] : []),
      ],
      hasVariant,
    },
    ...conditions,
  ]
}

function sizeAndColor({ options }: Pick<ListedVariant, 'options'>) {
  const { selectedSize, selectedColor } = lineChoice(options)
  return { size: selectedSize, color: selectedColor }
}

/** Returns the breadcrumbs from the home page to a page, which comes last. */
export function breadcrumbs(origin: string, steps: { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

/** Returns the shop as a website and its company, with the details in store info. */
export function shopThings({ origin, store, pictureUrl }: Site, company: Company): Thing[] {
  if (!store) return []
  const { companyName, companyAddress, companyEmail, companyPhone } = store
  const contact = store.consumerCare ?? { email: companyEmail, phone: companyPhone }
  const hasContact = contact.email !== undefined || contact.phone !== undefined
  return [
    { '@type': 'WebSite', name: englishStoreName(store), url: `${origin}/` },
    {
      '@type': 'OnlineStore',
      name: englishStoreName(store),
      legalName: companyName,
      url: `${origin}/`,
      logo: company.logoUrl ? pictureUrl(company.logoUrl) : undefined,
      address: companyAddress,
      taxID: store.gstin,
      contactPoint: hasContact
        ? {
            '@type': 'ContactPoint',
            contactType: 'customer service',
            telephone: contact.phone,
            email: contact.email,
            areaServed: 'IN',
          }
        : undefined,
    },
  ]
}

function returnPolicy(store: StoreInfo | undefined): Thing | undefined {
  const policy = store?.returnPolicy
  if (!policy) return undefined
  const hasReturns = policy.days > 0
  return {
    '@type': 'MerchantReturnPolicy',
    '@id': RETURNS_ID,
    applicableCountry: 'IN',
    returnPolicyCountry: 'IN',
    returnPolicyCategory: `${CONTEXT}/${hasReturns ? 'MerchantReturnFiniteReturnWindow' : 'MerchantReturnNotPermitted'}`,
    ...(hasReturns && {
      merchantReturnDays: policy.days,
      returnMethod: `${CONTEXT}/ReturnByMail`,
      returnFees: `${CONTEXT}/${policy.fees === 'free' ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
      // The shop pays for what is damaged, defective or wrong, whatever it charges otherwise.
      itemDefectReturnFees: `${CONTEXT}/FreeReturn`,
    }),
  }
}

/** Shipping is free in every view of the shop. docs/requirements.md#96-money */
function shippingDetails(store: StoreInfo | undefined): Thing | undefined {
  const policy = store?.shippingPolicy
  if (!policy) return undefined
  const span = ({ min, max }: { min: number; max: number }) => ({
    '@type': 'QuantitativeValue',
    minValue: min,
    maxValue: max,
    unitCode: 'DAY',
  })
  return {
    '@type': 'OfferShippingDetails',
    '@id': SHIPPING_ID,
    shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'INR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: span(policy.handlingDays),
      transitTime: span(policy.transitDays),
    },
  }
}
