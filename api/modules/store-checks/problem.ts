/**
 * How much a problem harms: its page does not show the shop as written, the shop breaks a law, shoppers read or follow
 * something wrong, or the page leaves out what it does not need. In this order.
 */
const RANKS = ['breaks', 'law', 'wrong', 'harmless'] as const
export type Rank = (typeof RANKS)[number]

/** A place in a text, both from 1. */
export interface TextPlace {
  line: number
  column: number
}

/** A problem of a policy's HTML. */
export interface PolicyProblem extends TextPlace {
  rank: Rank
  says: string
}

/** Where a problem is: the store info with its field, or a policy in a language with line and column. */
export interface ProblemPlace extends Partial<TextPlace> {
  /** `store-info`, or a policy such as `policies/about`. */
  document: string
  language?: string
  field?: string
}

/** A problem of a shop's record, and how much it harms. */
export interface StoreProblem {
  place: ProblemPlace
  rank: Rank
  says: string
}

export function inOrderOfRank<T extends { rank: Rank }>(problems: readonly T[]): T[] {
  return RANKS.flatMap((rank) => problems.filter((problem) => problem.rank === rank))
}
