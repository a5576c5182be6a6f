import { policyTitles } from '../messages/policies.ts'
import { replacePlaceholders } from '../schemas/placeholders.ts'
import type { Company } from './company.ts'

/** The six policy pages and their titles. Every other single segment, reserved or unknown, leads to /404. §2 */
export const POLICY_TITLES = policyTitles

export type PolicySlug = keyof typeof POLICY_TITLES

export function isPolicySlug(segment: string | undefined): segment is PolicySlug {
  return segment !== undefined && Object.hasOwn(POLICY_TITLES, segment)
}

/**
 * Fills in the company wherever HTML says `{{companyName}}`, `{companyName}` or `[Company Name]`, in any case; so with
 * address, email, phone and logo URL. Values are escaped and never searched for placeholders themselves.
 * §2 Policy pages, design §6.13
 */
export function fillPlaceholders(html: string, company: Company): string {
  return replacePlaceholders(html, (key) => escapeHtml(onOneLine(company[key])))
}

/** HTML shows a line break as a blank, and an address is written on several lines. */
function onOneLine(text: string): string {
  return text.trim().replace(/,?\s*\n\s*/g, ', ')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A policy's second-level heading: where it stands, and its text as HTML. */
export interface PolicySection {
  id: string
  heading: string
}

/**
 * Numbers the `<h2>` headings of a sanitised policy, so that a table of contents can point at them. Without effect on
 * anything else; headings without text are left out of the contents.
 */
export function numberSections(html: string): { html: string; sections: PolicySection[] } {
  const sections: PolicySection[] = []
  const numbered = html.replace(/<h2\b([^>]*)>([^]*?)<\/h2>/g, (whole, attributes, inner) => {
    const heading = String(inner)
      .replace(/<[^>]*>/g, '')
      .trim()
    if (heading === '') return whole
    const id = `section-${sections.length + 1}`
    sections.push({ id, heading })
    return `<h2${attributes} id="${id}">${inner}</h2>`
  })
  return { html: numbered, sections }
}
