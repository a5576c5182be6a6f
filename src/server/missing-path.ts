const LOGGED_LENGTH = 512

/**
 * Writes the path of an address that leads nowhere to the console, as one line of printable ASCII. The query stays out:
 * it may carry what belongs in no log. §2 404 page
 */
export function logMissingPath(url: string): void {
  console.warn(
    `No page at ${printablePath(url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#][^]*$/, ''))}`,
  )
}

/** Anything but printable ASCII percent-encoded, so that no path can forge a line; cut at 512 characters. */
function printablePath(path: string): string {
  return path
    .slice(0, LOGGED_LENGTH)
    .toWellFormed()
    .replace(/[^\x21-\x7e]/gu, encodeURIComponent)
    .slice(0, LOGGED_LENGTH)
}
