import sax from 'sax'

/** The texts of all elements of a name, read by a strict XML parser: a document that is not well-formed throws. */
export function elementsOf(xml: string, name: string): string[] {
  const texts: string[] = []
  const parser = sax.parser(true)
  let text: string | undefined
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = (tag) => {
    if (tag.name === name) text = ''
  }
  parser.ontext = (part) => {
    if (text !== undefined) text += part
  }
  parser.onclosetag = (closed) => {
    if (closed !== name) return
    texts.push(text ?? '')
    text = undefined
  }
  parser.write(xml).close()
  return texts
}
