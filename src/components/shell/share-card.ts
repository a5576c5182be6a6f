import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { type AddressOfShape, shopPicture } from '../../lib/catalogue/pictures.ts'
import { t } from '../../lib/i18n/translate.ts'
import { storeName } from '../../lib/shop/shop-text.ts'

/** Texts of a page for search engines and link previews. */
export interface PageTexts {
  title: string
  description?: string
  /** Absolute URL of the share card's picture; the shop's own by default. */
  picture?: string
}

/** What a link to the page shows in a chat or a post. */
export interface ShareCard {
  title: string
  description: string
  siteName: string
  /** Path of the picture in 1200 × 630. */
  picture: string | undefined
}

interface ShopOfCard {
  store: StoreInfo | undefined
  client: { publicBase: string }
  pictureInShape?: AddressOfShape
}

/** Returns the share card of a page. docs/search-engines.md */
export function shareCard(
  { title, description, picture }: PageTexts,
  { store, client, pictureInShape }: ShopOfCard,
): ShareCard {
  const siteName = storeName(store)
  return {
    title,
    description: description ?? (store?.description ? t(store.description) : siteName),
    siteName,
    picture: pictureInShape?.(picture || shopPicture(store, client.publicBase), 'share'),
  }
}
