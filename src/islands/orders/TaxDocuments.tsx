import type { Language } from '@tanabana/contract/store-info.ts'
import type { CreditReason, TaxDocument, TaxLine } from '@tanabana/contract/tax-document.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { formatDate } from '../../lib/i18n/date-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { ItemTable } from './ItemTable.tsx'

/** Texts that only shops with tax documents show, in the language of the page. */
export interface TaxLabels {
  language: Language
  kind: Record<TaxDocument['kind'], string>
  reason: Record<CreditReason, string>
  number: string
  issued: string
  /** With the places `{number}` and `{date}`. */
  credited: string
  state: string
  placeOfSupply: string
  taxable: string
  discount: string
  cashFee: string
  inWords: string
  reverseCharge: string
  print: string
}

interface Props {
  documents: TaxDocument[]
  /** How the order is paid. */
  payment: string | undefined
  labels: TaxLabels
}

type Tax = 'cgst' | 'sgst' | 'igst'

/** The tax documents of an order as they were issued, the invoice first. docs/requirements.md#1139-tax-invoice */
export function TaxDocuments({ documents, payment, labels }: Props) {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <button type="button" onClick={() => print()} className={`${buttonClasses.secondary} justify-self-end`}>
        {labels.print}
      </button>
      {documents.map((document) => (
        <DocumentPanel key={document.number} document={document} payment={payment} labels={labels} />
      ))}
    </div>
  )
}

function DocumentPanel({ document, payment, labels }: { document: TaxDocument } & Omit<Props, 'documents'>) {
  const { kind, number, credited, reason, seller, recipient, placeOfSupply, lines } = document
  const { language } = labels
  const isCredit = kind === 'credit-note'
  const isTaxed = seller.gstin !== undefined
  const facts: [label: string, value: string | undefined][] = [
    [labels.number, number],
    [labels.issued, formatDate(document.issuedAt)],
    [t('Order ID'), document.orderId],
    [t('Order Date'), formatDate(document.orderedAt)],
    [labels.placeOfSupply, placeOfSupply && stateText(placeOfSupply, language)],
    [t('Payment'), isCredit ? undefined : payment],
  ]
  return (
    <article aria-labelledby={number} className={`${panelClasses} grid gap-6 print:break-after-page`}>
      <header>
        <h1 id={number} className="text-3xl">
          {labels.kind[kind]}
        </h1>
        {credited && (
          <p className="mt-1 text-sm text-muted">
            {fill(labels.credited, { number: credited.number, date: formatDate(credited.issuedAt) ?? '' })}
            {reason && `: ${labels.reason[reason]}`}
          </p>
        )}
      </header>
      <dl className="grid gap-5 text-sm md:grid-cols-2 print:grid-cols-2">
        <div>
          <dt className="text-muted">{t('Sold by')}</dt>
          <dd className="mt-1 break-words">
            <strong className="block">{seller.name}</strong>
            <span className="whitespace-pre-line">{seller.address}</span>
            {seller.gstin && (
              <span className="block">
                {t('GSTIN')}: {seller.gstin}
              </span>
            )}
            {seller.state && (
              <span className="block">
                {labels.state}: {stateText(seller.state, language)}
              </span>
            )}
          </dd>
        </div>
        {recipient && (
          <div>
            <dt className="text-muted">{t('Bill to')}</dt>
            <dd className="mt-1 whitespace-pre-line break-words">
              {recipient.name && <strong className="block">{recipient.name}</strong>}
              {recipient.address}
            </dd>
          </div>
        )}
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt className="text-muted">{label}</dt>
                <dd className="mt-1 break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="text-sm">
        <ItemTable
          columns={[t('Quantity'), ...(isTaxed ? [labels.taxable] : []), t('Amount')]}
          rows={lines
            .filter(({ total }) => total > 0 || !isCredit)
            .map((line) => ({
              item: <LineText line={line} document={document} labels={labels} />,
              numbers: [line.quantity ?? '', ...(isTaxed ? [rupees(line.taxable)] : []), rupees(line.total)],
            }))}
        />
      </div>
      <dl className="grid justify-end gap-2 border-t border-line pt-4 text-end">
        {isTaxed && <Sum label={labels.taxable} paise={document.taxable} />}
        {taxesOf(document).map((tax) => (
          <Sum key={tax} label={nameOf(tax, document)} paise={document[tax]} />
        ))}
        <div className="flex justify-end gap-4 text-lg font-semibold">
          <dt>{t('Total')}</dt>
          <dd className="tabular-nums">{rupees(document.total)}</dd>
        </div>
      </dl>
      <footer className="grid gap-1 text-sm">
        <p>
          {labels.inWords}: {document.totalInWords[language]}
        </p>
        {isTaxed && <p className="text-muted">{labels.reverseCharge}</p>}
      </footer>
    </article>
  )
}

function LineText({ line, document, labels }: { line: TaxLine; document: TaxDocument; labels: TaxLabels }) {
  const rates = taxesOf(document).map((tax) => {
    const rate = tax === 'igst' ? line.rate : line.rate / 2
    return `${nameOf(tax, document)} ${rate}%: ${rupees(line[tax])}`
  })
  const notes = [
    ...(line.hsn ? [`${t('HSN')}: ${line.hsn}`] : []),
    ...(line.discount > 0 ? [`${labels.discount}: −${rupees(line.discount)}`] : []),
    ...rates,
  ]
  return (
    <>
      {line.kind === 'cash-fee' ? labels.cashFee : line.description}
      {line.choice && <span className="block text-muted">{line.choice}</span>}
      {notes.map((note) => (
        <span key={note} className="block text-muted">
          {note}
        </span>
      ))}
    </>
  )
}

function Sum({ label, paise }: { label: string; paise: number }) {
  return (
    <div className="flex justify-end gap-4 text-sm text-muted">
      <dt>{label}</dt>
      <dd className="tabular-nums">{rupees(paise)}</dd>
    </div>
  )
}

/** The taxes of a document; none of a bill of supply. */
function taxesOf({ seller, isInterState }: TaxDocument): Tax[] {
  if (!seller.gstin) return []
  return isInterState ? ['igst'] : ['cgst', 'sgst']
}

function nameOf(tax: Tax, { stateTax }: TaxDocument): string {
  return tax === 'sgst' ? stateTax : tax.toUpperCase()
}

function stateText({ code, name }: NonNullable<TaxDocument['placeOfSupply']>, language: Language): string {
  return `${name[language]} (${code})`
}

function rupees(paise: number): string {
  return formatPrice(paise / 100)
}
