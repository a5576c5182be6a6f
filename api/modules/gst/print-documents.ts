import { html } from 'hono/html'

import { formatDate } from '@tanabana/contract/dates.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import type { TaxDocument, TaxLine } from '@tanabana/contract/tax-document.ts'
import { renderPrintPage } from '../../print-page.ts'
import { formatRupees } from '../../rupees.ts'
import { PRINT_WORDS } from './print-words.ts'

export const DOCUMENT_STYLE = `
@page { size: A4; margin: 15mm; }
body { font-size: 10pt; line-height: 1.4; }
header, .parties { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4mm 10mm; }
.parties { margin-top: 6mm; }
.parties > div { flex: 1 12rem; }
h1 { font-size: 17pt; margin: 0; }
h2 { font-size: 9pt; margin: 0 0 1mm; }
p { white-space: pre-line; }
table { width: 100%; border-collapse: collapse; margin-top: 6mm; font-size: 9pt; }
th, td { border-bottom: 0.75pt solid #000; padding: 1.5mm 2mm 1.5mm 0; text-align: right; vertical-align: top; }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; }
@media screen { th:first-child, td:first-child { min-width: 9rem; } }
thead { display: table-header-group; }
tr { break-inside: avoid; }
footer { margin-top: 6mm; }
.signatory { margin-top: 14mm; text-align: right; }`

type Html = ReturnType<typeof html>

/** A page of A4 for each document. */
export function renderDocuments(documents: readonly TaxDocument[], language: Language): Promise<string> {
  return renderPrintPage({
    language,
    title: documents.map(({ number }) => number).join(', '),
    style: DOCUMENT_STYLE,
    sheets: documents.map((document) => renderDocument(document, language)),
  })
}

function renderDocument(document: TaxDocument, language: Language): Html {
  const words = PRINT_WORDS[language]
  const { seller, recipient, placeOfSupply, credited, reason, kind } = document
  const day = (moment: string) => formatDate(moment, `${language}-IN-u-nu-latn`) ?? moment
  const isTaxed = seller.gstin !== undefined
  const hasDiscount = document.lines.some(({ discount }) => discount > 0)
  const taxes = !isTaxed ? [] : document.isInterState ? (['igst'] as const) : (['cgst', 'sgst'] as const)
  const nameOf = (tax: 'cgst' | 'sgst' | 'igst') => (tax === 'sgst' ? document.stateTax : tax.toUpperCase())
  return html`<article>
    <header>
      <div>
        <h1>${words.kind[kind]}</h1>
        ${
          credited &&
          html`<p>
            ${words.credits} ${credited.number},
            ${day(credited.issuedAt)}${reason && `: ${words.reason[reason]}`}
          </p>`
        }
      </div>
      <div>
        <p><strong>${words.number}: ${document.number}</strong></p>
        <p>${words.date}: ${day(document.issuedAt)}</p>
        <p>${words.order}: ${document.orderId}, ${day(document.orderedAt)}</p>
      </div>
    </header>
    <div class="parties">
      <div>
        <h2>${words.seller}</h2>
        <p><strong>${seller.name}</strong></p>
        <p>${seller.address}</p>
        ${seller.gstin && html`<p>GSTIN: ${seller.gstin}</p>`}
        ${seller.state && html`<p>${words.state}: ${seller.state.name[language]} (${seller.state.code})</p>`}
      </div>
      <div>
        <h2>${words.recipient}</h2>
        <p><strong>${recipient?.name}</strong></p>
        <p>${recipient?.address}</p>
        ${
          placeOfSupply &&
          html`<p>${words.placeOfSupply}: ${placeOfSupply.name[language]} (${placeOfSupply.code})</p>`
        }
      </div>
    </div>
    <table>
      <thead>
        <tr>
          <th>${words.item}</th>
          <th>${words.hsn}</th>
          <th>${words.quantity}</th>
          <th>${words.price}</th>
          ${hasDiscount ? html`<th>${words.discount}</th>` : ''}
          ${isTaxed ? html`<th>${words.taxable}</th>` : ''}
          ${taxes.map((tax) => html`<th>${nameOf(tax)}</th>`)}
          <th>${words.total}</th>
        </tr>
      </thead>
      <tbody>
        ${document.lines
          .filter(({ total }) => total > 0 || kind !== 'credit-note')
          .map(
            (line) =>
              html`<tr>
                <td>
                  ${line.kind === 'cash-fee' ? words.cashFee : line.description}${line.choice && `, ${line.choice}`}
                </td>
                <td>${line.hsn}</td>
                <td>${line.quantity}${line.quantity !== undefined && ` ${line.unit ?? ''}`}</td>
                <td>${line.price !== undefined && formatRupees(line.price)}</td>
                ${hasDiscount ? html`<td>${formatRupees(line.discount)}</td>` : ''}
                ${isTaxed ? html`<td>${formatRupees(line.taxable)}</td>` : ''}
                ${taxes.map(
                  (tax) => html`<td>${formatRupees(line[tax])}<br />${rateOf(line, tax)}&nbsp;%</td>`,
                )}
                <td>${formatRupees(line.total)}</td>
              </tr>`,
          )}
        <tr>
          <td><strong>${words.total}</strong></td>
          <td></td>
          <td></td>
          <td></td>
          ${hasDiscount ? html`<td></td>` : ''}
          ${isTaxed ? html`<td>${formatRupees(document.taxable)}</td>` : ''}
          ${taxes.map((tax) => html`<td>${formatRupees(document[tax])}</td>`)}
          <td><strong>${formatRupees(document.total)}</strong></td>
        </tr>
      </tbody>
    </table>
    <footer>
      <p>${words.inWords}: ${document.totalInWords[language]}</p>
      ${isTaxed ? html`<p>${words.reverseCharge}</p>` : ''}
      <p class="signatory">${seller.name}<br />${words.signatory}</p>
    </footer>
  </article>`
}

function rateOf({ rate }: TaxLine, tax: 'cgst' | 'sgst' | 'igst'): number {
  return tax === 'igst' ? rate : rate / 2
}
