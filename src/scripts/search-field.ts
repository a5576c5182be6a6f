/**
 * Loads suggestions when the search field is first used, for stores with the capability `suggestions`.
 * docs/requirements.md#116-suggestions
 */
const field = document.querySelector('[data-suggests]')
if (field && field === document.activeElement) learn()
else field?.addEventListener('focus', learn, { once: true })

/** Without the script the field still searches. */
function learn(): void {
  import('./suggestions.ts').catch(() => undefined)
}
