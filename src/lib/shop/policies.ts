import { escapeUTF8 } from 'entities/escape'

import { joinLines, replacePlaceholders } from '@tanabana/contract/text.ts'
import { policyTitles } from './messages.ts'
import type { Company } from './shop-text.ts'

/** The six policy pages and their titles. Any other single path segment leads to /404. docs/requirements.md#218-policy-pages */
export const POLICY_TITLES = policyTitles

const VALUE_MAX_LENGTH = 500

export type PolicySlug = keyof typeof POLICY_TITLES

export function isPolicySlug(segment: string | undefined): segment is PolicySlug {
  return segment !== undefined && Object.hasOwn(POLICY_TITLES, segment)
}

/**
 * Replaces `{{companyName}}`, `{companyName}` and `[Company Name]` in HTML, in any case, and the placeholders of address,
 * email, phone and logo URL. Values are escaped, cut at 500 UTF-16 code units, and not searched for placeholders.
 */
export function fillPlaceholders(html: string, company: Company): string {
  // Addresses have line breaks, which HTML shows as spaces.
  const toHtml = (value: string) => escapeUTF8(joinLines(value.slice(0, VALUE_MAX_LENGTH).toWellFormed()))
  const values: Company = {
    name: toHtml(company.name),
    address: toHtml(company.address),
    email: toHtml(company.email),
    phone: toHtml(company.phone),
    logoUrl: toHtml(company.logoUrl),
  }
  return replacePlaceholders(html, (key) => values[key])
}
