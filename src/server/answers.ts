type PageResponse = ResponseInit & { readonly headers: Headers }

/** 503: the store API failed for the page's main content. */
export function answerUnavailable(response: PageResponse): void {
  response.status = 503
  response.headers.set('retry-after', '5')
}

/** Keeps a fragment of a page out of search engines. */
export function answerFragment(response: PageResponse): void {
  response.headers.set('x-robots-tag', 'noindex')
}
