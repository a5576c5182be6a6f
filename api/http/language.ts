import { parseAccept } from 'hono/utils/accept'

import { readLanguage, type Language } from '@tanabana/contract/store-info.ts'
import type { AppContext } from './context.ts'

/** The first language of `Accept-Language` that there are words for: of the page, where the storefront calls. */
export function languageOf(c: AppContext): Language | undefined {
  for (const { type } of parseAccept(c.req.header('accept-language') ?? '')) {
    const language = readLanguage(type.toLowerCase().split('-')[0])
    if (language) return language
  }
  return undefined
}
