/** The error of an invalid option: a count of zero would pass without measuring, and an infinite one would never end. */
export function faultOf(name: string, text: string): string | undefined {
  const number = Number(text)
  const rules: Record<string, [isGood: boolean, wanted: string]> = {
    database: [['postgres', 'pgbouncer'].includes(text), 'postgres or pgbouncer'],
    against: [text !== '', 'a commit'],
    peers: [text !== '', 'a file'],
    minutes: [number > 0 && number < Infinity, 'a number above 0'],
    seconds: [number > 0 && number < Infinity, 'a number above 0'],
  }
  const [isGood, wanted] = rules[name] ?? [Number.isInteger(number) && number > 0, 'a whole number from 1']
  return isGood ? undefined : `--${name} is "${text}". Give ${wanted}.`
}
