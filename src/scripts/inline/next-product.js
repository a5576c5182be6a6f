// Without speculation rules, load a product's page and its first picture when its link is pressed or the pointer rests on
// it. Not with Save-Data, on 2G, or on a device with at most 2 GB of memory.
;(() => {
  const { connection = {}, deviceMemory } = navigator
  const isSpared = connection.saveData || /2g/.test(connection.effectiveType) || deviceMemory <= 2
  if (isSpared || HTMLScriptElement.supports?.('speculationrules')) return
  const loaded = new Set()
  let timer

  const load = (link) => {
    if (loaded.has(link.href)) return
    loaded.add(link.href)
    const [url] = link.closest('[data-card]')?.querySelector('[data-picture]')?.srcset.split(' ') ?? []
    if (url) {
      const picture = new Image()
      picture.sizes = GALLERY_SIZES
      picture.srcset = GALLERY_WIDTHS.map((width) => `${url.replace(/\d+/, width)} ${width}w`).join()
    }
    // WebKit, which has no prefetching, opens a page without the HTTP cache. `Vary: Accept` asks for a navigation's header.
    if (document.createElement('link').relList.supports('prefetch'))
      fetch(link.href, {
        headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
      }).catch(() => undefined)
  }
  const listen = (type, delay) =>
    addEventListener(type, ({ target }) => {
      clearTimeout(timer)
      const link = target.closest?.('a[href^="/product/"]:not([data-color])')
      if (link) timer = setTimeout(load, delay, link)
    })
  listen('pointerdown', 0)
  listen('mouseover', 65)
})()
