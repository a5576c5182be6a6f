const UNIQUE_VIOLATION = '23505'

/** The SQLSTATE or system code of an error or of its cause; empty without one. */
export function codeOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return ''
}

/** Whether the database refused a row because another one has its unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION
}
