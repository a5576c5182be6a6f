/**
 * What made a revision: a publication of the draft, a push of a folder, `shop update`, a rollback; `found` is a state that
 * was there before the history, or was written past it.
 */
export const REVISION_ACTIONS = ['publish', 'push', 'update', 'rollback', 'found'] as const
export type RevisionAction = (typeof REVISION_ACTIONS)[number]
