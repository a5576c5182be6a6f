import type { Company } from '../lib/domain/company.ts'
import { fillPlaceholders, withoutTags } from '../lib/domain/policies.ts'
import { cleanMarkup, MARKUP_MAX_LENGTH, type MarkupRules } from '../lib/schemas/clean-markup.ts'
import {
  POLICY_ATTRIBUTES,
  POLICY_PICTURE_SCHEMES,
  POLICY_SCHEMES,
  POLICY_TAGS,
} from '../lib/schemas/policy-markup.ts'

const POLICY: MarkupRules = {
  tags: POLICY_TAGS,
  nesting: 40,
  attributes: POLICY_ATTRIBUTES,
  schemes: POLICY_SCHEMES,
  finish(tag, attributes) {
    if (tag === 'a') return { ...attributes, rel: 'noopener noreferrer' }
    if (tag !== 'img') return attributes
    const { src = '', alt = '' } = attributes
    const isPicture = POLICY_PICTURE_SCHEMES.some((scheme) => src.toLowerCase().startsWith(`${scheme}:`))
    return isPicture ? { ...attributes, alt, loading: 'lazy' } : undefined
  },
}

/**
 * A policy as it may stand in a page: placeholders filled first, then cleaned by an allow-list, so that neither the
 * text nor a company's details bring anything but plain structure. Cleaning the result again changes nothing; empty
 * when it is too long or nothing readable is left.
 */
export function policyHtml(source: string, company: Company): string {
  if (source.length > MARKUP_MAX_LENGTH) return ''
  const html = cleanMarkup(fillPlaceholders(source, company), POLICY).trim()
  return isReadable(html) ? html : ''
}

function isReadable(html: string): boolean {
  return html.includes('<img') || withoutTags(html).trim() !== ''
}
