import type { ReturnFees, StoreInfo } from '../store-info.ts'

/** Texts that the marks of the built-in policies stand for, in one language. */
export interface PolicyFacts {
  /** Where the shop names no district. */
  courts: string
  returnCost: Record<ReturnFees, string>
  /** Where the checkout saves an address. */
  address: { account: string; device: string }
  ads: string
  analytics: string
  officer: { title: string; email: string; phone: string; hours: string }
}

/** What the built-in policies take from store info. */
export type PolicyStore = Partial<
  Pick<StoreInfo, 'courtDistrict' | 'returnPolicy' | 'analytics' | 'capabilities' | 'grievanceOfficer'>
>

/** Fills a mark of a policy. `translate` gives the shop's own texts in the language of the policy. */
export type AddFacts = (
  html: string,
  store: PolicyStore,
  facts: PolicyFacts,
  translate: (text: string) => string,
) => string
