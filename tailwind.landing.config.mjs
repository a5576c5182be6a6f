import { globSync, readFileSync } from 'node:fs'

import everywhere from './tailwind.config.mjs'

/** Pages with the style sheet of islands: inline, as a file of their own or by their layout. */
const islandPages = globSync('src/{layouts,pages}/**/*.astro').filter((page) =>
  /<(?:BareLayout|IslandStyles|LinkPage)|styles\/utilities\.css'/.test(readFileSync(page, 'utf8')),
)

/** The utilities of pages without islands, which shoppers land on. */
export default {
  ...everywhere,
  content: [...everywhere.content, '!./src/islands/**', ...islandPages.map((page) => `!./${page}`)],
}
