/** What is remembered of an ad that led to the shop, and sent with an order: the tags of its link. docs/requirements.md#1110-attribution */
export const AD_TAG_NAME =
  /^(?:gclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|fbclid|utm_[a-z_]{2,24})$/
export const AD_TAG_VALUE = /^[\p{L}\p{M}\p{N} ._~:+|,!()/*%{}[\]-]{1,300}$/u
export const AD_TAGS_MAX = 16
