import {
  receivedPaymentFieldsSchema,
  paymentFieldSchema,
  type PaymentField,
} from '@tanabana/contract/payment.ts'
import * as z from 'zod/mini'

import { describeValue, issuesOf, property } from '../describe.ts'
import type { CheckRun } from '../check-run.ts'

const CALL = 'GET /payments/fields'
const TYPES = ['text', 'email', 'password', 'number', 'tel', 'textarea', 'select', 'checkbox']
/** The storefront's linear-time regular expression engine has no look-around and no back references. */
const UNSUPPORTED = /\(\?<?[=!]|\\[1-9]/

/** Checks the description of the payment form. docs/requirements.md#310-payment-field */
export async function checkPaymentFields(run: CheckRun, token?: string): Promise<PaymentField[]> {
  const response = await run.request(CALL, '/payments/fields', { token })
  if (response?.status === 401 && token === undefined) {
    run.skipped.push('The payment form is for signed-in shoppers only: check it with --write.')
    return []
  }
  const received = response && (await run.read(CALL, '/payments/fields', { token }))
  if (received === undefined) return []
  const list = Array.isArray(received) ? received : property(received, 'fields')
  if (!Array.isArray(list)) {
    const sentence = `It must be a list of fields or { "fields": [ … ] }; the list is ${describeValue(list)}.`
    run.report('payment-fields', CALL, sentence)
    return []
  }
  const names = list.map((field) => property(field, 'name'))
  for (const field of list) checkField(run, field, names)
  return z.safeParse(receivedPaymentFieldsSchema, received).data ?? []
}

function checkField(run: CheckRun, field: unknown, names: unknown[]): void {
  const name = property(field, 'name')
  const describeField = (text: string) =>
    `Field ${typeof name === 'string' ? `"${name}"` : 'without name'}: ${text}.`
  if (typeof name !== 'string' || name === '') {
    run.report('field-name', CALL, describeField(`"name" must be a string but is ${describeValue(name)}`))
  }
  const type = property(field, 'type')
  if (type == null) run.report('field-type', CALL, describeField('"type" is missing'))
  else if (typeof type !== 'string' || !TYPES.includes(type)) {
    run.report(
      'field-type-unknown',
      CALL,
      describeField(`"type" is ${describeValue(type)}, none of ${TYPES.join(', ')}`),
    )
  }
  for (const issue of issuesOf(paymentFieldSchema, field)) {
    if (issue.field !== 'name') run.report('field-shape', CALL, describeField(issue.says))
  }
  const options = property(field, 'options')
  if (type === 'select' && !(Array.isArray(options) && options.length > 0)) {
    run.report('field-options', CALL, describeField('a select needs "options"'))
  }
  const problem = patternProblem(property(property(field, 'rules'), 'pattern'))
  if (problem) run.report('field-pattern', CALL, describeField(problem))
  const needed = property(field, 'showWhenFilled')
  const unknown: unknown = Array.isArray(needed) ? needed.find((one) => !names.includes(one)) : undefined
  if (unknown !== undefined) {
    run.report(
      'field-show-when',
      CALL,
      describeField(`"showWhenFilled" names ${describeValue(unknown)}, which is not a field`),
    )
  }
}

function patternProblem(pattern: unknown): string | undefined {
  if (pattern == null || pattern === '') return undefined
  if (typeof pattern !== 'string') return `"rules.pattern" must be a string but is ${describeValue(pattern)}`
  try {
    new RegExp(pattern)
  } catch {
    return `the pattern ${pattern.slice(0, 60)} does not compile`
  }
  return UNSUPPORTED.test(pattern)
    ? `the pattern ${pattern.slice(0, 60)} uses lookaround or a back-reference`
    : undefined
}
