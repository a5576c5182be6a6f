/** A sentence before it is translated, and the values of its `{places}`. */
export interface Sentence {
  text: string
  values?: Record<string, number>
}
