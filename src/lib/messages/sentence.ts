/** A sentence before translation, with the values of its `{places}`. */
export interface Sentence {
  text: string
  values?: Record<string, number>
}
