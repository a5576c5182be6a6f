import type { CreditReason, TaxDocument } from '@tanabana/contract/tax-document.ts'
import type { Language } from '@tanabana/contract/store-info.ts'

interface PrintWords {
  kind: Record<TaxDocument['kind'], string>
  reason: Record<CreditReason, string>
  cashFee: string
  number: string
  date: string
  order: string
  credits: string
  seller: string
  recipient: string
  state: string
  placeOfSupply: string
  reverseCharge: string
  item: string
  hsn: string
  quantity: string
  price: string
  discount: string
  taxable: string
  total: string
  inWords: string
  signatory: string
}

export const PRINT_WORDS: Readonly<Record<Language, PrintWords>> = {
  en: {
    kind: { 'tax-invoice': 'Tax invoice', 'bill-of-supply': 'Bill of supply', 'credit-note': 'Credit note' },
    reason: {
      refund: 'Refund',
      'returned-to-sender': 'The parcel came back',
      lost: 'The parcel was lost',
      'fee-not-collected': 'The fee was not collected',
    },
    cashFee: 'Fee for cash on delivery',
    number: 'Number',
    date: 'Date',
    order: 'Order',
    credits: 'For invoice',
    seller: 'Sold by',
    recipient: 'Bill to',
    state: 'State',
    placeOfSupply: 'Place of supply',
    reverseCharge: 'Tax payable on reverse charge: No',
    item: 'Item',
    hsn: 'HSN',
    quantity: 'Quantity',
    price: 'Price',
    discount: 'Discount',
    taxable: 'Taxable value',
    total: 'Total',
    inWords: 'In words',
    signatory: 'Authorised signatory',
  },
  hi: {
    kind: { 'tax-invoice': 'टैक्स इनवॉइस', 'bill-of-supply': 'आपूर्ति बिल', 'credit-note': 'क्रेडिट नोट' },
    reason: {
      refund: 'रिफ़ंड',
      'returned-to-sender': 'पार्सल वापस आ गया',
      lost: 'पार्सल खो गया',
      'fee-not-collected': 'शुल्क नहीं लिया गया',
    },
    cashFee: 'कैश ऑन डिलीवरी का शुल्क',
    number: 'नंबर',
    date: 'तारीख',
    order: 'ऑर्डर',
    credits: 'इनवॉइस',
    seller: 'विक्रेता',
    recipient: 'ख़रीदार',
    state: 'राज्य',
    placeOfSupply: 'आपूर्ति का स्थान',
    reverseCharge: 'रिवर्स चार्ज पर देय कर: नहीं',
    item: 'सामान',
    hsn: 'HSN',
    quantity: 'संख्या',
    price: 'कीमत',
    discount: 'छूट',
    taxable: 'कर योग्य मूल्य',
    total: 'कुल',
    inWords: 'शब्दों में',
    signatory: 'अधिकृत हस्ताक्षरकर्ता',
  },
}
