/** Shows a count in the badges that the selector finds, and hides them at zero. */
export function showCount(selector: string, count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>(selector)) {
    badge.textContent = String(count)
    badge.hidden = count === 0
  }
}
