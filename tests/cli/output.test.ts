import { expect, it } from 'vitest'

import { commandOutput, terminalOutput } from '../../cli/output.ts'

const NAME = 'Asha\u001B[2J\u001B]0;owned\u0007\u009B1A\rRao'
const SHOWN = 'Asha\\u001b[2J\\u001b]0;owned\\u0007\\u009b1A\\u000dRao'

function listen(isTTY: boolean) {
  const texts: string[] = []
  const stream = { isTTY, write: (text: string) => texts.push(text) }
  return { texts, output: terminalOutput(stream, stream, { noColor: true }) }
}

it.each([true, false])(
  'shows what a shopper wrote, which does not act on a terminal or a file (%s)',
  (isTTY) => {
    const { texts, output } = listen(isTTY)
    output.line(`${NAME}\tPune`)
    output.problem(NAME)
    expect(texts).toEqual([`${SHOWN}\tPune\n`, `${SHOWN}\n`])
  },
)

it.each([
  ['a line feed', '\n', '\\u000a'],
  ['a next line', '\u0085', '\\u0085'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a paragraph separator', '\u2029', '\\u2029'],
  ['an override', '\u202E', '\\u202e'],
  ['an embedding', '\u202A', '\\u202a'],
  ['an isolate', '\u2066', '\\u2066'],
  ['a mark from right to left', '\u200F', '\\u200f'],
  ['an Arabic letter mark', '\u061C', '\\u061c'],
])('keeps a field with %s in its line', (_name, character, shown) => {
  const { texts, output } = listen(true)
  output.line(`Asha Rao, Pune${character}7K3M-9Q2X-V0AB  paid`)
  expect(texts).toEqual([`Asha Rao, Pune${shown}7K3M-9Q2X-V0AB  paid\n`])
})

it('leaves Hindi, its joiners and other scripts as they are', () => {
  const { texts, output } = listen(true)
  output.line('क्‍ष श्री‌मती राव, पुणे · عائشة · 裙子 👩‍🦰')
  expect(texts).toEqual(['क्‍ष श्री‌मती राव, पुणे · عائشة · 裙子 👩‍🦰\n'])
})

it('prints JSON that escapes the same and is read back unchanged', () => {
  const { texts, output } = listen(false)
  const said = commandOutput(output, true)
  const value = { city: 'Pune\u202E\u2028\u009B', name: 'Asha\nRao' }
  said.result(value)
  said.end()
  const json = texts.join('')
  expect(json).toBe('{\n  "city": "Pune\\u202e\\u2028\\u009b",\n  "name": "Asha\\nRao"\n}\n')
  expect(JSON.parse(json)).toEqual(value)
})

it('writes the lines of a file as they are, except on a terminal', () => {
  const [file, terminal] = [listen(false), listen(true)]
  for (const { output } of [file, terminal]) output.data(`<title>${NAME}</title>\tred`)
  expect([file.texts, terminal.texts]).toEqual([
    [`<title>${NAME}</title>\tred\n`],
    [`<title>${SHOWN}</title>\tred\n`],
  ])
})
