import type { RaRecord } from 'ra-core'

interface DraftEdit {
  field: string
  editedBy: string
  editedAt: string
  isOutdated: boolean
}

export interface Problem {
  place: { document: string; language?: string; field?: string; line?: number; column?: number }
  rank: 'breaks' | 'law' | 'wrong' | 'harmless'
  says: string
  /** The published state does not have it. */
  isNew: boolean
}

export interface Draft {
  version: string
  edits: DraftEdit[]
  problems: Problem[]
}

export interface Policy extends RaRecord<string> {
  slug: string
  language: string
  version: string
  /** Null for the built-in text. */
  html: string | null
  publishedHtml: string | null
  edits: DraftEdit[]
}

export interface StoreInfo {
  version: string
  fields: Record<string, unknown>
  published: Record<string, unknown>
  edits: DraftEdit[]
}

export interface Revision extends RaRecord<number> {
  action: string
  reason: string | null
  publishedBy: string
  publishedAt: string
  changed: string[]
}

export const policyLabels: Record<string, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  refund: 'Refunds',
  return: 'Returns',
  shipping: 'Shipping',
  about: 'About us',
}

export const rankLabels: Record<string, string> = {
  breaks: 'Breaks the page',
  law: 'Asked for by law',
  wrong: 'Wrong for shoppers',
  harmless: 'Harmless',
}
