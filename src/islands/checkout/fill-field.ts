/** Sets a field of the address as if it were typed. With `empty`, it leaves a typed text alone. */
export function fillField(section: HTMLElement | null, name: string, text: string, when?: 'empty'): void {
  const field = section?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)
  if (!field || (when === 'empty' && field.value.trim() !== '')) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
