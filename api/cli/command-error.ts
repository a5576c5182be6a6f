/** A command can't do what it was asked. The message says why and what to do; it is shown without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A check was made and found faults, which its result has told already. */
export class CheckFailed extends CommandError {
  override name = 'CheckFailed'
}
