import { describe, expect, it } from 'vitest'

import { differenceLines } from '../../../../api/modules/publishing/differences.ts'

const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`)
const text = (all: readonly string[]) => all.join('\n')

describe('the lines of a difference', { tags: ['@req-12.9'] }, () => {
  it.each<[string, string, string, string[]]>([
    ['in the middle', 'abcdefg', 'abcXefg', ['…', '  b', '  c', '- d', '+ X', '  e', '  f', '…']],
    ['at the start', 'abcd', 'Xbcd', ['- a', '+ X', '  b', '  c', '…']],
    ['at the end', 'abcd', 'abcX', ['…', '  b', '  c', '- d', '+ X']],
    ['of a line that repeats', 'abb', 'ab', ['  a', '  b', '- b']],
    ['at both ends', 'abc', 'XbY', ['- a', '+ X', '  b', '- c', '+ Y']],
    ['of nothing', 'ab', 'ab', ['…']],
  ])('show a change %s with two lines around it', (_name, before, after, shown) => {
    expect(differenceLines({ before: text([...before]), after: text([...after]) })).toEqual(shown)
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
