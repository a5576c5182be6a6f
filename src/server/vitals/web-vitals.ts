import type { IncomingMessage, ServerResponse } from 'node:http'

import * as z from 'zod/mini'

import { readAnalytics } from '@tanabana/contract/store-info.ts'
import { VITALS_PATH } from '../../lib/analytics/vitals-path.ts'
import { readBody } from '../http/read-body.ts'
import { sendText } from '../http/responses.ts'
import type { Latencies } from '../observability/latencies.ts'
import type { ShopContext } from '../rendering/shop-context.ts'
import { findStore } from '../upstream/page-data.ts'
import { openClients } from '../upstream/upstream.ts'

const BODY_MAX_BYTES = 1000
/** A page that was in the background for long reports times that say nothing of it. */
const SECONDS_MAX = 60
const SHIFT_MAX = 10

const milliseconds = z.optional(z.number().check(z.minimum(0), z.maximum(SECONDS_MAX * 1000)))

const reportSchema = z.strictObject({
  /** Path of the page, without parameters. */
  page: z.string().check(z.startsWith('/')),
  LCP: milliseconds,
  INP: milliseconds,
  FCP: milliseconds,
  TTFB: milliseconds,
  CLS: z.optional(z.number().check(z.minimum(0), z.maximum(SHIFT_MAX))),
})

export function isVitalsReport({ url, method }: IncomingMessage): boolean {
  return url === VITALS_PATH && method === 'POST'
}

/** Counts what the browser of a shopper who agreed measured on a page of the shop. docs/deploy.md#monitor */
export async function handleVitals(
  request: IncomingMessage,
  response: ServerResponse,
  { context, latencies }: { context: ShopContext; latencies: Latencies },
): Promise<void> {
  // Browsers before 2023 leave the header out, and report nothing.
  if (request.headers['sec-fetch-site'] !== 'same-origin') {
    sendText(response, 403, "Only the shop's own pages report.")
    return
  }
  const report = parseReport(await readBody(request, BODY_MAX_BYTES))
  if (!report) {
    sendText(response, 400, 'Send JSON such as {"page":"/products","LCP":800,"CLS":0.01}.')
    return
  }
  const found = await findStore(openClients(context).page)
  if (found.status !== 'ready' || !readAnalytics(found.store.analytics)) {
    sendText(response, 404, 'This shop measures nothing.')
    return
  }
  const shop = context.shop.host
  const { page, CLS, ...times } = report
  for (const [vital, time] of Object.entries(times)) latencies.observeVital(shop, page, vital, time / 1000)
  if (CLS !== undefined) latencies.observeShift(shop, page, CLS)
  response.writeHead(204).end()
}

function parseReport(body = ''): z.infer<typeof reportSchema> | undefined {
  try {
    return z.safeParse(reportSchema, JSON.parse(body)).data
  } catch {
    return undefined
  }
}
