/** How a page's answer may be kept and what it says of itself. */
type Answer = ResponseInit & { readonly headers: Headers }

/** Good for this moment alone: a section is missing that the next request will have. */
export function answerPassing(response: Answer): void {
  response.headers.set('cache-control', 'no-store')
}

/** Whole, and kept by nobody: nor is the page from before, which said something else. */
export function answerUnkept(response: Answer): void {
  answerPassing(response)
  response.headers.set('cdn-cache-control', 'no-store')
}

/** The store API keeps the page's main content back. Reliability: 503, soon again. */
export function answerUnavailable(response: Answer): void {
  response.status = 503
  response.headers.set('retry-after', '5')
  answerPassing(response)
}

/** A piece of a page: nothing for a search engine. */
export function answerFragment(response: Answer): void {
  response.headers.set('x-robots-tag', 'noindex')
}
