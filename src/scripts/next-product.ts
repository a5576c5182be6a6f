import { GALLERY_SIZES, GALLERY_WIDTHS } from '../lib/catalogue/gallery-sizes.ts'

/** Of Chromium; TypeScript's DOM types lack both. */
interface SparingNavigator extends Navigator {
  connection?: { saveData?: boolean; effectiveType?: string }
  deviceMemory?: number
}

const HOVER_MS = 65
const SMALL_MEMORY_GB = 2
const { connection, deviceMemory = Infinity }: SparingNavigator = navigator
const isSpared =
  connection?.saveData === true ||
  connection?.effectiveType?.includes('2g') === true ||
  deviceMemory <= SMALL_MEMORY_GB
const loaded = new Set<string>()
let timer: number | undefined

/**
 * Without speculation rules (scripts/inline/speculation.json), loads a product's page and its first picture when its link
 * is pressed or the pointer rests on it. docs/architecture.md#the-next-page
 */
if (!isSpared) {
  loadAfter('pointerdown', 0)
  // On a page that an ad led to, nothing loads before a press (scripts/inline/ad-page.js).
  if (document.documentElement.dataset.ad === undefined) loadAfter('mouseover', HOVER_MS)
}

function loadAfter(type: 'pointerdown' | 'mouseover', delay: number): void {
  addEventListener(type, ({ target }) => {
    clearTimeout(timer)
    const link =
      target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/product/"]:not([data-color])')
    if (link) timer = window.setTimeout(load, delay, link)
  })
}

function load(link: HTMLAnchorElement): void {
  if (loaded.has(link.href)) return
  loaded.add(link.href)
  const card = link.closest('[data-card]')?.querySelector<HTMLImageElement>('[data-picture]')
  const [address] = card?.srcset.split(' ') ?? []
  // Addresses of src/server/images/image-address.ts: the width comes first.
  if (address) {
    const picture = new Image()
    picture.sizes = GALLERY_SIZES
    picture.srcset = GALLERY_WIDTHS.map(
      (width) => `${address.replace(/^\/_img\/\d+/, `/_img/${width}`)} ${width}w`,
    ).join()
  }
  // WebKit, which has no prefetching, opens a page without the HTTP cache. `Vary: Accept` asks for a navigation's header.
  if (document.createElement('link').relList.supports('prefetch'))
    fetch(link.href, {
      headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    }).catch(() => undefined)
}
