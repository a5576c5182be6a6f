/**
 * The simple check of docs/requirements.md#52-registration-form: non-space text, @, non-space text, dot, non-space text. Read in one pass, because the same
 * rule as a regular expression takes minutes on a long text of dots.
 */
export function isSimpleEmail(text: string): boolean {
  const at = text.indexOf('@', 1)
  const dot = text.lastIndexOf('.', text.length - 2)
  return at > 0 && dot > at + 1 && !/\s/.test(text)
}
