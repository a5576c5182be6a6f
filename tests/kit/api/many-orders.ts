/** Limits of a shop for tests and benchmarks that place many orders with few accounts. */
export const MANY_ORDERS = { unpaidOrders: 100_000, unpaidPieces: 1_000_000, cashOrders: 100_000 }
