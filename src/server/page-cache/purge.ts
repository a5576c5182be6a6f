import type { IncomingMessage, ServerResponse } from 'node:http'

import * as z from 'zod/mini'

import { isSameSecret } from '@tanabana/node/authorization.ts'
import { normalizeAddress } from '@tanabana/node/client-address.ts'
import { readBody } from '../http/read-body.ts'
import { sendText } from '../http/responses.ts'
import { log } from '../observability/log.ts'

const BODY_MAX_BYTES = 64 * 1024

const purgeSchema = z.object({ tags: z.array(z.string()) })

export interface PurgeOptions {
  /** `undefined` disables the purge, which then responds with 404. */
  secret: string | undefined
  purge: (tags: string[]) => number
}

/** `POST /_cache/purge` with `Authorization: Bearer <secret>` and `{ "tags": ["tenant:shop.example"] }`. docs/requirements.md#16-page-cache */
export async function handlePurge(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, purge }: PurgeOptions,
): Promise<void> {
  if (request.method !== 'POST' || secret === undefined) {
    sendText(response, 404, 'Not found.')
    return
  }
  if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${secret}`)) {
    sendText(response, 403, 'The secret is missing or wrong.')
    log('warn', 'purge refused', { address: normalizeAddress(request.socket.remoteAddress) })
    return
  }
  const body = await readBody(request, BODY_MAX_BYTES)
  if (body === undefined) {
    sendText(response, 413, 'The body is larger than 64 KB.')
    return
  }
  const tags = parseTags(body)
  if (tags === undefined) {
    sendText(response, 400, 'Send JSON such as {"tags":["tenant:shop.example"]}.')
    return
  }
  sendText(response, 200, `${purge(tags)} pages purged`)
}

function parseTags(body: string): string[] | undefined {
  try {
    return z.safeParse(purgeSchema, JSON.parse(body)).data?.tags
  } catch {
    return undefined
  }
}
