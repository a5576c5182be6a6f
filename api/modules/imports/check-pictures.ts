import pLimit from 'p-limit'

import { checkedEvents } from './check-product.ts'
import type { Catalogue } from './open-catalogue.ts'
import type { Progress } from './import-catalogue.ts'

const CONCURRENCY = 8
const ADDRESSES_PER_REPORT = 50

export interface PictureProblem {
  line: number
  /** Empty for a product without pictures. */
  address: string
  reason: string
}

export interface PictureReport {
  /** Number of distinct addresses read. */
  read: number
  findings: readonly PictureProblem[]
}

/** Reads every picture of the catalogue's valid products, several concurrently; findings follow the order of the file. */
export async function checkPictures(
  catalogue: Catalogue,
  judge: (address: string) => Promise<string | undefined>,
  { onProgress, signal }: Progress = {},
): Promise<PictureReport> {
  const findings: PictureProblem[] = []
  const linesOf = new Map<string, number[]>()
  for await (const event of checkedEvents(catalogue)) {
    if (event.kind !== 'product') continue
    const { imgUrl, images, variants = [] } = event.product
    const all = [...images, ...variants.flatMap((variant) => variant.images)]
    const addresses = new Set([imgUrl, ...all.map(({ url }) => url)].filter((url) => url !== ''))
    if (addresses.size === 0) findings.push({ line: event.line, address: '', reason: 'has no picture' })
    for (const address of addresses) {
      linesOf.set(address, [...(linesOf.get(address) ?? []), event.line])
    }
  }

  let read = 0
  await pLimit(CONCURRENCY).map(linesOf, async ([address, lines]) => {
    signal?.throwIfAborted()
    const reason = await judge(address)
    if (reason !== undefined) findings.push(...lines.map((line) => ({ line, address, reason })))
    read += 1
    if (read % ADDRESSES_PER_REPORT === 0) onProgress?.(read)
  })
  return { read, findings: findings.toSorted(inOrder) }
}

function inOrder(one: PictureProblem, other: PictureProblem): number {
  return one.line - other.line || (one.address < other.address ? -1 : 1)
}
