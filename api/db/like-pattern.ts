/** Pattern for `like` of the texts that contain this one. */
export function containing(text: string): string {
  return `%${escapeLike(text)}%`
}

/** Pattern for `like` of the texts that begin with this one. */
export function beginningWith(text: string): string {
  return `${escapeLike(text)}%`
}

/** Takes the meaning from the wildcards in a text. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
