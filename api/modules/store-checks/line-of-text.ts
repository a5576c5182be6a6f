/** Words that identify a sentence. */
const WORDS_MAX = 6

/** The line of HTML on which a sentence of its text begins; 1 where it is not found. */
export function lineOfText(html: string, sentence: string): number {
  const words = sentence.split(/\s+/).slice(0, WORDS_MAX)
  const pattern = words
    .map((word) =>
      word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/[&<>"']/g, '(?:$&|&\\w+;|&#\\d+;)'),
    )
    .join(String.raw`(?:\s|&nbsp;|&#160;|<[^<>]{0,300}>){1,20}`)
  const index = html.search(new RegExp(pattern))
  return index === -1 ? 1 : html.slice(0, index).split('\n').length
}
