/** Android WebViews, and the browsers inside Facebook and Instagram, where links to payment apps fail. */
const IN_APP = /; wv\)|\bFBA[NV]\b|\bFB_IAB\b|\bInstagram\b/

/** Whether the page shows inside another app. docs/requirements.md#1119-payment-links */
export function isInAppBrowser(userAgent = navigator.userAgent): boolean {
  return IN_APP.test(userAgent)
}

/** Whether the device is a phone or a tablet, which may have payment apps. */
export function isMobile(userAgent = navigator.userAgent): boolean {
  return /Android|iPhone|iPad|Mobile/.test(userAgent)
}

/** Returns an Android link that opens a page in the default browser; `undefined` on other systems. */
export function browserIntent(url: string, userAgent = navigator.userAgent): string | undefined {
  if (!userAgent.includes('Android')) return undefined
  const { protocol, host, pathname } = new URL(url)
  return `intent://${host}${pathname}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
}
