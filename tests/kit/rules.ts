import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A rule of a document that tests prove, and the tag that they carry: `@req-2.8`, `@asvs-2.3.2`, `@decision-12.1`. */
export interface Rule {
  tag: string
  page: string
  title: string
}

const root = join(import.meta.dirname, '../..')
const PAGES_WITH_TAGS = [
  'docs/asvs.md',
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
  'docs/faults.md',
]

/**
 * The numbered headings of docs/requirements.md, and the rows with a tag in other documents. A heading with numbered
 * headings below it stands for these.
 */
export function readRules(): Rule[] {
  const page = 'docs/requirements.md'
  const headings = [...read(page).matchAll(/^##+ (\d+)(\.\d+)?\.? (.+)$/gm)]
  const chapters = new Set(headings.flatMap(([, chapter, section]) => (section ? [chapter] : [])))
  const requirements = headings
    .filter(([, chapter, section]) => section || !chapters.has(chapter))
    .map(([, chapter = '', section = '', title = '']) => ({ tag: `@req-${chapter}${section}`, page, title }))
  return [...requirements, ...PAGES_WITH_TAGS.flatMap(rulesInTables)]
}

function rulesInTables(page: string): Rule[] {
  return [...read(page).matchAll(/^\| (.*`(@[\w.-]+)`.*) \|$/gm)].map(([, row = '', tag = '']) => {
    const [title = ''] = row.split(' | ').filter((cell) => /[a-z]/.test(cell))
    return { tag, page, title: title.trim() }
  })
}

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}
