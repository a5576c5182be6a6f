/** A row of a table: column name → cell. */
export type Row = Record<string, string | number | undefined>

/** Prints rows under their column names, numbers aligned right. */
export function printTable(title: string, rows: Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)))
  const isNumeric = columns.map((column) => rows.some((row) => typeof row[column] === 'number'))
  const print = (line: string[]) =>
    console.log(
      line
        .map((text, index) =>
          isNumeric[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
  console.log(`\n${title}`)
  const [head = [], ...body] = lines
  print(head)
  print(widths.map((width) => '─'.repeat(width)))
  body.forEach(print)
}

export function verdict(isMet: boolean): string {
  return isMet ? 'ok' : 'MISSED'
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('No round was measured.')
  return middle
}

/** The value below which this share of the numbers lies. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function fixed(value: number, digits = 1): string {
  return value.toFixed(digits)
}

function textOf(value: string | number | undefined): string {
  return value === undefined ? '' : String(value)
}
