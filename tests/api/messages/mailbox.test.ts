import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createMetrics } from '../../../api/http/metrics.ts'
import type { Engine } from '../../../api/jobs/engine.ts'
import { startJobs } from '../../../api/jobs/jobs.ts'
import { createMailbox } from '../../../api/messages/email/mailbox.ts'
import { openChannels, unsentWarning } from '../../../api/messages/open-channels.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { createProviders } from '../../../api/payment-providers/provider-context.ts'
import { ASHA, BELA, openSandboxStore, SECRET, serve, type Store } from '../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const PATIENT = { timeout: 25_000, interval: 50 }
const DEVELOPMENT = { isProduction: false, smtpUrl: undefined, mailFrom: undefined }
const PRODUCTION = { ...DEVELOPMENT, isProduction: true }

const now = () => new Date()
const mailbox = createMailbox(now)

let opened: Store
let store: ReturnType<typeof serve>
let jobs: Engine

beforeAll(async () => {
  opened = await openSandboxStore()
  store = serve(opened.db, {}, undefined, undefined, mailbox)
  store.clock.now = now()
  jobs = startJobs({
    ...{ db: opened.db, paymentSecrets: [SECRET], metrics: createMetrics(), log: () => undefined, now },
    providers: createProviders(),
    purge: async () => [],
    channels: openChannels(DEVELOPMENT, mailbox, now),
    config: {
      ...{ sandbox: true, port: 8044, storefrontPort: 4321 },
      ...{
        dataDir: 'memory://',
        defaultTenantHost: SHOP,
        storefronts: [],
        edgeCaches: [],
        purgeSecret: undefined,
      },
    },
  })
})

afterAll(async () => {
  await jobs.close()
  await opened.close()
})

const page = async (path: string, host = SHOP) => {
  const response = await store.request(host, `/sandbox/messages${path}`)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

describe('the mailbox of the demo', { tags: ['@req-12.6'] }, () => {
  it('has the e-mail about an order, as HTML without rights and as text', async () => {
    const { orderId, email } = await store.placeOrder(SHOP)
    const list = await vi.waitFor(async () => {
      const { text } = await page('')
      expect(text).toContain(orderId)
      return text
    }, PATIENT)
    expect(list).toContain(`to the shopper: ${email}`)
    const [, id = ''] = /href="\/sandbox\/messages\/(\w+)"/.exec(list) ?? []
    const shown = await page(`/${id}`)
    expect(shown.text).toContain(`<iframe\n          src="/sandbox/messages/${id}/html"`)
    expect(shown.text).toMatch(/sandbox="allow-popups allow-popups-to-escape-sandbox"/)
    expect(shown.headers.get('content-security-policy')).toContain("frame-src 'self'")
    expect(shown.text).toContain('Thank you for your order')
    const html = await page(`/${id}/html`)
    expect(html.text).toContain(`Order ${orderId}`)
    expect(html.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*; sandbox/)
  })

  it('shows a shop its own e-mails only', async () => {
    const [{ id } = { id: '' }] = mailbox.list('asha')
    expect((await page(`/${id}`)).status).toBe(200)
    expect((await page(`/${id}`, 'bela.localhost')).status).toBe(404)
    expect((await page('', 'bela.localhost')).text).toContain('There is none yet.')
  })

  it('is no page of a shop with a public host, nor of an API without one', async () => {
    await putTenant(store.db, BELA)
    expect((await page('', 'bela.localhost')).status).toBe(404)
    const other = serve(opened.db)
    expect((await other.request(SHOP, '/sandbox/messages')).status).toBe(404)
    await putTenant(store.db, { ...ASHA, hosts: [SHOP] })
  })
})

describe('without a mail server', () => {
  it('production has no e-mail, and says at the start what is not sent', () => {
    expect(Object.keys(openChannels(PRODUCTION, mailbox, now))).toEqual(['webhook'])
    expect(unsentWarning(PRODUCTION)).toMatch(
      /^SMTP_URL is missing, so no e-mail is sent: order received, payment reminder, .*low stock, nor any about account, contact, newsletter, staff\. Set SMTP_URL and MAIL_FROM\.$/,
    )
  })

  it('development needs none, and a mail server ends the warning', () => {
    expect(Object.keys(openChannels(DEVELOPMENT, mailbox, now))).toEqual(['email', 'webhook'])
    expect(unsentWarning(DEVELOPMENT)).toBeUndefined()
    expect(unsentWarning({ ...PRODUCTION, smtpUrl: 'smtps://mail.example', mailFrom: 'a@b.example' })).toBe(
      undefined,
    )
  })
})
