/** Why a row is bad, or a warning or note about it. */
export interface Remark {
  line: number
  reason: string
}
