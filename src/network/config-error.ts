/** An environment variable is missing or wrong; the message names it and what to write. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
