import type { FeedItem } from './feed-item.ts'
import { escapeXml } from './feed-formats.ts'

export const GOOGLE_NAMESPACE = 'http://base.google.com/ns/1.0'

/** Returns the lines of an RSS 2.0 feed for Merchant Center before its items. */
export function googleXmlHead({
  title,
  link,
  description,
}: Record<'title' | 'link' | 'description', string>) {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0" xmlns:g="${GOOGLE_NAMESPACE}">`,
    '<channel>',
    `<title>${escapeXml(title)}</title>`,
    `<link>${escapeXml(link)}</link>`,
    `<description>${escapeXml(description)}</description>`,
  ]
}

/** Returns the lines of an item, one for each value. */
export function googleXmlItem(item: FeedItem): string[] {
  const fields = Object.entries(item).flatMap(([name, value]: [string, FeedItem[keyof FeedItem]]) =>
    [value]
      .flat()
      .map((one) => (typeof one === 'string' ? element(name, escapeXml(one)) : detail(name, one))),
  )
  return ['<item>', ...fields.filter((line) => line !== ''), '</item>']
}

export const GOOGLE_XML_TAIL = ['</channel>', '</rss>']

function detail(name: string, fields: object): string {
  const parts = Object.entries(fields).map(([part, text]) => element(part, escapeXml(String(text))))
  return element(name, parts.join(''))
}

function element(name: string, content: string): string {
  return content === '' ? '' : `<g:${name}>${content}</g:${name}>`
}
