/** A file of scripts/inline as pages carry it: without the lines that are comments, and without indentation. */
export function inlineText(source) {
  return source.replace(/^\s*(\/\/.*)?\n|^ +/gm, '')
}
