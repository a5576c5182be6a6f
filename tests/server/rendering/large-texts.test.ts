import { describe, expect, it } from 'vitest'

import { checkPolicyHtml } from '../../../api/modules/store-checks/check-html.ts'
import { cleanDescription } from '../../../api/modules/imports/html.ts'
import { problemsOf } from '../../../api/modules/imports/check-product.ts'
import { isHtml } from '@tanabana/contract/sanitize-html.ts'
import { toLogFields } from '@tanabana/node/log-line.ts'
import { cleanHtml, plainText } from '../../../src/server/rendering/shop-html.ts'
import { ENDLESS_PARTS, largeText } from '../../kit/texts/large-texts.ts'
import { policyHtml } from '../../kit/texts/policy-html.ts'

const company = { name: 'A', address: 'B', email: 'c@d.example', phone: '1', logoUrl: '' }
const kurta = { key: 'kurta', title: 'Kurta', category: 'Kurtas', parentCategory: 'Kurtas', gender: null }
const product = { ...kurta, regularPrice: 1499, imgUrl: '', images: [], attributes: [] }

/** What repeats and never ends, whether a description of it counts as HTML, and its first words. */
const ENDLESS_TEXTS: [part: string, isMarkup: boolean, words: string | undefined][] = [
  ['<br', false, undefined],
  ['<a', false, undefined],
  ['<a ', false, undefined],
  ['</p', false, undefined],
  ['<!--', false, undefined],
  ['<p title="', false, undefined],
  ["<a href='", false, undefined],
  ['<style>', true, undefined],
  ['<template data-script>', true, undefined],
  ['<svg>', true, undefined],
  ['<', false, `${'<'.repeat(160)}…`],
  ['&', false, `${'&'.repeat(160)}…`],
  ['&amp;', false, `${'&'.repeat(160)}…`],
  ['&#', false, `${'&#'.repeat(80)}…`],
  ['<p>x', true, `${'x '.repeat(79)}x…`],
  ['<b><p>', true, '<'],
  ['<table><tr><td>', true, undefined],
  ['<h2>', true, undefined],
  ['{{companyName}}', false, `${'{{companyName}}'.repeat(10)}{{companyN…`],
  ['{company', false, `${'{company'.repeat(20)}…`],
  ['\n ', false, undefined],
]

it('every text that pattern matching could read again and again is tried', () => {
  expect(ENDLESS_TEXTS.map(([part]) => part)).toEqual(ENDLESS_PARTS)
})

describe.each(ENDLESS_TEXTS)('one million characters of %j', (part, isMarkup, words) => {
  const text = largeText(part)

  it(
    'are no description: its import is refused, its page shows none of it',
    { tags: ['@decision-1.13'] },
    () => {
      const description = cleanDescription(text) ?? ''
      expect(problemsOf({ ...product, description })).toEqual([
        'the description is longer than 20,000 characters',
      ])
      expect(cleanHtml(text)).toBe('')
      expect(isHtml(text)).toBe(isMarkup)
    },
  )

  it('are summed up by their first words', () => {
    expect(plainText(text)).toBe(words)
  })

  it(
    'are shown as a policy without anything but plain structure, and the policy check refuses them',
    { tags: ['@decision-1.13'] },
    () => {
      expect(policyHtml(text, company)).not.toMatch(
        /<\/?(script|style|svg|template)|<!--|<\w[^<>]* (?!id=)\w+=/,
      )
      expect(checkPolicyHtml(text, {})).toEqual([
        {
          line: 1,
          column: 1,
          rank: 'breaks',
          says: 'the policy is larger than 64 KB, the limit of a policy: shorten it',
        },
      ])
    },
  )

  it('are a line of the log like any other', () => {
    const { error } = toLogFields({ error: new Error(text) })
    expect(JSON.stringify(error).length).toBeLessThan(10_000)
  })
})

it('a company of one million letters does not multiply in the placeholders of a policy', () => {
  const html = policyHtml(`<p>${'{{companyName}}'.repeat(6000)}</p>`, { ...company, name: largeText('A&') })
  expect(html).toBe('')
  expect(policyHtml('<p>{companyName}</p>', { ...company, name: 'A'.repeat(501) })).toBe(
    `<p>${'A'.repeat(500)}</p>`,
  )
})
