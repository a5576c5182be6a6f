import { describe, expect, it } from 'vitest'

import { differenceLines } from '../../../../api/modules/publishing/differences.ts'

const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`)
const text = (all: readonly string[]) => all.join('\n')

describe('the lines of a difference', { tags: ['@req-12.9'] }, () => {
  it.each<[string, string, string, string[]]>([
    ['in the middle', 'a b c d e f g', 'a b c X e f g', ['…', '  b', '  c', '- d', '+ X', '  e', '  f', '…']],
    ['at the start', 'a b c d', 'X b c d', ['- a', '+ X', '  b', '  c', '…']],
    ['at the end', 'a b c d', 'a b c X', ['…', '  b', '  c', '- d', '+ X']],
    ['of a line that repeats', 'a b b', 'a b', ['  a', '  b', '- b']],
    ['at both ends', 'a b c', 'X b Y', ['- a', '+ X', '  b', '- c', '+ Y']],
    ['of nothing', 'a b', 'a b', ['…']],
  ])('show a change %s with two lines around it', (_name, before, after, shown) => {
    const texts = { before: text(before.split(' ')), after: text(after.split(' ')) }
    expect(differenceLines(texts)).toEqual(shown)
  })

  it('name one line that changes among many', () => {
    const before = lines(16_000, 'line')
    expect(differenceLines({ before: text(before), after: text(before.with(9000, 'X')) })).toEqual([
      ...['…', '  line 8998', '  line 8999', '- line 9000', '+ X', '  line 9001', '  line 9002', '…'],
    ])
  })

  it('are all removed and all added where many lines have none in common', () => {
    const [before, after] = [lines(16_000, 'old'), lines(16_000, 'new')]
    expect(differenceLines({ before: text(before), after: text(after) })).toEqual([
      ...before.map((line) => `- ${line}`),
      ...after.map((line) => `+ ${line}`),
    ])
  })
})
