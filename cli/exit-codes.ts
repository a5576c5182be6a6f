/** Exit codes of `npm run store`. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const
