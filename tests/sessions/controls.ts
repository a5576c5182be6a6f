import type { HTMLElement, HTMLInputElement, HTMLTextAreaElement, Window } from 'happy-dom'

import type { PageOfTab } from './page.ts'

/** What a hand can do on a page: find by what is written there, press, type, choose. */
export class Controls {
  readonly page: PageOfTab
  readonly #window: Window

  constructor(page: PageOfTab) {
    this.page = page
    this.#window = page.window
  }

  /** A sentence in the page's language. */
  t(sentence: string): string {
    return (
      (this.#window as unknown as { pageWords?: Record<string, string> }).pageWords?.[sentence] ?? sentence
    )
  }

  all(selector: string): HTMLElement[] {
    return [...this.page.document.querySelectorAll(selector)] as HTMLElement[]
  }

  find(selector: string): HTMLElement | undefined {
    return this.all(selector)[0]
  }

  /** Buttons that are written on with this sentence. */
  buttons(sentence: string): HTMLElement[] {
    return this.all('button').filter((button) => button.textContent.trim() === this.t(sentence))
  }

  /** A press; on what is switched off it does nothing. */
  press(element: HTMLElement | undefined): boolean {
    if (!element || element.hasAttribute('disabled')) return false
    element.click()
    return true
  }

  type(field: HTMLElement, text: string): void {
    const input = field as HTMLInputElement | HTMLTextAreaElement
    input.focus()
    input.value = text
    input.dispatchEvent(new this.#window.Event('input', { bubbles: true }))
    input.dispatchEvent(new this.#window.Event('change', { bubbles: true }))
  }
}
