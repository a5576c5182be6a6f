import type { TextPlace } from './problem.ts'

/** Returns a function from index to line and column, for ascending indices. */
export function placesIn(text: string): (index: number) => TextPlace {
  let [line, seen, lineStart] = [1, 0, 0]
  return (index) => {
    for (; seen < index; seen += 1) {
      if (text[seen] !== '\n') continue
      line += 1
      lineStart = seen + 1
    }
    return { line, column: index - lineStart + 1 }
  }
}
