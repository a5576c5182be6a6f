/** Origin and path of a picture that an address can hold as it is; a browser scales drawings itself. */
const PLAIN = /^(https?:\/\/[\w.:-]+)((?:\/[\w-][\w.-]*)+)(?<!\.svgz?)$/

/**
 * Returns the address of a picture at 160 px, for lists in the browser, which can't sign addresses: the storefront converts
 * pictures of the shop's own API without a signature in this width alone. Any other picture stays.
 */
export function smallPicture(src: string): string {
  const [, origin, path = ''] = PLAIN.exec(src) ?? []
  const isOwn = document.documentElement.dataset.storeApi?.startsWith(`${origin}/`)
  // `astro dev` converts no pictures.
  return import.meta.env.PROD && isOwn ? `/_img/small${path}` : src
}
