import { performance } from 'node:perf_hooks'

import { putTenant } from '../api/modules/tenants/write.ts'
import { ASHA, openStore } from '../tests/kit/api/store.ts'
import { deliverMail } from '../tests/kit/messages/deliver-mail.ts'

/**
 * `node scripts/guess-accounts.ts [guesses]`: asks for links that set a new password, for addresses with and without an
 * account in random order, and guesses by the time of the response which is which. Prints the share of right guesses;
 * 50 % is chance.
 */
const GUESSES = Number(process.argv[2] ?? 2000)
const SHOP = 'asha.example'
const ADDRESSES = 50

const store = await openStore()
await putTenant(store.db, { ...ASHA, record: { ...ASHA.record, capabilities: ['password-reset'] } })
const known: string[] = []
for (let count = 0; count < ADDRESSES; count++) known.push((await store.signIn(SHOP)).email)
const unknown = known.map((email) => `x${email}`)

async function timeOf(email: string): Promise<number> {
  const start = performance.now()
  const { status } = await store.call(SHOP, '/users/password-reset', { body: { email } })
  if (status !== 204) throw new Error(`The API responded with ${status}.`)
  return performance.now() - start
}

// As many of each, so that an address that came before tells nothing.
const addressOf = (isKnown: boolean) =>
  (isKnown ? known : unknown)[Math.floor(Math.random() * ADDRESSES)] ?? ''

// The guesser learns the usual times first.
const times = { known: [] as number[], unknown: [] as number[] }
for (let count = 0; count < 400; count++) {
  const isKnown = count % 2 === 0
  times[isKnown ? 'known' : 'unknown'].push(await timeOf(addressOf(isKnown)))
}
const median = (list: number[]) =>
  list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0
const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)]
const border = (ofKnown + ofUnknown) / 2

let right = 0
for (let count = 0; count < GUESSES; count++) {
  const isKnown = Math.random() < 0.5
  const time = await timeOf(addressOf(isKnown))
  const guess = ofKnown > ofUnknown ? time > border : time < border
  if (guess === isKnown) right += 1
  if (count % 200 === 0) await deliverMail(store, 'asha')
}
console.log(
  `${((100 * right) / GUESSES).toFixed(1)} % of ${GUESSES} guesses are right ` +
    `(median: ${ofKnown.toFixed(2)} ms with an account, ${ofUnknown.toFixed(2)} ms without).`,
)
await store.close()
