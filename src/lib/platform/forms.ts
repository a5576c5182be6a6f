/** Returns the text of a form field; empty for a field that is absent or holds a file. */
export function formText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Checks for non-space text, @, non-space text, dot, non-space text. Reads the text once, because a regular expression
 * takes minutes on a long text of dots. docs/requirements.md#52-registration-form
 */
export function isSimpleEmail(text: string): boolean {
  const at = text.indexOf('@', 1)
  const dot = text.lastIndexOf('.', text.length - 2)
  return at > 0 && dot > at + 1 && !/\s/.test(text)
}
