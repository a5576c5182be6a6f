import { policyTitles } from '../messages/policies.ts'
import { replacePlaceholders } from '../schemas/placeholders.ts'
import type { Company } from './company.ts'
import { joinLines } from '../schemas/control-characters.ts'

/** The six policy pages and their titles. Every other single segment, reserved or unknown, leads to /404. docs/requirements.md#218-policy-pages */
export const POLICY_TITLES = policyTitles

const VALUE_MAX_LENGTH = 500

export type PolicySlug = keyof typeof POLICY_TITLES

export function isPolicySlug(segment: string | undefined): segment is PolicySlug {
  return segment !== undefined && Object.hasOwn(POLICY_TITLES, segment)
}

/**
 * Fills in the company wherever HTML says `{{companyName}}`, `{companyName}` or `[Company Name]`, in any case; so with
 * address, email, phone and logo URL. Values are escaped, cut at 500 letters and never searched for placeholders
 * themselves.
 */
export function fillPlaceholders(html: string, company: Company): string {
  // HTML shows a line break as a blank, and an address is written on several lines.
  const toHtml = (value: string) => escapeHtml(joinLines(value.slice(0, VALUE_MAX_LENGTH).toWellFormed()))
  const values: Company = {
    name: toHtml(company.name),
    address: toHtml(company.address),
    email: toHtml(company.email),
    phone: toHtml(company.phone),
    logoUrl: toHtml(company.logoUrl),
  }
  return replacePlaceholders(html, (key) => values[key])
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
