/** Notifies hearts, columns and other features that a section has been inserted. */
export function announceSection(): void {
  document.dispatchEvent(new Event('section-shown'))
}
