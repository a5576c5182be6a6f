import type { ServerResponse } from 'node:http'

import { misdirectedResponse } from './pages.ts'

/** A short answer in words, never kept by anybody. */
export function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  })
  response.end(`${text}\n`)
}

/** 421 and the plain page for a host without a shop. */
export async function misdirect(response: ServerResponse): Promise<void> {
  const page = misdirectedResponse()
  response.writeHead(page.status, Object.fromEntries(page.headers))
  response.end(await page.text())
}
