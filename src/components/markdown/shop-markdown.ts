import { POLICY_SLUGS } from '@tanabana/contract/policy-rules.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'

import { allCategories, categoryLabel, categoryUrl } from '../../lib/catalogue/categories.ts'
import { t } from '../../lib/i18n/translate.ts'
import { POLICY_TITLES } from '../../lib/shop/policies.ts'
import { storeName } from '../../lib/shop/shop-text.ts'
import { deliveryLine, returnLine } from '../../server/rendering/delivery-text.ts'
import type { Policy } from '../../server/rendering/shop-html.ts'
import { heading, htmlBlocks, type Inline, link, list, paragraph, quote, writeMarkdown } from './markdown.ts'

/** Returns a policy as Markdown, below its title where the text has none. */
export function policyMarkdown(title: string, { html, hasTitle }: Policy, url: string): string {
  return writeMarkdown([...(hasTitle ? [] : [heading(1, title)]), ...htmlBlocks(html, url)])
}

/** Returns a shop's `/llms.txt`: what the shop is, and where its products and policies are. https://llmstxt.org */
export function llmsText(origin: string, store: StoreInfo): string {
  const linkTo = (text: string, path: string): Inline[] => [link(text, origin + path)]
  const categories = allCategories(store).map((name) => linkTo(categoryLabel(t(name)), categoryUrl(name)))
  const policies = POLICY_SLUGS.map((slug) => linkTo(t(POLICY_TITLES[slug]), `/${slug}`))
  const { companyName, companyAddress, companyEmail, companyPhone } = store
  const contact = [companyName, companyEmail, companyPhone, companyAddress].filter(
    (text) => text !== undefined,
  )
  return writeMarkdown([
    heading(1, storeName(store)),
    ...(store.description ? [quote(t(store.description))] : []),
    paragraph(
      [t('Prices are in Indian rupees.'), deliveryLine(store), returnLine(store)].filter(Boolean).join(' '),
    ),
    paragraph(
      t('With the header “Accept: text/markdown” products and policies are Markdown, at the same addresses.'),
    ),
    heading(2, t('Products')),
    list([linkTo(t('All Products'), '/products'), ...categories]),
    heading(2, t('Help')),
    list([...policies, linkTo(t('Track Order'), '/track-order')]),
    heading(2, t('Contact')),
    list([linkTo(t('Contact'), '/contact'), ...contact.map((text) => [text])]),
    heading(2, 'Optional'),
    list([linkTo(t('Every page and product'), '/sitemap.xml')]),
  ])
}
