import type { SearchNotes } from '@tanabana/contract/product.ts'
import { fill, t } from '../../lib/i18n/translate.ts'

/** Returns on one line what a search corrected and left out; empty without either. docs/requirements.md#115-search */
export function searchNotesText({ corrected, leftOut }: SearchNotes): string {
  const notes: string[] = []
  if (corrected) notes.push(fill(t('Searched for “{search}” instead.'), { search: corrected }))
  if (leftOut.length > 0) {
    const list = new Intl.ListFormat(t('en-IN'), { type: 'disjunction' })
    const words = list.format(leftOut.map((word) => `“${word}”`))
    notes.push(
      fill(t('None of these products matches {words}. They come nearest to your search.'), { words }),
    )
  }
  return notes.join(' ')
}
