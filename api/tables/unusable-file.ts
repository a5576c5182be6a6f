/** A merchant's file can't be used as a whole. The message gives the reason and the remedy. */
export class UnusableFile extends Error {
  override name = 'UnusableFile'
}
