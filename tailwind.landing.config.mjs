import { globSync, readFileSync } from 'node:fs'

import everywhere from './tailwind.config.mjs'

/** Pages with the utilities of islands, by their import of utilities.css. */
const islandPages = globSync('src/pages/**/*.astro').filter((page) =>
  readFileSync(page, 'utf8').includes('/utilities.css'),
)

/** The utilities of pages without islands, which shoppers land on. */
export default {
  ...everywhere,
  content: [...everywhere.content, '!./src/islands/**', ...islandPages.map((page) => `!./${page}`)],
}
