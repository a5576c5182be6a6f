import fc from 'fast-check'

import type { NetworkState } from './network.ts'

interface Choice {
  /** Chooses among what is there at that moment. */
  choice: number
}

/** What the shop's owner does meanwhile. */
export type MerchantStep =
  | ({ act: 'reprice'; paise: number } & Choice)
  | ({ act: 'sell out' | 'restock' | 'take out' | 'put back' } & Choice)
  | { act: 'end sessions' }

type ShopperStep =
  | { act: 'go on' | 'cart' | 'checkout' | 'reload' | 'sign out' | 'retype address' }
  | { act: 'storage is full' | 'storage is free' }
  | ({ act: 'card' | 'product' | 'remove line' | 'switch tab' } & Choice)
  | ({ act: 'quick view'; quantity: number } & Choice)
  | ({ act: 'change quantity'; by: 1 | -1 } & Choice)
  | { act: 'sign in'; account: 0 | 1 }
  | { act: 'go back'; isKept: boolean }
  | { act: 'order'; presses: 1 | 2; networkState: NetworkState }
  | { act: 'networkState'; networkState: NetworkState }

/** What happens next in a session, and for how long nothing else does. */
export type Step = (ShopperStep | MerchantStep) & { pause: number }

export interface Session {
  language: 'en' | 'hi'
  seed: number
  steps: Step[]
}

/** At once, after a look, after reading, after longer than any call may take. */
const pause = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 20, max: 200 }) },
  { weight: 6, arbitrary: fc.integer({ min: 400, max: 4000 }) },
  { weight: 1, arbitrary: fc.constant(20_000) },
)
const choice = fc.nat({ max: 59 })
const networkState = fc.oneof(
  { weight: 5, arbitrary: fc.constant<NetworkState>('fine') },
  { weight: 4, arbitrary: fc.constantFrom<NetworkState>('slow', 'lost', 'down') },
)

function step<Rest extends object>(
  weight: number,
  act: Step['act'],
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) {
  return {
    weight,
    arbitrary: fc.record({ act: fc.constant(act), pause, ...rest }) as unknown as fc.Arbitrary<Step>,
  }
}

const steps = fc.oneof(
  step(27, 'go on', {}),
  step(5, 'card', { choice }),
  step(3, 'quick view', { choice, quantity: fc.integer({ min: 1, max: 3 }) }),
  step(3, 'product', { choice }),
  step(3, 'change quantity', { choice, by: fc.constantFrom(1, -1) }),
  step(1, 'remove line', { choice }),
  step(2, 'cart', {}),
  step(3, 'checkout', {}),
  step(5, 'switch tab', { choice }),
  step(3, 'sign in', { account: fc.constantFrom(0, 1) }),
  step(2, 'sign out', {}),
  step(1, 'end sessions', {}),
  step(2, 'retype address', {}),
  step(14, 'order', { presses: fc.constantFrom(1, 2), networkState }),
  step(1, 'networkState', { networkState }),
  step(2, 'go back', { isKept: fc.boolean() }),
  step(1, 'reload', {}),
  step(1, 'storage is full', {}),
  step(1, 'storage is free', {}),
  step(4, 'reprice', { choice, paise: fc.integer({ min: 100, max: 900_000 }) }),
  step(3, 'sell out', { choice }),
  step(1, 'restock', { choice }),
  step(1, 'take out', { choice }),
  step(1, 'put back', { choice }),
)

export const sessions: fc.Arbitrary<Session> = fc.record({
  language: fc.constantFrom('en', 'hi'),
  seed: fc.nat(),
  steps: fc.array(steps, { minLength: 12, maxLength: 36, size: 'max' }),
})
