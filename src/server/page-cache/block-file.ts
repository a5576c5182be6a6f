import { randomUUID } from 'node:crypto'
import { open, read, write } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const openFile = promisify(open)
const readFrom = promisify(read)
const writeTo = promisify(write)

/** Most pages take one. */
const BLOCK_BYTES = 16 * 1024

/** Where something lies in the file. */
export interface Place {
  blocks: number[]
  bytes: number
}

/**
 * Room for bytes in one file, which is opened when something is first written. It has no name then, so that nothing of it
 * stays, however the process ends.
 */
export function createBlockFile({ directory, maxBytes }: { directory: string; maxBytes: number }) {
  const blocksMax = Math.floor(maxBytes / BLOCK_BYTES)
  const released: number[] = []
  let given = 0
  let opening: Promise<number> | undefined

  async function openUnnamed(): Promise<number> {
    await mkdir(directory, { recursive: true })
    const path = join(directory, randomUUID())
    const file = await openFile(path, 'wx+', 0o600)
    await rm(path)
    return file
  }

  /** Does `step` to the file and each block's part of `bytes`, one after the other. */
  async function eachBlock({ blocks }: Place, bytes: Buffer, step: BlockStep): Promise<void> {
    opening ??= openUnnamed().catch((error: unknown) => {
      // The next who comes tries again.
      opening = undefined
      throw error
    })
    const file = await opening
    for (const [index, block] of blocks.entries()) {
      const part = bytes.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES)
      const done = await step(file, part, block * BLOCK_BYTES)
      if (done < part.length) throw new Error(`${done} of ${part.length} bytes went through.`)
    }
  }

  return {
    /** Nothing when there is no room for so many bytes. */
    reserve(bytes: number): Place | undefined {
      const count = Math.ceil(bytes / BLOCK_BYTES)
      if (released.length + blocksMax - given < count) return undefined
      return { blocks: Array.from({ length: count }, () => released.pop() ?? given++), bytes }
    },

    release({ blocks }: Place): void {
      released.push(...blocks)
    },

    /** @throws what the file system says, such as that the disk is full */
    write: (place: Place, bytes: Buffer): Promise<void> => eachBlock(place, bytes, writeBlock),

    /** @throws what the file system says */
    async read(place: Place): Promise<Buffer> {
      const bytes = Buffer.allocUnsafeSlow(place.bytes)
      await eachBlock(place, bytes, readBlock)
      return bytes
    },
  }
}

/** Writes or reads a part at a place of the file, and says how many bytes went through. */
type BlockStep = (file: number, part: Buffer, at: number) => Promise<number>

const writeBlock: BlockStep = async (file, part, at) =>
  (await writeTo(file, part, 0, part.length, at)).bytesWritten
const readBlock: BlockStep = async (file, part, at) =>
  (await readFrom(file, part, 0, part.length, at)).bytesRead
