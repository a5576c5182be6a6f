import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { runCommand } from '../../cli/run.ts'
import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { withTenant } from '../../api/db/index.ts'
import { products } from '../../api/db/schema.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import type { PurgePages, PurgedShop } from '../../api/purge/purge-pages.ts'
import type { Tenant } from '../../api/tenant.ts'
import { listeningOutput, run } from './command-line.ts'
import { folderWith } from './shop-files.ts'
import { openShopFolder } from './shop-folder.ts'

const SHOP: Tenant = {
  id: 'silk',
  hosts: ['silk.example'],
  record: {
    storeName: 'Silk',
    companyName: 'Silk Limited',
    companyAddress: '12 MG Road, Pune 411001',
    companyEmail: 'care@silk.example',
    companyPhone: '+91 98765 43210',
    categories: ['Sarees'],
    policies: { about: '<p>About\n{{companyName}}</p>\n' },
  },
  payee: { upiId: 'silk@okbank', name: 'Silk' },
}

const silk = openShopFolder(SHOP)
const { file, pull, push } = silk
const policies = async () => (await findTenant(silk.db, 'silk'))?.record.policies

/** The output of a push with this result of publishing. */
async function pushForOutput(purge: PurgePages): Promise<string[]> {
  const output = listeningOutput()
  await runCommand(['push', 'silk', 'silk'], {
    database: async () => silk.db,
    dataDir: 'memory://',
    cwd: silk.folder,
    purge,
    output,
    signal: new AbortController().signal,
  })
  return output.lines
}

describe('a shop pulled into a folder', () => {
  it('is its record as JSON and each policy as an HTML file', async () => {
    expect((await pull()).exitCode).toBe(0)
    expect(JSON.parse(readFileSync(file('store.json'), 'utf8'))).toMatchObject({
      id: 'silk',
      hosts: ['silk.example'],
      companyName: 'Silk Limited',
      policies: { about: 'policies/about.html' },
      payee: { upiId: 'silk@okbank' },
    })
    expect(readFileSync(file('policies/about.html'), 'utf8')).toBe('<p>About\n{{companyName}}</p>\n')
  })

  it('has nothing to push', async () => {
    await pull()
    expect((await push()).lines).toEqual(['No changes to push.'])
  })

  it('shows what a push would change, changes it, and purges the storefronts', async () => {
    await pull()
    writeFileSync(file('policies/about.html'), '<p>About</p>\n<p>Us</p>\n')
    expect((await push('--dry-run')).lines).toEqual([
      'policies.about: 2 lines added, 2 removed',
      'Dry run: nothing was pushed. 1 field would change.',
    ])
    expect(await policies()).toEqual(SHOP.record.policies)

    const published: PurgedShop[] = []
    const lines = await pushForOutput(async (tenant) => {
      published.push(tenant)
      return []
    })
    expect(lines.at(-1)).toMatch(/^Pushed 1 field of silk as revision \d+\. Pages show it at once\.$/)
    expect(await policies()).toEqual({ about: '<p>About</p>\n<p>Us</p>\n' })
    expect(published.map(({ id }) => id)).toEqual(['silk'])
    expect((await push()).lines).toEqual(['No changes to push.'])
  })

  it('is not reported as visible at once when a storefront could not be purged', async () => {
    await pull()
    writeFileSync(file('policies/about.html'), '<p>Us</p>\n')
    expect((await pushForOutput(async () => ['http://10.0.0.2:4321'])).slice(-2)).toEqual([
      'http://10.0.0.2:4321 could not be reached. It will show the edit within a minute.',
      expect.stringMatching(/^Pushed 1 field of silk as revision \d+\.$/),
    ])
  })

  it('is refused while a policy is written in another encoding than UTF-8', async () => {
    await pull()
    writeFileSync(file('policies/about.html'), Buffer.from('<p>Caf\xe9</p>', 'latin1'))
    const { exitCode, problems } = await push()
    expect([exitCode, problems]).toEqual([
      1,
      [`${file('policies/about.html')} is not in UTF-8. Save it in UTF-8.`],
    ])
    expect(await policies()).toEqual(SHOP.record.policies)
  })

  it('is not pushed over what was changed since the pull, unless forced', async () => {
    await pull()
    await putTenant(silk.db, { ...SHOP, record: { ...SHOP.record, description: 'Changed meanwhile' } })
    writeFileSync(file('policies/about.html'), '<p>Mine</p>')
    const { exitCode, problems } = await push()
    expect([exitCode, problems]).toEqual([
      1,
      [
        'The shop silk has changed since the pull. Pull into another folder and compare, or overwrite it with --force.',
      ],
    ])
    expect((await push('--force')).exitCode).toBe(0)
    expect(await policies()).toEqual({ about: '<p>Mine</p>' })
  })

  it('is pushed once, when two editors push different edits at the same moment', async () => {
    const folders = ['mine', 'theirs']
    for (const name of folders) {
      await run(silk.db, silk.folder, 'pull', 'silk', name)
      writeFileSync(join(silk.folder, name, 'policies/about.html'), `<p>${name}</p>`)
    }
    const pushes = await Promise.all(folders.map((name) => run(silk.db, silk.folder, 'push', 'silk', name)))
    const taken = folders.filter((_, index) => pushes[index]?.exitCode === 0)
    expect(taken).toHaveLength(1)
    expect(pushes.flatMap(({ problems }) => problems)).toEqual([
      'The shop silk has changed since the pull. Pull into another folder and compare, or overwrite it with --force.',
    ])
    expect(await policies()).toEqual({ about: `<p>${taken[0]}</p>` })
  })

  it('is not pulled over edits that were not pushed, unless forced', async () => {
    await pull()
    writeFileSync(file('policies/about.html'), '<p>Mine</p>')
    expect((await pull()).problems[0]).toContain('has edits that were not pushed')
    expect((await pull('--force')).exitCode).toBe(0)
    expect(readFileSync(file('policies/about.html'), 'utf8')).toContain('{{companyName}}')
  })

  it('loses the file of a policy that the shop has no more', async () => {
    await pull()
    await putTenant(silk.db, { ...SHOP, record: { ...SHOP.record, policies: {} } })
    await pull()
    expect(existsSync(file('policies/about.html'))).toBe(false)
  })

  it('is not pushed into another shop, nor from a folder that was never pulled', async () => {
    await putTenant(silk.db, { ...SHOP, id: 'other', hosts: ['other.example'] })
    await pull()
    expect((await run(silk.db, silk.folder, 'push', 'other', 'silk')).problems[0]).toContain(
      'belongs to the shop silk, not to other',
    )
    const own = folderWith({ 'silk/store.json': { id: 'silk', storeName: 'Silk' } })
    expect((await run(silk.db, own, 'push', 'silk', 'silk')).problems[0]).toContain(
      'was not pulled from silk',
    )
  })
})

describe('a push with problems', () => {
  const problem =
    'about, line 1: the policy has too many elements: its page shows its text without structure.'

  it('is refused with the reason, unless forced with a reason, and then names what it overrides', async () => {
    await pull()
    writeFileSync(file('policies/about.html'), '<br>'.repeat(10_001))
    const refusal = {
      exitCode: 1,
      lines: [],
      problems: [
        'This would publish 1 problem:',
        `  ${problem}`,
        'Correct them, or override them with --force --reason <why>.',
      ],
    }
    expect(await push()).toEqual(refusal)
    expect(await push('--dry-run')).toEqual(refusal)
    expect((await push('--force')).problems).toEqual([
      'Say with --reason why the problems are published: the history shows it.',
    ])
    expect(await policies()).toEqual(SHOP.record.policies)
    const { exitCode, lines } = await push('--force', '--reason', 'The lawyer asked')
    expect([exitCode, lines[0]]).toEqual([0, `! --force overrides: ${problem}`])
    expect((await policies())?.about).toContain('<br>')
    expect((await run(silk.db, silk.folder, 'history', 'silk')).lines).toContain(
      '   forced: The lawyer asked',
    )
  })

  it('is done where the shop has the problems already', async () => {
    const broken = { ...SHOP.record, policies: { about: '<p>{% if %}</p>' } }
    await putTenant(silk.db, { ...SHOP, record: broken })
    await pull()
    writeFileSync(
      file('store.json'),
      readFileSync(file('store.json'), 'utf8').replace('"Silk"', '"Silk House"'),
    )
    expect((await push()).lines.at(-1)).toContain('Pushed 1 field of silk')
  })

  it('is refused for a translation, too', async () => {
    await pull()
    const translations = { hi: { policies: { about: '<p> </p>' } } }
    const record = JSON.parse(readFileSync(file('store.json'), 'utf8')) as object
    writeFileSync(file('store.json'), JSON.stringify({ ...record, translations }))
    expect((await push()).problems[1]).toBe(
      '  about (hi), line 1: the policy has no text: its page shows the built-in text instead.',
    )
  })

  it('is refused for what shoppers would read or follow', async () => {
    await pull()
    writeFileSync(
      file('policies/about.html'),
      '<p style="color: red">{% if %} <a href="/pages/about">us</a></p>',
    )
    expect((await push()).problems).toEqual([
      'This would publish 2 problems:',
      '  about, line 1: "{% if %}" is not a placeholder: write the text itself.',
      '  about, line 1: the link "/pages/about" leads to a page of another platform: write /about.',
      'Correct them, or override them with --force --reason <why>.',
    ])
  })

  it('says what a forced push overwrites', async () => {
    await pull()
    await putTenant(silk.db, { ...SHOP, record: { ...SHOP.record, storeName: 'Theirs' } })
    expect((await push('--force')).lines[0]).toBe('! --force overwrites the changes made since the pull.')
    const own = folderWith({ 'silk/store.json': { id: 'silk', storeName: 'Silk' } })
    const forced = ['--force', '--reason', 'A test']
    expect((await run(silk.db, own, 'push', 'silk', 'silk', ...forced)).lines[0]).toBe(
      '! --force overwrites all of silk, which was not pulled.',
    )
  })
})

describe('store policies check', () => {
  async function problemsOf(policiesOfShop: Record<string, string>, changes: object = {}): Promise<string[]> {
    await putTenant(silk.db, { ...SHOP, record: { ...SHOP.record, ...changes, policies: policiesOfShop } })
    return (await run(silk.db, silk.folder, 'policies', 'check', 'silk')).lines
  }

  it('finds nothing in a shop that is complete', async () => {
    const { exitCode, lines } = await run(silk.db, silk.folder, 'policies', 'check', 'silk')
    expect([exitCode, lines]).toEqual([0, ['✓ No problems in the store info and 1 policy of its own.']])
  })

  it.each([
    ['<p>Hi</p>\n<script>x</script>', 'about, line 2: <script> is removed with everything in it'],
    ['<p>Hi\n<font color="red">Sale</font></p>', 'about, line 2: <font> is removed; its text stays'],
    ['<p style="color: red">Hi</p>', 'about, line 1: the attribute style of <p> is removed'],
    ['<a href="javascript:x">Hi</a>', 'the href "javascript:x" of <a> is removed'],
    ['<img src="logo.png" alt="">', '<img> is removed: its src "logo.png" must begin with https://'],
    ['<p>Call {{companyFax}}</p>', '"{{companyFax}}" is not a placeholder: write the text itself'],
    ['<p>[Your Address]</p>', '"[Your Address]" is not a placeholder'],
    ['<img src="{{companyLogoUrl}}" alt="">', 'the placeholder for companyLogoUrl has no value'],
  ])('finds what the page does not show of %s', async (html, message) => {
    expect((await problemsOf({ about: html })).join('\n')).toContain(message)
  })

  it('leaves comments, links and tables alone', async () => {
    const html =
      '<!-- <script> --><p>Write to <a href="mailto:{{companyEmail}}">us</a></p><table><tr><td colspan="2">1</td></tr></table>'
    expect((await problemsOf({ about: html }))[0]).toContain('No problems in the store info')
  })

  it('begins with what breaks a page, and ends with what does no harm', async () => {
    expect(
      await problemsOf(
        { about: '<p style="x" class="y">____</p>', terms: '<p class="z"></p>' },
        {
          companyAddress: undefined,
          highlights: ['Free returns'],
          returnPolicy: { days: 7, fees: 'customer' },
        },
      ),
    ).toEqual([
      '✗ terms, line 1: the policy has no text: its page shows the built-in text instead.',
      '✗ companyAddress: Consumer Protection (E-Commerce) Rules 2020, rule 4(2): the store info lacks "companyAddress", the address of its head office.',
      '✗ about, line 1: "____" is a gap to fill in: write the text itself.',
      '✗ highlights: "Free returns" contradicts returnPolicy.fees, which is "customer".',
      '· about, line 1: 2 tags and attributes are removed; their text stays: style, class.',
      '· terms, line 1: the attribute class of <p> is removed.',
    ])
  })

  it('takes what does no harm for no problem', async () => {
    await putTenant(silk.db, {
      ...SHOP,
      record: { ...SHOP.record, policies: { about: '<p class="x">Hi</p>' } },
    })
    expect(await run(silk.db, silk.folder, 'policies', 'check', 'silk')).toMatchObject({
      exitCode: 0,
      lines: [
        '· about, line 1: the attribute class of <p> is removed.',
        '✓ No problems in the store info and 1 policy of its own.',
      ],
    })
  })

  it('knows the hosts of the shop, stored or in a folder', async () => {
    const html = '<p><a href="https://silk.example/x">1</a><a href="https://other.example/x">2</a></p>'
    const says =
      '✗ about, line 1: the link "https://silk.example/x" leads to no page of the shop: correct or remove it.'
    expect(await problemsOf({ about: html })).toEqual([says])
    const record = { ...SHOP.record, hosts: SHOP.hosts, policies: { about: html } }
    const own = folderWith({ 'shop/store.json': record })
    expect((await run(silk.db, own, 'policies', 'check', 'shop')).lines).toEqual([says])
  })

  it('reads the translations of policies', async () => {
    const translations = { hi: { policies: { about: '<p>{{shop.name}}</p>' } } }
    expect(await problemsOf({ about: '<p>Hi</p>' }, { translations })).toEqual([
      '✗ about (hi), line 1: "{{shop.name}}" is not a placeholder: write the text itself.',
    ])
  })

  it('names the rule that asks for what is missing', async () => {
    expect(await problemsOf({ privacy: '<p>We keep nothing.</p>' }, { companyAddress: undefined })).toEqual([
      '✗ companyAddress: Consumer Protection (E-Commerce) Rules 2020, rule 4(2): the store info lacks "companyAddress", the address of its head office.',
      '✗ privacy, line 1: Consumer Protection (E-Commerce) Rules 2020, rule 4(4); SPDI Rules 2011, rule 5(9): the policy privacy does not say who the grievance officer is, with name, designation and contact.',
      '✗ privacy, line 1: Digital Personal Data Protection Act 2023, section 6(4): the policy privacy does not say how consent is withdrawn.',
    ])
  })

  describe('of products', () => {
    const PRODUCT = {
      ...{ description: '', category: 'Kurtas', parentCategory: 'Ethnic', gender: null, regularPrice: 999 },
      ...{ imgUrl: '', images: [] },
    }
    const TOLD = {
      manufacturer: 'Silk Limited, Pune',
      countryOfOrigin: 'India',
      regularPriceIsMrp: true,
      consumerCare: { email: 'care@silk.example', phone: '+91 98765 43210' },
    }
    const sizes = { key: 'Size', value: ['S', 'M'] }

    beforeEach(() =>
      withTenant(silk.db, 'silk', async (tx) => {
        await writeProducts(tx, 'silk', [
          { ...PRODUCT, key: 'bare', title: 'Bare', attributes: [sizes] },
          {
            ...PRODUCT,
            key: 'told',
            title: 'Told',
            attributes: [
              { key: 'Marketed By', value: ['Silk Limited, Pune'] },
              { key: 'country_of_origin', value: ['Nepal'] },
              { key: 'M.R.P.', value: ['1299'] },
              { key: 'Length', value: ['112'], metricUnit: 'cm' },
              sizes,
            ],
          },
        ])
      }),
    )

    afterEach(() =>
      withTenant(silk.db, 'silk', (tx) => tx.delete(products).where(eq(products.tenantId, 'silk'))),
    )

    it('counts those that lack what a rule asks for, and names the rule', async () => {
      expect(await problemsOf({})).toEqual([
        '✗ Legal Metrology (Packaged Commodities) Rules 2011, rule 6(1)(a) and 6(10): 1 product without name and address of the maker, packer or importer (an attribute "Manufacturer", or "manufacturer" in the store info): bare.',
        '✗ Legal Metrology (Packaged Commodities) Rules 2011, rule 6(1)(aa), 6(10) and 6(10A): 1 product without country of origin (an attribute "Country of Origin", or "countryOfOrigin" in the store info): bare.',
        '✗ Consumer Protection (E-Commerce) Rules 2020, rule 6(5); Legal Metrology (Packaged Commodities) Rules 2011, rule 6(1)(a): 1 product from abroad without their importer (an attribute "Importer"): told.',
        '✗ Legal Metrology (Packaged Commodities) Rules 2011, rule 6(1)(e) and 6(10): 1 product without MRP inclusive of all taxes (an attribute "MRP", or "regularPriceIsMrp" in the store info): bare.',
        '✗ Legal Metrology (Packaged Commodities) Rules 2011, rule 6(2) and 6(10): 2 products without a consumer care email and phone number on their page ("consumerCare" in the store info): bare, told.',
        '✗ Legal Metrology (Packaged Commodities) Rules 2011, amendment of 2022 for garments: 1 product in letter sizes without measures in cm or m (an attribute such as "Length" in cm, or "sizeGuides" in the store info): bare.',
      ])
    })

    it('takes what the store record says for all, and the size guide of the category', async () => {
      const guide = { name: 'Tops', categories: ['kurtas'], columns: ['Size', 'Chest'], rows: [['S', 90]] }
      const lines = await problemsOf({}, { ...TOLD, sizeGuides: [guide] })
      expect(lines).toEqual([
        '✗ Consumer Protection (E-Commerce) Rules 2020, rule 6(5); Legal Metrology (Packaged Commodities) Rules 2011, rule 6(1)(a): 1 product from abroad without their importer (an attribute "Importer"): told.',
      ])
    })

    it('prints the counts as JSON', async () => {
      await putTenant(silk.db, { ...SHOP, record: { ...SHOP.record, ...TOLD } })
      const { exitCode, lines } = await run(silk.db, silk.folder, 'policies', 'check', 'silk', '--json')
      const { products: gaps } = JSON.parse(lines.join('\n'))
      expect(exitCode).toBe(1)
      expect(gaps.map((gap: { products: number; keys: string[] }) => [gap.products, gap.keys])).toEqual([
        [1, ['told']],
        [1, ['bare']],
      ])
    })
  })

  it('checks a folder before it is pushed', async () => {
    const own = folderWith({
      'shop/store.json': { ...SHOP.record, policies: { about: 'about.html' } },
      'shop/about.html': '<p>Hi</p><iframe></iframe>',
    })
    const { exitCode, lines } = await run(silk.db, own, 'policies', 'check', 'shop')
    expect([exitCode, lines]).toEqual([1, ['✗ about, line 1: <iframe> is removed with everything in it.']])
  })
})
