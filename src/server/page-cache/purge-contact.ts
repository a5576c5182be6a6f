/** The store API sends a heartbeat, a purge without tags, each minute; one may be late. */
const CUT_OFF_AFTER_MS = 150_000

/**
 * Knows whether purges reach this storefront. A store API that sends no heartbeats, as one of a developer's own may,
 * changes nothing. docs/requirements.md#16-page-cache
 */
export function createPurgeContact(now: () => number = Date.now) {
  let heardAt: number | undefined
  let reachedAgainAt = 0
  const isCutOff = () => heardAt !== undefined && now() - heardAt > CUT_OFF_AFTER_MS

  return {
    /** Records a heartbeat. */
    recordHeartbeat(): void {
      if (isCutOff()) reachedAgainAt = now()
      heardAt = now()
    },
    /** Entries stored before this time, in milliseconds, may have missed a purge. */
    trustedSince: (): number => (isCutOff() ? now() : reachedAgainAt),
  }
}
