import { hasControlCharacters } from '@tanabana/contract/text.ts'
import { InvalidArgumentError } from 'commander'

/** An option's parser for a text of 1 to `max` characters on one line, without surrounding blanks. */
export function oneLine(max: number): (typed: string) => string {
  return (typed) => {
    const text = typed.trim()
    if (text !== '' && text.length <= max && !hasControlCharacters(text)) return text
    throw new InvalidArgumentError(`Write 1 to ${max} characters on one line.`)
  }
}
