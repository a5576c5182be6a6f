// On a page that an ad led to, nothing loads before a press (scripts/inline/speculation.json).
document.documentElement.toggleAttribute(
  'data-ad',
  RegExp(`[?&](${AD_TAG_NAMES})=[^&]`).test(location.search),
)
