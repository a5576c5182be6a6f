/** The search field of a store with the capability `suggestions` learns to suggest when it is first used. design §7 */
document.querySelector('[data-suggests]')?.addEventListener('focus', learn, { once: true })

/** Without the script the field searches all the same. */
function learn(): void {
  import('./suggestions.ts').catch(() => undefined)
}
