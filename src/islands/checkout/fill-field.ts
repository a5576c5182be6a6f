/**
 * Sets a field of the address as if it were typed. With `instead`, it leaves any other typed text alone, and the field that
 * the shopper is in; a text that is there already is not set again.
 */
export function fillField(section: HTMLElement | null, name: string, text: string, instead?: string): void {
  const field = section?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)
  if (!field || field.value === text) return
  const isTyped = field.value.trim() !== '' && field.value !== instead
  if (instead !== undefined && (isTyped || field === document.activeElement)) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
