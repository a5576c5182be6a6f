import type { Gender } from '../../db/catalogue-product.ts'

/** Audience of a garment. Children's wear has no gender in the shop, so that Men and Women list adults' wear only. */
export type Audience = Gender | 'Kids'

const WOMEN = /\b(?:wom[ae]n['’]?s?|womenswear|ladies|lady['’]?s|female)\b/i
const MEN = /\b(?:men['’]?s?|mens|menswear|male|gents|gentlemen)\b/i
const KIDS = /\b(?:kids?|boy['’]?s?|girl['’]?s?|infants?|baby|toddlers?|children)(?:['’]s)?\b/i

/** Finds the audience in words such as `Women's`, `Men`, `female`, `Boys`; `undefined` when there is none. */
export function audienceOf(text: string): Audience | undefined {
  const isKids = KIDS.test(text)
  if (/\bunisex\b/i.test(text)) return isKids ? 'Kids' : 'Unisex'
  const isWomen = WOMEN.test(text)
  const isMen = MEN.test(text)
  if (isWomen && isMen) return 'Unisex'
  if (isWomen) return 'Women'
  if (isMen) return 'Men'
  return isKids ? 'Kids' : undefined
}

/** The audience that the first matching text names. */
export function firstAudience(texts: readonly string[]): Audience | undefined {
  for (const text of texts) {
    const audience = audienceOf(text)
    if (audience) return audience
  }
  return undefined
}

export function toGender(audience: Audience | undefined): Gender | null {
  return audience === undefined || audience === 'Kids' ? null : audience
}
