/**
 * Vite plugin: replaces Vite's wrapper of `import()` in the browser by one that only preloads the chunk's imports. Vite's
 * own one also loads style sheets, which this site has inline, and takes a tenth of a landing page's script budget.
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
        return load()
      }`,
  },
})
