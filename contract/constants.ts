/**
 * Numbers and fixed names of the specification. This file ships to the browser: put no secret here.
 * docs/requirements.md#9-constants docs/requirements.md#7-calls-to-the-store-api
 */

/** Cookie with the bearer token. docs/requirements.md#91-session-and-storage */
export const AUTH_COOKIE = 'auth_token'
export const TOKEN_DAYS = 30
/** Cookie with the shopper's language. */
export const LANGUAGE_COOKIE = 'language'

/** Local storage keys. docs/requirements.md#42-cart docs/requirements.md#1111-wishlist-and-quick-view */
export const CART_KEY = 'cart'
export const CART_ACTION_KEY = 'cart-action'
export const WISHLIST_KEY = 'wishlist'
export const VIEWED_KEY = 'viewed'
export const SESSION_KEY = 'session'
export const GRID_KEY = 'grid'

export const API_VERSION = 'v1'
export const LOCAL_API_PORT = 8044

export const PAGE_SIZE = 12
export const FEATURED_COUNT = 4
export const SUB_CATEGORY_FETCH_LIMIT = 100
export const PAGINATION_REACH = 2
export const HOME_TILES = 3
export const HEADER_CATEGORIES = 3

export const DEFAULT_HEADER_CATEGORIES = ['men', 'women', 'accessories']
export const DEFAULT_HOME_CATEGORIES = ['T-Shirts', 'Tops']
export const FALLBACK_CATEGORY = 'Accessories'
/** Filter that selects the accessories category. docs/requirements.md#73-listing-parameters */
export const ACCESSORIES_FILTER = 'Accessories,Personal Care,Home,null,Unisex'

/** In UTF-16 code units of a product's description. The import refuses longer ones; pages cut those of other APIs. */
export const DESCRIPTION_MAX_LENGTH = 20_000

export const PASSWORD_MIN_LENGTH = 6
/** Of the people who run a shop. */
export const STAFF_PASSWORD_MIN_LENGTH = 12
export const NAME_MIN_LENGTH = 2

export const PHONE_PREFIX = '+91'
export const PHONE_DIGITS = 10
export const PHONE_MAX_LENGTH = 13

export const QR_SIZE_PX = 256
export const CONTACT_DELAY_MS = 1500

export const SPECIFICATIONS_MAX = 10
export const SHORT_ID_LENGTH = 8

/**
 * Limits beyond the contract, which the reference API and the cart share, and the limit of viewed products.
 * docs/requirements.md#123-accounts-and-orders
 */
export const QUANTITY_MAX = 99
export const ORDER_LINES_MAX = 100
export const VIEWED_MAX = 12
