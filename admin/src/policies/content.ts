import type { RaRecord } from 'ra-core'

interface DraftEdit {
  field: string
}

export interface Problem {
  place: { document: string; language?: string; field?: string; line?: number }
  rank: 'breaks' | 'law' | 'wrong' | 'harmless'
  says: string
}

export interface Draft {
  version: string
  edits: DraftEdit[]
  problems: Problem[]
  /** How the published content came about. */
  lastAction: string | null
}

export interface ProductGaps {
  gaps: { rule: string; says: string; products: number; keys: string[] }[]
  isComplete: boolean
}

export interface Policy extends RaRecord<string> {
  slug: string
  language: string
  version: string
  /** Null for the built-in text. */
  html: string | null
  edits: DraftEdit[]
}

export interface StoreInfo {
  version: string
  fields: Record<string, unknown>
  edits: DraftEdit[]
}

export interface Revision extends RaRecord<number> {
  reason: string | null
  publishedBy: string
  publishedAt: string
  changed: string[]
}

/** For a query whose response is edited: reading it again without an action would lose what is typed. */
export const WHILE_EDITED = { staleTime: Infinity, gcTime: 0 }

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
