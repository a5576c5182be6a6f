import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import {
  distinctFields,
  formErrors,
  initialValues,
  isFilled,
  isIncomplete,
  sentFields,
  visibleFields,
  type FormValues,
} from '../../../src/lib/payment/payment-form.ts'
import { sentenceText } from '../../../src/lib/i18n/translate.ts'
import { paymentFieldSchema, receivedPaymentFieldsSchema } from '@tanabana/contract/payment.ts'

/** A field as it comes over the wire. */
function field(received: object) {
  return z.parse(paymentFieldSchema, { name: 'field', type: 'text', ...received })
}

function values(entries: Record<string, string | boolean>): FormValues {
  return new Map(Object.entries(entries))
}

function errorOf(received: object, value: string | boolean, matches?: (value: string) => boolean) {
  const one = field(received)
  const matchers = new Map(matches ? [[one.name, matches]] : [])
  const error = formErrors([one], new Map([[one.name, value]]), matchers).get(one.name)
  return error && sentenceText(error)
}

describe('initial values of the form', () => {
  test.each([
    [{ type: 'text' }, ''],
    [{ type: 'text', defaultValue: 'Meera' }, 'Meera'],
    [{ type: 'number', defaultValue: 12 }, '12'],
    [{ type: 'checkbox' }, false],
    [{ type: 'checkbox', defaultValue: true }, true],
    [{ type: 'checkbox', defaultValue: 'true' }, true],
    [{ type: 'checkbox', defaultValue: 'yes' }, false],
    [{ type: 'select', options: ['upi', 'card'] }, ''],
    [{ type: 'select', options: ['upi', 'card'], defaultValue: 'card' }, 'card'],
    [{ type: 'select', options: [{ value: 'c', label: 'Card' }], defaultValue: 'Card' }, ''],
    [{ type: 'tel', rules: { required: true } }, '+91'],
    [{ type: 'text', name: 'buyerPhone', rules: { required: true } }, '+91'],
    [{ type: 'tel' }, ''],
    [{ type: 'tel', defaultValue: '098765 43210' }, '+919876543210'],
    [{ type: 'tel', defaultValue: 9876543210, rules: { maxLength: 8 } }, '+9198765'],
  ])('%j opens with %j', { tags: ['@req-3.10', '@req-5.8', '@req-10.18'] }, (received, value) => {
    expect(initialValues([field(received)]).get(field(received).name)).toBe(value)
  })

  test('of two fields with one name the first counts', () => {
    const fields = [
      field({ name: 'a', label: 'One' }),
      field({ name: 'b' }),
      field({ name: 'a', label: 'Two' }),
    ]
    expect(distinctFields(fields).map(({ name, label }) => [name, label])).toEqual([
      ['a', 'One'],
      ['b', undefined],
    ])
  })
})

describe('filled fields', () => {
  test.each([
    [{ type: 'text' }, 'x', true],
    [{ type: 'text' }, '  ', false],
    [{ type: 'number' }, '0', true],
    [{ type: 'checkbox' }, true, true],
    [{ type: 'checkbox' }, false, false],
    [{ type: 'tel' }, '+91', false],
    [{ type: 'tel' }, '+919', true],
    [{ type: 'text' }, '+91', true],
    [{ type: 'text' }, undefined, false],
  ])('%j with %j: %s', (received, value, expected) => {
    expect(isFilled(field(received), value)).toBe(expected)
  })
})

describe('showWhenFilled', () => {
  const names = (fields: ReturnType<typeof field>[], filled: Record<string, string | boolean>) =>
    visibleFields(fields, values(filled)).map(({ name }) => name)

  test('a field shows when every field that it names is filled', { tags: ['@req-3.10'] }, () => {
    const fields = [
      field({ name: 'a' }),
      field({ name: 'b' }),
      field({ name: 'c', showWhenFilled: ['a', 'b'] }),
    ]
    expect(names(fields, {})).toEqual(['a', 'b'])
    expect(names(fields, { a: 'x' })).toEqual(['a', 'b'])
    expect(names(fields, { a: 'x', b: 'y' })).toEqual(['a', 'b', 'c'])
  })

  test(
    'a chain hides with its first link, whatever the values of the hidden ones',
    { tags: ['@req-3.10'] },
    () => {
      const fields = [
        field({ name: 'c', showWhenFilled: ['b'] }),
        field({ name: 'b', showWhenFilled: ['a'] }),
        field({ name: 'a' }),
      ]
      expect(names(fields, { a: 'x', b: 'y', c: 'z' })).toEqual(['c', 'b', 'a'])
      expect(names(fields, { b: 'y', c: 'z' })).toEqual(['a'])
    },
  )

  test('fields that wait for each other, or for themselves, stay hidden', { tags: ['@req-3.10'] }, () => {
    const fields = [
      field({ name: 'a', showWhenFilled: ['b'] }),
      field({ name: 'b', showWhenFilled: ['a'] }),
      field({ name: 'c', showWhenFilled: ['c'] }),
      field({ name: 'd' }),
    ]
    expect(names(fields, { a: 'x', b: 'y', c: 'z', d: 'w' })).toEqual(['d'])
  })

  test('a field hides while an option of one of its kinds is chosen, with what follows it', () => {
    const options = [
      { value: 'cash', label: 'Cash', kind: 'cod' as const },
      { value: 'card', label: 'Card', kind: 'card' as const },
    ]
    const fields = [
      field({ name: 'method', type: 'select', options }),
      field({ name: 'phone', hideForKinds: ['cod'], rules: { required: true } }),
      field({ name: 'name', showWhenFilled: ['phone'] }),
    ]
    expect(names(fields, { phone: 'x' })).toEqual(['method', 'phone', 'name'])
    expect(names(fields, { method: 'card', phone: 'x' })).toEqual(['method', 'phone', 'name'])
    expect(names(fields, { method: 'cash', phone: 'x' })).toEqual(['method'])
  })

  test('a name that no field has is never filled', () => {
    expect(names([field({ name: 'a', showWhenFilled: ['nobody', '__proto__'] })], { a: 'x' })).toEqual([])
  })

  test('a ticked box and a typed phone number fill, an empty prefix does not', () => {
    const fields = [
      field({ name: 'box', type: 'checkbox' }),
      field({ name: 'phone' }),
      field({ name: 'one', showWhenFilled: ['box'] }),
      field({ name: 'two', showWhenFilled: ['phone'] }),
    ]
    expect(names(fields, { box: false, phone: '+91' })).toEqual(['box', 'phone'])
    expect(names(fields, { box: true, phone: '+919' })).toEqual(['box', 'phone', 'one', 'two'])
  })
})

describe('validation', () => {
  test.each([
    ['required and empty', { rules: { required: true } }, '', 'This field is required'],
    ['required and blank', { rules: { required: true } }, '   ', 'This field is required'],
    [
      'required with messages',
      { rules: { required: true }, rulesMessages: ['UPI ID, please', 'Other'] },
      '',
      'UPI ID, please',
    ],
    ['a box to tick', { type: 'checkbox', rules: { required: true } }, false, 'This field is required'],
    ['a required phone', { type: 'tel', rules: { required: true } }, '+91', 'This field is required'],
    ['an optional phone', { type: 'tel' }, '+91', undefined],
    ['a short phone', { type: 'tel' }, '+919', 'Phone number must be 13 characters (including +91)'],
    ['optional and empty', { rules: { minLength: 5 } }, '', undefined],
    ['an e-mail', { type: 'email' }, 'meera@example.com', undefined],
    ['no e-mail', { type: 'email' }, 'meera@example', 'Please enter a valid email address'],
    ['an e-mail with a blank', { type: 'email' }, 'me era@example.com', 'Please enter a valid email address'],
    ['too short', { rules: { minLength: 5 } }, 'abc', 'Please enter at least 5 characters'],
    ['too long', { rules: { maxLength: 2 } }, 'abc', 'Please enter no more than 2 characters'],
    [
      'too short, with its message',
      { rules: { minLength: 5 }, rulesMessages: ['Too short'] },
      'abc',
      'Too short',
    ],
    [
      'too long, with the third message',
      { rules: { required: true, minLength: 1, maxLength: 2 }, rulesMessages: ['Needed', 'Short', 'Long'] },
      'abc',
      'Long',
    ],
    [
      'too short, with a message for required alone',
      { rules: { required: true, minLength: 5 }, rulesMessages: ['Needed'] },
      'abc',
      'Please enter at least 5 characters',
    ],
  ])('%s', { tags: ['@req-3.10', '@req-5.7', '@req-5.8'] }, (_what, received, value, message) => {
    expect(errorOf(received, value)).toBe(message)
  })

  test('a value that the pattern does not find', { tags: ['@req-3.10'] }, () => {
    const never = () => false
    expect(errorOf({ rules: { pattern: 'x' } }, 'abc', never)).toBe('Please check the format')
    expect(errorOf({ rules: { pattern: 'x' }, rulesMessages: ['Five letters'] }, 'abc', never)).toBe(
      'Five letters',
    )
    expect(errorOf({ type: 'tel', rules: { pattern: 'x' } }, '+919876543210', never)).toBe(
      'Invalid phone number format',
    )
    expect(errorOf({ rules: { pattern: 'x' } }, '', never)).toBeUndefined()
  })

  test(
    'the form is incomplete while a visible required field is empty',
    { tags: ['@req-5.7', '@req-10.22'] },
    () => {
      const fields = [field({ name: 'a', rules: { required: true } }), field({ name: 'b' })]
      expect(isIncomplete(fields, values({ a: '', b: 'x' }))).toBe(true)
      expect(isIncomplete(fields, values({ a: 'x' }))).toBe(false)
    },
  )
})

test('sent values: the given fields, text and ticks, an untouched phone prefix as empty', () => {
  const fields = [field({ name: 'a' }), field({ name: 'box', type: 'checkbox' }), field({ name: 'phone' })]
  const sent = sentFields(fields, values({ a: ' x ', box: true, phone: '+91', hidden: 'no' }))
  expect(sent).toEqual({ a: ' x ', box: true, phone: '' })
})

test('a field named __proto__ is a field like any other', { tags: ['@asvs-15.3.6'] }, () => {
  const fields = [field({ name: '__proto__', defaultValue: 'x' })]
  const sent = sentFields(fields, initialValues(fields))
  expect(JSON.stringify(sent)).toBe('{"__proto__":"x"}')
})

test(
  'no field list throws or loops, and only visible fields are judged and sent',
  { tags: ['@req-5.7'] },
  () => {
    const name = fc.constantFrom('a', 'b', 'c', 'phone', 'email', '__proto__', 'constructor')
    const received = fc.array(
      fc.oneof(
        fc.anything(),
        fc.record(
          {
            name,
            type: fc.constantFrom(
              'text',
              'email',
              'password',
              'number',
              'tel',
              'textarea',
              'select',
              'checkbox',
              'x',
            ),
            options: fc.option(
              fc.array(fc.oneof(fc.string(), fc.record({ value: fc.string(), label: fc.string() }))),
            ),
            rules: fc.option(
              fc.record(
                { required: fc.boolean(), minLength: fc.nat(20), maxLength: fc.nat(20) },
                { requiredKeys: [] },
              ),
            ),
            rulesMessages: fc.option(fc.array(fc.string())),
            defaultValue: fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.double())),
            showWhenFilled: fc.option(fc.array(name)),
          },
          { requiredKeys: ['name'] },
        ),
      ),
    )
    fc.assert(
      fc.property(received, (list) => {
        const fields = distinctFields(z.parse(receivedPaymentFieldsSchema, list))
        const opened = initialValues(fields)
        const visible = visibleFields(fields, opened)
        const shown = visible.map((one) => one.name)
        expect(new Set(shown).size).toBe(shown.length)
        expect([...formErrors(visible, opened, new Map()).keys()].every((one) => shown.includes(one))).toBe(
          true,
        )
        expect(Object.keys(sentFields(visible, opened))).toEqual(shown)
        isIncomplete(visible, opened)
      }),
      { numRuns: 500 },
    )
  },
)
