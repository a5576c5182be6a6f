import { PHONE_PREFIX } from '@tanabana/contract/constants.ts'
import type { PaymentField, PaymentOption, PaymentRules } from '@tanabana/contract/payment.ts'
import type { PaymentRequest } from '@tanabana/contract/requests.ts'
import type { Sentence } from '../i18n/translate.ts'
import { isSimpleEmail } from '@tanabana/contract/user.ts'
import { payingMessages } from './messages.ts'
import { isBarePrefix, isPhoneField, phoneError, toPhone } from './phone.ts'

/** Values of the form by field name: a text, or the state of a checkbox. */
export type FormValues = ReadonlyMap<string, string | boolean>

/** Returns the first field of each name: a name can be sent only once. */
export function distinctFields(fields: PaymentField[]): PaymentField[] {
  return fields.filter((field, index) => fields.findIndex(({ name }) => name === field.name) === index)
}

/**
 * Returns the initial values: `defaultValue`, and `+91` in required phone fields.
 * docs/requirements.md#310-payment-field docs/requirements.md#57-payment-form
 */
export function initialValues(fields: PaymentField[]): FormValues {
  return new Map(fields.map((field) => [field.name, initialValue(field)]))
}

function initialValue(field: PaymentField): string | boolean {
  const { type, defaultValue, options, rules } = field
  if (type === 'checkbox') return defaultValue === true || defaultValue === 'true'
  const text = defaultValue === undefined || defaultValue === null ? '' : String(defaultValue)
  if (type === 'select') return options.some((option) => option.value === text) ? text : ''
  if (!isPhoneField(field)) return text
  return text || rules.required ? toPhone(text, rules.maxLength) : ''
}

/** True for a ticked box, and for text beyond whitespace and the phone prefix. */
export function isFilled(field: PaymentField, value: string | boolean | undefined): boolean {
  if (typeof value === 'boolean') return value
  if (value === undefined || value.trim() === '') return false
  return !(isPhoneField(field) && isBarePrefix(value))
}

/**
 * Returns the fields to show, in order: all fields in `showWhenFilled` must be visible and filled. An unknown name is
 * never filled; fields that depend on each other stay hidden. A field is also hidden while an option of one of its
 * `hideForKinds` is chosen. docs/requirements.md#310-payment-field
 */
export function visibleFields(all: PaymentField[], values: FormValues): PaymentField[] {
  const kinds = all.map(({ name, options }) => options.find(({ value }) => value === values.get(name))?.kind)
  const fields = all.filter(({ hideForKinds }) => !hideForKinds.some((kind) => kinds.includes(kind)))
  const shownAndFilled = new Set<string>()
  const visible = new Set<PaymentField>()
  let waiting = fields
  let count: number
  do {
    count = waiting.length
    waiting = waiting.filter((field) => {
      if (!field.showWhenFilled.every((name) => shownAndFilled.has(name))) return true
      visible.add(field)
      if (isFilled(field, values.get(field.name))) shownAndFilled.add(field.name)
      return false
    })
  } while (waiting.length < count)
  return fields.filter((field) => visible.has(field))
}

/** True while a visible required field is empty, which disables the submit button. docs/requirements.md#57-payment-form */
export function isIncomplete(visible: PaymentField[], values: FormValues): boolean {
  return visible.some((field) => field.rules.required && !isFilled(field, values.get(field.name)))
}

/** Returns the message of an empty required field. */
export function requiredError(
  field: PaymentField,
  value: string | boolean | undefined,
): Sentence | undefined {
  if (!field.rules.required || isFilled(field, value)) return undefined
  return { text: field.rulesMessages[0] ?? payingMessages.required }
}

/** Returns the message of each invalid field by name; empty without errors. docs/requirements.md#57-payment-form */
export function formErrors(
  visible: PaymentField[],
  values: FormValues,
  matchers: ReadonlyMap<string, Matcher>,
): Map<string, Sentence> {
  return new Map(
    visible.flatMap((field): [string, Sentence][] => {
      const error = fieldError(field, values.get(field.name), matchers.get(field.name))
      return error ? [[field.name, error]] : []
    }),
  )
}

function fieldError(
  field: PaymentField,
  value: string | boolean | undefined,
  matches: Matcher = () => true,
): Sentence | undefined {
  const { type, rules } = field
  if (!isFilled(field, value)) return requiredError(field, value)
  if (typeof value !== 'string') return undefined
  if (isPhoneField(field)) return phoneError(value, rules, matches)
  if (type === 'email' && !isSimpleEmail(value)) return { text: payingMessages.invalidEmail }
  if (rules.minLength !== undefined && value.length < rules.minLength) {
    const own = { text: payingMessages.tooShort, values: { minimum: rules.minLength } }
    return ruleMessage(field, 'minLength') ?? own
  }
  if (rules.maxLength !== undefined && value.length > rules.maxLength) {
    const own = { text: payingMessages.tooLong, values: { maximum: rules.maxLength } }
    return ruleMessage(field, 'maxLength') ?? own
  }
  return matches(value) ? undefined : (ruleMessage(field, 'pattern') ?? { text: payingMessages.wrongFormat })
}

/**
 * Returns the message of a rule. The specification assigns only the first message, to a required field; the others
 * follow in the order of the field's rules.
 */
function ruleMessage({ rules, rulesMessages }: PaymentField, rule: keyof PaymentRules): Sentence | undefined {
  const order = ['required', 'minLength', 'maxLength', 'pattern'] as const
  const given = order.filter((one) => rules[one])
  const text = rulesMessages[given.findIndex((one) => one === rule)]
  return text === undefined ? undefined : { text }
}

/** True for a select whose options all have a kind. docs/requirements.md#1118-payment-state */
export function hasKinds({ type, options }: PaymentField): boolean {
  return type === 'select' && options.length > 0 && options.every(({ kind }) => kind !== undefined)
}

/** Returns the chosen way to pay; `undefined` before a choice, and in a form without kinds. */
export function chosenMethod(visible: PaymentField[], values: FormValues): PaymentOption | undefined {
  const field = visible.find(hasKinds)
  return field?.options.find(({ value }) => value === values.get(field.name))
}

/**
 * Returns the fields to send: the visible ones, with an untouched phone prefix as empty text.
 * docs/requirements.md#57-payment-form docs/requirements.md#72-calls
 */
export function sentFields(visible: PaymentField[], values: FormValues): PaymentRequest['fields'] {
  const fields = visible.map((field): [string, string | boolean] => {
    const value = values.get(field.name) ?? ''
    return [field.name, isPhoneField(field) && value === PHONE_PREFIX ? '' : value]
  })
  return Object.fromEntries(fields)
}

/**
 * Compiles the valid patterns by field name. Never rejects: when the engine can't be loaded, only the store checks the
 * patterns.
 */
export async function compilePatterns(fields: PaymentField[]): Promise<ReadonlyMap<string, Matcher>> {
  try {
    const entries = await Promise.all(
      fields.map(async ({ name, rules }) => {
        const matcher = rules.pattern ? await compilePattern(rules.pattern) : undefined
        return matcher ? [[name, matcher] as const] : []
      }),
    )
    return new Map(entries.flat())
  } catch {
    return new Map()
  }
}

/** True when the pattern occurs in the value, like `RegExp.test`. */
export type Matcher = (value: string) => boolean

const LONGEST_PATTERN = 1000
/** Single characters and classes of letters and digits, at most with a fixed count: matching never backtracks. */
const FIXED_LENGTH_PATTERN = /^\^?(?:(?:[\w @:/-]|\\[+.d]|\[[\w-]+\])(?:\{\d{1,3}\})?)+\$?$/

/**
 * Compiles an untrusted pattern so that matching takes linear time: with the browser's own engine when the pattern has a
 * fixed length, such as a phone number's, else with RE2, which is loaded at the first need. Returns `undefined` for a
 * pattern that is invalid or over 1,000 characters: the field then has no pattern. Rejects when RE2 can't be loaded.
 * docs/requirements.md#135-patterns
 */
export async function compilePattern(pattern: string): Promise<Matcher | undefined> {
  if (pattern.length > LONGEST_PATTERN) return undefined
  const re2 = FIXED_LENGTH_PATTERN.test(pattern) ? undefined : await import('re2js')
  try {
    if (!re2) {
      const compiled = new RegExp(pattern)
      return (value) => compiled.test(value)
    }
    const compiled = re2.RE2JS.compile(re2.RE2JS.translateRegExp(pattern))
    return (value) => compiled.matcher(value).find()
  } catch {
    return undefined
  }
}
