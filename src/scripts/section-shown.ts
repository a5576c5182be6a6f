/** Tells hearts, columns and the like that a piece of the page has just come in. */
export function announceSection(): void {
  document.dispatchEvent(new Event('section-shown'))
}
