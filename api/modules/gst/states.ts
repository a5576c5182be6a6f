interface State {
  /** First two digits of the GSTINs of the state. */
  code: string
  name: { en: string; hi: string }
  /** Further names and the two letters of vehicle plates and ISO 3166-2. */
  aliases: readonly string[]
  /** Union territory without a legislature, whose own tax is UTGST. */
  hasUtgst?: true
}

export type TaxState = Pick<State, 'code' | 'name'>

/** States and union territories with their GST codes. */
const STATES: readonly State[] = [
  { code: '01', name: { en: 'Jammu and Kashmir', hi: 'जम्मू और कश्मीर' }, aliases: ['JK'] },
  { code: '02', name: { en: 'Himachal Pradesh', hi: 'हिमाचल प्रदेश' }, aliases: ['HP'] },
  { code: '03', name: { en: 'Punjab', hi: 'पंजाब' }, aliases: ['PB'] },
  { code: '04', name: { en: 'Chandigarh', hi: 'चंडीगढ़' }, aliases: ['CH'], hasUtgst: true },
  { code: '05', name: { en: 'Uttarakhand', hi: 'उत्तराखंड' }, aliases: ['UK', 'UT', 'Uttaranchal'] },
  { code: '06', name: { en: 'Haryana', hi: 'हरियाणा' }, aliases: ['HR'] },
  {
    code: '07',
    name: { en: 'Delhi', hi: 'दिल्ली' },
    aliases: ['DL', 'New Delhi', 'NCT of Delhi', 'नई दिल्ली'],
  },
  { code: '08', name: { en: 'Rajasthan', hi: 'राजस्थान' }, aliases: ['RJ'] },
  { code: '09', name: { en: 'Uttar Pradesh', hi: 'उत्तर प्रदेश' }, aliases: ['UP'] },
  { code: '10', name: { en: 'Bihar', hi: 'बिहार' }, aliases: ['BR'] },
  { code: '11', name: { en: 'Sikkim', hi: 'सिक्किम' }, aliases: ['SK'] },
  { code: '12', name: { en: 'Arunachal Pradesh', hi: 'अरुणाचल प्रदेश' }, aliases: ['AR'] },
  { code: '13', name: { en: 'Nagaland', hi: 'नागालैंड' }, aliases: ['NL'] },
  { code: '14', name: { en: 'Manipur', hi: 'मणिपुर' }, aliases: ['MN'] },
  { code: '15', name: { en: 'Mizoram', hi: 'मिज़ोरम' }, aliases: ['MZ'] },
  { code: '16', name: { en: 'Tripura', hi: 'त्रिपुरा' }, aliases: ['TR'] },
  { code: '17', name: { en: 'Meghalaya', hi: 'मेघालय' }, aliases: ['ML'] },
  { code: '18', name: { en: 'Assam', hi: 'असम' }, aliases: ['AS'] },
  { code: '19', name: { en: 'West Bengal', hi: 'पश्चिम बंगाल' }, aliases: ['WB'] },
  { code: '20', name: { en: 'Jharkhand', hi: 'झारखंड' }, aliases: ['JH'] },
  { code: '21', name: { en: 'Odisha', hi: 'ओडिशा' }, aliases: ['OD', 'OR', 'Orissa'] },
  { code: '22', name: { en: 'Chhattisgarh', hi: 'छत्तीसगढ़' }, aliases: ['CG', 'CT', 'Chattisgarh'] },
  { code: '23', name: { en: 'Madhya Pradesh', hi: 'मध्य प्रदेश' }, aliases: ['MP'] },
  { code: '24', name: { en: 'Gujarat', hi: 'गुजरात' }, aliases: ['GJ'] },
  {
    code: '26',
    name: { en: 'Dadra and Nagar Haveli and Daman and Diu', hi: 'दादरा और नगर हवेली तथा दमन और दीव' },
    aliases: ['DH', 'DN', 'DD', 'Dadra and Nagar Haveli', 'Daman and Diu'],
    hasUtgst: true,
  },
  { code: '27', name: { en: 'Maharashtra', hi: 'महाराष्ट्र' }, aliases: ['MH'] },
  { code: '29', name: { en: 'Karnataka', hi: 'कर्नाटक' }, aliases: ['KA'] },
  { code: '30', name: { en: 'Goa', hi: 'गोवा' }, aliases: ['GA'] },
  { code: '31', name: { en: 'Lakshadweep', hi: 'लक्षद्वीप' }, aliases: ['LD'], hasUtgst: true },
  { code: '32', name: { en: 'Kerala', hi: 'केरल' }, aliases: ['KL'] },
  { code: '33', name: { en: 'Tamil Nadu', hi: 'तमिलनाडु' }, aliases: ['TN', 'Tamilnadu', 'तमिल नाडु'] },
  { code: '34', name: { en: 'Puducherry', hi: 'पुदुच्चेरी' }, aliases: ['PY', 'Pondicherry'] },
  {
    code: '35',
    name: { en: 'Andaman and Nicobar Islands', hi: 'अंडमान और निकोबार द्वीपसमूह' },
    aliases: ['AN', 'Andaman and Nicobar'],
    hasUtgst: true,
  },
  { code: '36', name: { en: 'Telangana', hi: 'तेलंगाना' }, aliases: ['TG', 'TS'] },
  { code: '37', name: { en: 'Andhra Pradesh', hi: 'आंध्र प्रदेश' }, aliases: ['AP'] },
  { code: '38', name: { en: 'Ladakh', hi: 'लद्दाख' }, aliases: ['LA'], hasUtgst: true },
]

const BY_NAME = new Map(
  STATES.flatMap((state) =>
    [state.code, state.name.en, state.name.hi, ...state.aliases].map((name) => [plain(name), state] as const),
  ),
)

/** The state with this name in English or Hindi, GST code or two letters; `undefined` for any other text. */
export function findState(text: string | undefined): TaxState | undefined {
  const found = BY_NAME.get(plain(text ?? ''))
  return found && { code: found.code, name: found.name }
}

/** The state that registered the seller; `undefined` for a code that no state has. */
export function stateOfGstin(gstin: string): TaxState | undefined {
  return findState(gstin.slice(0, 2))
}

/** The name of the tax that belongs to the state, beside CGST. */
export function stateTaxOf({ code }: TaxState): 'SGST' | 'UTGST' {
  return STATES.some((state) => state.code === code && state.hasUtgst) ? 'UTGST' : 'SGST'
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
