import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { StoreRecord } from '../../../../api/db/store-record.ts'
import { measureIn } from '../../../../api/modules/publishing/checked-shop.ts'
import { policyField, withFields } from '../../../../api/modules/publishing/record-fields.ts'
import { findProblems, newProblems } from '../../../../api/modules/store-checks/find-problems.ts'
import { readStoreFolder } from '../../../../cli/shop-folder/store-record.ts'

const demo = (shop: string) => join(import.meta.dirname, '../../../../demo', shop)
const { record: base } = await readStoreFolder(demo('tanabana'))
const shop = {
  hosts: ['tanabana.localhost'],
  products: new Set(['saree-1']),
  measurePicture: measureIn(join(demo('tanabana'), 'pictures')),
}

/** HTML planted on the third line of a policy that is right otherwise. */
const inPolicy = (slug: string, language: string, planted: string): StoreRecord => {
  const right =
    '<h2 id="a">Grievance Officer</h2>\n<p>Withdraw, return, refund, deliver: within 7 days of 7.</p>\n'
  const safe = slug === 'return' || slug === 'shipping' ? right.replace(': within 7 days of 7', '') : right
  return withFields(base, new Map([[policyField(slug, language, base), `${safe}${planted}`]]))
}
const withField = (field: string, value: unknown) => withFields(base, new Map([[field, value]]))

interface Violation {
  name: string
  record: StoreRecord
  place: object
  says: string
}

const PLANTED: [slug: string, language: string, html: string, says: string][] = [
  // Broken HTML
  ['about', 'en', '<h2>Us<p>Text</p>', '<h2> is never closed'],
  ['about', 'hi', '<p>एक <strong>दो</p>', '<strong> is never closed'],
  ['terms', 'en', '<p>One</p></div>', '</div> closes nothing'],
  ['terms', 'hi', '<p>एक</em></p>', '</em> closes nothing'],
  ['refund', 'en', '<table><tr><td>1</td></tr>', '<table> is never closed'],
  ['privacy', 'en', '<script>track()</script>', '<script> is removed with everything in it'],
  ['privacy', 'hi', '<iframe src="https://a.example"></iframe>', '<iframe> is removed'],
  ['about', 'en', '<p>Join</p><form><button>Send</button></form>', '<button> is removed'],
  ['about', 'hi', '<video src="https://a.example/v.mp4"></video>', '<video> is removed'],
  // Placeholders of policy generators and of other platforms' themes
  ['privacy', 'en', '<p>Write to <bdt class="question">__________</bdt>.</p>', 'is a gap to fill in'],
  ['privacy', 'en', '<p>[Your Company Name]</p>', '"[Your Company Name]" is not a placeholder'],
  ['privacy', 'hi', '<p>[INSERT DATE]</p>', '"[INSERT DATE]" is not a placeholder'],
  [
    'shipping',
    'en',
    '<p>Thank you for shopping at {{ shop.name }}.</p>',
    '"{{ shop.name }}" is not a placeholder',
  ],
  ['shipping', 'hi', '<p>{% if shop.email %}</p>', '"{% if shop.email %}" is not a placeholder'],
  ['return', 'en', '<p>%COMPANY_NAME%</p>', '"%COMPANY_NAME%" is not a placeholder'],
  ['return', 'hi', '<p>&lt;&lt;COMPANY&gt;&gt;</p>', '"<<COMPANY>>" is not a placeholder'],
  ['terms', 'en', '<p>[_Name_] agrees</p>', '"[_Name_]" is not a placeholder'],
  ['terms', 'en', '<p>Lorem ipsum dolor</p>', '"Lorem ipsum" is not a placeholder'],
  ['about', 'en', '<p>{{companyFax}}</p>', '"{{companyFax}}" is not a placeholder'],
  [
    'shipping',
    'en',
    '<p><a class="__cf_email__" data-cfemail="573436253217232536" href="mailto:a@b.example">[email&#160;protected]</a></p>',
    'is an email address that Cloudflare has hidden',
  ],
  // Dead links
  ['about', 'en', '<p><a href="/pages/refund-policy">1</a></p>', 'leads to a page of another platform'],
  ['about', 'hi', '<p><a href="/policies/terms-of-service">1</a></p>', 'leads to a page of another platform'],
  [
    'terms',
    'en',
    '<p><a href="https://old.myshopify.com/x">1</a></p>',
    'leads to a page of another platform',
  ],
  ['terms', 'hi', '<p><a href="/faq">1</a></p>', 'leads to no page of the shop'],
  ['refund', 'en', '<p><a href="https://tanabana.localhost/help">1</a></p>', 'leads to no page of the shop'],
  ['refund', 'hi', '<p><a href="refund.html">1</a></p>', 'leads to no page of the shop'],
  ['privacy', 'en', '<p><a href="#cookies">1</a></p>', 'leads nowhere'],
  ['privacy', 'hi', '<p><a href="#rest">1</a></p>', 'leads nowhere'],
  ['return', 'en', '<p><a href="/about#nowhere">1</a></p>', 'leads nowhere'],
  ['terms', 'en', '<p><a href="/shipping#section-nowhere">1</a></p>', 'leads nowhere'],
  ['about', 'en', '<p><a href="/product/saree-999">1</a></p>', 'leads to no product of the shop'],
  ['about', 'en', '<p><a href="/product/100%">1</a></p>', 'leads to no product of the shop'],
  ['about', 'hi', '<p><a href="/hi/product/gone">1</a></p>', 'leads to no product of the shop'],
  [
    'about',
    'en',
    '<p><a href="/products?category=lehengas">1</a></p>',
    'a category that the shop does not have',
  ],
  ['about', 'en', '<p><a href="javascript:x()">1</a></p>', 'the href "javascript:x()" of <a> is removed'],
  ['about', 'hi', '<p><a href="whatsapp://send?phone=1">1</a></p>', 'of <a> is removed'],
  // Pictures
  ['about', 'en', '<p><img src="https://a.example/a.jpg"></p>', '<img> has no alt text'],
  ['about', 'hi', '<p><img src="https://a.example/b.jpg" title="x"></p>', '<img> has no alt text'],
  ['about', 'en', '<p><img src="/media/a.jpg" alt="a"></p>', 'must begin with https://'],
  // Law, and facts that the shop contradicts
  ['refund', 'en', '<p>A cancellation fee of 5% applies.</p>', 'rule 4(8)'],
  ['return', 'en', '<p>Goods once sold will not be taken back.</p>', 'rule 6(2)'],
  ['terms', 'en', '<p>Prices are exclusive of GST.</p>', 'rule 2(m)'],
  ['privacy', 'en', '<p>We resolve every complaint within 90 days.</p>', 'rule 4(5)'],
  ['privacy', 'en', '<p>We acknowledge it within 5 days.</p>', '48 hours'],
  ['terms', 'en', '<p>Our GSTIN is 27AAAAA0000A1Z5.</p>', 'contradicts gstin'],
  ['about', 'en', '<p>Everything is made in China.</p>', 'contradicts countryOfOrigin'],
  ['terms', 'en', '<p>The courts of Mumbai decide.</p>', 'contradicts courtDistrict'],
  ['return', 'en', '<p>We accept returns within 15 days of delivery.</p>', 'contradicts returnPolicy.days'],
  ['return', 'en', '<p>The customer pays the return courier.</p>', 'contradicts returnPolicy.fees'],
  ['shipping', 'en', '<p>Parcels arrive in 12 days.</p>', 'contradicts shippingPolicy'],
]

const VIOLATIONS: Violation[] = [
  ...PLANTED.map(([slug, language, html, says]) => ({
    name: `${slug} (${language}): ${html}`,
    record: inPolicy(slug, language, html),
    place: { document: `policies/${slug}`, language, line: 3 },
    says,
  })),
  ...(
    [
      ['policies.about', '<p> </p>', { document: 'policies/about', language: 'en', line: 1 }, 'has no text'],
      ['policies.terms', '<br>'.repeat(10_001), { document: 'policies/terms', line: 1 }, 'too many elements'],
      [
        'policies.privacy',
        '<p>We keep nothing. Withdraw.</p>',
        { document: 'policies/privacy', language: 'en' },
        'who the grievance officer is',
      ],
      ['companyAddress', undefined, { document: 'store-info', field: 'companyAddress' }, 'rule 4(2)'],
      ['companyPhone', undefined, { document: 'store-info', field: 'companyPhone' }, 'rule 4(2)'],
      [
        'theme',
        { ...base.theme, muted: '#bbbbbb' },
        { document: 'store-info', field: 'theme.muted' },
        'choose colours with at least 4.5 to 1',
      ],
      [
        'theme',
        { ...base.theme, dark: { ...base.theme?.dark, accent: '#333333' } },
        { document: 'store-info', field: 'theme.dark.accent' },
        'choose colours with at least 4.5 to 1',
      ],
      [
        'heroImages',
        { wide: '/media/hero-tall.webp', tall: '/media/hero-tall.webp' },
        { document: 'store-info', field: 'heroImages.wide' },
        'choose a wide picture',
      ],
      [
        'categoryImages',
        { ...base.categoryImages, Sarees: '/media/hero-wide.webp' },
        { document: 'store-info', field: 'categoryImages.Sarees' },
        'choose an upright picture',
      ],
      [
        'heroImages',
        { wide: '/media/hero-wide.webp', tall: '/media/gone.webp' },
        { document: 'store-info', field: 'heroImages.tall' },
        "is not one of the shop's pictures",
      ],
      [
        'heroLink',
        { text: 'Shop', url: '/collections/all' },
        { document: 'store-info', field: 'heroLink.url' },
        'leads to a page of another platform',
      ],
    ] as const
  ).map(([field, value, place, says]) => ({
    name: `${field}: ${JSON.stringify(value)}`.slice(0, 80),
    record: withField(field, value),
    place,
    says,
  })),
]

test.each(VIOLATIONS)(
  'finds $name with its place',
  { tags: ['@req-12.10'] },
  async ({ record, place, says }) => {
    const found = newProblems(await findProblems(record, shop), await findProblems(base, shop))
    const [problem] = found.filter((one) => one.says.includes(says))
    expect([found.map((one) => one.says), problem?.place]).toEqual([
      expect.arrayContaining([expect.stringContaining(says)]),
      expect.objectContaining(place),
    ])
  },
)

test.each(['tanabana', 'dhaaga'])(
  'finds nothing in the demo shop %s',
  { tags: ['@req-12.10'] },
  async (name) => {
    const { record, hosts = [] } = await readStoreFolder(demo(name))
    const measurePicture = measureIn(join(demo(name), 'pictures'))
    const problems = await findProblems(record, { hosts, measurePicture, products: new Set() })
    expect(problems).toEqual([])
  },
)
