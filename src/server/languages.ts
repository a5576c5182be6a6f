import { AsyncLocalStorage } from 'node:async_hooks'

import type { Language } from '../lib/schemas/language.ts'
import '../lib/messages/hi/browser.js'
import { hindiPages } from '../lib/messages/hi/pages.ts'
import type { Words } from '../lib/messages/translate.ts'

/** All that a page may say, without the names that every object has. */
const HINDI: Words = Object.assign(Object.create(null) as Words, hindiPages, globalThis.hindiWords)
const words = new AsyncLocalStorage<Words>()

// The server renders pages of several languages at once: words that are global in a browser belong to one page here.
Object.defineProperty(globalThis, 'pageWords', {
  configurable: true,
  get: () => words.getStore(),
  set: () => undefined,
})

/** Renders in a language, to the last byte: a page's components run while its body is read. */
export async function renderIn(language: Language, render: () => Promise<Response>): Promise<Response> {
  if (language === 'en') return render()
  return words.run(HINDI, async () => {
    const response = await render()
    return new Response(response.body && (await response.arrayBuffer()), response)
  })
}
