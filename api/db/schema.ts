import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import {
  IMPORT_ROW_KINDS,
  IMPORT_STATES,
  type FieldChange,
  type ImportCounts,
  type ImportProgress,
  type ImportSettings,
} from './import-states.ts'
import { ACCOUNT_EVENTS, MESSAGE_KINDS, MESSAGE_ROLES, MESSAGE_STATES } from './message-states.ts'
import {
  ACTORS,
  EVENT_KINDS,
  OFFER_KINDS,
  ORDER_LINK_PURPOSES,
  PARCEL_STATES,
  PAYMENT_STATES,
  REFUND_STATES,
  RETURN_STATES,
  STOCK_REASONS,
  TAX_MISSING,
  type Mismatch,
} from './order-states.ts'
import type { Attribution, ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import { TAX_DOCUMENT_KINDS, type DocumentBody } from '@tanabana/contract/tax-document.ts'
import type {
  CatalogueAttribute,
  CatalogueOption,
  CataloguePicture,
  KnownProduct,
  ProductTranslations,
} from './catalogue-product.ts'
import type { OrderLimits, PaymentAccount, ReturnedLine, Shipment } from './json-columns.ts'
import { REVISION_ACTIONS } from './revision-actions.ts'

import { AUDIT_ACTORS, AUDIT_OUTCOMES, STAFF_ROLES } from './staff-columns.ts'
import type { StoreRecord } from './store-record.ts'

/**
 * The key of every tenant table begins with the tenant, and row-level security (in the migrations) limits a
 * transaction to its tenant's rows. Money is integer paise. docs/requirements.md#122-database
 */

const tenantId = () =>
  text()
    .notNull()
    .references(() => tenants.id, { onDelete: 'cascade' })
const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const paise = () => bigint({ mode: 'number' })

export const tenants = pgTable('tenants', {
  id: text().primaryKey(),
  record: jsonb().$type<StoreRecord>().notNull(),
  payeeUpiId: text().notNull(),
  payeeName: text().notNull(),
  /** Hours within which the shop confirms UPI payments to its own id manually; null where it does not. */
  payeeConfirmsWithinHours: smallint(),
  /** The limits that differ from the usual ones. docs/requirements.md#123-accounts-and-orders */
  orderLimits: jsonb().$type<Partial<OrderLimits>>().notNull().default({}),
  /** Accounts with payment providers, the one for new payments first. Their secrets are not in the database. */
  paymentAccounts: jsonb().$type<PaymentAccount[]>().notNull().default([]),
  createdAt: createdAt(),
  updatedAt: createdAt(),
  /** The shop is suspended since this time. */
  suspendedAt: moment(),
  /** Position in PostgreSQL's log after the last write of the catalogue; a replica behind it is stale. */
  catalogueWritten: text(),
  /** Sender of the shop's e-mails at a domain that the operator approved; null for the platform's own. */
  mailFrom: text(),
})

/** Maps hosts to tenants, readable before the tenant is known. */
export const tenantHosts = pgTable('tenant_hosts', {
  host: text().primaryKey(),
  tenantId: tenantId(),
  position: smallint().notNull(),
})

export const products = pgTable(
  'products',
  {
    tenantId: tenantId(),
    id: text().notNull(),
    /** Key of the product in the merchant's catalogue, by which imports update it. */
    key: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    category: text().notNull(),
    parentCategory: text().notNull(),
    gender: text(),
    /** With variants the prices of the cheapest one on sale; `refreshAvailability` updates them after orders. */
    regularPrice: paise().notNull(),
    discountedPrice: paise(),
    imgUrl: text().notNull(),
    images: jsonb().$type<CataloguePicture[]>().notNull(),
    attributes: jsonb().$type<CatalogueAttribute[]>().notNull(),
    /** Choices of the shopper, such as Size and Length; the rows of `product_variants` combine their values. */
    options: jsonb().$type<CatalogueOption[]>().notNull().default([]),
    tags: text().array().notNull().default([]),
    seoTitle: text(),
    seoDescription: text(),
    /** Texts by language; null where an import never gave any. docs/requirements.md#1128-translations */
    translations: jsonb().$type<ProductTranslations>(),
    featured: boolean().notNull(),
    /** False when every variant, or every size, is sold out. `refreshAvailability` updates it after orders. */
    available: boolean().notNull().default(true),
    /** Sizes of which every variant is sold out. Filters leave them out while another size can be ordered. */
    soldOutSizes: text().array().notNull().default([]),
    createdAt: createdAt(),
    /** Order of the catalogue among products of one import. */
    position: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    /**
     * Listing order, newest first and then in catalogue order, as one direction, so that an index range can start at
     * any product.
     */
    listingRank: bigint({ mode: 'number' })
      .notNull()
      .generatedAlwaysAs(sql`-"position"`),
    /** Groups products that no listing filter distinguishes; `product_groups` counts them. */
    groupId: uuid()
      .notNull()
      .generatedAlwaysAs(
        sql`md5(md5("category") || md5("parent_category") || coalesce(md5("gender"), '') || "featured"::text)::uuid`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('products_key').on(table.tenantId, table.key),
    uniqueIndex('products_listing').on(
      table.tenantId,
      table.createdAt.desc().nullsFirst(),
      table.listingRank.desc().nullsFirst(),
    ),
    index('products_group').on(
      table.tenantId,
      table.groupId,
      table.createdAt.desc().nullsFirst(),
      table.listingRank.desc().nullsFirst(),
    ),
    // The listing's order: sold-out products last.
    // With the group, a scan that filters by groups needs the index alone; otherwise the planner sorts the whole shop.
    index('products_shown').on(
      table.tenantId,
      table.available.desc().nullsFirst(),
      table.createdAt.desc().nullsFirst(),
      table.listingRank.desc().nullsFirst(),
      table.groupId,
    ),
    index('products_group_shown').on(
      table.tenantId,
      table.groupId,
      table.available.desc().nullsFirst(),
      table.createdAt.desc().nullsFirst(),
      table.listingRank.desc().nullsFirst(),
    ),
  ],
)

/** Combinations of a product's options that can be ordered, each with its price and stock. */
export const productVariants = pgTable(
  'product_variants',
  {
    tenantId: tenantId(),
    /** Stays with the SKU, else with the chosen values, from import to import. docs/import.md#identity */
    id: text().notNull(),
    productId: text().notNull(),
    position: smallint().notNull(),
    /** Option name → value; empty for a product without options. */
    options: jsonb().$type<Record<string, string>>().notNull(),
    regularPrice: paise().notNull(),
    discountedPrice: paise(),
    sku: text(),
    barcode: text(),
    /** Pieces that can still be ordered; below 0 with `sells_beyond_stock`; null where stock is not counted. */
    stock: integer(),
    sellsBeyondStock: boolean().notNull().default(false),
    images: jsonb().$type<CataloguePicture[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.productId],
      foreignColumns: [products.tenantId, products.id],
    }).onDelete('cascade'),
    index('product_variants_product').on(table.tenantId, table.productId, table.position),
  ],
)

/** Products that an import took off sale, whole: one that returns under its key gets its ids and its data back. */
export const withdrawnProducts = pgTable(
  'withdrawn_products',
  {
    tenantId: tenantId(),
    key: text().notNull(),
    product: jsonb().$type<KnownProduct>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.key] })],
)

/** Counts that the triggers delete after each statement; without an index they would read those of all shops. */
const GONE = sql`products = 0`

/** Number of products per group, maintained by triggers on `products`. */
export const productGroups = pgTable(
  'product_groups',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    category: text().notNull(),
    parentCategory: text().notNull(),
    gender: text(),
    featured: boolean().notNull(),
    products: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('product_groups_gone').on(table.tenantId).where(GONE),
  ],
)

/**
 * Number of products per group that no filter distinguishes. Colours, sizes and countries are in the merchant's
 * spelling; the trigger groups colours into families, finds fabrics and occasions in the texts, and leaves out sizes
 * that are sold out.
 */
export const productChoices = pgTable(
  'product_choices',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    groupId: uuid().notNull(),
    colors: text().array().notNull(),
    sizes: text().array().notNull(),
    products: bigint({ mode: 'number' }).notNull(),
    colorFamilies: text().array().notNull().default([]),
    fabrics: text().array().notNull().default([]),
    occasions: text().array().notNull().default([]),
    /** Empty where the shop's own country of origin applies. */
    countries: text().array().notNull().default([]),
    /** Discount in percent, in steps of 10 up to 50. */
    discount: smallint().notNull().default(0),
    available: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('product_choices_gone').on(table.tenantId).where(GONE),
  ],
)

/** Number of products per group and value of a facet, maintained by triggers on `product_choices`. */
export const productValues = pgTable(
  'product_values',
  {
    tenantId: tenantId(),
    groupId: uuid().notNull(),
    /** Name of the column of `product_choices`. */
    facet: text().notNull(),
    /** In `countries`, empty stands for the shop's own country. */
    value: text().notNull(),
    products: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.groupId, table.facet, table.value] }),
    index('product_values_gone').on(table.tenantId).where(GONE),
  ],
)

/** Search, filter and sort columns per product. Narrow rows, because a search scans all of a shop. */
export const productEntries = pgTable(
  'product_entries',
  {
    tenantId: tenantId(),
    listingRank: bigint({ mode: 'number' }).notNull(),
    createdAt: moment().notNull(),
    groupId: uuid().notNull(),
    choiceId: uuid().notNull(),
    /** Current selling price. */
    price: paise().notNull(),
    words: tsvector().notNull(),
    available: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.listingRank] }),
    index('product_entries_choice').on(
      table.tenantId,
      table.choiceId,
      table.createdAt.desc().nullsFirst(),
      table.listingRank.desc().nullsFirst(),
    ),
    index('product_entries_price').on(table.tenantId, table.price, table.listingRank),
    index('product_entries_shown').on(
      table.tenantId,
      table.available,
      table.createdAt.desc().nullsFirst(),
      table.listingRank.desc().nullsFirst(),
    ),
    index('product_entries_price_shown').on(table.tenantId, table.available, table.price, table.listingRank),
  ],
)

/** Words of titles, categories and colours, for spelling correction. */
export const productWords = pgTable(
  'product_words',
  { tenantId: tenantId(), word: text().notNull() },
  (table) => [primaryKey({ columns: [table.tenantId, table.word] })],
)

export const users = pgTable(
  'users',
  {
    tenantId: tenantId(),
    id: text().notNull(),
    /** Trimmed and in lower case. */
    email: text().notNull(),
    passwordHash: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('users_email').on(table.tenantId, table.email),
  ],
)

/** Bearer tokens as SHA-256: a copy of this table does not allow signing in. */
export const tokens = pgTable(
  'tokens',
  {
    tenantId: tenantId(),
    hash: text().notNull(),
    userId: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.hash] }),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [users.tenantId, users.id],
    }).onDelete('cascade'),
    index('tokens_user').on(table.tenantId, table.userId),
  ],
)

/** Discounts that a shop gives, by a code or to every order that fits. docs/requirements.md#1130-offers */
export const offers = pgTable(
  'offers',
  {
    tenantId: tenantId(),
    id: text().notNull(),
    /** As `normalizeOfferCode` returns it; null for an offer that needs none. */
    code: text(),
    /** The shop's words to the shopper. */
    label: text().notNull(),
    kind: text({ enum: OFFER_KINDS }).notNull(),
    value: paise().notNull(),
    /** Category or parent category of the lines that are reduced; null for all. */
    category: text(),
    /** The smallest subtotal of an order. */
    minimum: paise(),
    firstOrderOnly: boolean().notNull().default(false),
    /** Orders with the offer that one account, and all together, may place; null without a limit. */
    perCustomer: integer(),
    maxUses: integer(),
    startsAt: moment(),
    endsAt: moment(),
    stoppedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    // The code of a stopped offer can be given to another.
    uniqueIndex('offers_code')
      .on(table.tenantId, table.code)
      .where(sql`${table.stoppedAt} is null`),
  ],
)

/**
 * Events of accounts that send a message, with its address, for a day. A request for a new password is stored before an
 * account is looked for. docs/requirements.md#1132-password-reset
 */
export const accountRequests = pgTable(
  'account_requests',
  {
    tenantId: tenantId(),
    id: text().notNull(),
    kind: text({ enum: ACCOUNT_EVENTS }).notNull(),
    /** Where the message goes: trimmed and in lower case. */
    email: text().notNull(),
    /** Null for a request of a guest. */
    userId: text(),
    /** Language of the page; null for the shop's. */
    language: text().$type<Language>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [users.tenantId, users.id],
    }).onDelete('cascade'),
    index('account_requests_age').on(table.tenantId, table.createdAt),
    index('account_requests_email').on(table.tenantId, table.email),
  ],
)

/** Tokens of links in messages to accounts, each valid once, as SHA-256. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    tenantId: tenantId(),
    hash: text().notNull(),
    requestId: text().notNull(),
    userId: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.hash] }),
    foreignKey({
      name: 'account_tokens_request_fk',
      columns: [table.tenantId, table.requestId],
      foreignColumns: [accountRequests.tenantId, accountRequests.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [users.tenantId, users.id],
    }).onDelete('cascade'),
    index('account_tokens_user').on(table.tenantId, table.userId),
  ],
)

/** Messages of the contact form, for a year. docs/requirements.md#1135-contact */
export const contactMessages = pgTable(
  'contact_messages',
  {
    tenantId: tenantId(),
    /** 8 characters of Crockford's base 32, for reading aloud. */
    number: text().notNull(),
    name: text().notNull(),
    /** Trimmed and in lower case. */
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** Language of the page; null for the shop's. */
    language: text().$type<Language>(),
    createdAt: createdAt(),
    answeredAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.number] }),
    index('contact_messages_age').on(table.tenantId, table.createdAt),
    index('contact_messages_email').on(table.tenantId, table.email),
  ],
)

/** Subscriptions to the newsletter, and requests for one. docs/requirements.md#1136-newsletter */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    tenantId: tenantId(),
    id: text().notNull(),
    /** Trimmed and in lower case. */
    email: text().notNull(),
    /** Random; confirms and ends this subscription, and nothing else. */
    token: text().notNull(),
    /** Language of the page; null for the shop's. */
    language: text().$type<Language>(),
    createdAt: createdAt(),
    /** Null while only the request is known. */
    confirmedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('newsletter_subscriptions_email').on(table.tenantId, table.email),
    uniqueIndex('newsletter_subscriptions_token').on(table.tenantId, table.token),
  ],
)

export const orders = pgTable(
  'orders',
  {
    tenantId: tenantId(),
    /** 12 characters of Crockford's base 32, without display dashes. */
    number: text().notNull(),
    /** The account; null for an order that the merchant took down. */
    userId: text(),
    /** The merchant's own name of the order, such as the number in another system. */
    reference: text(),
    /** docs/requirements.md#44-order-status */
    status: smallint().notNull().default(0),
    /** To be paid: the sum of the items less the discount. */
    total: paise().notNull(),
    /** The offer of the order, with its code and label at that time. */
    offerId: text(),
    offerCode: text(),
    offerLabel: text(),
    discount: paise().notNull().default(0),
    shippingAddress: jsonb().$type<ShippingAddress>().notNull(),
    /** Contacts for order tracking: the account's e-mail and the phone's ten digits, empty where it has none. */
    contactEmail: text().notNull(),
    contactPhone: text().notNull(),
    /** Ad attribution, for shops that record it. */
    attribution: jsonb().$type<Attribution>(),
    createdAt: createdAt(),
    paidAt: moment(),
    /** The shopper pays at delivery. docs/requirements.md#1120-cash-on-delivery */
    cashOnDelivery: boolean().notNull().default(false),
    /** A message asks the shopper of such an order to confirm it. docs/requirements.md#1141-cash-confirmation */
    asksConfirmation: boolean().notNull().default(false),
    confirmedAt: moment(),
    /** The fee for that, collected with the payment and no part of the total. */
    cashFee: paise().notNull().default(0),
    /** The last day, in India, on which the order should arrive, as promised when it was placed. */
    promisedBy: date({ mode: 'date' }),
    /** End of the hold that the latest payment start gave the pieces; null while it ends with the shop's minutes. */
    heldUntil: moment(),
    /** Holds that payment starts gave. */
    holdRenewals: smallint().notNull().default(0),
    /** The pieces of the unpaid order went back into stock, and are not taken again since. */
    piecesReleasedAt: moment(),
    shipment: jsonb().$type<Shipment>(),
    /** State of the parcel, where the status does not tell it. docs/order-lifecycle.md */
    parcel: text({ enum: PARCEL_STATES }),
    /** Sequence of the last event that jobs have handled. */
    eventsHandled: integer().notNull().default(0),
    /** Language of the page that placed the order, for its messages; null for the shop's. */
    language: text().$type<Language>(),
    /** The order was dispatched without its tax invoice, because this is missing. */
    taxMissing: text({ enum: TAX_MISSING }),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.number] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [table.tenantId, table.offerId], foreignColumns: [offers.tenantId, offers.id] }),
    index('orders_offer')
      .on(table.tenantId, table.offerId)
      .where(sql`${table.offerId} is not null`),
    index('orders_user').on(table.tenantId, table.userId, table.createdAt.desc().nullsFirst()),
    index('orders_newest').on(table.tenantId, table.createdAt.desc().nullsFirst()),
    index('orders_unpaid')
      .on(table.tenantId, table.createdAt)
      .where(sql`${table.status} = 0 and ${table.paidAt} is null`),
    index('orders_cash_phone')
      .on(table.tenantId, table.contactPhone)
      .where(sql`${table.cashOnDelivery} and ${table.status} in (1, 2)`),
    index('orders_returned_parcels')
      .on(table.tenantId, table.contactPhone)
      .where(sql`${table.parcel} = 'returned to sender'`),
  ],
)

/** What the merchant writes down about an order. Never changed. */
export const orderNotes = pgTable(
  'order_notes',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    orderNumber: text().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }),
    index('order_notes_order').on(table.tenantId, table.orderNumber),
  ],
)

/** The order's items with titles and prices at the time of the order. */
export const orderItems = pgTable(
  'order_items',
  {
    tenantId: tenantId(),
    orderNumber: text().notNull(),
    line: smallint().notNull(),
    productId: text().notNull(),
    productTitle: text().notNull(),
    quantity: integer().notNull(),
    price: paise().notNull(),
    /** The line's share of the order's discount. */
    discount: paise().notNull().default(0),
    selectedSize: text(),
    selectedColor: text(),
    /** The variant with its options and SKU at the time of the order; null for a product without variants. */
    variantId: text(),
    variantOptions: jsonb().$type<Record<string, string>>(),
    sku: text(),
    /** Picture of the ordered variant or product at the time of the order. */
    imgUrl: text(),
    /** The pieces are taken from the variant's stock; a cancellation puts them back. */
    holdsStock: boolean().notNull().default(false),
    /** Pieces that were no longer in stock when a late payment took them: the shop has sold them twice. */
    oversold: integer().notNull().default(0),
    /** HSN code and GST rate in percent at the time of the order, where the product has them. */
    hsn: text(),
    gstRate: doublePrecision(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.orderNumber, table.line] }),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }).onDelete('cascade'),
  ],
)

/** A shop's table of PIN codes. docs/requirements.md#1121-pincodes */
export const pincodes = pgTable(
  'pincodes',
  {
    tenantId: tenantId(),
    code: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    serviceable: boolean().notNull().default(true),
    deliveryDays: smallint(),
    cashOnDelivery: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.code] })],
)

/** Addresses that shoppers saved. docs/requirements.md#1122-addresses */
export const addresses = pgTable(
  'addresses',
  {
    tenantId: tenantId(),
    id: text().notNull(),
    userId: text().notNull(),
    address: jsonb().$type<ShippingAddress>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [users.tenantId, users.id],
    }).onDelete('cascade'),
    index('addresses_user').on(table.tenantId, table.userId),
  ],
)

/** Events of an order, each written with the change that it tells. Never updated. docs/order-lifecycle.md */
export const orderEvents = pgTable(
  'order_events',
  {
    tenantId: tenantId(),
    orderNumber: text().notNull(),
    /** From 1, in the order of the changes. */
    sequence: integer().notNull(),
    kind: text({ enum: EVENT_KINDS }).notNull(),
    /** The status code that the order reached; null where it stays. */
    status: smallint(),
    /** Id of the payment, return or variant. */
    subject: text(),
    /** Null for events that an upgrade reconstructed. */
    actor: text({ enum: ACTORS }),
    createdAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.orderNumber, table.sequence] }),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }).onDelete('cascade'),
  ],
)

/**
 * Messages about events, each written once for an event, its recipient and its channel. An address is read when a message
 * is sent, and never stored. docs/messages.md
 */
export const messages = pgTable(
  'messages',
  {
    tenantId: tenantId(),
    /** Random, and the same in each attempt: a receiver drops repeats by it. */
    id: text().notNull(),
    /** The order of messages of one stream. */
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Messages of one order, recipient and channel, which are sent one after the other. */
    stream: text().notNull(),
    /** The event, such as order number and sequence. */
    event: text().notNull(),
    orderNumber: text(),
    sequence: integer(),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    role: text({ enum: MESSAGE_ROLES }).notNull(),
    channel: text().notNull(),
    /** Id of the receiver, where the shop has several of a channel; empty otherwise. */
    endpoint: text().notNull().default(''),
    state: text({ enum: MESSAGE_STATES }).notNull().default('waiting'),
    attempts: smallint().notNull().default(0),
    /** Why the last attempt failed, without an address. */
    error: text(),
    /** Keyed digest of the address, once it bounced. */
    bouncedAddress: text(),
    createdAt: createdAt(),
    /** Time of the next attempt. */
    dueAt: moment().notNull(),
    endedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }).onDelete('cascade'),
    uniqueIndex('messages_once').on(
      table.tenantId,
      table.event,
      table.kind,
      table.role,
      table.channel,
      table.endpoint,
    ),
    index('messages_waiting')
      .on(table.tenantId, table.stream, table.position)
      .where(sql`${table.state} = 'waiting'`),
    index('messages_newest').on(table.tenantId, table.position.desc().nullsFirst()),
    index('messages_order').on(table.tenantId, table.orderNumber),
  ],
)

/** Addresses to which a message bounced; they get no other. They stay when their message is erased. */
export const bouncedAddresses = pgTable(
  'bounced_addresses',
  {
    tenantId: tenantId(),
    /** Keyed digest of channel and address. */
    digest: text().notNull(),
    bouncedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.digest] })],
)

/** Addresses of the merchant's programs that get each event of a shop's orders. docs/messages.md#webhooks */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    tenantId: tenantId(),
    /** 8 characters of Crockford's base 32. */
    id: text().notNull(),
    url: text().notNull(),
    /** Signs what is sent, so it is stored as it is: `whsec_` and 32 random bytes in base64. */
    secret: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** The secret with which a shop's courier signs its reports of parcels. docs/couriers.md */
export const courierSecrets = pgTable('courier_secrets', {
  tenantId: tenantId().primaryKey(),
  /** Verifies signatures, so it is stored as it is: `whsec_` and 32 random bytes in base64. */
  secret: text().notNull(),
  createdAt: createdAt(),
})

/** Changes of the pieces of counted variants. Never updated; the stock of a variant is the sum of its movements. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    variantId: text().notNull(),
    reason: text({ enum: STOCK_REASONS }).notNull(),
    /** Pieces added to those that can be ordered. */
    stock: integer().notNull(),
    /** Pieces added to those that orders hold. */
    held: integer().notNull(),
    /** The order that holds, releases, sells or returns them. */
    orderNumber: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('stock_movements_variant').on(table.tenantId, table.variantId),
    index('stock_movements_order')
      .on(table.tenantId, table.orderNumber)
      .where(sql`${table.orderNumber} is not null`),
  ],
)

/** Requests to return delivered items. docs/requirements.md#1125-returns */
export const orderReturns = pgTable(
  'order_returns',
  {
    tenantId: tenantId(),
    /** 8 characters of Crockford's base 32, for reading aloud. */
    id: text().notNull(),
    orderNumber: text().notNull(),
    lines: jsonb().$type<ReturnedLine[]>().notNull(),
    reason: text().notNull(),
    status: text({ enum: RETURN_STATES }).notNull().default('requested'),
    /** The shop's words to the shopper. */
    note: text(),
    createdAt: createdAt(),
    decidedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }).onDelete('cascade'),
    index('order_returns_order').on(table.tenantId, table.orderNumber),
  ],
)

export const payments = pgTable(
  'payments',
  {
    tenantId: tenantId(),
    /** At most 35 letters and digits: the `tr` parameter of the UPI link. */
    id: text().notNull(),
    orderNumber: text().notNull(),
    provider: text().notNull(),
    method: text().notNull(),
    amount: paise().notNull(),
    currency: text().notNull().default('INR'),
    /** Origin of the shop's page, for the return. */
    shopOrigin: text().notNull(),
    /** Reference of the payment link that started it; null for a payment of the signed-in shopper. */
    linkReference: text(),
    status: text({ enum: PAYMENT_STATES }).notNull().default('pending'),
    /** Of a payment that began as a mismatch. */
    mismatch: jsonb().$type<Mismatch>(),
    /** The provider's own id of the payment, or the bank's reference that the merchant recorded. */
    gatewayReference: text(),
    /** The bank's reference (UTR) as the shopper typed it. */
    customerReference: text(),
    createdAt: createdAt(),
    settledAt: moment(),
    /** Time of the next status check; null when none is due. */
    nextCheckAt: moment(),
    checks: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }).onDelete('cascade'),
    index('payments_order').on(table.tenantId, table.orderNumber),
    index('payments_due')
      .on(table.tenantId, table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
  ],
)

/** The valid link of an order, at most one. Only its token's hash is stored. docs/requirements.md#1119-payment-links */
export const paymentLinks = pgTable(
  'payment_links',
  {
    tenantId: tenantId(),
    /** 8 characters of Crockford's base 32: the name of the order for the holder of the link. */
    reference: text().notNull(),
    orderNumber: text().notNull(),
    /** SHA-256 of the token. */
    tokenHash: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.reference] }),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }).onDelete('cascade'),
    uniqueIndex('payment_links_order').on(table.tenantId, table.orderNumber),
    uniqueIndex('payment_links_token').on(table.tenantId, table.tokenHash),
  ],
)

/**
 * Money that was received with a payment, and what of it became due for refund or is no longer due, in the currency of the
 * payment. Never updated. With `payment_refunds`, the sums of an order in one currency: received = kept + refunded + due.
 */
export const moneyEntries = pgTable(
  'money_entries',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    orderNumber: text().notNull(),
    paymentId: text().notNull(),
    kind: text({ enum: ['receipt', 'due'] }).notNull(),
    /** Below 0 where an amount that was due is refunded. */
    amount: paise().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.paymentId],
      foreignColumns: [payments.tenantId, payments.id],
    }).onDelete('cascade'),
    index('money_entries_payment').on(table.tenantId, table.paymentId),
  ],
)

/** Refunds to the shopper, in one or more parts. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    tenantId: tenantId(),
    paymentId: text().notNull(),
    reference: text().notNull(),
    amount: paise().notNull(),
    refundedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.paymentId, table.reference] }),
    foreignKey({
      columns: [table.tenantId, table.paymentId],
      foreignColumns: [payments.tenantId, payments.id],
    }).onDelete('cascade'),
  ],
)

/** Links in messages of orders, by which a shopper decides without sign-in. Only the hash of a token is stored. */
export const orderLinks = pgTable(
  'order_links',
  {
    tenantId: tenantId(),
    orderNumber: text().notNull(),
    purpose: text({ enum: ORDER_LINK_PURPOSES }).notNull(),
    /** SHA-256 of the token. */
    tokenHash: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.orderNumber, table.purpose] }),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }).onDelete('cascade'),
    uniqueIndex('order_links_token').on(table.tenantId, table.tokenHash),
  ],
)

/** Where the shopper wants the refund of an order that the merchant sends. docs/requirements.md#1140-refund-details */
export const refundDetails = pgTable(
  'refund_details',
  {
    tenantId: tenantId(),
    orderNumber: text().notNull(),
    /** Masked once the refund is made. */
    upiId: text(),
    givenAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.orderNumber] }),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }).onDelete('cascade'),
  ],
)

/** Refunds that a payment provider is asked for. One that is made is a row of `payment_refunds` too. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    tenantId: tenantId(),
    /** By which the provider knows a repeated request: 26 letters and digits. */
    id: text().notNull(),
    paymentId: text().notNull(),
    amount: paise().notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('requested'),
    /** The return whose money it is. */
    returnId: text(),
    /** The provider's own id. */
    reference: text(),
    /** Why it failed, for the merchant. */
    error: text(),
    createdAt: createdAt(),
    endedAt: moment(),
    /** Time of the next call to the provider; null when none is due. */
    nextCheckAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.paymentId],
      foreignColumns: [payments.tenantId, payments.id],
    }).onDelete('cascade'),
    index('refund_requests_payment').on(table.tenantId, table.paymentId),
    index('refund_requests_due')
      .on(table.tenantId, table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
  ],
)

/** The last number of each series of tax documents in a financial year. Its row is locked until a document is stored. */
export const taxSeries = pgTable(
  'tax_series',
  {
    tenantId: tenantId(),
    series: text().notNull(),
    /** The year in which the financial year begins. */
    year: smallint().notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.series, table.year] })],
)

/** Tax invoices, bills of supply and credit notes as they were issued; only the recipient can be erased. docs/gst.md */
export const taxDocuments = pgTable(
  'tax_documents',
  {
    tenantId: tenantId(),
    /** As `documentNumber` returns it: unique in the shop, because it names the financial year. */
    number: text().notNull(),
    series: text().notNull(),
    year: smallint().notNull(),
    /** From 1, without gap in its series and year. */
    position: integer().notNull(),
    kind: text({ enum: TAX_DOCUMENT_KINDS }).notNull(),
    orderNumber: text().notNull(),
    /** With tax. */
    total: paise().notNull(),
    body: jsonb().$type<DocumentBody>().notNull(),
    recipient: jsonb().$type<ShippingAddress>(),
    issuedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.number] }),
    uniqueIndex('tax_documents_position').on(table.tenantId, table.series, table.year, table.position),
    // One invoice for each dispatched order.
    uniqueIndex('tax_documents_invoice')
      .on(table.tenantId, table.orderNumber)
      .where(sql`${table.kind} <> 'credit-note'`),
    index('tax_documents_order').on(table.tenantId, table.orderNumber),
    index('tax_documents_issued').on(table.tenantId, table.issuedAt),
    foreignKey({
      columns: [table.tenantId, table.orderNumber],
      foreignColumns: [orders.tenantId, orders.number],
    }).onDelete('cascade'),
  ],
)

/** Processed webhooks: a provider may deliver one several times. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    tenantId: tenantId(),
    provider: text().notNull(),
    eventId: text().notNull(),
    paymentId: text().notNull(),
    outcome: text().notNull(),
    receivedAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.provider, table.eventId] })],
)

/**
 * Counters of rate-limiter-flexible, shared by all processes. The key is the limit's name and a keyed digest; tenant
 * transactions cannot read it. The library prescribes the column order. Unlogged: after a crash of PostgreSQL counts
 * restart and known networks are forgotten.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
})

/** First responses, stored for 24 hours. docs/requirements.md#112-idempotency-key */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    tenantId: tenantId(),
    userId: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the request and its body. */
    fingerprint: text().notNull(),
    status: smallint().notNull(),
    answer: jsonb().$type<unknown>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.key] }),
    index('idempotency_keys_age').on(table.tenantId, table.createdAt),
  ],
)

/** Edits of a shop's draft that are not published yet, one per field of the record. docs/requirements.md#1137-preview */
export const draftEdits = pgTable(
  'draft_edits',
  {
    tenantId: tenantId(),
    /** A field of the record, such as `companyPhone` or `translations.hi.policies.about`. */
    field: text().notNull(),
    /** Null removes the field. */
    content: jsonb().$type<unknown>(),
    /** Version of the published content that the edit began with. */
    base: text().notNull(),
    editedBy: text().notNull(),
    editedAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.field] })],
)

/** The last 200 published states of a shop's record. */
export const storeRevisions = pgTable(
  'store_revisions',
  {
    tenantId: tenantId(),
    number: integer().notNull(),
    record: jsonb().$type<StoreRecord>().notNull(),
    action: text({ enum: REVISION_ACTIONS }).notNull(),
    /** The revision that a rollback restored. */
    restored: integer(),
    /** Why the checks of a publication were overridden. */
    reason: text(),
    publishedBy: text().notNull(),
    publishedAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.number] })],
)

/** The key that signs the links of a shop's preview. */
export const previewKeys = pgTable('preview_keys', {
  tenantId: tenantId().primaryKey(),
  key: text().notNull(),
})

/** People who run a shop. docs/admin-api.md */
export const staff = pgTable(
  'staff',
  {
    tenantId: tenantId(),
    id: text().notNull(),
    /** Trimmed and in lower case. */
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: STAFF_ROLES }).notNull(),
    language: text().$type<Language>(),
    /** Null until the invitation is accepted. */
    passwordHash: text(),
    /** The sealed secret of the authenticator app, in use from `second_factor_since` on. */
    secondFactor: text(),
    /** The sealed secret of an app that is not confirmed yet. */
    pendingFactor: text(),
    secondFactorSince: moment(),
    /** Time step of the last code that was taken: a code counts once. */
    secondFactorStep: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('staff_email').on(table.tenantId, table.email),
  ],
)

/** Sessions of the console, by the SHA-256 of their cookie. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    tenantId: tenantId(),
    hash: text().notNull(),
    /** Names the session in lists. */
    id: text().notNull(),
    staffId: text().notNull(),
    userAgent: text().notNull(),
    createdAt: createdAt(),
    usedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.hash] }),
    foreignKey({
      columns: [table.tenantId, table.staffId],
      foreignColumns: [staff.tenantId, staff.id],
    }).onDelete('cascade'),
    index('staff_sessions_staff').on(table.tenantId, table.staffId),
  ],
)

/** Links of invitations and password resets, each valid once, by the SHA-256 of their token. */
export const staffLinks = pgTable(
  'staff_links',
  {
    tenantId: tenantId(),
    hash: text().notNull(),
    staffId: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.hash] }),
    foreignKey({
      columns: [table.tenantId, table.staffId],
      foreignColumns: [staff.tenantId, staff.id],
    }).onDelete('cascade'),
  ],
)

/** Tokens of programs that use the admin API, by their SHA-256. */
export const staffTokens = pgTable(
  'staff_tokens',
  {
    tenantId: tenantId(),
    hash: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    scopes: text().array().notNull(),
    createdBy: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.hash] }),
    uniqueIndex('staff_tokens_id').on(table.tenantId, table.id),
  ],
)

/** What staff, programs and commands did in a shop, and what was refused to them. Never updated or deleted. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    actor: text({ enum: AUDIT_ACTORS }).notNull(),
    /** Id of the person or token, or the system's user of a command; empty for an unknown caller. */
    actorId: text().notNull(),
    actorName: text().notNull(),
    /** Operation of the admin API, or the command. */
    action: text().notNull(),
    /** What it was done to, such as an order number. */
    target: text().notNull(),
    outcome: text({ enum: AUDIT_OUTCOMES }).notNull(),
    /** Why it was refused. */
    reason: text(),
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('audit_entries_target').on(table.tenantId, table.target),
  ],
)

/** A catalogue that staff uploaded. Its file is in the data directory: api/modules/imports/uploaded-files.ts */
export const imports = pgTable(
  'imports',
  {
    tenantId: tenantId(),
    id: text().notNull(),
    fileName: text().notNull(),
    settings: jsonb().$type<ImportSettings>().notNull(),
    state: text({ enum: IMPORT_STATES }).notNull(),
    /** Whether it is written once it is checked. */
    writes: boolean().notNull(),
    /** How often its job has started. */
    attempts: smallint().notNull().default(0),
    progress: jsonb().$type<ImportProgress>().notNull(),
    /** Present once the whole file is checked. */
    counts: jsonb().$type<ImportCounts>(),
    /** Why nothing was written, or not all. */
    message: text(),
    actor: text({ enum: AUDIT_ACTORS }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    // A shop has one import at a time.
    uniqueIndex('imports_running')
      .on(table.tenantId)
      .where(sql`${table.state} in ('checking', 'writing')`),
  ],
)

/** What an import finds in its file, and changes in the shop. */
export const importRows = pgTable(
  'import_rows',
  {
    tenantId: tenantId(),
    importId: text().notNull(),
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    kind: text({ enum: IMPORT_ROW_KINDS }).notNull(),
    line: integer().notNull(),
    /** Of a product that changes. */
    key: text(),
    title: text(),
    /** Of a finding. */
    text: text(),
    /** Long texts are cut; `digest` is that of the whole. */
    changes: jsonb().$type<FieldChange[]>(),
    digest: text(),
    /** The product changed in the shop after the person had looked. */
    isChangedSince: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.importId, table.number] }),
    foreignKey({
      columns: [table.tenantId, table.importId],
      foreignColumns: [imports.tenantId, imports.id],
    }).onDelete('cascade'),
    index('import_rows_key').on(table.tenantId, table.importId, table.key),
  ],
)
