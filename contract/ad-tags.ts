/** Pattern of the names of an ad link's tags, for use in a larger one. */
export const AD_TAG_NAMES = 'gclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|fbclid|utm_[a-z_]{2,24}'

/** Tags of an ad's link that the browser saves and sends with an order. docs/requirements.md#1110-attribution */
export const AD_TAG_NAME = new RegExp(`^(?:${AD_TAG_NAMES})$`)
export const AD_TAG_VALUE = /^[\p{L}\p{M}\p{N} ._~:+|,!()/*%{}[\]-]{1,300}$/u
export const AD_TAGS_MAX = 16
/** Characters of a stored consent's text. */
export const CONSENT_TEXT_MAX = 1000
