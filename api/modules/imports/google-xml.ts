import sax from 'sax'

import { GOOGLE_NAMESPACE } from '@tanabana/contract/google-xml.ts'
import { ImportRefused } from './import-event.ts'
import type { GoogleItem } from './google-variants.ts'

const ATOM_NAMESPACE = 'http://www.w3.org/2005/Atom'
const DEPTH_MAX = 16
const FIELDS_MAX = 500
const ITEM_MAX_LENGTH = 512 * 1024
/** `strictEntities` accepts XML's five entities and numeric ones, not those of HTML. */
const OPTIONS = { xmlns: true, strictEntities: true, position: true }
const FIELD_OF_NAME: Record<string, string> = { summary: 'description', content: 'description' }

/**
 * Reads the items of a Google Merchant feed (RSS 2.0 or Atom) as a stream. Refuses DOCTYPEs, entities beyond XML's
 * five, deep nesting and oversized items.
 * @throws {ImportRefused} with the line
 */
export async function* readGoogleXml(text: AsyncIterable<string>): AsyncGenerator<GoogleItem> {
  const parser = sax.parser(true, OPTIONS)
  const builder = new ItemBuilder(() => parser.line + 1)
  const refuse = (reason: string): never => {
    throw new ImportRefused(`The feed can't be read at line ${parser.line + 1}: ${reason}.`)
  }
  parser.ondoctype = () => refuse('it declares a DOCTYPE; remove the declaration')
  parser.onerror = (error) => refuse(error.message.split('\n', 1)[0] ?? 'it is not well-formed')
  parser.onopentag = (tag) => {
    if (!('local' in tag)) return
    const href = tag.attributes.href
    const problem = builder.open(tag.local, tag.uri, typeof href === 'object' ? href.value : undefined)
    if (problem) refuse(problem)
  }
  parser.ontext = parser.oncdata = (part) => {
    const problem = builder.text(part)
    if (problem) refuse(problem)
  }
  parser.onclosetag = () => builder.close()

  for await (const part of text) {
    parser.write(part)
    yield* builder.take()
  }
  parser.close()
  yield* builder.take()
  if (!builder.isFeed) throw new ImportRefused('The XML file is not a feed: it has neither <rss> nor <feed>.')
}

/** Builds items from parser events. */
class ItemBuilder {
  isFeed = false
  readonly #line: () => number
  readonly #path: string[] = []
  #done: GoogleItem[] = []
  #item: GoogleItem | undefined
  #itemDepth = 0
  #text = ''
  #length = 0
  #fields = 0
  #detail: Partial<Record<string, string>> = {}

  constructor(line: () => number) {
    this.#line = line
  }

  take(): GoogleItem[] {
    return this.#done.splice(0)
  }

  /** The error, if any. */
  open(local: string, namespace: string, href: string | undefined): string | undefined {
    const isPlain = namespace === '' || namespace === ATOM_NAMESPACE
    this.#path.push(namespace === GOOGLE_NAMESPACE ? `g:${local}` : isPlain ? local : `other:${local}`)
    this.#text = ''
    if (this.#path.length > DEPTH_MAX) return `its elements are nested more than ${DEPTH_MAX} deep`
    if (this.#path.length === 1) this.isFeed = ['rss', 'feed', 'RDF'].includes(local)
    if (!this.#item && isPlain && (local === 'item' || local === 'entry')) {
      this.#item = { line: this.#line(), values: new Map(), details: [] }
      this.#itemDepth = this.#path.length
      this.#length = 0
      this.#fields = 0
    } else if (this.#item) {
      this.#fields += 1
      if (this.#fields > FIELDS_MAX) return `an item has more than ${FIELDS_MAX} fields`
      if (local === 'link' && href) this.#add('link', href)
    }
    return undefined
  }

  text(part: string): string | undefined {
    if (!this.#item) return undefined
    this.#text += part
    this.#length += part.length
    return this.#length > ITEM_MAX_LENGTH ? `an item is larger than ${ITEM_MAX_LENGTH / 1024} KB` : undefined
  }

  close(): void {
    const name = this.#path.pop() ?? ''
    const depth = this.#path.length + 1
    const item = this.#item
    if (item && depth === this.#itemDepth) {
      this.#done.push(item)
      this.#item = undefined
    } else if (item && depth === this.#itemDepth + 1) {
      if (name === 'g:product_detail') this.#closeDetail(item)
      else this.#add(name, this.#text)
    } else if (item && this.#path.at(-1) === 'g:product_detail') {
      this.#detail[name.slice(2)] = this.#text
    }
    this.#text = ''
  }

  #closeDetail(item: GoogleItem): void {
    const {
      section_name: section = '',
      attribute_name: name = '',
      attribute_value: value = '',
    } = this.#detail
    item.details.push({ section: section.trim(), name: name.trim(), value: value.trim() })
    this.#detail = {}
  }

  /** Google's own element takes precedence over the plain one with the same name. */
  #add(name: string, text: string): void {
    if (!this.#item || name.startsWith('other:') || text.trim() === '') return
    const isGoogle = name.startsWith('g:')
    const field = isGoogle ? name.slice(2) : (FIELD_OF_NAME[name] ?? name)
    const { values } = this.#item
    const plain = `plain:${field}`
    if (isGoogle && values.has(plain)) {
      values.delete(plain)
      values.delete(field)
    }
    if (!isGoogle && values.has(field) && !values.has(plain)) return
    if (!isGoogle) values.set(plain, [''])
    values.set(field, [...(values.get(field) ?? []), text.trim()])
  }
}
