/** Returns the text of a form field; empty for a field that is absent or holds a file. */
export function formText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
