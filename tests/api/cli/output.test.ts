import { expect, it } from 'vitest'

import { terminalOutput } from '../../../api/cli/output.ts'

const NAME = 'Asha\u001B[2J\u001B]0;owned\u0007\u009B1A\rRao'

function written(isTTY: boolean) {
  const texts: string[] = []
  const stream = { isTTY, write: (text: string) => texts.push(text) }
  const output = terminalOutput(stream, stream, { noColor: true })
  output.line(`${NAME}\tPune\nIndia`)
  output.problem(NAME)
  return texts
}

it('lets no name that a shopper wrote act on the merchant’s terminal', () => {
  expect(written(true)).toEqual(['Asha[2J]0;owned1ARao\tPune\nIndia\n', 'Asha[2J]0;owned1ARao\n'])
})

it('says to a file what was written', () => {
  expect(written(false)).toEqual([`${NAME}\tPune\nIndia\n`, `${NAME}\n`])
})
