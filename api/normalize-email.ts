/** Normalizes an e-mail for storage and comparison: `Asha@Example.com ` and `asha@example.com` are one account. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
