import { useStore } from '@nanostores/react'
import { useRef } from 'react'

import { $cart, EMPTY_CART } from '../../lib/cart/cart-store.ts'
import { cartPageMessages } from '../../lib/cart/messages.ts'
import { isInCart, moveToCart, savedChoice } from '../../lib/cart/save-for-later.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { choiceText, lineName } from '../../lib/catalogue/product-text.ts'
import { variantUrl } from '../../lib/catalogue/product-url.ts'
import { t } from '../../lib/i18n/translate.ts'
import { EMPTY_WISHLIST, setWish, $wishlist, type WishlistItem } from '../../lib/wishlist/wishlist.ts'
import { buttonClasses } from '../../styles/classes.ts'
import { ProductImage } from '../ui/ProductImage.tsx'

/** The wishlist, without what the cart has, below the cart's lines. docs/requirements.md#210-cart-page */
export function SavedForLater() {
  const wishlist = useStore($wishlist, { ssr: () => EMPTY_WISHLIST })
  const cart = useStore($cart, { ssr: () => EMPTY_CART })
  const items = wishlist.filter((item) => !isInCart(item, cart))
  const region = useRef<HTMLDivElement>(null)

  /** The pressed button is gone. */
  function keepFocus(): void {
    region.current?.focus()
  }

  return (
    <div
      ref={region}
      tabIndex={-1}
      role="group"
      aria-label={t(cartPageMessages.savedTitle)}
      className="rounded outline-offset-8 empty:absolute"
    >
      {items.length > 0 && (
        <>
          <h2 className="mb-4 mt-12 text-2xl">{t(cartPageMessages.savedTitle)}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {items.map((item) => (
              <SavedItem
                key={item.id}
                item={item}
                onMove={() => {
                  moveToCart(item)
                  keepFocus()
                }}
                onRemove={() => {
                  setWish(item.id, undefined)
                  keepFocus()
                }}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface SavedItemProps {
  item: WishlistItem
  onMove: () => void
  onRemove: () => void
}

function SavedItem({ item, onMove, onRemove }: SavedItemProps) {
  const { name } = item
  const line = { name, ...savedChoice(item) }
  const choice = choiceText(line)
  const path = variantUrl(item.id, { variant: item.variantId, color: item.shownColor })
  return (
    <li className="flex flex-wrap gap-4 py-4 md:items-center">
      <a href={path} tabIndex={-1} aria-hidden="true">
        <ProductImage src={item.image} className="h-24 w-[4.5rem]" />
      </a>
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-sans text-base">
          <a href={path} className="hover:underline">
            {item.name}
          </a>
        </h3>
        {choice && <p className="text-sm text-muted">{choice}</p>}
        <p className="font-semibold tabular-nums">{formatPrice(item.price)}</p>
      </div>
      <div className="flex flex-wrap gap-x-2">
        <button
          type="button"
          aria-label={`${t(cartPageMessages.moveToCart)}: ${lineName(line)}`}
          onClick={onMove}
          className={buttonClasses.secondary}
        >
          {t(cartPageMessages.moveToCart)}
        </button>
        <button
          type="button"
          aria-label={`${t('Remove from Wishlist')}: ${item.name}`}
          onClick={onRemove}
          className={buttonClasses.quiet}
        >
          {t('Remove')}
        </button>
      </div>
    </li>
  )
}
