import { crc32 } from 'node:zlib'

import { keptPage, ownCopy, type RenderedPage } from './rendered-page.ts'

const NUMBER_BYTES = 4

/** All of a page that can be written down: what it stands on cannot, so that it is made anew once it is stale. */
export function toBytes({ status, headers, etag, madeAt, policy, isAnswer, body }: RenderedPage): Buffer {
  const facts = { status, headers, etag, madeAt, policy, isAnswer, isDense: body.isDense }
  const head = Buffer.from(JSON.stringify(facts))
  const content = Buffer.concat([asBytes(head.length), head, body.packed])
  return Buffer.concat([asBytes(crc32(content)), content])
}

/**
 * The page that `toBytes` wrote down.
 *
 * @throws where these are not the bytes that were written
 */
export function fromBytes(bytes: Buffer): RenderedPage {
  const content = bytes.subarray(NUMBER_BYTES)
  if (crc32(content) !== bytes.readUInt32LE())
    throw new Error('A page came back from disk other than it went.')
  const bodyAt = NUMBER_BYTES + content.readUInt32LE()
  const { isDense, ...facts } = JSON.parse(content.toString('utf8', NUMBER_BYTES, bodyAt))
  return keptPage(facts, { packed: ownCopy(content.subarray(bodyAt)), isDense })
}

function asBytes(number: number): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES)
  bytes.writeUInt32LE(number)
  return bytes
}
