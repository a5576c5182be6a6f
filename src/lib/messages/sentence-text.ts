import { fill } from './fill.ts'
import type { Sentence } from './sentence.ts'
import { t } from './translate.ts'

/** Translates a sentence and fills in its values. */
export function sentenceText({ text, values }: Sentence): string {
  return values ? fill(t(text), values) : t(text)
}
