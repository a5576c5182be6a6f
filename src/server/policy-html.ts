import sanitizeHtml from 'sanitize-html'

import type { Company } from '../lib/domain/company.ts'
import { fillPlaceholders } from '../lib/domain/policies.ts'
import {
  DROPPED_WITH_CONTENT,
  POLICY_ATTRIBUTES,
  POLICY_PICTURE_SCHEMES,
  POLICY_SCHEMES,
  POLICY_TAGS,
} from '../lib/schemas/policy-markup.ts'

const NESTING_MAX = 40

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: POLICY_TAGS,
  allowedAttributes: POLICY_ATTRIBUTES,
  allowedSchemes: POLICY_SCHEMES,
  allowedSchemesByTag: { img: POLICY_PICTURE_SCHEMES },
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WITH_CONTENT,
  nestingLimit: NESTING_MAX,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    img: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, alt: attributes.alt ?? '', loading: 'lazy' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^https?:/i.test(attribs.src ?? ''),
}

/**
 * A policy as it may stand in a page: placeholders filled first, then cleaned by an allow-list, so that neither the
 * text nor a company's details bring anything but plain structure. Cleaning the result again changes nothing; empty
 * when nothing readable is left. §2 Policy pages
 */
export function policyHtml(source: string, company: Company): string {
  const xhtml = sanitizeHtml(fillPlaceholders(source, company), OPTIONS).trim()
  const html = xhtml.replaceAll(' />', '>')
  return isReadable(html) ? html : ''
}

function isReadable(html: string): boolean {
  return html.includes('<img') || html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
}
