/** The file as a whole can't be imported. The message says why and what to do; nothing was written. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
