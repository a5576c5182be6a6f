import type { StoreInfo } from '@tanabana/contract/store-info.ts'

/** Texts that the marks of the built-in policies stand for, in one language. */
export interface PolicyFacts {
  /** Where the shop names no district. */
  courts: string
  returnCost: Record<NonNullable<StoreInfo['returnPolicy']>['fees'], string>
  ads: string
  analytics: string
  officer: { title: string; email: string; phone: string; hours: string }
}
