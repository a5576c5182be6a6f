import { measuredTitle, measuredUrl } from '../lib/analytics/measured-page.ts'
import { AD_TAG_NAME } from '@tanabana/contract/ad-tags.ts'

const SOURCE = 'https://www.googletagmanager.com/gtag/js?id='
const NOTHING = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
}

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Queues a command for Google's script, before or after it loads. The script reads only `arguments` objects. */
export const gtag: (...words: unknown[]) => void = function () {
  // eslint-disable-next-line prefer-rest-params -- an array would be read as something else
  ;(window.dataLayer ??= []).push(arguments)
}

/** Applies Consent Mode: denies everything first, then grants the agreed purposes; advertising profiles stay denied. */
export function grant(tagId: string): void {
  switchOff(tagId, false)
  const granted = { ...NOTHING, ad_storage: 'granted', ad_user_data: 'granted', analytics_storage: 'granted' }
  if (window.dataLayer) return gtag('consent', 'update', granted)
  gtag('consent', 'default', NOTHING)
  gtag('consent', 'update', granted)
  gtag('js', new Date())
  gtag('config', tagId, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    page_title: measuredTitle(document.title, location.href),
    page_location: measuredUrl(location.href, (name) => AD_TAG_NAME.test(name)),
    page_referrer: document.referrer && new URL(document.referrer).origin,
  })
  load(SOURCE + encodeURIComponent(tagId))
}

/** Revokes consent, also for a loaded script, and removes Google's cookies. */
export function deny(tagId: string | undefined): void {
  if (window.dataLayer) gtag('consent', 'update', NOTHING)
  if (tagId) switchOff(tagId, true)
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0] ?? '')
  const parents = location.hostname.split('.').map((_, index, labels) => labels.slice(index).join('.'))
  for (const name of names.filter((one) => /^_(?:ga|gcl|gid)/.test(one))) {
    document.cookie = `${name}=; path=/; max-age=0`
    for (const domain of parents) document.cookie = `${name}=; path=/; max-age=0; domain=${domain}`
  }
}

/** Sets Google's own opt-out switch of a tag. */
function switchOff(tagId: string, isOff: boolean): void {
  Object.assign(window, { [`ga-disable-${tagId}`]: isOff })
}

function load(url: string): void {
  const script = document.createElement('script')
  const policy = window.trustedTypes?.createPolicy('google-tag', {
    createScriptURL: (source: string) => source,
  })
  script.async = true
  script.src = policy?.createScriptURL(url) ?? url
  document.head.append(script)
}
