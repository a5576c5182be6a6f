import type { Language } from '@tanabana/contract/store-info.ts'

const en = {
  slips: 'Packing slips',
  slip: 'Packing slip',
  labels: 'Address labels',
  order: 'Order',
  ordered: 'Ordered',
  to: 'To',
  from: 'From',
  phone: 'Phone',
  product: 'Product',
  sku: 'SKU',
  quantity: 'Quantity',
  pieces: 'Pieces',
  prepaid: 'Prepaid',
  collectCash: 'Collect cash',
  tracking: 'Tracking number',
  thanks: 'Thank you for your order.',
  questions: 'Questions?',
}

const hi: typeof en = {
  slips: 'पैकिंग पर्चियाँ',
  slip: 'पैकिंग पर्ची',
  labels: 'पते के लेबल',
  order: 'ऑर्डर',
  ordered: 'ऑर्डर की तारीख',
  to: 'पाने वाले',
  from: 'भेजने वाले',
  phone: 'फ़ोन',
  product: 'उत्पाद',
  sku: 'SKU',
  quantity: 'संख्या',
  pieces: 'कुल नग',
  prepaid: 'भुगतान हो चुका है',
  collectCash: 'नकद लें',
  tracking: 'ट्रैकिंग नंबर',
  thanks: 'आपके ऑर्डर के लिए धन्यवाद।',
  questions: 'कोई सवाल?',
}

export const PRINT_WORDS: Readonly<Record<Language, typeof en>> = { en, hi }
