import { fill } from './fill.ts'
import type { Sentence } from './sentence.ts'
import { t } from './translate.ts'

/** A sentence in the page's language, its values filled in. */
export function sentenceText({ text, values }: Sentence): string {
  return values ? fill(t(text), values) : t(text)
}
