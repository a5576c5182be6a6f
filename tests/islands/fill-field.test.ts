// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'

import { fillField } from '../../src/islands/checkout/fill-field.ts'

afterEach(() => document.body.replaceChildren())

function openField(value = '') {
  document.body.innerHTML = `<section><input name="city" value="${value}"></section>`
  const field = document.querySelector('input')
  if (!field) throw new Error('There is no field.')
  return { section: document.querySelector('section'), field }
}

test('an empty field is filled, and what a look-up filled is replaced', () => {
  const { section, field } = openField()
  fillField(section, 'city', 'New Delhi', '')
  expect(field.value).toBe('New Delhi')
  fillField(section, 'city', 'Bengaluru', 'New Delhi')
  expect(field.value).toBe('Bengaluru')
})

test('what the shopper typed stays, and a field that the shopper is in', () => {
  const typed = openField('Mysuru')
  fillField(typed.section, 'city', 'Bengaluru', '')
  expect(typed.field.value).toBe('Mysuru')
  const { section, field } = openField()
  field.focus()
  fillField(section, 'city', 'Bengaluru', '')
  expect(field.value).toBe('')
})
