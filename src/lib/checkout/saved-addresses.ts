/** Reads the choice to save the address. Its checkbox is no field of the form. docs/requirements.md#1122-addresses */
export function savesAddress(form: HTMLFormElement | null): boolean {
  return Boolean(form?.querySelector('[data-save-address]:checked'))
}
