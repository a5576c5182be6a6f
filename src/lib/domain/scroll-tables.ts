/**
 * Cleaned HTML with each table in a box that scrolls by itself when it is wider than the page, by keyboard too; a table
 * that scrolled itself would no longer be read as one.
 */
export function scrollTables(html: string): string {
  return html
    .replace(/<table\b/g, '<div class="scrolling" role="group" aria-label="Table" tabindex="0"><table')
    .replace(/<\/table>/g, '</table></div>')
}
