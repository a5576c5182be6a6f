import { cpus } from 'node:os'

import { benchPages } from './pages.ts'

/** `npm run bench -- <what>`: measurements and counts on this machine, as tables. Without a word, the pages. */
const [what = 'pages'] = process.argv.slice(2)

const benches: Record<string, () => Promise<void>> = {
  pages: benchPages,
}

const bench = benches[what]
if (!bench) {
  console.error(`There is no bench "${what}". Choose one of: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
console.log(`${cpus()[0]?.model ?? 'Unknown processor'}, ${cpus().length} cores, Node ${process.version}`)
await bench()
