import { createReadStream } from 'node:fs'

import { UnusableFile } from './unusable-file.ts'

export interface Encoding {
  /** A name that `TextDecoder` knows. */
  name: string
  /** Reason for the choice, for the merchant. */
  reason: string
}

const BYTE_ORDER_MARKS: [name: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Detects the encoding: a byte order mark decides; then UTF-8 when all bytes are valid, else Windows-1252, Excel's
 * default on Windows. Reads the whole file in chunks. `name` is that of the file, for messages.
 * @throws {UnusableFile} the file is not text
 */
export async function detectEncoding(path: string, name = path): Promise<Encoding> {
  return encodingOf(name, createReadStream(path) as AsyncIterable<Buffer>)
}

/**
 * The text of a file that is in memory, without the byte order mark. `name` is that of the file, for messages.
 * @throws {UnusableFile} the file is not text
 */
export async function* decodeFile(name: string, bytes: Uint8Array): AsyncGenerator<string> {
  const encoding = await encodingOf(name, [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)])
  yield new TextDecoder(encoding.name).decode(bytes)
}

async function encodingOf(name: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let isUtf8 = true
  for await (const chunk of chunks) {
    if (isFirst) {
      isFirst = false
      refuseWorkbook(name, chunk)
      const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => chunk[at] === byte))
      if (marked) return { name: marked[0], reason: 'it begins with a byte order mark' }
    }
    if (chunk.includes(0)) {
      throw new UnusableFile(`${name} is not a text file. Save the sheet as "CSV UTF-8" and import that.`)
    }
    isUtf8 &&= isReadable(utf8, chunk)
  }
  return isUtf8
    ? { name: 'utf-8', reason: 'all its bytes are valid UTF-8' }
    : { name: 'windows-1252', reason: 'its bytes are not valid UTF-8' }
}

/**
 * The encoding with this name.
 * @throws {UnusableFile} the name is unknown
 */
export function namedEncoding(name: string): Encoding {
  try {
    return { name: new TextDecoder(name).encoding, reason: 'given by --encoding' }
  } catch {
    throw new UnusableFile(
      `The encoding "${name}" is unknown. Use a name such as utf-8, utf-16le or windows-1252.`,
    )
  }
}

/** Reads the file's text in chunks, without the byte order mark. */
export async function* readText(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding.name)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}

function isReadable(utf8: TextDecoder, chunk: Buffer): boolean {
  try {
    utf8.decode(chunk, { stream: true })
    return true
  } catch {
    return false
  }
}

function refuseWorkbook(name: string, start: Buffer): void {
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    throw new UnusableFile(
      `${name} is an Excel workbook or a ZIP archive. Save the sheet as "CSV UTF-8" and import that.`,
    )
  }
}
