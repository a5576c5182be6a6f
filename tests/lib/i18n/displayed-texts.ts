import { globSync, readFileSync } from 'node:fs'

import ts from 'typescript'

/** The sentences that the source hands to `t`, and those of the message modules, by who needs their translation. */
export interface DisplayedTexts {
  /** Islands, scripts, and the lib and contract below them: they travel to browsers. */
  browser: Set<string>
  /** What only the server says. */
  pages: Set<string>
}

/** Constants that hold texts which their readers hand to `t`. */
const MESSAGES = /^[a-z]\w*(?:Messages|Toasts|Titles|Labels|Names)$/
const TRANSLATIONS = /^src\/lib\/i18n\/[a-z]+\//
const FRONTMATTER = /^---\n([^]*?)\n---\n/

export function displayedTexts(): DisplayedTexts {
  const browser = new Set<string>()
  const pages = new Set<string>()
  for (const path of globSync(['src/**/*.{ts,tsx,astro}', 'contract/*.ts'])) {
    if (TRANSLATIONS.test(path)) continue
    const displayed = /^(?:src\/(?:islands|scripts|lib)|contract)\//.test(path) ? browser : pages
    for (const sentence of sentencesOf(path)) displayed.add(sentence)
  }
  return { browser, pages: new Set([...pages].filter((sentence) => !browser.has(sentence))) }
}

function sentencesOf(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  const file = ts.createSourceFile(
    path,
    path.endsWith('.astro') ? asTsx(source) : source,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX,
  )
  const found: string[] = []
  visit(file)
  return found

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node) && node.expression.getText() === 't')
      found.push(...literalsOf(node.arguments[0]))
    if (ts.isVariableDeclaration(node) && MESSAGES.test(node.name.getText())) found.push(...textsOf(node))
    ts.forEachChild(node, visit)
  }
}

/** The texts of a constant such as `cartMessages`. */
function textsOf(node: ts.Node): string[] {
  const found = ts.isStringLiteralLike(node) && isValue(node) ? [node.text] : []
  ts.forEachChild(node, (child) => void found.push(...textsOf(child)))
  return found
}

/** The frontmatter, then the template as one fragment. */
function asTsx(source: string): string {
  const [whole = '', code = ''] = FRONTMATTER.exec(source) ?? []
  const template = source.slice(whole.length).replace('<!doctype html>', '')
  return `${code.replaceAll(/\breturn\b/g, '')}\n;<>${template}</>`
}

function literalsOf(node: ts.Expression | undefined): string[] {
  if (node === undefined) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return [...literalsOf(node.left), ...literalsOf(node.right)]
  return []
}

function isValue(node: ts.StringLiteralLike): boolean {
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return false
  return !(ts.isPropertyAssignment(parent) && parent.name === node)
}
