/**
 * Astro's side of the page cache: a page declares its policy by `Astro.cache.set`, and Astro writes it on the response
 * as `CDN-Cache-Control` and `Cache-Tag`. The HTTP entry reads it there; nothing is kept in here. design §5, §10
 */
export default function pagePolicyProvider() {
  return {
    name: 'page-policy',
    invalidate: () => Promise.resolve(),
  }
}
