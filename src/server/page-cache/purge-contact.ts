/** The store API sends a purge, if only an empty one, each minute; one may be late. */
const CUT_OFF_AFTER_MS = 150_000

/**
 * Knows whether purges reach this storefront. A store API that sends no purge without tags, as one of a
 * developer's own may, changes nothing. docs/requirements.md#16-page-cache
 */
export function createPurgeContact(now: () => number = Date.now) {
  let greetedAt: number | undefined
  let reachedAgainAt = 0
  const isCutOff = () => greetedAt !== undefined && now() - greetedAt > CUT_OFF_AFTER_MS

  return {
    /** Records a purge without tags. */
    greet(): void {
      if (isCutOff()) reachedAgainAt = now()
      greetedAt = now()
    },
    /** Entries stored before this time, in milliseconds, may have missed a purge. */
    trustedSince: (): number => (isCutOff() ? now() : reachedAgainAt),
  }
}
