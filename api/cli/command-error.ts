/** The command failed. The message gives the reason and the remedy, and is shown without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A check found faults, which its result has already reported. */
export class CheckFailed extends CommandError {
  override name = 'CheckFailed'
}
