import type { Element, Root } from 'hast'

import { elementsOf } from '../lib/contract/sanitize-html.ts'

/**
 * Puts each table in a box that scrolls, by keyboard too, because a table with `overflow` of its own loses its role. A
 * `<div>` that holds nothing else becomes the box.
 */
export function scrollTables(tree: Root): void {
  for (const parent of [tree, ...elementsOf(tree)]) {
    const isBox = parent.type === 'element' && parent.tagName === 'div' && parent.children.length === 1
    parent.children = parent.children.map((child) => {
      if (child.type !== 'element' || child.tagName !== 'table') return child
      const box: Element = isBox
        ? parent
        : { type: 'element', tagName: 'div', properties: {}, children: [child] }
      box.properties = { className: ['scrolling'], role: 'group', ariaLabel: 'Table', tabIndex: 0 }
      return isBox ? child : box
    })
  }
}
