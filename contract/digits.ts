const DECIMAL_DIGIT = /^\p{Nd}$/u

/** Writes the decimal digits of every script as 0 to 9: `४११००१` and `４１１００１` are `411001`. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Unicode encodes the digits of a script as ten code points in a row, from zero; such rows may touch.
    let start = code
    while (DECIMAL_DIGIT.test(String.fromCodePoint(start - 1))) start -= 1
    return String((code - start) % 10)
  })
}
