/**
 * Focuses a field with an error, and brings it to the middle of the screen at once: header and toasts cover the
 * top of the page, and a smooth scroll may end early when the page changes meanwhile.
 */
export function focusField(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Focuses the first field that is marked as invalid. */
export function focusInvalid(form: HTMLFormElement | null): void {
  focusField(form?.querySelector<HTMLElement>('[aria-invalid="true"]'))
}
