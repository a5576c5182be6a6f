import { createHash } from 'node:crypto'

import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import type { Language } from '@tanabana/contract/store-info.ts'

/** On a screen a page is a sheet of paper that fits a phone, below a button that prints. */
const SHARED_STYLE = `
body { font-family: 'Noto Sans', 'Noto Sans Devanagari', system-ui, sans-serif; color: #000; margin: 0; }
article { break-after: page; }
article:last-child { break-after: auto; }
p { margin: 0; overflow-wrap: anywhere; }
@media screen {
  body { background: #e8e4de; padding: 72px 8px 8px; }
  article { background: #fff; max-width: 180mm; margin: 0 auto 12px; padding: 5mm; box-sizing: border-box; overflow-x: auto; }
  nav { position: fixed; inset: 0 0 auto; padding: 8px; text-align: center; background: #e8e4de; }
  button { font: inherit; font-size: 16px; font-weight: 600; min-height: 48px; min-width: 12rem; border: 0; border-radius: 8px; background: #8a2f2b; color: #fff; cursor: pointer; }
  button:focus-visible { outline: 3px solid #000; outline-offset: 2px; }
}
@media screen and (max-width: 640px) {
  header, .parties { flex-direction: column; }
  header > :last-child { text-align: left; }
}
@media print { nav { display: none; } }
`

const PRINT = "document.querySelector('button').addEventListener('click', () => print())"

const WORDS: Record<Language, string> = { en: 'Print', hi: 'प्रिंट करें' }

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** A document to print, one `<article>` for each sheet. */
export async function renderPrintPage({
  language,
  title,
  style,
  sheets,
}: {
  language: Language
  title: string
  style: string
  sheets: Html[]
}): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${raw(`<style>${SHARED_STYLE}${style}</style>`)}
      </head>
      <body>
        <nav><button type="button">${WORDS[language]}</button></nav>
        <main>${sheets}</main>
        ${raw(`<script>${PRINT}</script>`)}
      </body>
    </html> `
  return page.toString()
}

/** The Content Security Policy of a page with this style: its own style and script, in an origin of its own. */
export function printPolicy(style: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(SHARED_STYLE + style)}'`,
    `script-src '${hashOf(PRINT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts allow-modals',
  ].join('; ')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
