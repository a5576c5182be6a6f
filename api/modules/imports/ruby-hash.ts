import * as z from 'zod'

import { UnreadableCellError } from './row-reader.ts'
import { cleanText } from '../../tables/clean-text.ts'

export interface Specification {
  key: string
  value: string
}

const TOKENS = /"(?:[^"\\]|\\(?:.|$))*(?:"|$)|=>|\bnil\b/g

const item = z.object({ key: z.string().nullish(), value: z.union([z.string(), z.number()]).nullish() })
const hash = z.record(z.string(), z.union([z.null(), item, z.array(z.union([item, z.null()]))]))

/**
 * Parses a Ruby hash, `{"product_specification"=>[{"key"=>"Fabric", "value"=>"Cotton"}]}`, without entries that lack
 * a name; an empty cell has none.
 * @throws {UnreadableCellError} the cell has another form
 */
export function parseRubyHash(cell: string, column: string): Specification[] {
  if (cell.trim() === '') return []
  const json = cell.replace(TOKENS, (token) => (token === '=>' ? ':' : token === 'nil' ? 'null' : token))
  return Object.values(parse(json, column))
    .flat()
    .flatMap((entry) => {
      const key = cleanText(entry?.key ?? '')
      const value = cleanText(String(entry?.value ?? ''))
      return key && value ? [{ key, value }] : []
    })
}

function parse(json: string, column: string): z.output<typeof hash> {
  try {
    return hash.parse(JSON.parse(json))
  } catch {
    throw new UnreadableCellError(`the column ${column} must hold a Ruby hash of keys and values`)
  }
}
