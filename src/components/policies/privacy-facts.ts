import { escapeUTF8 } from 'entities/escape'

import { type Language, readAnalytics, type StoreInfo } from '@tanabana/contract/store-info.ts'

type Store = StoreInfo | undefined

const ADS: Record<Language, string> = {
  en: `<p>
    If you came by an ad and agreed, your browser keeps the ad's tags (such as <code>gclid</code> or
    <code>utm_campaign</code>) and the time for 30 days, and an order carries them, so that we know which ads work. No
    one else receives them. “Cookie settings” at the bottom of every page withdraws the consent and deletes them.
  </p>`,
  hi: `<p>
    अगर आप किसी विज्ञापन से आए और सहमत हुए, तो आपका ब्राउज़र विज्ञापन के टैग (जैसे <code>gclid</code> या <code>utm_campaign</code>)
    और समय 30 दिन तक रखता है, और ऑर्डर के साथ वे हमें मिलते हैं, ताकि हम जान सकें कि कौन-से विज्ञापन काम आते हैं। वे किसी और को नहीं
    दिए जाते। हर पेज के नीचे “कुकी सेटिंग” से सहमति वापस ली जा सकती है; तब वे मिटा दिए जाते हैं।
  </p>`,
}

const ANALYTICS: Record<Language, string> = {
  en: `<p>
    If you agreed, Google Analytics (Google LLC) sets cookies and learns which pages you view and what you buy here. Your
    name, email, phone and address are not sent to it, and it is not used to show you personal ads. Without your
    consent nothing is sent to Google. “Cookie settings” at the bottom of every page withdraws the consent and deletes
    the cookies.
  </p>`,
  hi: `<p>
    अगर आप सहमत हुए, तो Google Analytics (Google LLC) कुकी रखता है और जानता है कि आप यहाँ कौन-से पेज देखते और क्या ख़रीदते हैं। आपका
    नाम, ईमेल, फ़ोन और पता उसे नहीं भेजा जाता, और उससे आपको निजी विज्ञापन नहीं दिखाए जाते। आपकी सहमति के बिना Google को कुछ नहीं भेजा
    जाता। हर पेज के नीचे “कुकी सेटिंग” से सहमति वापस ली जा सकती है; तब कुकी मिटा दी जाती हैं।
  </p>`,
}

const OFFICER: Record<Language, { title: string; email: string; phone: string; hours: string }> = {
  en: { title: 'The Grievance Officer', email: 'Email', phone: 'Phone', hours: 'Mon-Fri 10:00-17:00' },
  hi: { title: 'शिकायत निवारण अधिकारी', email: 'ईमेल', phone: 'फ़ोन', hours: 'सोमवार से शुक्रवार, 10:00-17:00' },
}

/**
 * Fills the marks of the built-in privacy policy: ad tags and analytics where the shop uses them, and the grievance
 * officer of its record. Placeholders of the company stay.
 */
export function addPrivacyFacts(html: string, store: Store, language: Language): string {
  const remembersAds = store?.capabilities.includes('attribution')
  return html
    .replace('<!-- ads -->', () => (remembersAds ? ADS[language] : ''))
    .replace('<!-- analytics -->', () => (readAnalytics(store?.analytics) ? ANALYTICS[language] : ''))
    .replace('<!-- officer -->', () => officerHtml(store, language))
}

function officerHtml(store: Store, language: Language): string {
  const { name, designation, email, phone, hours, address } = store?.grievanceOfficer ?? {}
  const words = OFFICER[language]
  const text = (value: string | undefined, otherwise: string) => (value ? escapeUTF8(value) : otherwise)
  const mail = text(email, '{{companyEmail}}')
  return [
    ...(name ? [escapeUTF8(name)] : []),
    text(designation, words.title),
    '{{companyName}}',
    text(address, '{{companyAddress}}'),
    `${words.email}: <a href="mailto:${mail}">${mail}</a>`,
    `${words.phone}: ${text(phone, '{{companyPhone}}')} (${text(hours, words.hours)})`,
  ].join('<br />')
}
