import { toMdast } from 'hast-util-to-mdast'
import type { BlockContent, Image, Link, PhrasingContent, RootContent } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'

import { readTree } from '@tanabana/contract/sanitize-html.ts'

/** A text, which is escaped, or a part of a line such as a link. */
export type Inline = string | PhrasingContent

/** Serializes blocks as Markdown with tables (GFM). */
export function writeMarkdown(blocks: RootContent[]): string {
  return toMarkdown({ type: 'root', children: blocks }, { bullet: '-', extensions: [gfmTableToMarkdown()] })
}

export function heading(depth: 1 | 2 | 3, text: string): BlockContent {
  return { type: 'heading', depth, children: [toInline(text)] }
}

export function paragraph(...parts: Inline[]): BlockContent {
  return { type: 'paragraph', children: parts.map(toInline) }
}

export function quote(text: string): BlockContent {
  return { type: 'blockquote', children: [paragraph(text)] }
}

export function list(items: Inline[][]): BlockContent {
  return {
    type: 'list',
    spread: false,
    children: items.map((parts) => ({ type: 'listItem', spread: false, children: [paragraph(...parts)] })),
  }
}

export function link(text: string, url: string): Link {
  return { type: 'link', url, children: [{ type: 'text', value: text }] }
}

export function image(alt: string, url: string): Image {
  return { type: 'image', alt, url }
}

/** The first row has the names of the columns. */
export function table(rows: Inline[][]): BlockContent {
  return {
    type: 'table',
    children: rows.map((cells) => ({
      type: 'tableRow',
      children: cells.map((cell) => ({ type: 'tableCell', children: [toInline(cell)] })),
    })),
  }
}

/** Converts sanitized HTML; addresses are resolved against that of its page. HTML that is too large stays as it is. */
export function htmlBlocks(html: string, pageUrl: string): RootContent[] {
  const tree = readTree(html)
  if (!tree) return [{ type: 'html', value: html }]
  tree.children.unshift({ type: 'element', tagName: 'base', properties: { href: pageUrl }, children: [] })
  const root = toMdast(tree, {
    document: true,
    // Strikethrough is an extension of its own, and rare in texts of a shop.
    handlers: { del: (state, node) => state.all(node), s: (state, node) => state.all(node) },
  })
  return root.type === 'root' ? root.children : []
}

function toInline(part: Inline): PhrasingContent {
  return typeof part === 'string' ? { type: 'text', value: part } : part
}
