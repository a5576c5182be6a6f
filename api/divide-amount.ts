/** Divides `amount` in proportion to the values, in whole paise: what rounding leaves goes to the largest remainders. */
export function divideAmount(amount: number, values: readonly number[]): number[] {
  const whole = BigInt(values.reduce((sum, value) => sum + value, 0))
  if (whole === 0n) return values.map(() => 0)
  const parts = values.map((value) => BigInt(amount) * BigInt(value))
  const shares = parts.map((part) => Number(part / whole))
  const byRemainder = [...parts.keys()].toSorted((one, other) => {
    const difference = ((parts[other] ?? 0n) % whole) - ((parts[one] ?? 0n) % whole)
    return difference === 0n ? one - other : difference > 0n ? 1 : -1
  })
  const rest = amount - shares.reduce((sum, share) => sum + share, 0)
  for (const index of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
