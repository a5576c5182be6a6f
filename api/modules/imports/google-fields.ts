import type { FeedDetail } from '@tanabana/contract/feed-item.ts'

/** Google's `product_detail`: one value of one attribute. */
export interface Detail {
  section: string
  name: string
  value: string
}

/** `Section:Name:Value,Section:Name:Value` for a table cell; a backslash escapes separators. */
export function joinDetails(details: readonly FeedDetail[]): string {
  return details
    .map(({ section_name: section, attribute_name: name, attribute_value: value }) =>
      [section, name, value].map(escape).join(':'),
    )
    .join(',')
}

export function splitDetails(cell: string): Detail[] {
  return split(cell, ',').flatMap((part) => {
    const [section = '', name = '', ...rest] = split(part, ':').map(unescape)
    const value = rest.join(':')
    return name && value ? [{ section, name, value }] : []
  })
}

function escape(text: string): string {
  return text.replace(/[\\,:]/g, '\\$&')
}

function unescape(text: string): string {
  return text.replace(/\\([\\,:])/g, '$1').trim()
}

// No backtracking: nothing after the repetition can reject a match.
/* eslint-disable regexp/no-super-linear-move */
const BETWEEN_COMMAS = /(?:\\.|[^\\,])+/g
const BETWEEN_COLONS = /(?:\\.|[^\\:])+/g
/* eslint-enable regexp/no-super-linear-move */

function split(text: string, separator: ',' | ':'): string[] {
  return text.match(separator === ',' ? BETWEEN_COMMAS : BETWEEN_COLONS) ?? []
}
