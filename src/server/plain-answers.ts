import type { ServerResponse } from 'node:http'

import { busyResponse, misdirectedResponse } from './pages.ts'
import { PLAIN_HEADERS } from './security-headers.ts'

/** A short plain-text response that no cache may store. */
export function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...PLAIN_HEADERS,
  })
  response.end(`${text}\n`)
}

/** 421 and the plain page for a host without a shop. */
export async function misdirect(response: ServerResponse): Promise<void> {
  return answerPlain(response, misdirectedResponse())
}

/** 503 and the plain page that asks to come back in a moment. */
export async function answerBusy(response: ServerResponse): Promise<void> {
  return answerPlain(response, busyResponse())
}

async function answerPlain(response: ServerResponse, page: Response): Promise<void> {
  response.writeHead(page.status, Object.fromEntries(page.headers))
  response.end(await page.text())
}
