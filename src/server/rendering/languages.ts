import { AsyncLocalStorage } from 'node:async_hooks'

import type { Language } from '../../lib/contract/store-info.ts'
import '../../lib/i18n/hi/browser.js'
import { hindiPages } from '../../lib/i18n/hi/pages.ts'
import type { Words } from '../../lib/i18n/translate.ts'

/** Without a prototype, so that `constructor` and the like are no translations. */
const HINDI: Words = Object.assign(Object.create(null) as Words, hindiPages, globalThis.hindiWords)
const words = new AsyncLocalStorage<Words>()

// The server renders pages of several languages at once, so the browser's global words are per render here.
Object.defineProperty(globalThis, 'pageWords', {
  configurable: true,
  get: () => words.getStore(),
  set: () => undefined,
})

/** Renders in a language, including the body: components run while it is read. */
export async function renderIn(language: Language, render: () => Promise<Response>): Promise<Response> {
  if (language === 'en') return render()
  return words.run(HINDI, async () => {
    const response = await render()
    return new Response(response.body && (await response.arrayBuffer()), response)
  })
}
