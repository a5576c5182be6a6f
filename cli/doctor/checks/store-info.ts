import {
  capabilitySchema,
  FIRST_LANGUAGE,
  languageChoices,
  LANGUAGES,
  receivedStoreInfoSchema,
  type Capability,
  readAnalytics,
  readLanguage,
} from '@tanabana/contract/store-info.ts'
import { POLICY_SLUGS } from '@tanabana/contract/policy-rules.ts'
import { isHtml } from '@tanabana/contract/sanitize-html.ts'
import * as z from 'zod/mini'

import { describeValue, issuesOf, property } from '../describe.ts'
import { checkPictures } from '../pictures.ts'
import type { CheckRun } from '../check-run.ts'

const CALL = 'GET /storeInfo'
const TEXTS = ['storeName', 'companyName', 'companyAddress', 'companyEmail', 'companyPhone', 'companyLogoUrl']
const HOST_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i
const namesByCategorySchema = z.record(z.string(), z.array(z.string()))
const SLUGS: readonly string[] = POLICY_SLUGS

export interface StoreFacts {
  claimed: Capability[]
  paymentHosts: string[]
}

/** Checks `GET /storeInfo`: names, company, categories, pictures, policies. docs/requirements.md#39-store-info */
export async function checkStoreInfo(run: CheckRun): Promise<StoreFacts> {
  const info = await run.read(CALL, '/storeInfo')
  if (info === undefined) return { claimed: [], paymentHosts: [] }
  for (const { says } of issuesOf(receivedStoreInfoSchema, info)) run.report('store-shape', CALL, `${says}.`)
  checkNames(run, info)
  checkCategories(run, info)
  checkPolicies(run, property(info, 'policies'))
  await checkPictures(run, CALL, picturesOf(info))
  const language = property(info, 'language')
  if (language != null && !readLanguage(language)) {
    run.report(
      'store-shape',
      CALL,
      `"language" must be ${languageChoices()}; the pages are in ${LANGUAGES[FIRST_LANGUAGE]}.`,
    )
  }
  const mainHost = property(info, 'mainHost')
  if (mainHost != null && (typeof mainHost !== 'string' || !HOST_NAME.test(mainHost))) {
    run.report('store-shape', CALL, '"mainHost" must be a host name; no host redirects to it.')
  }
  const subCategories = property(info, 'subCategories')
  if (subCategories != null && !z.safeParse(namesByCategorySchema, subCategories).success) {
    run.report('store-shape', CALL, '"subCategories" must be lists of names by category; the menu has none.')
  }
  const analytics = property(info, 'analytics')
  if (analytics != null && !readAnalytics(analytics)) {
    run.report(
      'store-shape',
      CALL,
      '"analytics" must be { "googleTagId": "G-…" or "AW-…" }; nothing is measured.',
    )
  }

  const words = property(info, 'capabilities')
  for (const word of Array.isArray(words) ? words : []) {
    if (!z.safeParse(capabilitySchema, word).success) {
      run.report('capability-unknown', CALL, `It claims the capability ${describeValue(word)}.`)
    }
  }
  const record = z.safeParse(receivedStoreInfoSchema, info).data
  return { claimed: record?.capabilities ?? [], paymentHosts: record?.paymentHosts ?? [] }
}

function checkNames(run: CheckRun, info: unknown): void {
  if (!property(info, 'companyName')) run.report('company-missing', CALL, '"companyName" is missing.')
  if (!property(info, 'storeName') && !property(info, 'companyName')) {
    run.report('store-name-missing', CALL, '"storeName" is missing.')
  }
  for (const name of [...TEXTS, 'description']) {
    const value = property(info, name)
    if (value == null || typeof value === 'string') continue
    run.report('store-shape', CALL, `"${name}" must be a string but is ${describeValue(value)}.`)
  }
}

function checkCategories(run: CheckRun, info: unknown): void {
  const categories = property(info, 'categories')
  if (Array.isArray(categories)) {
    const odd: unknown = categories.find((one) => typeof one !== 'string' || one.trim() === '')
    if (odd !== undefined) {
      run.report(
        'store-shape',
        CALL,
        `"categories" must be a list of names but contains ${describeValue(odd)}.`,
      )
    }
  } else {
    run.report(
      'store-shape',
      CALL,
      `"categories" must be a list of names but is ${describeValue(categories)}.`,
    )
  }
  const images = property(info, 'categoryImages')
  if (images != null && !property(images, 'default')) {
    run.report('category-images', CALL, '"categoryImages" has no entry "default".')
  }
}

function checkPolicies(run: CheckRun, policies: unknown): void {
  if (policies == null) return
  for (const [slug, html] of Object.entries(policies)) {
    if (!SLUGS.includes(slug)) {
      run.report('policy-slug', CALL, `The policy "${slug}" is none of ${SLUGS.join(', ')}.`)
    } else if (typeof html !== 'string' || !isHtml(html)) {
      run.report('policy-not-html', CALL, `The policy "${slug}" must be HTML but is ${describeValue(html)}.`)
    }
  }
}

function picturesOf(info: unknown): { url: string; of: string }[] {
  const images = property(info, 'categoryImages')
  const named = Object.entries(typeof images === 'object' && images ? images : {})
  return [
    { url: property(info, 'companyLogoUrl'), of: 'the company (companyLogoUrl)' },
    ...named.map(([name, url]) => ({ url: url as unknown, of: `the category ${name}` })),
  ].flatMap(({ url, of }) => (typeof url === 'string' ? [{ url, of }] : []))
}
