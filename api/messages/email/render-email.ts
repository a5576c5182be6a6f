import { html, raw } from 'hono/html'

import type { Message, OrderLineFacts, ShopFacts } from '../channel.ts'
import { formatPrice } from '../../rupees.ts'
import { renderContent, wordsOf, type Block, type Content } from '../content.ts'
import { renderShopContent } from '../shop-content.ts'

export interface RenderedEmail {
  subject: string
  html: string
  text: string
}

interface Palette {
  surface: string
  surfaceRaised: string
  ink: string
  muted: string
  line: string
  accent: string
  accentInk: string
}

/** The colours of the storefront without a theme: src/styles/tokens.css. */
const LIGHT: Palette = {
  ...{ surface: '#faf7f2', surfaceRaised: '#ffffff', ink: '#211d1a', muted: '#6a6058', line: '#e2d9cd' },
  ...{ accent: '#8a2f2b', accentInk: '#ffffff' },
}
const DARK: Palette = {
  ...{ surface: '#171412', surfaceRaised: '#221d1a', ink: '#f3ece2', muted: '#b5a99b', line: '#3d352e' },
  ...{ accent: '#e8a08f', accentInk: '#2b100b' },
}
/** In each style: mail programs drop that of `body`, and Outlook's cells inherit none. */
const FONT =
  "font-family:-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', 'Nirmala UI', Helvetica, Arial, sans-serif"
const WIDTH = 600

/** Renders a message as an e-mail: HTML of tables with inline styles, which mail programs keep, and plain text. */
export async function renderEmail(message: Message): Promise<RenderedEmail> {
  const content = 'order' in message ? renderContent(message) : renderShopContent(message)
  return {
    subject: content.subject,
    html: await renderHtml(message, content),
    text: renderText(message, content),
  }
}

type Html = ReturnType<typeof html>

interface Look {
  message: Message
  light: Palette
}

async function renderHtml(message: Message, content: Content): Promise<string> {
  const { light, dark } = palettesOf(message.shop)
  const look = { message, light }
  const document = await html`<!doctype html>
    <html lang="${message.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${dark ? 'light dark' : 'light'}" />
        <meta name="supported-color-schemes" content="${dark ? 'light dark' : 'light'}" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${content.subject}</title>
        ${raw(`<style>${styleOf(dark)}</style>`)}
      </head>
      <body class="surface" style="margin:0;padding:0;background-color:${light.surface};color:${light.ink}">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          class="surface"
          style="background-color:${light.surface}"
        >
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="${WIDTH}"
                cellpadding="0"
                cellspacing="0"
                style="width:100%;max-width:${WIDTH}px"
              >
                <tr>
                  <td align="center" style="padding:0 8px 20px">${header(look)}</td>
                </tr>
                <tr>
                  <td
                    class="raised line"
                    style="padding:28px 24px;background-color:${light.surfaceRaised};border:1px solid ${light.line};border-radius:8px"
                  >
                    <h1
                      class="ink"
                      style="margin:0 0 16px;${FONT};font-size:24px;line-height:1.3;font-weight:700;color:${light.ink}"
                    >
                      ${content.heading}
                    </h1>
                    ${content.blocks.map((block) => renderBlock(block, look))}
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 8px">
                    ${content.footer.map(
                      (line) =>
                        html`<p
                          class="muted"
                          style="margin:0 0 8px;${FONT};font-size:13px;line-height:1.5;color:${light.muted};text-align:center"
                        >
                          ${line}
                        </p>`,
                    )}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`
  return String(document)
}

function header({ message: { shop }, light }: Look): Html {
  const name = `${FONT};font-size:20px;line-height:1.4;font-weight:700;color:${light.ink};text-decoration:none`
  return html`<a href="${shop.origin}/" class="ink" style="${name}"
    >${
      shop.logoUrl === undefined
        ? shop.name
        : html`<img
            src="${shop.logoUrl}"
            alt="${shop.name}"
            height="48"
            class="ink"
            style="height:48px;max-width:240px;border:0;${name}"
          />`
    }</a
  >`
}

function renderBlock(block: Block, look: Look): Html {
  const { light } = look
  if ('text' in block) return paragraph(block.text, look)
  if ('button' in block) {
    return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:16px 0 20px">
      <tr>
        <td class="accent" style="background-color:${light.accent};border-radius:6px">
          <a
            href="${block.url}"
            class="accent-ink"
            style="display:inline-block;padding:13px 22px;${FONT};font-size:16px;line-height:1.3;font-weight:600;color:${light.accentInk};text-decoration:none"
            >${block.button}</a
          >
        </td>
      </tr>
    </table>`
  }
  if ('facts' in block) {
    return html`<table
      role="presentation"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      style="margin:0 0 16px"
    >
      ${block.facts.map(
        ([label, value]) =>
          html`<tr>
            <td
              class="muted"
              style="padding:4px 12px 4px 0;${FONT};font-size:15px;line-height:1.5;color:${light.muted};vertical-align:top;white-space:nowrap"
            >
              ${label}
            </td>
            <td
              class="ink"
              style="padding:4px 0;${FONT};font-size:15px;line-height:1.5;color:${light.ink};text-align:right;word-break:break-word"
            >
              ${value}
            </td>
          </tr>`,
      )}
    </table>`
  }
  if ('address' in block) {
    return html`${title(block.title, look)}
      <p class="ink" style="margin:0 0 8px;${FONT};font-size:15px;line-height:1.6;color:${light.ink}">
        ${block.address.map((line, index) => html`${index > 0 ? raw('<br />') : ''}${line}`)}
      </p>`
  }
  return html`${title(block.title, look)}
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px">
      ${block.lines.map((line) => renderLine(line, look))}
      ${block.sums?.map(([label, amount], index) => {
        const weight = index + 1 === block.sums?.length ? 700 : 400
        return html`<tr>
          <td
            class="ink"
            style="padding:12px 12px 4px 0;${FONT};font-size:16px;line-height:1.5;font-weight:${weight};color:${light.ink}"
          >
            ${label}
          </td>
          <td
            class="ink"
            style="padding:12px 0 4px;${FONT};font-size:16px;line-height:1.5;font-weight:${weight};color:${light.ink};text-align:right;white-space:nowrap"
          >
            ${amount}
          </td>
        </tr>`
      })}
    </table>`
}

function renderLine(line: OrderLineFacts, { message, light }: Look): Html {
  const details = detailsOf(message, line)
  return html`<tr>
    <td
      class="ink line"
      style="padding:10px 12px 10px 0;${FONT};font-size:15px;line-height:1.5;color:${light.ink};border-bottom:1px solid ${light.line};word-break:break-word"
    >
      ${line.title}<br /><span class="muted" style="font-size:13px;color:${light.muted}">${details}</span>
    </td>
    <td
      class="ink line"
      style="padding:10px 0;${FONT};font-size:15px;line-height:1.5;color:${light.ink};border-bottom:1px solid ${light.line};text-align:right;vertical-align:top;white-space:nowrap"
    >
      ${formatPrice(line.price * line.quantity)}
    </td>
  </tr>`
}

function title(text: string, { light }: Look): Html {
  return html`<h2
    class="ink"
    style="margin:20px 0 8px;${FONT};font-size:16px;line-height:1.4;font-weight:700;color:${light.ink}"
  >
    ${text}
  </h2>`
}

function paragraph(text: string, { light }: Look): Html {
  return html`<p
    class="ink"
    style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.6;color:${light.ink};word-break:break-word"
  >
    ${text}
  </p>`
}

function detailsOf({ language, role }: Message, { choices, quantity, sku }: OrderLineFacts) {
  const count = wordsOf(language).quantity.replace('{quantity}', String(quantity))
  return [choices, count, ...(role === 'merchant' && sku ? [`SKU: ${sku}`] : [])].filter(Boolean).join(' · ')
}

/** A shop whose theme has no dark palette stays light, as its pages do. */
function palettesOf({ theme }: ShopFacts): { light: Palette; dark: Palette | undefined } {
  return {
    light: withTheme(LIGHT, theme),
    dark: theme && !theme.dark ? undefined : withTheme(DARK, theme?.dark),
  }
}

function withTheme(palette: Palette, theme: Partial<Palette> | undefined): Palette {
  const colors = { ...palette }
  for (const name of Object.keys(palette) as (keyof Palette)[]) colors[name] = theme?.[name] ?? colors[name]
  return colors
}

function styleOf(dark: Palette | undefined): string {
  if (!dark) return ':root{color-scheme:light}'
  const { surface, surfaceRaised, ink, muted, line, accent, accentInk } = dark
  return `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.surface{background-color:${surface}!important}
.raised{background-color:${surfaceRaised}!important}
.ink{color:${ink}!important}
.muted{color:${muted}!important}
.line{border-color:${line}!important}
.accent{background-color:${accent}!important}
.accent-ink{color:${accentInk}!important}
}`
}

function renderText(message: Message, { heading, blocks, footer }: Content): string {
  const parts = blocks.map((block) => {
    if ('text' in block) return block.text
    if ('button' in block) return `${block.button}:\n${block.url}`
    if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
    if ('address' in block) return [block.title, ...block.address].join('\n')
    const lines = block.lines.map(
      (line) => `- ${line.title} (${detailsOf(message, line)}): ${formatPrice(line.price * line.quantity)}`,
    )
    return [block.title, ...lines, ...(block.sums ?? []).map((sum) => sum.join(': '))].join('\n')
  })
  return `${[message.shop.name, heading, ...parts, '-- ', ...footer].join('\n\n')}\n`
}
