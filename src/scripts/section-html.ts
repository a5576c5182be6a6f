import { SCRIPT_TIMEOUT_MS } from '../lib/platform/script-timeout.ts'

/**
 * Returns the HTML of a section from this shop's server, ready for `innerHTML`. It is the only text that the content
 * security policy (`require-trusted-types-for`) allows as markup, so it must come from the shop's fragments. `signal`
 * aborts the call.
 *
 * @throws {Error} the response is no section, or late
 */
export function fetchSection(path: string, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, SCRIPT_TIMEOUT_MS, new Error(`Late: ${path}`))
    loadSection(path, signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

async function loadSection(path: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal })
  // Only fragments have this header. `connect-src` blocks other hosts.
  if (!path.startsWith('/fragments/') || !response.headers.has('x-robots-tag'))
    throw new Error(`No section: ${response.status}`)
  const html = await response.text()
  return policy?.createHTML(html) ?? html
}

/** TypeScript's DOM types lack trusted types. The policy's result is typed as a string, as its consumers expect. */
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

/** Notifies hearts, columns and other features that a section has been inserted. */
export function announceSection(): void {
  document.dispatchEvent(new Event('section-shown'))
}
