type PageResponse = ResponseInit & { readonly headers: Headers }

/** The store API does not give the page's main content: 503. */
export function answerUnavailable(response: PageResponse): void {
  response.status = 503
  response.headers.set('retry-after', '5')
}

/** A piece of a page: not for search engines. */
export function answerFragment(response: PageResponse): void {
  response.headers.set('x-robots-tag', 'noindex')
}
