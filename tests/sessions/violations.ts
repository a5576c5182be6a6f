import { sizesOf, soldOutOf } from './catalogue.ts'
import type { MadeOrder, Shop } from './shop.ts'
import { CITIES } from './shopper.ts'

/** An order without a needed size, at another total than shown, with a sold-out size, to another account's address, doubled, or asked for by no page. */
export type Rule = 'size' | 'total' | 'soldOut' | 'address' | 'doubled' | 'unknown'

type StoredOrder = Awaited<ReturnType<Shop['storedOrders']>>[number]
type KnownOrder = StoredOrder & { made: MadeOrder }

/** Every rule that an order of the session breaks, read from the database and not from what a page believes. */
export async function findViolations(shop: Shop): Promise<{ orders: number; violations: Rule[] }> {
  const stored = await shop.storedOrders()
  const byNumber = new Map(stored.map((order) => [order.number, order]))
  const known = shop.made.flatMap((made): KnownOrder[] => {
    const order = byNumber.get(made.id.replaceAll('-', ''))
    return order ? [{ ...order, made }] : []
  })
  const violations = known.flatMap((order, index) => [
    ...brokenRules(order),
    ...(isDoubled(order, known.slice(0, index), shop) ? ['doubled' as const] : []),
  ])
  const unknown = stored.length - known.length
  return { orders: stored.length, violations: [...violations, ...Array<Rule>(unknown).fill('unknown')] }
}

function brokenRules({ items, total, account, shippingAddress, made }: KnownOrder): Rule[] {
  const sold = items.map((item) => ({ ...item, garment: made.catalogue.get(item.productId) }))
  const rules: [Rule, isBroken: boolean][] = [
    [
      'size',
      sold.some(({ garment, selectedSize }) => garment && sizesOf(garment).length > 0 && !selectedSize),
    ],
    [
      'soldOut',
      sold.some(
        ({ garment, selectedSize }) => garment && selectedSize && soldOutOf(garment).includes(selectedSize),
      ),
    ],
    ['total', total !== made.press?.total],
    [
      'address',
      Object.entries(CITIES).some(
        ([other, city]) =>
          other !== account && new RegExp(`${other}|${city}`).test(JSON.stringify(shippingAddress)),
      ),
    ],
  ]
  return rules.flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

/**
 * An order of something that the account had ordered before, when the shopper could not know that: no page had shown that
 * order before the press that made this one.
 */
function isDoubled(order: KnownOrder, earlier: KnownOrder[], shop: Shop): boolean {
  const pressedAt = order.made.press?.at ?? 0
  return earlier.some(
    (other) =>
      other.account === order.account &&
      other.items.some(({ productId }) => order.items.some((item) => item.productId === productId)) &&
      !((shop.shownAt.get(other.made.id) ?? Infinity) <= pressedAt),
  )
}
