/** The change of a card to a chosen colour, while it is not shown yet; a press on the card waits for it. */
export const cardChanges = new WeakMap<Element, Promise<unknown>>()
