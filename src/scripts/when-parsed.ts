/** Calls `use` once the whole page has arrived. A script that shares a chunk with an island may run before. */
export function whenParsed(use: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', use)
  else use()
}
