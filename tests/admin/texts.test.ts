import { globSync, readFileSync } from 'node:fs'

import ts from 'typescript'
import { expect, test } from 'vitest'

import { words } from '../../admin/src/i18n/hindi.ts'
import { labelOf } from '../../admin/src/store/schema.ts'
import { LANGUAGES } from '@tanabana/contract/store-info.ts'
import { EDITABLE_FIELDS } from '../../api/modules/publishing/editable-fields.ts'

const ATTRIBUTES = [
  ...['label', 'title', 'placeholder', 'helperText', 'action', 'done'],
  ...['confirmTitle', 'confirmContent', 'successMessage'],
]
const PROPERTIES = ['label', 'title', 'done', 'question']
const SPOKEN_BY = ['t', 'notify', 'setFailure']
/** Names that are the same in Hindi. */
const UNTRANSLATED = ['UPI', 'UTR', 'HTML', 'MRP (₹)', 'SKU']

const displayed = new Set([...displayedTexts(), ...textsOfFields(EDITABLE_FIELDS)])
const apiSource = globSync('api/**/*.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join()

test('every text of the console has Hindi, and no Hindi is left over', { tags: ['@req-12.8'] }, () => {
  const missing = [...displayed].filter((text) => !Object.hasOwn(words, text) && !UNTRANSLATED.includes(text))
  expect(missing).toEqual([])
  const others = Object.keys(words).filter((text) => !displayed.has(text))
  expect(others.filter((text) => !isInApi(text))).toEqual([])
})

test('Hindi keeps the places for values', { tags: ['@req-12.8'] }, () => {
  const places = (text: string) => new Set(text.match(/%\{\w+\}/g))
  for (const [english, hindi] of Object.entries(words)) {
    expect(places(hindi), english).toEqual(places(english))
    expect(hindi, english).toMatch(/\p{Script=Devanagari}/u)
  }
})

interface Fields {
  properties?: object
  items?: unknown
  additionalProperties?: unknown
  enum?: unknown[]
  description?: string
}

/** Labels, choices and help of the fields of the store info. */
function textsOfFields({ properties = {}, items, additionalProperties, ...field }: Fields): string[] {
  return [
    ...[field.description ?? []].flat(),
    ...(field.enum ?? [])
      .map(String)
      .filter((one) => !(one in LANGUAGES))
      .map(labelOf),
    ...Object.entries(properties).flatMap(([name, one]) => [labelOf(name), ...textsOfFields(one)]),
    ...(additionalProperties === undefined ? [] : ['Name', 'Value']),
    ...[items, additionalProperties].flatMap((one) =>
      typeof one === 'object' && one ? textsOfFields(one) : [],
    ),
  ]
}

/** Single quotes hold it, or double ones where it has an apostrophe. */
function isInApi(text: string): boolean {
  return apiSource.includes(`'${text}'`) || apiSource.includes(`"${text}"`)
}

/** The texts that the screens show, without those of react-admin. */
function displayedTexts(): Set<string> {
  const found = new Set<string>()
  for (const path of globSync('admin/src/**/*.{ts,tsx}')) {
    if (path.startsWith('admin/src/i18n/')) continue
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    visit(file)
  }
  return found

  function visit(node: ts.Node): void {
    for (const part of shownParts(node)) for (const text of textsIn(part)) add(text)
    ts.forEachChild(node, visit)
  }

  function add(text: string) {
    if (/\p{Letter}/u.test(text) && !text.startsWith('ra.')) found.add(text)
  }
}

/** The parts of a node whose texts are shown. */
function shownParts(node: ts.Node): ts.Node[] {
  if (ts.isCallExpression(node) && SPOKEN_BY.includes(node.expression.getText()))
    return node.arguments.slice(0, 1)
  if (ts.isJsxAttribute(node) && ATTRIBUTES.includes(node.name.getText()) && node.initializer)
    return [node.initializer]
  if (ts.isJsxAttribute(node) && node.name.getText() === 'facts') return termsOf(node)
  if (ts.isPropertyAssignment(node) && PROPERTIES.includes(node.name.getText())) return [node.initializer]
  if (
    ts.isPropertyAssignment(node) &&
    node.name.getText() === 'choices' &&
    ts.isArrayLiteralExpression(node.initializer)
  )
    return node.initializer.elements.flatMap((one) =>
      ts.isArrayLiteralExpression(one) ? one.elements.slice(1, 2) : [],
    )
  if (ts.isVariableDeclaration(node) && node.name.getText().endsWith('Labels') && node.initializer)
    return (
      node.initializer
        .getChildren()[1]
        ?.getChildren()
        .flatMap((one) => (ts.isPropertyAssignment(one) ? [one.initializer] : [one])) ?? []
    )
  return []
}

/** The first elements of all tuples in a node. */
function termsOf(node: ts.Node): ts.Node[] {
  const own = ts.isArrayLiteralExpression(node) && node.elements[0] ? [node.elements[0]] : []
  const inner: ts.Node[] = []
  ts.forEachChild(node, (child) => void inner.push(...termsOf(child)))
  return [...own, ...inner]
}

/** The literals that an expression may be, without those that it compares with or hands on. */
function textsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isConditionalExpression(node)) return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)]
  if (ts.isBinaryExpression(node) && /^(\?\?|\|\|)$/.test(node.operatorToken.getText()))
    return [...textsIn(node.left), ...textsIn(node.right)]
  if (ts.isBinaryExpression(node) && node.operatorToken.getText() === '&&') return textsIn(node.right)
  if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node))
    return node.expression ? textsIn(node.expression) : []
  return []
}
