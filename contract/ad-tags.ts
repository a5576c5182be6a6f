/** Tags of an ad's link that the browser saves and sends with an order. docs/requirements.md#1110-attribution */
export const AD_TAG_NAME =
  /^(?:gclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|fbclid|utm_[a-z_]{2,24})$/
export const AD_TAG_VALUE = /^[\p{L}\p{M}\p{N} ._~:+|,!()/*%{}[\]-]{1,300}$/u
export const AD_TAGS_MAX = 16
