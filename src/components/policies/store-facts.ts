import { escapeUTF8 } from 'entities/escape'

import type { Language, StoreInfo } from '@tanabana/contract/store-info.ts'
import { t } from '../../lib/i18n/translate.ts'

type Store = StoreInfo | undefined

const COURTS: Record<Language, string> = {
  en: 'Bengaluru Urban district, Karnataka',
  hi: 'बेंगलुरु शहरी ज़िले, कर्नाटक',
}

type Fees = NonNullable<StoreInfo['returnPolicy']>['fees']

const RETURN_COST: Record<Language, Record<Fees, string>> = {
  en: {
    customer: `We pay for the return of goods that are damaged, defective or wrong. For any other return, the courier’s
      charge for a parcel that you send yourself is yours.`,
    free: `Returns are free, whatever the reason: we collect the parcel, or refund the courier’s charge for a parcel that
      you send yourself.`,
  },
  hi: {
    customer: `क्षतिग्रस्त, दोषपूर्ण या ग़लत सामान की वापसी का ख़र्च हम उठाते हैं। किसी भी दूसरी वापसी में, जो पार्सल आप ख़ुद भेजते हैं,
      उसका कूरियर शुल्क आपको देना होता है।`,
    free: `वापसी मुफ़्त है, वजह चाहे जो हो: पार्सल हम आपके यहाँ से ले जाते हैं, या जो पार्सल आप ख़ुद भेजते हैं, उसका कूरियर शुल्क
      आपको लौटा देते हैं।`,
  },
}

/** Names the district of the courts in the built-in terms: that of the store info, else the default. */
export function addCourts(html: string, store: Store, language: Language): string {
  const district = store?.courtDistrict
  return html.replace('<!-- courts -->', () => (district ? escapeUTF8(t(district)) : COURTS[language]))
}

/** States in the built-in return policy which party pays for a return, as `returnPolicy` of the store info does. */
export function addReturnCost(html: string, store: Store, language: Language): string {
  return html.replace('<!-- cost -->', () => RETURN_COST[language][store?.returnPolicy?.fees ?? 'customer'])
}
