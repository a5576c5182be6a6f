import { describe, expect, test } from 'vitest'

import { adTags, parseAttribution } from '../../../src/lib/analytics/attribution.ts'

describe('the tags of an ad’s link', () => {
  test.each([
    ['https://shop.example/product/1?gclid=Cj0_K-9&gad_source=1', { gclid: 'Cj0_K-9', gad_source: '1' }],
    ['https://shop.example/?gad_campaignid=77&srsltid=Afm', { gad_campaignid: '77', srsltid: 'Afm' }],
    [
      'https://shop.example/?utm_campaign=दिवाली+2026&utm_source=meta',
      { utm_campaign: 'दिवाली 2026', utm_source: 'meta' },
    ],
    ['https://shop.example/?fbclid=IwAR0x&page=2&email=a%40b.in', { fbclid: 'IwAR0x' }],
    ['https://shop.example/?utm_source=%3Cscript%3E&utm_term=ok', { utm_term: 'ok' }],
    [`https://shop.example/?gclid=${'x'.repeat(301)}&utm_id=7`, { utm_id: '7' }],
    ['https://shop.example/?utm_source=', undefined],
    ['https://shop.example/products?page=2', undefined],
    ['nothing', undefined],
  ])('%s has %o', (address, tags) => {
    expect(adTags(address)).toEqual(tags)
  })

  test('no more than 16 are read', () => {
    const names = Array.from({ length: 20 }, (_, index) => `utm_${'a'.repeat(index + 2)}=1`)
    expect(Object.keys(adTags(`https://shop.example/?${names.join('&')}`) ?? {})).toHaveLength(16)
  })
})

describe('a stored ad', () => {
  const clickedAt = '2026-11-01T10:00:00.000Z'
  const storedAd = JSON.stringify({ clickedAt, tags: { gclid: 'a' } })

  test('counts for 30 days', () => {
    expect(parseAttribution(storedAd, Date.parse('2026-12-01T09:59:59Z'))).toEqual({
      clickedAt,
      tags: { gclid: 'a' },
    })
    expect(parseAttribution(storedAd, Date.parse('2026-12-01T10:00:00Z'))).toBeUndefined()
  })

  test.each([null, '', 'x', '7', 'null', '[]', '{"clickedAt":"x","tags":{"gclid":"a"}}'])(
    '%s is no ad',
    (stored) => {
      expect(parseAttribution(stored, Date.parse(clickedAt))).toBeUndefined()
    },
  )
})
