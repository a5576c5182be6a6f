/** The whole file cannot be imported and nothing was written. The message gives the reason and the remedy. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
