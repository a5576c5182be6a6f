import type { RaRecord } from 'ra-core'

type Count = 'products' | 'created' | 'updated' | 'removed' | 'bad' | 'changedSince'

/** An import as `GET /imports/{id}` answers it. */
export interface Import extends RaRecord<string> {
  fileName: string
  state: 'checking' | 'checked' | 'writing' | 'done' | 'failed'
  message: string | null
  progress: Record<'rows' | 'rowsTotal' | 'products' | 'productsTotal', number>
  counts: (Record<Count, number> & { emptied: Record<string, number> }) | null
  createdBy: string
  createdAt: string
}

/** What an import found in its file, or changes in the shop. */
export interface ImportRow extends RaRecord<number> {
  kind: string
  line: number
  title: string | null
  text: string | null
  changes: { field: string; variant?: string; before: string | null; after: string | null }[]
  isChangedSince: boolean
}

export const isRunning = ({ state }: Import) => state === 'checking' || state === 'writing'

export const importLabels: Record<string, string> = {
  checking: 'The file is being checked',
  checked: 'Checked, not imported',
  writing: 'Importing',
  done: 'Imported',
  failed: 'Failed',
}

export const kindLabels: Record<string, string> = {
  bad: 'Bad row',
  removes: 'Empties',
  warning: 'Warning',
  removed: 'Goes off sale',
  updated: 'Changes',
  created: 'New',
  'left out': 'Left out',
  note: 'Note',
}

export const fieldLabels: Record<string, string> = {
  title: 'Title',
  regularPrice: 'MRP (₹)',
  discountedPrice: 'Price (₹)',
  category: 'Category',
  parentCategory: 'Parent category',
  gender: 'For',
  description: 'Description (HTML)',
  images: 'Pictures',
  attributes: 'Details, such as HSN and fabric',
  tags: 'Tags',
  seoTitle: 'Title for search engines',
  seoDescription: 'Description for search engines',
  stock: 'Pieces',
}
