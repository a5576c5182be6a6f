export const returnMessages = {
  nothingChosen: 'Please choose what you want to return.',
  reasonMissing: 'Please give a reason.',
  failed: "The return couldn't be requested. Please try again.",
}

/** A return with another size of the piece in its place. `reason` is read by the shop. */
export const exchangeMessages = {
  intro:
    'Another size is a return and a new order: we ask the shop for the return, and put the new size into your cart.',
  price: 'The new piece costs {price}.',
  payment: 'You pay for the new piece now. The money for the old one comes back once the shop has it.',
  noSizes: 'No other size of this is in stock now. You can return it.',
  loadFailed: "The sizes couldn't be loaded.",
  nothingChosen: 'Please choose a size.',
  reason: 'Another size: {size} instead of {old}',
  both: 'The return is requested, and size {size} is in your cart.',
  /** `problem` says why. */
  cartOnly: 'Size {size} is in your cart. The return is not requested yet: {problem}',
  nothing: "Nothing is done: the new size can't be put into your cart.",
}

export const withdrawalMessages = {
  question: 'Withdraw this return?',
  yes: 'Yes, withdraw it',
  pending: 'Withdrawing...',
  no: 'No, send it back',
  consequence: 'You keep the pieces, and the shop sends no money for them.',
  failed: "The return couldn't be withdrawn. Please try again.",
}

/** Who pays the way back of a return, by the return policy of the store info. */
export const wayBackMessages = {
  free: 'Sending it back is free for you.',
  customer: 'You pay the courier for the way back, unless the pieces are damaged, defective or wrong.',
}
