const ENGLISH =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const TENS = '- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
/** Hindi has a word of its own for each number below 100. */
const HINDI = [
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस',
  'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस',
  'चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ',
  'साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी',
  'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे',
].flatMap((row) => row.split(' '))

interface Words {
  below100: (number: number) => string
  hundred: string
  thousand: string
  lakh: string
  crore: string
}

const EN: Words = {
  below100: (number) =>
    number < 20
      ? (ENGLISH[number] ?? '')
      : [TENS[Math.floor(number / 10)], number % 10 > 0 ? ENGLISH[number % 10] : ''].join(' ').trim(),
  hundred: 'Hundred',
  thousand: 'Thousand',
  lakh: 'Lakh',
  crore: 'Crore',
}

const HI: Words = {
  below100: (number) => HINDI[number] ?? '',
  hundred: 'सौ',
  thousand: 'हज़ार',
  lakh: 'लाख',
  crore: 'करोड़',
}

/**
 * Returns an amount in words, in lakh and crore.
 *
 * @example amountInWords(262550).en // 'Rupees Two Thousand Six Hundred Twenty Five and Fifty Paise Only'
 */
export function amountInWords(paise: number): { en: string; hi: string } {
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  const en = [
    `${rupees === 1 ? 'Rupee' : 'Rupees'} ${wordsOf(rupees, EN)}`,
    ...(rest > 0 ? [`and ${wordsOf(rest, EN)} Paise`] : []),
    'Only',
  ]
  const hi = [
    `${wordsOf(rupees, HI)} ${rupees === 1 ? 'रुपया' : 'रुपये'}`,
    ...(rest > 0 ? [`और ${wordsOf(rest, HI)} ${rest === 1 ? 'पैसा' : 'पैसे'}`] : []),
    'मात्र',
  ]
  return { en: en.join(' '), hi: hi.join(' ') }
}

function wordsOf(number: number, words: Words): string {
  if (number === 0) return words.below100(0)
  const crores = Math.floor(number / 10_000_000)
  const parts: [number, string][] = [
    [Math.floor(number / 100_000) % 100, words.lakh],
    [Math.floor(number / 1000) % 100, words.thousand],
    [Math.floor(number / 100) % 10, words.hundred],
    [number % 100, ''],
  ]
  return [
    ...(crores > 0 ? [`${wordsOf(crores, words)} ${words.crore}`] : []),
    ...parts.flatMap(([count, name]) => (count > 0 ? [`${words.below100(count)} ${name}`.trim()] : [])),
  ].join(' ')
}
