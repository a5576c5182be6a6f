import { createHash } from 'node:crypto'

import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { FIRST_LANGUAGE, type Language } from '@tanabana/contract/store-info.ts'
import type { AppContext } from '../../http/context.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif }
body { margin: 0; padding: 3rem 1.25rem; background: Canvas; color: CanvasText }
main { max-width: 28rem; margin-inline: auto }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem }
.notice { border: 2px solid currentColor; border-radius: .5rem; padding: .75rem 1rem; font-weight: 600 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1.5rem; margin-block: 1.5rem }
dt { opacity: .75 } dd { margin: 0; text-align: end; font-weight: 600; overflow-wrap: anywhere }
label { display: block; margin-block-end: .25rem }
input, button { font: inherit; width: 100%; box-sizing: border-box; min-height: 3rem; border-radius: .5rem;
  border: 1px solid currentColor; padding: .5rem 1rem; background: Canvas; color: CanvasText }
button { font-weight: 600; cursor: pointer; margin-block-start: .75rem }
button.main { background: CanvasText; color: Canvas }
iframe { width: 100%; height: 40rem; border: 1px solid currentColor; border-radius: .5rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
:focus-visible { outline: 3px solid Highlight; outline-offset: 3px }
`

/** Submits the page's only form through the prototype: a field named `submit` would shadow the method. */
const AUTO_SUBMIT = 'HTMLFormElement.prototype.submit.call(document.forms[0])'

/** Renders a page of the payment flow, with its own styles and no script but the one that submits the form. */
export async function renderPaymentPage(
  c: AppContext,
  options: {
    title: string
    content: Html
    formActions: string[]
    autoSubmit?: boolean
    /** The page shows another page of this API in a frame. */
    framesOwn?: boolean
    status?: 200 | 404
    language?: Language
  },
): Promise<Response> {
  const { title, content, formActions, autoSubmit = false, framesOwn = false, status = 200 } = options
  const { language = FIRST_LANGUAGE } = options
  c.header(
    'content-security-policy',
    [
      "default-src 'none'",
      `style-src '${hashOf(STYLE)}'`,
      ...(autoSubmit ? [`script-src '${hashOf(AUTO_SUBMIT)}'`] : []),
      ...(framesOwn ? ["frame-src 'self'"] : []),
      `form-action ${formActions.join(' ') || "'none'"}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
  const document = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        ${autoSubmit ? raw(`<script>${AUTO_SUBMIT}</script>`) : ''}
      </body>
    </html>`
  return c.html(document, status)
}

/** A form that submits itself, with a button for browsers without scripts. */
export function renderAutoSubmitForm(action: string, fields: Record<string, string>, label: string): Html {
  return html`<form method="post" action="${action}">
    ${hiddenFields(fields)}
    <button class="main">${label}</button>
  </form>`
}

export function hiddenFields(fields: Record<string, string>): Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
