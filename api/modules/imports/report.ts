import { count, escapeControlCharacters } from '@tanabana/contract/text.ts'
import type { PictureProblem, PictureReport } from './check-pictures.ts'
import type { Catalogue } from './open-catalogue.ts'
import type { Remark } from './remark.ts'
import type { ImportSummary, LinesByReason } from './import-event.ts'

const SHOWN_MAX = 20
const LINES_SHOWN_MAX = 5

/** Short report: counts, the first bad rows and the first warnings. */
export function shortReport(
  summary: ImportSummary,
  unit: Catalogue['unit'],
): { lines: string[]; problems: string[] } {
  const { products, bad, warnings } = summary
  const found = [
    count(products, 'valid product'),
    ...(bad.length > 0 ? [count(bad.length, 'bad row')] : []),
    ...(warnings.length > 0 ? [count(warnings.length, 'warning')] : []),
  ]
  return {
    lines: [
      `Found ${found.join(', ')}.`,
      ...counted('Left out', summary.leftOut, unit),
      ...counted('Note', summary.notes, unit),
      ...notImportedLine(summary),
    ],
    problems: [...shown(bad, unit, 'more bad row'), ...shown(warnings, `warning, ${unit}`, 'more warning')],
  }
}

function shown(remarks: readonly Remark[], place: string, noun: string): string[] {
  const hidden = remarks.length - SHOWN_MAX
  return [
    ...remarks.slice(0, SHOWN_MAX).map(({ line, reason }) => `${place} ${line}: ${reason}`),
    ...(hidden > 0 ? [`… and ${count(hidden, noun)}. See all with --report <file>.`] : []),
  ]
}

/** Report on the pictures of valid products. Picture faults do not stop the import. */
export function pictureReport(
  { read, findings }: PictureReport,
  unit: Catalogue['unit'],
): { line: string; problems: string[] } {
  const hidden = findings.length - SHOWN_MAX
  const found = findings.length === 0 ? 'no problems found' : `${count(findings.length, 'problem')} found`
  return {
    line: `Read ${count(read, 'picture')}: ${found}.`,
    problems: [
      ...findings.slice(0, SHOWN_MAX).map((problem) => `${unit} ${problem.line}: ${wordsOf(problem)}`),
      ...(hidden > 0 ? [`… and ${hidden} more picture problems. See all with --report <file>.`] : []),
    ],
  }
}

function wordsOf({ address, reason }: PictureProblem): string {
  return address === '' ? `the product ${reason}` : `the picture ${address} ${reason}`
}

/** What a file has that the merchant should look at. */
export interface LineRemark extends Remark {
  kind: 'bad' | 'warning' | 'removes' | 'left out' | 'note'
}

/** All findings of a checked file. */
export function remarksOf({ bad, warnings, emptied, leftOut, notes }: ImportSummary): LineRemark[] {
  return [
    ...bad.map((remark) => ({ kind: 'bad' as const, ...remark })),
    ...warnings.map((remark) => ({ kind: 'warning' as const, ...remark })),
    ...emptied.map((remark) => ({ kind: 'removes' as const, ...remark })),
    ...listed('left out', leftOut),
    ...listed('note', notes),
  ]
}

/** Full report, one line per finding. */
export function fullReport(
  summary: ImportSummary,
  unit: Catalogue['unit'],
  pictures: readonly PictureProblem[] = [],
): string {
  const rows = [
    ...pictures.map((problem) => ({ line: problem.line, text: wordsOf(problem) })),
    ...remarksOf(summary).map(({ line, kind, reason }) => ({ line, text: `${kind}: ${reason}` })),
  ]
  const inOrder = rows.toSorted((one, other) => one.line - other.line)
  return inOrder.map(({ line, text }) => `${unit} ${line}: ${escapeControlCharacters(text)}\n`).join('')
}

/** The columns that the shop has no place for, in one sentence. */
export function notImportedLine({ notImported }: ImportSummary): string[] {
  if (notImported.size === 0) return []
  const columns = [...notImported].map(([column, rows]) => `${column} (${count(rows, 'row')})`)
  return [`Not imported, because the shop has no place for it: ${columns.join(', ')}.`]
}

function counted(word: string, reasons: LinesByReason, unit: string): string[] {
  return [...reasons].map(([reason, lines]) => {
    const places = lines.slice(0, LINES_SHOWN_MAX).join(', ')
    return `${word}: ${lines.length} × ${reason} (${unit} ${places}${lines.length > LINES_SHOWN_MAX ? ', …' : ''}).`
  })
}

function listed(kind: LineRemark['kind'], reasons: LinesByReason): LineRemark[] {
  return [...reasons].flatMap(([reason, lines]) => lines.map((line) => ({ kind, line, reason })))
}
