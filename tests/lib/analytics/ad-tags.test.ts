import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { AD_TAG_NAME } from '@tanabana/contract/ad-tags.ts'

const worker = readFileSync('public/service-worker.js', 'utf8')
const adTagPattern = new RegExp(/const AD_TAG =\s*\/(.+)\/$/m.exec(worker)?.[1] ?? '-')

test.each([
  ['gclid', true],
  ['gbraid', true],
  ['wbraid', true],
  ['gad_source', true],
  ['gad_campaignid', true],
  ['srsltid', true],
  ['fbclid', true],
  ['utm_source', true],
  ['utm_marketing_tactic', true],
  ['utm_', false],
  ['utm_Source', false],
  ['gad_other', false],
  ['gclid2', false],
  ['my_gclid', false],
  ['category', false],
])('%s is an ad’s to the shop and to its worker alike: %s', (name, isAdTag) => {
  expect([AD_TAG_NAME.test(name), adTagPattern.test(name)]).toEqual([isAdTag, isAdTag])
})
