import everywhere from './tailwind.config.mjs'

/** The utilities of pages without islands, which shoppers land on. */
export default { ...everywhere, content: [...everywhere.content, '!./src/islands/**'] }
