import { garmentOf } from './garments.ts'
import { cleanText } from './text.ts'
import { parseTextList } from './rules.ts'
import type { Audience } from './audience.ts'
import type { GarmentKind } from './garments.ts'
import type { Mapping } from './mapping.ts'
import type { RowReader } from './rules.ts'

/** Category and finer type of a mapped row, from the first source of the mapping that yields one. */
export function mappedKind(
  mapping: Mapping,
  reader: RowReader,
  title: string,
  audience: Audience | undefined,
): GarmentKind {
  const { category } = mapping
  const kind = treeKind(mapping, reader, title) ??
    columnKind(mapping, reader) ??
    garmentOf(reader.text(category.words)) ?? {
      category: category.otherwise,
      parentCategory: category.otherwise,
    }
  const parentCategory = reader.text(mapping.parentCategory) || kind.parentCategory
  return audience === 'Kids' && category.kids
    ? { category: category.kids, parentCategory }
    : { category: kind.category, parentCategory }
}

function columnKind(mapping: Mapping, reader: RowReader): GarmentKind | undefined {
  const name = reader.text(mapping.category.column)
  return name ? { category: name, parentCategory: garmentOf(name)?.parentCategory ?? name } : undefined
}

/**
 * First and last level of `["Clothing >> Women's Clothing >> Kurtas >> Biba Kurtas >> Biba Red Kurta"]`. Trailing
 * levels that begin with the title's first word name the brand or product, not a category.
 */
function treeKind(mapping: Mapping, reader: RowReader, title: string): GarmentKind | undefined {
  const { tree } = mapping.category
  if (!tree) return undefined
  const cell = reader.raw(tree.column)
  const path = cell.trimStart().startsWith('[') ? (parseTextList(cell, tree.column)[0] ?? '') : cell
  const levels = path.split(tree.separator).map(cleanText).filter(Boolean)
  const brand = title.split(' ', 1)[0]?.toLowerCase() ?? ''
  while (levels.at(-1)?.toLowerCase().startsWith(brand)) levels.pop()
  const [category] = levels
  const parentCategory = levels.at(-1)
  return category && parentCategory && levels.length > 1 ? { category, parentCategory } : undefined
}
