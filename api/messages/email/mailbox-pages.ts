import { Hono } from 'hono'
import { html } from 'hono/html'

import { formatDateTime } from '@tanabana/contract/dates.ts'
import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import type { Env } from '../../http/context.ts'
import { renderPaymentPage } from '../../modules/payments/payment-page.ts'
import type { Mailbox } from './mailbox.ts'

/** The mailbox of the demo: what would have been sent by e-mail, for shops of this machine alone. */
export function mailboxPages(mailbox: Mailbox): Hono<Env> {
  const pages = new Hono<Env>()
  pages.use(async (c, next) => {
    if (!c.get('tenant').hosts.every(isLocalHost)) return c.notFound()
    return next()
  })

  pages.get('/', (c) => {
    const entries = mailbox.list(c.get('tenant').id)
    return renderPaymentPage(c, {
      title: `E-mails of ${c.get('tenant').record.storeName}`,
      content: html`<p class="notice">Demo: no e-mail leaves this machine.</p>
        ${entries.length === 0 ? html`<p>There is none yet.</p>` : ''}
        <ol>
          ${entries.map(
            ({ id, subject, role, to, at }) =>
              html`<li>
                <p>
                  <a href="/sandbox/messages/${id}">${subject}</a><br />
                  ${formatDateTime(at) ?? ''}, to the ${role}: ${to}
                </p>
              </li>`,
          )}
        </ol>`,
      formActions: [],
    })
  })

  pages.get('/:id', (c) => {
    const entry = mailbox.find(c.get('tenant').id, c.req.param('id'))
    if (!entry) return c.notFound()
    return renderPaymentPage(c, {
      title: entry.subject,
      content: html`<p><a href="/sandbox/messages">All e-mails</a></p>
        <p>To ${entry.to}</p>
        <iframe
          src="/sandbox/messages/${entry.id}/html"
          title="${entry.subject}"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>
        <h2>As plain text</h2>
        <pre>${entry.text}</pre>`,
      formActions: [],
      framesOwn: true,
    })
  })

  pages.get('/:id/html', (c) => {
    const entry = mailbox.find(c.get('tenant').id, c.req.param('id'))
    if (!entry) return c.notFound()
    // Mail programs run no script either.
    c.header(
      'content-security-policy',
      "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
    )
    return c.html(entry.html.replace('<head>', '<head><base target="_blank">'))
  })
  return pages
}
