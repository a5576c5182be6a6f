import { SCRIPT_TIMEOUT_MS } from '../src/lib/platform/script-timeout.ts'

/** Code that blockers of advertisements stop, and that no part of a page waits for. */
const UNSEEN = /google-tag|shop-events/

/**
 * Vite plugin: replaces Vite's wrapper of `import()` in the browser by one that preloads the chunk's imports, and rejects
 * when the code does not arrive in time. The page says so (src/scripts/inline/lost-scripts.js). Vite's own wrapper also
 * loads style sheets, which this site has inline, and takes a tenth of a landing page's script budget.
 */
export const preloadChunks = /** @type {import('vite').Plugin} */ ({
  name: 'preload-chunks',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `
      export function __vitePreload(load, paths = []) {
        for (const path of paths) {
          const href = '/' + path
          if (document.querySelector('link[href="' + href + '"]')) continue
          document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
        }
        return new Promise((resolve, reject) => {
          setTimeout(reject, ${SCRIPT_TIMEOUT_MS}, Error('Late: ' + paths))
          load().then(resolve, reject)
        }).catch((error) => {
          if (!${UNSEEN}.test(paths)) dispatchEvent(new Event('script-lost'))
          throw error
        })
      }`,
  },
})
