import { html } from 'hono/html'

import { formatDate } from '@tanabana/contract/dates.ts'
import { FIRST_LANGUAGE, readLanguage, type Language } from '@tanabana/contract/store-info.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { formatOrderNumber } from '../../ids.ts'
import { renderPrintPage } from '../../print-page.ts'
import { formatRupees } from '../../rupees.ts'
import { formatChoice } from '../orders/describe-order.ts'
import type { ItemRow } from '../orders/read.ts'
import type { PackedOrder } from './orders-to-pack.ts'
import { PRINT_WORDS } from './print-words.ts'

type Html = ReturnType<typeof html>
type Words = (typeof PRINT_WORDS)[Language]

export const SLIP_STYLE = `
@page { size: A4; margin: 15mm; }
body { font-size: 11pt; line-height: 1.45; }
header, .parties { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4mm 10mm; }
h1 { font-size: 17pt; margin: 0; }
h2 { font-size: 9pt; font-weight: 600; margin: 6mm 0 1mm; }
.number { font-size: 14pt; font-weight: 700; white-space: nowrap; text-align: right; }
.parties > div { flex: 1 12rem; }
.pay { border: 1.5pt solid #000; padding: 2mm 4mm; margin-top: 6mm; font-size: 13pt; font-weight: 700; }
table { width: 100%; border-collapse: collapse; margin-top: 6mm; }
th, td { border-bottom: 0.75pt solid #000; padding: 2mm 2mm 2mm 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.count { text-align: right; white-space: nowrap; padding-right: 0; }
footer { margin-top: 8mm; }`

export const LABEL_STYLE = `
@page { size: 105mm 148mm; margin: 6mm; }
body { font-size: 10pt; line-height: 1.35; }
article { height: 135mm; display: flex; flex-direction: column; overflow: hidden; }
@media screen { article { height: 148mm; max-width: 105mm; } }
h2 { font-size: 8pt; font-weight: 600; margin: 0; }
.pay { border: 2pt solid #000; padding: 2mm; text-align: center; font-size: 15pt; font-weight: 700; }
.to { flex: 1; padding: 4mm 0; font-size: 13pt; }
.to .name { font-size: 16pt; font-weight: 700; }
.to .pin { font-size: 26pt; font-weight: 700; letter-spacing: 0.08em; }
.to.long { font-size: 10pt; }
.to.long .name { font-size: 12pt; }
.facts { border-top: 1pt solid #000; border-bottom: 1pt solid #000; padding: 2mm 0; font-size: 11pt; }
.from { padding-top: 2mm; font-size: 9pt; }`

/** An address of so many characters needs smaller letters on a label. */
const LONG_ADDRESS = 160

/** Packing slips, one page of A4 for each order, in the shop's language. */
export function renderSlips(record: StoreRecord, packed: readonly PackedOrder[]): Promise<string> {
  return renderPage(record, 'slips', SLIP_STYLE, (words, language) =>
    packed.map((one) => renderSlip(record, one, words, language)),
  )
}

/** Address labels of size A6, one for each order, in the shop's language. */
export function renderLabels(record: StoreRecord, packed: readonly PackedOrder[]): Promise<string> {
  return renderPage(record, 'labels', LABEL_STYLE, (words) =>
    packed.map((one) => renderLabel(record, one, words)),
  )
}

function renderPage(
  record: StoreRecord,
  title: 'slips' | 'labels',
  style: string,
  render: (words: Words, language: Language) => Html[],
): Promise<string> {
  const language = readLanguage(record.language) ?? FIRST_LANGUAGE
  const words = PRINT_WORDS[language]
  return renderPrintPage({ language, title: words[title], style, sheets: render(words, language) })
}

function renderSlip(record: StoreRecord, packed: PackedOrder, words: Words, language: Language): Html {
  const { order } = packed
  const { companyEmail, companyPhone } = record
  return html`<article>
    <header>
      <div>
        <h1>${record.storeName}</h1>
        <p>${words.slip}</p>
      </div>
      <div>
        <p class="number">${words.order} ${formatOrderNumber(order.number)}</p>
        <p>${words.ordered}: ${formatDate(order.createdAt, `${language}-IN`)}</p>
      </div>
    </header>
    <section class="parties">
      <div>
        <h2>${words.to}</h2>
        ${renderAddress(packed, words)}
      </div>
      <div>
        <h2>${words.from}</h2>
        ${renderSender(record)} ${renderTracking(packed, words)}
      </div>
    </section>
    ${renderPayment(packed, words)}
    <table>
      <thead>
        <tr>
          <th>${words.product}</th>
          <th>${words.sku}</th>
          <th class="count">${words.quantity}</th>
        </tr>
      </thead>
      <tbody>
        ${order.items.map(renderItem)}
        <tr>
          <th colspan="2">${words.pieces}</th>
          <th class="count">${countPieces(packed)}</th>
        </tr>
      </tbody>
    </table>
    <footer>
      <p>${words.thanks}</p>
      <p>${words.questions} ${[companyEmail, companyPhone].filter(Boolean).join(' · ')}</p>
    </footer>
  </article>`
}

function renderItem(item: ItemRow): Html {
  const choice = formatChoice(item)
  return html`<tr>
    <td>${item.productTitle}${choice && html`<br />${choice}`}</td>
    <td>${item.sku ?? ''}</td>
    <td class="count">${item.quantity}</td>
  </tr>`
}

function renderLabel(record: StoreRecord, packed: PackedOrder, words: Words): Html {
  const { order } = packed
  const { fullName, address } = order.shippingAddress
  const isLong = fullName.length + address.length > LONG_ADDRESS
  return html`<article>
    ${renderPayment(packed, words)}
    <section class="to${isLong ? ' long' : ''}">
      <h2>${words.to}</h2>
      ${renderAddress(packed, words)}
    </section>
    <section class="facts">
      <p>
        ${words.order} <strong>${formatOrderNumber(order.number)}</strong> · ${words.pieces}:
        ${countPieces(packed)}
      </p>
      ${renderTracking(packed, words)}
    </section>
    <section class="from">
      <h2>${words.from}</h2>
      ${renderSender(record)}
    </section>
  </article>`
}

function renderAddress({ order }: PackedOrder, words: Words): Html {
  const { fullName, address, city, state, postalCode, phone } = order.shippingAddress
  return html`<p class="name">${fullName}</p>
    <p>${address}</p>
    <p>${city}, ${state}</p>
    <p class="pin">${postalCode}</p>
    <p>${words.phone}: ${phone}</p>`
}

function renderSender({ storeName, companyName, companyAddress, companyPhone }: StoreRecord): Html {
  return html`<p>${companyName ?? storeName}</p>
    <p>${companyAddress ?? ''}</p>
    <p>${companyPhone ?? ''}</p>`
}

function renderTracking({ order: { shipment } }: PackedOrder, words: Words): Html | string {
  if (!shipment) return ''
  return html`<p>${shipment.courier} · ${words.tracking}: <strong>${shipment.trackingNumber}</strong></p>`
}

function renderPayment({ cashDue }: PackedOrder, words: Words): Html {
  const text = cashDue > 0 ? `${words.collectCash}: ${formatRupees(cashDue)}` : words.prepaid
  return html`<p class="pay">${text}</p>`
}

function countPieces({ order }: PackedOrder): number {
  return order.items.reduce((sum, { quantity }) => sum + quantity, 0)
}
