import { cpus } from 'node:os'

import { benchOrders } from './orders.ts'
import { benchPages } from './pages.ts'
import { benchPayments } from './payments.ts'

/**
 * `npm run bench -- <what>`: measurements and counts on this machine, as tables. Without a word, the pages. Ends with 1
 * when a count is not what it must be.
 */
const [what = 'pages'] = process.argv.slice(2)

const benches: Record<string, () => Promise<boolean>> = {
  pages: async () => {
    await benchPages()
    return true
  },
  orders: () => benchOrders(1000),
  payments: () => benchPayments(1000),
}

const bench = benches[what]
if (!bench) {
  console.error(`There is no bench "${what}". Choose one of: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
console.log(`${cpus()[0]?.model ?? 'Unknown processor'}, ${cpus().length} cores, Node ${process.version}`)
if (!(await bench())) process.exitCode = 1
