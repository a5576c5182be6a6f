/**
 * The HTML of a section of a page, as this shop's own server renders it, ready for `innerHTML`. The only text that the
 * pages' policy lets become markup (`require-trusted-types-for`), so it comes from the shop's fragments alone. `signal`
 * gives the call up.
 *
 * @throws {Error} when the server answers with no section
 */
export async function fetchSection(path: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal })
  // The mark of every fragment, and of nothing else. An address elsewhere is kept out by `connect-src`.
  if (!path.startsWith('/fragments/') || !response.headers.has('x-robots-tag'))
    throw new Error(`No section: ${response.status}`)
  const html = await response.text()
  return policy?.createHTML(html) ?? html
}

/** TypeScript's DOM has no trusted types; what a policy makes is a string to it, as what takes it wants one. */
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy<Rules extends Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string>>>(
        name: string,
        rules: Rules,
      ): Rules
    }
  }
}

const policy = window.trustedTypes?.createPolicy('section', { createHTML: (html: string) => html })
