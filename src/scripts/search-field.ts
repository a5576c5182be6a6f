/** The search field of a store with the capability `suggestions` learns to suggest when it is first used. docs/requirements.md#116-suggestions */
const field = document.querySelector('[data-suggests]')
if (field && field === document.activeElement) learn()
else field?.addEventListener('focus', learn, { once: true })

/** Without the script the field searches all the same. */
function learn(): void {
  import('./suggestions.ts').catch(() => undefined)
}
