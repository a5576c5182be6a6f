import { keptPage, ownCopy, type RenderedPage } from './rendered-page.ts'

const LENGTH_BYTES = 4

/** All of a page that can be written down: what it stands on cannot, so that it is made anew once it is stale. */
export function toBytes({ status, headers, etag, madeAt, policy, body }: RenderedPage): Buffer {
  const head = Buffer.from(JSON.stringify({ status, headers, etag, madeAt, policy, isDense: body.isDense }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, body.packed])
}

/** The page that `toBytes` wrote down. */
export function fromBytes(bytes: Buffer): RenderedPage {
  const bodyAt = LENGTH_BYTES + bytes.readUInt32LE()
  const { isDense, ...facts } = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, bodyAt))
  return keptPage(facts, { packed: ownCopy(bytes.subarray(bodyAt)), isDense })
}
