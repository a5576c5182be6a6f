import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

import ts from 'typescript'

/** `node scripts/check-words.ts`: fails where a name or a comment uses a word that this project has replaced. */

const FILES = '{src,api,cli,contract,node,demo,bench,scripts,tests,docs}/**/*.{ts,tsx,astro,js,mjs,md}'
const ROOT_FILES = '*.{md,ts,js,mjs}'
/** Has the replaced words and their terms. */
const GLOSSARY = 'docs/glossary.md'

/** Parts of names in camelCase, and the terms of their row: the words in code of the glossary's last column. */
const NAMES = new Map(
  [
    ...readFileSync(join(import.meta.dirname, '..', GLOSSARY), 'utf8').matchAll(/^\| (.+?) +\|.*\|(.+)\|$/gm),
  ].flatMap(([, terms = '', replaced = '']) =>
    [...replaced.matchAll(/`(\w+)`/g)].map(([, word = '']) => [word, terms] as const),
  ),
)
/** The column `idempotency_keys.answer`. */
const FIXED_NAME = 'answer'
const FILES_OF_FIXED_NAME = new Set(['api/db/schema.ts', 'api/http/middleware/idempotency.ts'])

/** Words of comments and documents, and what to write instead. */
const PROSE: [RegExp, string][] = [
  [/\b(?:nobody|somebody|anybody|everybody|whoever)\b/, 'Name who acts: a shopper, a caller, a merchant.'],
  [/\bunder way\b/, 'Write "in flight".'],
  [/\bmade anew\b/, 'Write "rendered again" or "revalidated".'],
  [/§|\bT\d{1,2}\b/, 'Link a heading of docs/ or SECURITY.md.'],
]
const COMMENT = /\/\*[^]*?\*\/|(?<!:)\/\/.*/g

/** Retired words in `text`, each as `file:line: reason`. */
function findRetiredWords(file: string, text: string): string[] {
  const found: { position: number; reason: string }[] = []
  const isDocument = extname(file) === '.md'
  for (const [start, part] of isDocument ? [[0, text] as const] : commentsOf(text)) {
    for (const [pattern, reason] of PROSE) {
      for (const match of part.matchAll(new RegExp(pattern, 'g'))) {
        found.push({ position: start + match.index, reason: `"${match[0]}". ${reason}` })
      }
    }
  }
  if (/\.(?:ts|tsx|js|mjs)$/.test(file)) {
    for (const { name, position } of identifiersOf(file, text)) {
      if (name === FIXED_NAME && FILES_OF_FIXED_NAME.has(file)) continue
      for (const part of name.split(/(?=[A-Z])|[_$\d]+/)) {
        const terms = NAMES.get(part.toLowerCase())
        if (terms !== undefined)
          found.push({ position, reason: `${name}. Use a term of ${GLOSSARY}: ${terms}.` })
      }
    }
  }
  return found
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, reason }) => `${file}:${text.slice(0, position).split('\n').length}: ${reason}`)
}

function commentsOf(code: string): (readonly [number, string])[] {
  return [...code.matchAll(COMMENT)].map((match) => [match.index, match[0]] as const)
}

function identifiersOf(file: string, code: string): { name: string; position: number }[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const found: { name: string; position: number }[] = []
  visit(source)
  return found

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node)) found.push({ name: node.text, position: node.getStart(source) })
    ts.forEachChild(node, visit)
  }
}

if (import.meta.main) {
  const files = [...globSync(FILES), ...globSync(ROOT_FILES)].filter(
    (file) => !file.includes('node_modules') && file !== GLOSSARY,
  )
  const found = files.flatMap((file) => findRetiredWords(file, readFileSync(file, 'utf8')))
  for (const line of found) console.error(line)
  if (found.length > 0) {
    console.error(`${found.length} retired words. ${GLOSSARY} has the terms.`)
    process.exitCode = 1
  }
}
